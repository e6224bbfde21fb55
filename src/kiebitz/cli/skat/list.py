"""`kiebitz skat list`: the totals of a list of games written at the card table."""

from __future__ import annotations

from dataclasses import asdict
from itertools import accumulate
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.language import translated
from kiebitz.cli.parser import file_name, name_in
from kiebitz.cli.skat.arguments import add_counting, english_words
from kiebitz.errors import ContentError, FileError, RecordError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.skat.counting import Counting, Total
    from kiebitz.cli.parser import Parser
    from kiebitz.skat.game_list import GameList

DESCRIPTION = "Add up a list of Skat games as written at the card table: totals, games won and lost."
EPILOG = """\
examples:
  kiebitz skat list evening.csv
  kiebitz skat list evening.csv --games --counting bierlachs
  kiebitz skat list evening.csv --with kontra --with ramsch

a list:
  Anna, Bernd, Clara          three or four players; the first deals first
  Anna 48                     the declarer and the score
  , -72,                      a cell for each player
  Clara clubs hand with 2     words, in English, German or Russian
  Anna grand with 1 schneider
  Bernd hearts with 1 bid 30  overbid
  Clara null lost
  passed
  dealer Bernd                who deals next, if it is not the next player

words that --with allows:
  Anna 48 kontra re           kontra: each doubles the score
  Bernd -72 bock              bock: doubles the score
  Clara ramsch 64             ramsch: minus the card points
  Clara ramsch 64 virgin      doubled: a player took no trick
  Anna ramsch 120             all tricks: counts for Anna

Countings and sources: docs/skat-list.md

--json prints: counting, table (the number of players), games (a list of objects: line, dealer, declarer (null if all
passed), score, ramsch (whether it is), points (of each player)), players (a list of objects in the order of the file:
player, won, lost, others_lost (games lost by others), score (the sum of the declarer's scores), points)
"""
_LONGEST = 100_000


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat list`."""
    parser.add_argument("file", metavar="FILE", type=file_name, help="a file with the list, or - for standard input")
    add_counting(parser)
    parser.add_argument("--dealer", metavar="NAME", help="the player that deals first")
    parser.add_argument(
        "--with",
        dest="extras",
        action="append",
        default=[],
        metavar="RULE",
        type=name_in("kontra", "bock", "ramsch"),
        help="allow kontra (and re), bock or ramsch; may be repeated",
    )
    parser.add_argument("--games", action="store_true", help="print each game with the points so far, too")
    parser.add("json")


def run(args: Namespace) -> int:
    """Add up the list."""
    from kiebitz.analysis.skat.counting import Counting, counted
    from kiebitz.skat.game_list import read_list

    data = deal_argument.read(args.file, "the name of a file with a list of games, or -", _LONGEST)
    if len(data) > _LONGEST:
        raise FileError(args.file, "is too long", f"a list of at most {_LONGEST:,} bytes")
    try:
        games = read_list(data.decode("utf-8", "replace"), args.dealer, extras=args.extras, english=english_words)
    except RecordError as error:
        raise ContentError(args.file, error) from None
    counting = Counting(args.counting)
    points, totals = counted(games, counting)
    if args.json:
        output.write_json(_object(games, counting, points, totals))
    else:
        lines = [*(_games(games, points) if args.games else ()), *totals_of(games, counting, totals)]
        output.write("\n".join(lines) + "\n")
    return 0


def _games(games: GameList, points: list[tuple[int, ...]]) -> list[str]:
    sums = accumulate(points, lambda before, row: tuple(map(sum, zip(before, row, strict=True))))
    rows = [[*map(translated, ("game", "declarer", "score")), *games.players]]
    for number, (game, so_far) in enumerate(zip(games.games, sums, strict=True), 1):
        declarer = translated("passed") if game.declarer is None else games.players[game.declarer]
        rows.append([str(number), declarer, f"{game.written:+}" if game.written else "", *map(str, so_far)])
    return [*output.aligned(rows, left=(1,)), ""]


def totals_of(games: GameList, counting: Counting, totals: list[Total]) -> list[str]:
    """Return the lines of the players' totals."""
    passed = sum(game.declarer is None for game in games.games)
    name = "-".join(map(str.capitalize, counting.value.split("-")))
    head = f"games: {len(games.games)}, passed: {passed}; table of {len(games.players)}, counted by {name}"
    rows = [list(map(translated, ("player", "won", "lost", "others lost", "game points", "total")))]
    rows += [
        [total.player, *map(str, (total.won, total.lost, total.others_lost)), f"{total.score:+}", str(total.points)]
        for total in sorted(totals, key=lambda total: -total.points)
    ]
    return [translated(head), *output.aligned(rows, left=(0,))]


def _object(
    games: GameList, counting: Counting, points: list[tuple[int, ...]], totals: list[Total]
) -> dict[str, object]:
    names = games.players
    return {
        "counting": counting.value,
        "table": len(names),
        "games": [
            {
                "line": game.line,
                "dealer": names[game.dealer],
                "declarer": None if game.declarer is None else names[game.declarer],
                "score": game.written,
                "ramsch": game.is_ramsch,
                "points": own,
            }
            for game, own in zip(games.games, points, strict=True)
        ],
        "players": [asdict(total) for total in totals],
    }
