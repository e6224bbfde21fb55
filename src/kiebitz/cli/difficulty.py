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
left open. A player without a plan, who looks one or two moves ahead, plays ten games. For deals of plain FreeCell each
figure is ranked among Microsoft's deals: "harder than" counts the deals that are easier, and half of those that are
equal. The figures were not tested with people; docs/difficulty.md defines them.

Exit codes: 0 it can be won, 1 impossible, 3 undecided within the limits of the first search.

--json prints: deal (its number or null), game, verdict (solved, impossible or undecided), share_kept and only_moves
(objects with least and most, or null), positions (for each one of the line: kept, lost and left_open moves), games
(that each player played), won (by the moves looked ahead, or null), harder_than (percent of Microsoft's deals that are
easier, by measure: moves, share_kept, only_moves, won_1, won_2; and deals: how many there are; null but for deals of
plain FreeCell), moves (a list of objects with from, to and count), notation, autoplay, limit_hit (states, seconds,
memory or null), statistics (states, stored, memory in bytes, seconds)
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
    found = difficulty(target.position, limit_of(args), Autoplay(args.autoplay))
    places = percentiles(found)
    if args.json:
        output.write_json(_object(target, found, places))
    else:
        output.write(_text(target, found, places))
    return exit_code(found.verdict)


def _text(target: Target, found: Difficulty, places: Percentiles | None) -> str:
    from kiebitz.analysis.difficulty import AHEAD, GAMES
    from kiebitz.analysis.limits import Verdict

    cost = f"{counted(found.statistics.states, 'state')}, {found.statistics.seconds:.3g} s"
    if found.verdict is Verdict.IMPOSSIBLE:
        return translated(f"{target.title}: impossible, proven by complete search ({cost})\n")
    if found.verdict is Verdict.UNDECIDED:
        return translated(f"{target.title}: undecided, stopped by the limit on {found.limit_hit} ({cost})\n")
    if found.share_kept is None or found.only_moves is None:
        return translated(f"{target.title}: won already\n")
    least, most = (f"{100 * share:.1f}" for share in found.share_kept)
    fewest, highest = map(str, found.only_moves)
    rows = [
        ("moves of a short line", str(len(found.moves)), "moves"),
        ("moves that keep the win", _between(least, most) + " %", "share_kept"),
        ("positions with one only", _between(fewest, highest), "only_moves"),
        *(
            (f"wins looking {counted(ahead, 'move')} ahead", f"{won} of {GAMES}", f"won_{ahead}")
            for ahead, won in zip(AHEAD, found.won, strict=True)
        ),
    ]
    lines = [translated(f"{target.title}: the way to a win (autoplay {found.autoplay.value}; {cost}; verified)")]
    cells = [(translated(name), translated(value), measure) for name, value, measure in rows]
    width, digits = max(28, *(len(name) + 2 for name, _, _ in cells)), max(14, *(len(value) for _, value, _ in cells))
    for name, value, measure in cells:
        place = "" if places is None else translated(f"harder than {places.harder_than[measure]} %")
        lines.append(f"  {name:{width}}{value:>{digits}}   {place}".rstrip())
    if places is not None:
        lines.append(translated(f"Compared with Microsoft's deals 1 to {places.deals:,}. Not tested with people."))
    else:
        lines.append(translated("Not tested with people."))
    return "\n".join(lines) + "\n"


def _between(least: str, most: str) -> str:
    return least if least == most else f"{least} to {most}"


def _object(target: Target, found: Difficulty, places: Percentiles | None) -> dict[str, object]:
    from kiebitz.analysis.difficulty import AHEAD, GAMES
    from kiebitz.cli.answer_output import line_fields

    def bounds(pair: tuple[float, float] | None) -> dict[str, float] | None:
        return None if pair is None else dict(zip(("least", "most"), pair, strict=True))

    return {
        "deal": target.number,
        "game": found.position.rules.game,
        "verdict": found.verdict.value,
        "share_kept": bounds(found.share_kept),
        "only_moves": bounds(found.only_moves),
        "positions": [
            {"kept": kept, "lost": lost, "left_open": left}
            for kept, lost, left in zip(found.kept, found.lost, found.left_open, strict=True)
        ],
        "games": GAMES,
        "won": {str(ahead): won for ahead, won in zip(AHEAD, found.won, strict=True)} if found.won else None,
        "harder_than": None if places is None else {**places.harder_than, "deals": places.deals},
        **line_fields(found),
    }
