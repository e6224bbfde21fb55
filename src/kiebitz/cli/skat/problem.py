"""`kiebitz skat problem`: moments of games in which exactly one card wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.language import translated
from kiebitz.cli.parser import amount, name_in

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from kiebitz.analysis.skat.problems import Answer, Problem
    from kiebitz.cards import Card
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Solve a problem of Skat: exactly one card wins."
EPILOG = """\
examples:
  kiebitz skat problem 1
  kiebitz skat problem 1 TS
  kiebitz skat problem --band hard

200 moments of games are numbered, the easy ones first. You see your own cards, and one card wins in every deal that you
cannot exclude, at least 10 and at most 1,000; or you see all cards. To win, the declarer needs the game announced, and
the defenders have to prevent it. After your card all play on with open cards. Without a number the problem is random.

Bands: easy if the rule-of-thumb player finds the card, medium if most players of level beginner do, hard otherwise.

--json prints: number, band, open (whether all cards are known), seat, hand, contract, declarer, bid, played (the cards
in order), trick (those on the table), put (the declarer's discard, or null), hands and skat (of an open problem, else
null), card (yours, or null), solution (with a card or --solution, else null), answer (of a card, else null: worlds,
wins, and against (of a card that fails, else null: hands, skat, and result: the declarer's card points with best play,
in Null 1 if the declarer takes no trick, else 0))

Exit codes: 0 the problem, or the card that wins, 1 another card, 2 bad usage
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat problem`."""
    parser.add_argument("number", nargs="?", type=amount, metavar="NUMBER", help="the number of the problem, from 1 on")
    parser.add_argument("card", nargs="?", metavar="CARD", help="the card that wins")
    parser.add_argument("--band", type=name_in("easy", "medium", "hard"), metavar="BAND", help="easy, medium or hard")
    parser.add_argument("--solution", action="store_true", help="show the card")
    parser.add("cards", "json")


def run(args: Namespace) -> int:
    """Show a problem, or judge a card."""
    from kiebitz.analysis.skat.problems import problem
    from kiebitz.cards import Card

    task = problem(_by_chance(args.band) if args.number is None else args.number)
    card = None if args.card is None else Card.parse(args.card, args.cards)
    play = task.session.play
    if card is not None and play is not None:
        play.after(card)  # the error of an illegal card
    answer = None if card is None else task.answer(card)
    is_right = answer is None or card in answer.cards
    if args.json:
        output.write_json(_object(task, card, answer, shows_card=args.solution or card is not None))
        return 0 if is_right else 1
    lines = _lines(task, args.cards) if card is None or answer is None else _reason(task, card, answer, args.cards)
    if args.solution:
        lines.append(f"only {task.card.text(args.cards)} wins")
    output.write("".join(f"{translated(line)}\n" for line in lines))
    return 0 if is_right else 1


def _by_chance(band: str | None) -> int:
    from random import SystemRandom

    from kiebitz.analysis.skat.problems import count, numbers

    return SystemRandom().choice(range(1, count() + 1) if band is None else numbers(band))


def _reason(task: Problem, card: Card, answer: Answer, spelling: str) -> list[str]:
    """Return why a card wins or does not, in the words of the page: `skat.reason` of its catalogues."""
    from kiebitz.skat.contract import Game
    from kiebitz.skat.seats import Seat
    from kiebitz.skat.trick import in_order

    name, deals = card.text(spelling), f"in each of {answer.worlds:,} deals that you cannot exclude"
    against, game = answer.against, task.session.view(task.seat).announced.game
    if against is None:
        return [f"{name} is the only card that wins {'with all cards open' if task.is_open else deals}."]
    if game is Game.NULL:
        end = f"With best play the declarer takes {'no trick' if against.result else 'a trick'}."
    else:
        end = f"The declarer’s card points with best play: {against.result}."
    if task.is_open:
        return [f"{name} does not win with all cards open.", end]

    def names(cards: Iterable[Card]) -> str:
        return " ".join(card.text(spelling) for card in cards)

    return [
        f"{name} does not win {deals}, for example not in this one.",
        *(f"{seat}: {names(in_order(game, against.hands[seat]))}" for seat in Seat if seat is not task.seat),
        f"skat: {names(against.skat)}",
        end,
    ]


def _lines(task: Problem, spelling: str) -> list[str]:
    from kiebitz.analysis.skat.problems import count
    from kiebitz.skat.seats import Seat
    from kiebitz.skat.trick import in_order

    session, view = task.session, task.session.view(task.seat)
    game = view.announced.game

    def names(cards: Iterable[Card]) -> str:
        return " ".join(card.text(spelling) for card in cards)

    players = "you play" if view.is_declarer else f"{view.declarer} plays"
    lines = [
        f"problem {task.number} of {count()}, {task.band}: you are {task.seat}",
        f"{players} {view.contract} at {view.bid}",
    ]
    *finished, table = view.tricks
    for number, trick in enumerate(finished, 1):
        lines.append(f"trick {number}: {trick[0][0]} leads {names(card for _, card in trick)}")
    if table:
        lines.append(f"on the table: {names(card for _, card in table)}")
    if view.skat:
        lines.append(f"discard: {names(view.skat)}")
    if view.shown and not task.is_open:
        lines.append(f"{view.declarer} shows: {names(in_order(game, view.shown))}")
    if task.is_open and session.play is not None:
        others = [seat for seat in Seat if seat is not task.seat]
        lines += [f"{seat}: {names(in_order(game, session.play.hands[seat]))}" for seat in others]
        lines += [] if view.skat else [f"skat: {names(session.play.skat)}"]
    lines.append(f"your cards: {names(in_order(game, view.hand))}")
    question = "which card wins in every deal that you cannot exclude?"
    return [*lines, "which card wins with all cards open?" if task.is_open else question]


def _object(task: Problem, card: Card | None, answer: Answer | None, *, shows_card: bool) -> dict[str, object]:
    session, view = task.session, task.session.view(task.seat)
    play, against = session.play, answer and answer.against

    def names(cards: Iterable[Card]) -> list[str]:
        return list(map(str, cards))

    return {
        "number": task.number,
        "band": task.band,
        "open": task.is_open,
        "seat": str(task.seat),
        "hand": names(view.hand),
        "contract": str(view.contract),
        "declarer": str(view.declarer),
        "bid": view.bid,
        "played": names(view.played),
        "trick": names(card for _, card in view.tricks[-1]),
        "put": names(view.skat) or None,
        "hands": list(map(names, play.hands)) if task.is_open and play is not None else None,
        "skat": names(play.skat) if task.is_open and play is not None else None,
        "card": None if card is None else str(card),
        "solution": str(task.card) if shows_card else None,
        "answer": answer
        and {
            "worlds": answer.worlds,
            "wins": against is None,
            "against": against
            and {
                "hands": list(map(names, against.hands)),
                "skat": names(against.skat),
                "result": against.result,
            },
        },
    }
