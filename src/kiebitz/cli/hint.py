"""`kiebitz hint`: the next move of a line that wins a game in progress, or reaches the best score known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.game_argument import add_game, fields_of, name_of, session_of
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import moves
from kiebitz.cli.parser import amount, limit_of

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.answers import Result
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Show the next move of a line that wins a game in progress, or reaches the best score known."
EPILOG = """\
examples:
  kiebitz hint 617
  kiebitz hint board.txt --game bakers_game
  kiebitz hint 'game=freecell&deal=617&moves=2a+27' --moves 5
  kiebitz hint moves.txt           a file with '# deal: microsoft 617' and the moves made so far

The move is in standard notation: 26 from column 2 to column 6, 5a into the first cell, 4h home. The referee has
replayed the line.

Exit codes: 0 a move is shown, 1 the game is lost, or won already, 3 undecided within the limits

--json prints: deal (its number or null), game, ply (how many moves were made), verdict (solved, impossible or
undecided), best_score (scored games only, else null), moves (the whole line: a list of objects with from, to and
count), notation, autoplay, limit_hit (states, seconds, memory or null), statistics (states, stored, memory in bytes,
seconds)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz hint`."""
    parser.add_argument("--moves", type=amount, default=1, metavar="N", help="number of moves to show (default 1)")
    add_game(parser)


def run(args: Namespace) -> int:
    """Find the line and print its first moves."""
    from kiebitz.analysis.analyst import solution
    from kiebitz.cli.answer_output import exit_code, line_fields

    session = session_of(args)
    result = solution(session, limit_of(args))
    if args.json:
        score = result.score if result.score == result.bound else None
        answer = {"verdict": result.verdict.value, "best_score": score, **line_fields(result)}
        output.write_json({**fields_of(session), **answer})
    else:
        output.write(_text(name_of(session), result, args.moves) + "\n")
    return 0 if result.moves else exit_code(result.verdict) or 1


def _text(name: str, result: Result, count: int) -> str:
    from kiebitz.analysis.limits import Verdict
    from kiebitz.cli.answer_output import cost_of, limit_named

    words = {"name": name, "cost": cost_of(result.statistics), "limit": limit_named(result.limit_hit)}
    if not result.moves:
        sentences = {
            Verdict.SOLVED: _("{name}: won already"),
            Verdict.IMPOSSIBLE: _("{name}: cannot be won ({cost})"),
            Verdict.UNDECIDED: _("{name}: undecided, stopped by the limit on {limit} ({cost})"),
        }
        return sentences[result.verdict].format(**words)
    if result.verdict is Verdict.SOLVED:
        goal = _("{move}: to win in {moves}")
    else:
        goal = _("{move}: to score {score} in {moves}")
    line = " ".join(result.line.words()[:count])
    return goal.format(move=line, moves=moves(len(result.moves)), score=result.score)
