"""`kiebitz difficulty`: how narrow the way to a win is, and how players without a plan fare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.language import translated
from kiebitz.cli.parser import TARGET_HELP, limit_of
from kiebitz.deals import numbering
from kiebitz.errors import InputError, counted

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.difficulty import Difficulty, Percentiles
    from kiebitz.cli.deal_argument import Target
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Measure how narrow the way to a win is, and how often players without a plan win."
EPILOG = """\
examples:
  kiebitz difficulty 617
  kiebitz difficulty 617 --json
  kiebitz difficulty board.txt --game bakers_game
  kiebitz study run --question difficulty --deals 1-1000 --output narrow

At each position of a short line, every other move is searched with 10,000 states: it keeps the win, loses it, or is
left open. A player without a plan, who looks one or two moves ahead, plays ten games. The level is easy if these two
win 12 of 20 games or more, medium from 5 on, hard from 1 on, else expert. For deals of plain FreeCell each figure is
ranked among Microsoft's deals: "harder than" counts the deals that are easier, and half of those that are equal. The
figures were not tested with people; docs/difficulty.md defines them.

Exit codes: 0 it can be won, 1 impossible, 3 undecided within the limits of the first search.

--json prints: deal (its number or null), game, verdict (solved, impossible or undecided), level (easy, medium, hard,
expert or null), share_kept and only_moves (objects with least and most, or null), positions (for each one of the line:
kept, lost and left_open moves), games (that each player played), won (by the moves looked ahead, or null), harder_than
(percent of Microsoft's deals that are easier, by measure: moves, share_kept, only_moves, won_1, won_2; and deals: how
many there are; null but for deals of plain FreeCell), moves (a list of objects with from, to and count), notation,
autoplay, limit_hit (states, seconds, memory or null), statistics (states, stored, memory in bytes, seconds)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz difficulty`."""
    parser.add_argument("deal", metavar="DEAL", help=TARGET_HELP)
    parser.add_autoplay()
    parser.add_limits("limits")
    parser.add("json", "numbering", "from", "cards")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Measure the difficulty and print it."""
    if deal_argument.spans_in(args.deal, numbering(args.numbering)) is not None:
        raise InputError("", "a range of deals", "one deal or board; kiebitz study run --question difficulty asks many")
    from kiebitz.analysis.difficulty import difficulty, percentiles
    from kiebitz.cli.answer_output import exit_code
    from kiebitz.patience.rule_options import Autoplay

    target = deal_argument.target_of(args)
    measured = difficulty(target.position, limit_of(args), Autoplay(args.autoplay))
    places = percentiles(measured)
    if args.json:
        output.write_json(_object(target, measured, places))
    else:
        output.write(_text(target, measured, places))
    return exit_code(measured.verdict)


def _text(target: Target, measured: Difficulty, places: Percentiles | None) -> str:
    from kiebitz.analysis.difficulty import AHEAD, GAMES
    from kiebitz.analysis.limits import Verdict

    cost = f"{counted(measured.statistics.states, 'state')}, {measured.statistics.seconds:.3g} s"
    if measured.verdict is Verdict.IMPOSSIBLE:
        return translated(f"{target.title}: impossible, proven by complete search ({cost})\n")
    if measured.verdict is Verdict.UNDECIDED:
        return translated(f"{target.title}: undecided, stopped by the limit on {measured.limit_hit} ({cost})\n")
    if measured.share_kept is None or measured.only_moves is None:
        return translated(f"{target.title}: won already\n")
    lowest_share, highest_share = (f"{100 * share:.1f}" for share in measured.share_kept)
    fewest, highest = map(str, measured.only_moves)
    level = "" if measured.level is None else measured.level.value
    rows = [
        ("level", level, None),
        ("moves of the judged line", str(len(measured.moves)), "moves"),
        ("moves that keep the win", _between(lowest_share, highest_share) + " %", "share_kept"),
        ("positions with one only", _between(fewest, highest), "only_moves"),
        *(
            (f"wins looking {counted(ahead, 'move')} ahead", f"{won} of {GAMES}", f"won_{ahead}")
            for ahead, won in zip(AHEAD, measured.won, strict=True)
        ),
    ]
    lines = [translated(f"{target.title}: the way to a win (autoplay {measured.autoplay.value}; {cost}; verified)")]
    cells = [(translated(name), translated(value), measure) for name, value, measure in rows]
    width, digits = max(28, *(len(name) + 2 for name, _, _ in cells)), max(14, *(len(value) for _, value, _ in cells))
    for name, value, measure in cells:
        place = "" if places is None or measure is None else translated(f"harder than {places.harder_than[measure]} %")
        lines.append(f"  {name:{width}}{value:>{digits}}   {place}".rstrip())
    if places is not None:
        lines.append(translated(f"Compared with Microsoft's deals 1 to {places.deals:,}. Not tested with people."))
    else:
        lines.append(translated("Not tested with people."))
    return "\n".join(lines) + "\n"


def _between(lowest: str, highest: str) -> str:
    return lowest if lowest == highest else f"{lowest} to {highest}"


def _object(target: Target, measured: Difficulty, places: Percentiles | None) -> dict[str, object]:
    from kiebitz.analysis.difficulty import AHEAD, GAMES
    from kiebitz.cli.answer_output import line_fields

    def bounds(pair: tuple[float, float] | None) -> dict[str, float] | None:
        return None if pair is None else dict(zip(("least", "most"), pair, strict=True))

    return {
        "deal": target.number,
        "game": measured.position.rules.game,
        "verdict": measured.verdict.value,
        "level": None if measured.level is None else measured.level.value,
        "share_kept": bounds(measured.share_kept),
        "only_moves": bounds(measured.only_moves),
        "positions": [
            {"kept": kept, "lost": lost, "left_open": unknown}
            for kept, lost, unknown in zip(measured.kept, measured.lost, measured.left_open, strict=True)
        ],
        "games": GAMES,
        "won": {str(ahead): won for ahead, won in zip(AHEAD, measured.won, strict=True)} if measured.won else None,
        "harder_than": None if places is None else {**places.harder_than, "deals": places.deals},
        **line_fields(measured),
    }
