"""`kiebitz skat review`: the value of each card of played games, the losing cards, and those that would have held."""

from __future__ import annotations

import sys
from itertools import chain, islice
from typing import TYPE_CHECKING

from kiebitz.cards.text import respelt
from kiebitz.cli import output, picture_options
from kiebitz.cli.commands import BAD_INPUT, INTERRUPTED
from kiebitz.cli.language import translated
from kiebitz.cli.parser import amount, file_name, seed
from kiebitz.cli.skat.arguments import recorded_games
from kiebitz.errors import InputError, NumberRangeError, RecordError, shown

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from kiebitz.analysis.skat.advice import Advice
    from kiebitz.analysis.skat.fair_view import FairStep
    from kiebitz.analysis.skat.review import Review, ReviewedCard, TurningPoint
    from kiebitz.cards import Card
    from kiebitz.cli.parser import Parser
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.seats import Seat

DESCRIPTION = (
    "Review played games of Skat: the value of each card, the card that lost the game, what would have held it."
)
EPILOG = """\
examples:
  kiebitz skat review game.sgf
  kiebitz skat review games.sgf --game 3
  kiebitz skat review game.sgf --fair
  kiebitz skat review games.sgf --json --no-par
  kiebitz skat review games.sgf --no-par --output games.parquet
  kiebitz skat review games.sgf --game 3 --fair --output game.html
  kiebitz skat review - < game.txt

A file holds games as the International Skat Server records them, each from (; to ;), or as lines, with an empty line
between games: forehand:, middlehand:, rearhand: and skat: with their cards; bidding: with the calls in turn (bids, y
for held, p for passed), or declarer: and bid:; contract:; discard: except in Hand games; played:; and ending: given up
or conceded, if not all cards were played. A game that cannot be used is reported on standard error, with the card and
what was expected; the others are reviewed.

Values are the declarer's card points at the end, with the skat, if from there on all play as well as possible and see
all cards; in Null, whether he stays free of tricks. So a card that only luck could find may look like a mistake.
Schwarz is not counted. The referee replays each better line.

--fair adds what each player could know: worlds that agree with his cards, the cards played and the suits not followed;
for defenders, worlds are likelier the better they fit bids, contract, skat and play (--even: all equally likely). A
card's chance is the share of worlds in which the declarer wins after it if all then see all cards. A card is a mistake
if it lies below the best one by more than chance explains. If at most 1,000 worlds are left and a win in all of them
was given up, the cards that keep it are named.

For many games the last lines give for each player his mistakes, and the parts of his Seeger-Fabian points: the deal
with best play of all and the best discard, his own discard and cards, the others' cards, and a rest (Schwarz, games
given up). --output NAME.parquet writes the same as a row for each seat of each game; it needs pip install
'kiebitz[study]'.

--output NAME.html writes a game as one page that needs no network: the table card by card, the value of each possible
card, the mistakes with the cards that would have held, and with --fair the chances.

One game is shown trick by trick, several by the cards that turned them; --tricks shows all. The par names for each seat
the contract that it would have won with open cards, at the declarer's bid, or at 18 for the others.

--json prints: view (open), games: a list of objects with number, date, players, declarer, bid, contract, score, words,
ending, start and end (values: points, in Null 1 or 0; null where all passed), highest_bid (that the game covers with
open cards, null if none), cards (objects: number, trick, seat, card, before, after, best, values), turning_points
(number, seat, card, before, after, outcome_before, outcome_after, holding, line, decides: game, schneider or null),
discard (cards, value, best, best_value; or null), par (seat, contract, discard, value, outcome, score), passed (empty
unless all passed; objects: seat, bid that its hand was worth, 0 if none, contract, chance_at_table, sentence), fair
(null without --fair; objects: number, seat, card, worlds, exact, chances (card, chance, interval_95), lost,
lost_interval_95, mistake, sure); and unclear, a list of complaints about the games that were not reviewed

Exit codes: 0 reviewed, 2 bad usage, or a game that cannot be used, 130 interrupted, after the games so far
"""
_ROWS, _PAGE = ".parquet", ".html"


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat review`."""
    parser.add_argument(
        "file", metavar="FILE", type=file_name, help="a file of recorded games, or - for standard input"
    )
    parser.add_argument("--game", type=amount, metavar="N", help="only the game with this number in the file")
    parser.add_argument("--tricks", action="store_true", help="show every trick, also of many games")
    parser.add_argument("--fair", action="store_true", help="judge each card by what its player could know, too")
    parser.add_argument("--worlds", type=amount, metavar="N", help="worlds for each card with --fair (default 100)")
    parser.add_argument("--even", action="store_true", help="with --fair: all worlds that agree with the cards alike")
    parser.add_argument("--seed", type=seed, default=1, metavar="SEED", help="seed of the worlds (default 1)")
    parser.add_argument("--no-par", action="store_true", help="leave out the par of the deal")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_name,
        help="NAME.html: a page that steps through the game; NAME.parquet: a row for each seat of each game",
    )
    picture_options.add_looks(parser)
    parser.add("cards", "json")


def run(args: Namespace) -> int:
    """Review the file."""
    if not args.fair and (args.worlds or args.even):
        raise InputError("", "--worlds and --even require --fair", "--fair too")
    page = _is_page(args.output)
    games = _selected(recorded_games(args.file, args.cards), args.game)
    first = list(islice(games, 2))
    is_one = len(first) == 1
    if page:
        if not is_one:
            fault = f"a page shows one game, but there are {len(first) + sum(1 for _ in games)}"
            raise InputError("", fault, "--game N")
        if isinstance(first[0], RecordError):
            raise first[0]
    objects, unclear, players, last = [], [], None, None
    code = 0
    try:
        for game in chain(first, games):
            if isinstance(game, RecordError):
                if args.json:
                    unclear.append(str(game))
                output.warn(respelt(str(game), args.cards))
                code = BAD_INPUT
                continue
            if not args.json:
                output.write(translated(_head(game)))
                sys.stdout.flush()
            # After the first output, because the kernel loads slowly.
            from kiebitz.analysis.skat.advice import passed_hands
            from kiebitz.analysis.skat.fair_view import WORLDS, fair_steps
            from kiebitz.analysis.skat.review import review
            from kiebitz.analysis.skat.review_text import ReviewText
            from kiebitz.studies.skat_reviews import Players

            reviewed = review(game, par=not args.no_par)
            hands = passed_hands(game)
            steps = None
            if args.fair:
                steps = list(fair_steps(game, args.worlds or WORLDS, args.seed, listens=not args.even))
            last = reviewed, steps
            players = players or Players()
            players.add(reviewed, steps)
            if args.json:
                passed = [_passed_object(seat, judged) for seat, judged in hands.items()]
                fair = None if steps is None else list(map(_fair_object, steps))
                objects.append({**_object(reviewed), "passed": passed, "fair": fair})
            else:
                words = ReviewText(reviewed, args.cards)
                lines = [*words.passes(hands), *words.lines(tricks=args.tricks or is_one)]
                if steps is not None:
                    lines += words.fair(steps)
                output.write("".join(f"  {translated(line)}\n" for line in lines))
                sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if args.json:
        output.write_json({"view": "open", "games": objects, "unclear": unclear})
    elif players is not None and not is_one:
        output.write(translated("\n".join(["", *players.lines()]) + "\n"))
    if page and last is not None:
        from kiebitz.render.replay.skat import html

        output.write(html(*last, args.theme, four_colours=args.four_colours, spelling=args.cards), args.output)
    elif args.output is not None and players is not None:
        from kiebitz.studies.skat_reviews import write

        with output.File(args.output, binary=True) as file:
            write(players.rows, file)
    return code


def _selected(games: Iterator[RecordedGame | RecordError], number: int | None) -> Iterator[RecordedGame | RecordError]:
    """Yield all games, or that with *number*."""
    last = 0
    for last, game in enumerate(games, 1):
        if number in (None, last):
            yield game
        if last == number:
            return
    if number is not None:
        raise NumberRangeError(number, f"the number of a game of the file, 1 to {last}")


def _is_page(name: str | None) -> bool:
    """Return whether the file is a page; refuse other names, and a missing library, before the review."""
    if name is None or name.lower().endswith(_PAGE):
        return name is not None
    if not name.lower().endswith(_ROWS):
        raise InputError("", f"{shown(name)} is not a name for this file", f"NAME{_ROWS} or NAME{_PAGE}")
    from kiebitz.studies.parquet import need

    need()
    return False


def _head(game: RecordedGame) -> str:
    result = game.score()
    score = "" if result is None else f": {result.words}"
    return f"{game.number or 'game'}: {game.title}{score}\n"


# JSON


def _object(reviewed: Review) -> dict[str, object]:
    game = reviewed.game
    return {
        "number": game.number,
        "date": game.date,
        "players": list(game.players),
        "declarer": None if game.declarer is None else str(game.declarer),
        "bid": game.bid,
        "contract": None if game.contract is None else str(game.contract),
        "score": None if reviewed.score is None else reviewed.score.score,
        "words": None if reviewed.score is None else reviewed.score.words,
        "ending": game.ending.value,
        "start": reviewed.start,
        "end": reviewed.end,
        "highest_bid": reviewed.highest_bid,
        "cards": [_step_object(step) for step in reviewed.steps],
        "turning_points": [_point_object(point) for point in reviewed.turning_points],
        "discard": None
        if reviewed.discard is None
        else {
            "cards": _list(reviewed.discard.cards),
            "value": reviewed.discard.value,
            "best": _list(reviewed.discard.best),
            "best_value": reviewed.discard.best_value,
        },
        "par": [
            {
                "seat": str(entry.seat),
                "contract": str(entry.contract),
                "discard": _list(entry.discard) or None,
                "value": entry.value,
                "outcome": entry.outcome.words,
                "score": entry.score,
            }
            for entry in reviewed.par
        ],
    }


def _step_object(step: ReviewedCard) -> dict[str, object]:
    return {**step.as_data(), "values": [{"card": str(card), "value": value} for card, value in step.values]}


def _point_object(point: TurningPoint) -> dict[str, object]:
    step = point.step
    return {
        "number": step.number,
        "seat": str(step.seat),
        "card": str(step.card),
        "before": step.before,
        "after": step.after,
        "outcome_before": point.before.words,
        "outcome_after": point.after.words,
        "holding": _list(point.holding),
        "line": _list(point.line),
        "decides": point.decides or None,
    }


def _passed_object(seat: Seat, judged: Advice) -> dict[str, object]:
    plan = judged.plan
    return {
        "seat": str(seat),
        "bid": judged.bid,
        "contract": str(plan.contract),
        "chance_at_table": plan.chance,
        "sentence": judged.sentence(),
    }


def _fair_object(step: FairStep) -> dict[str, object]:
    return {
        "number": step.number,
        "seat": str(step.seat),
        "card": str(step.card),
        "worlds": step.worlds,
        "exact": step.played.is_exact,
        "chances": [
            {"card": str(chance.card), "chance": chance.value, "interval_95": list(chance.interval)}
            for chance in step.chances
        ],
        "lost": step.lost,
        "lost_interval_95": list(step.lost_interval),
        "mistake": step.is_mistake,
        "sure": _list(step.sure),
    }


def _list(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))
