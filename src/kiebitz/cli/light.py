"""`kiebitz light`: whether a game in progress can still be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.game_argument import add_game, fields_of, name_of, session_of
from kiebitz.cli.language import gettext as _
from kiebitz.cli.parser import limit_of

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.answers import Answer
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Show whether a game in progress can still be won, or what score can still be reached."
EPILOG = """\
examples:
  kiebitz light board.txt
  kiebitz light 'game=freecell&deal=617&moves=2a+27'
  kiebitz light moves.txt          a file with '# deal: microsoft 617' and the moves made so far
  kiebitz light 5 --game russian

The verdict is about free play: autoplay loses no game that is won.

Exit codes: 0 it can be won, 1 it is lost, 3 undecided within the limits

--json prints: deal (its number or null), game, ply (how many moves were made), verdict (solved, impossible or
undecided), score (the most cards known to come home; null but in scored games), bound (what no line exceeds, or null),
limit_hit (states, seconds, memory or null), statistics (states, stored, memory in bytes, seconds)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz light`."""
    add_game(parser)


def run(args: Namespace) -> int:
    """Find the verdict and print it."""
    from kiebitz.analysis.analyst import light
    from kiebitz.cli.answer_output import cost_of, exit_code, limit_named, statistics_fields

    session = session_of(args)
    result = light(session, limit_of(args))
    if args.json:
        answer = {"verdict": result.verdict.value, "score": result.score, "bound": result.bound}
        cost = {"limit_hit": result.limit_hit, "statistics": statistics_fields(result.statistics)}
        output.write_json({**fields_of(session), **answer, **cost})
    else:
        words = {"name": name_of(session), "cost": cost_of(result.statistics), "limit": limit_named(result.limit_hit)}
        output.write(_sentence(result).format(**words, score=result.score, bound=result.bound) + "\n")
    return exit_code(result.verdict)


def _sentence(result: Answer) -> str:
    from kiebitz.analysis.limits import Verdict

    if result.verdict is Verdict.SOLVED:
        return _("{name}: can be won ({cost})")
    if result.score is not None and result.score == result.bound:
        return _("{name}: cannot be won, best score {score} ({cost})")
    if result.verdict is Verdict.IMPOSSIBLE and result.score is not None:
        return _("{name}: cannot be won, best score {score} to {bound} (limit on {limit}; {cost})")
    if result.verdict is Verdict.IMPOSSIBLE:
        return _("{name}: cannot be won ({cost})")
    return _("{name}: undecided, stopped by the limit on {limit} ({cost})")
