"""`kiebitz skat solve`: a deal with open cards: best card, a best line, and the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards.text import respelt
from kiebitz.cli import deal_argument, output
from kiebitz.cli.language import translated
from kiebitz.cli.parser import file_name
from kiebitz.cli.skat.arguments import add_contract, add_seat, contract_of
from kiebitz.errors import ContentError, FileError, HandError, InputError, NotationError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from kiebitz.analysis.skat.double_dummy import Solution
    from kiebitz.cards import Card
    from kiebitz.cli.parser import Parser
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.referee import Deal, Play

DESCRIPTION = "Solve a deal of Skat with open cards: the best card, a best line and the exact card points."
EPILOG = """\
examples:
  kiebitz skat solve deal.txt --contract grand
  kiebitz skat solve deal.txt --contract spades --declarer rearhand --discard 7H 8H
  kiebitz skat solve deal.txt --contract hearts hand --declarer middlehand --played AC 7C
  kiebitz skat solve - --contract null < deal.txt

A deal is 32 cards: ten each of forehand, middlehand and rearhand, who play in this order, and the two of the skat,
which may be left out; or each with its name before it, in any order: forehand: … middlehand: … rearhand: … skat: … All
three players see all cards, so this shows what is possible, not what can be known at the table. The referee replays the
line before it is shown.

--json prints: game, declarer, needed (card points, null in Null), skat (as it lies in play), played, turn (null at the
end), points (the declarer's with best play, the skat's included; null in Null), won, best (cards), cards (objects:
card, points and, in Null, free: whether the declarer can still do without a trick), line (objects: seat and card)

Exit codes: 0 the declarer wins, 1 the defenders win, 2 bad usage or bad input
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat solve`."""
    parser.add_argument("file", metavar="FILE", type=file_name, help="a file with the deal, or - for standard input")
    add_contract(parser, "the game: clubs, spades, hearts, diamonds, grand or null; then hand, schneider, ouvert")
    add_seat(parser, "--declarer", "who plays against the other two")
    parser.add_argument(
        "--discard",
        nargs="+",
        metavar="CARD",
        help="the declarer took up the skat and put these two down; without it the skat stays as dealt",
    )
    parser.add_argument("--played", nargs="+", metavar="CARD", help="the cards played so far, in their order")
    parser.add("cards", "json")


def run(args: Namespace) -> int:
    """Solve the deal."""
    from kiebitz.analysis.skat.double_dummy import solve
    from kiebitz.skat.contract import Game
    from kiebitz.skat.score import needed

    contract = contract_of(args)
    if contract is None:
        raise InputError("", "the contract is missing", "--contract, such as --contract grand")
    if contract.schwarz:
        raise InputError("", "announced Schwarz is about tricks, and the search counts points", "no Schwarz")
    points = needed(contract)
    play, played = _play(args, contract)
    solution = solve(play, points)
    if args.json:
        output.write_json(_object(played, solution, None if contract.game is Game.NULL else points))
    else:
        output.write(translated(respelt("\n".join(_lines(solution, points)) + "\n", args.cards)))
    return 0 if solution.reached else 1


def _play(args: Namespace, contract: Contract) -> tuple[Play, tuple[Card, ...]]:
    from kiebitz.skat.hand import read_cards
    from kiebitz.skat.pack import SKAT
    from kiebitz.skat.referee import replay
    from kiebitz.skat.seats import Seat

    declarer = Seat[args.declarer.upper()]
    deal = _deal(args)
    if args.discard is not None:
        if contract.hand:
            raise InputError("", "--discard cannot be used with a Hand game", "one or the other")
        deal = deal.exchanged(declarer, read_cards(" ".join(args.discard), SKAT, "discard", args.cards))
    play = deal.play(contract.game, declarer)
    if args.played is None:
        return play, ()
    played = read_cards(" ".join(args.played), None, "played", args.cards)
    return replay(play, played), played


def _deal(args: Namespace) -> Deal:
    from kiebitz.skat.deal_text import read_deal

    text = deal_argument.read(args.file, "the name of a file with a deal of Skat, or -").decode("utf-8", "replace")
    if not text.strip():
        raise FileError(args.file, "is empty", "a deal of Skat, 32 cards")
    try:
        return read_deal(text, args.cards)
    except (NotationError, HandError) as error:
        raise ContentError(args.file, error) from None


def _lines(solution: Solution, needed: int) -> list[str]:
    from kiebitz.cards.text import format_cards
    from kiebitz.skat.contract import Game
    from kiebitz.skat.trick import points

    play = solution.play
    null = play.game is Game.NULL
    lines = [f"{play.game}, {play.declarer} against the other two; skat {format_cards(play.skat)}"]
    if not null:
        lines[0] += f" ({points(play.skat)} points)"
    outcome = "wins" if solution.reached else "loses"
    if null:
        reason = "without a trick" if solution.reached else "he cannot avoid a trick"
    else:
        reason = f"{solution.points} card points, {needed} needed"
    lines.append(f"with open cards {play.declarer} {outcome}: {reason}")
    if solution.best:
        lines.append(f"best for {play.turn}: {format_cards(solution.best)}")
        values = [f"{card} {('free' if value else 'caught') if null else value}" for card, value in solution.cards]
        lines.append(f"each card: {', '.join(values)}")
        lines += ["a best line:", *_tricks(solution)]
    return lines


def _tricks(solution: Solution) -> list[str]:
    """Return a text for each trick of the line: leader, cards, winner, and the declarer's points so far."""
    from kiebitz.skat.contract import Game

    play = solution.play
    lines = []
    cards = list(play.trick)
    for card in solution.line:
        leader = play.leader
        play = play.after(card)
        cards.append(card)
        if not play.trick:
            count = "" if play.game is Game.NULL else f", declarer {play.result.declarer_points}"
            lines.append(f"  {leader} leads {' '.join(map(str, cards))}: {play.turn} takes it{count}")
            cards = []
    return lines


def _object(played: Iterable[Card], solution: Solution, needed: int | None) -> dict[str, object]:
    play = solution.play
    return {
        "game": play.game.value,
        "declarer": str(play.declarer),
        "needed": needed,
        "skat": list(map(str, play.skat)),
        "played": list(map(str, played)),
        "turn": None if play.is_over else str(play.turn),
        "points": solution.points,
        "won": solution.reached,
        "best": list(map(str, solution.best)),
        "cards": [
            {
                "card": str(card),
                "points": None if needed is None else value,
                "free": bool(value) if needed is None else None,
            }
            for card, value in solution.cards
        ],
        "line": _named_line(solution),
    }


def _named_line(solution: Solution) -> list[dict[str, str]]:
    play = solution.play
    line = []
    for card in solution.line:
        line.append({"seat": str(play.turn), "card": str(card)})
        play = play.after(card)
    return line
