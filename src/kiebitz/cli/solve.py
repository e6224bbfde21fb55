"""`kiebitz solve`: a deal or board with its line of play; `solve_range` handles ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import moves
from kiebitz.cli.parser import TARGET_HELP, limit_of, name_in, whole
from kiebitz.deals import numbering
from kiebitz.errors import InputError

# `run` imports solver and kernel, so that help and completion stay fast.
if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.answers import Result
    from kiebitz.cli.deal_argument import Target
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Solve a deal, a board or a range of deals, or prove that there is no solution."
EPILOG = """\
examples:
  kiebitz solve 617
  kiebitz solve 617 --format notation > 617.txt
  kiebitz solve 11982 --prove
  kiebitz solve 617 --short --autoplay max
  kiebitz solve 617 --shortest
  kiebitz solve 617 --story
  kiebitz solve board.txt --game bakers_game
  kiebitz solve 1-32000
  kiebitz solve 1,2,5-9
  kiebitz solve 1-1000000 --jobs 4 --json
  kiebitz solve 1-32000 --jobs 4 --output lines.txt
  kiebitz solve 1-2000 --cells 2 --limit-states 5000000 --limit-memory 1G
  kiebitz solve 5 --game russian

For a Russian Solitaire deal that is impossible, the answer is the best score and a shortest line to it; for a range of
deals, a histogram of the best scores, their mean with its 95 percent interval, and the number of deals that are won.

With --short the line has few moves as a player counts them: a sequence is one move, and autoplay is free. A shorter
line may exist.

With --shortest no line has fewer moves: every card that moves counts, also home, and there is no autoplay. With
--metric player a sequence counts one and the moves of --autoplay nothing, as with --short. If a limit or Ctrl-C ends
the search, the answer is the best line so far and a lower bound of the length, with exit code 3.

With --story the moves are followed by their events: when each ace comes home and when a column is first empty; the
tightest position, with the fewest free cells and empty columns; and the turning point, the last position with so few.

The referee, and for ranges the native checker, replays every line before it is shown. Limits hold for each deal. Exit
codes: 0 solved (a range: every deal decided), 1 impossible, 3 undecided (a range: at least one deal).

For a range, --output FILE writes a line for each deal in order: number, verdict and, if it can be won, the solution in
standard notation, replayed by the native checker. In a file .jsonl each line is a JSON object: deal, verdict, autoplay,
notation. A file .parquet has the number of moves, too. The summary is printed as well.

--json prints for one deal: deal (its number or null), game, verdict (solved, impossible or undecided), best_score
(Russian Solitaire only, else null), moves (a list of objects with from, to and count), notation, autoplay, limit_hit
(states, seconds, memory or null), statistics (states, stored, memory in bytes, seconds). For a range: game, first,
last, ranges (a list's: [[first, last], …]), numbering, solved, impossible, undecided (how many), impossible_deals,
undecided_deals (which), lost_deals (undecided because their process died each time), scores (Russian Solitaire only,
else null: count, mean, standard_deviation, interval_95, share_won, share_won_interval_95, histogram: how many deals
have the best score 0, 1, …, 52), states, seconds, complete (false after an interruption)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz solve`."""
    parser.add_argument("deal", metavar="DEAL", help=f"{TARGET_HELP}; or deals such as 1-32000 or 1,2,5-9")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--prove", action="store_true", help="start with the complete search")
    way.add_argument("--short", action="store_true", help="a line of few moves, without proof (one deal)")
    way.add_argument(
        "--shortest", action="store_true", help="the shortest line, each card moved counting one (one deal)"
    )
    parser.add_argument(
        "--metric",
        type=name_in("single", "player"),
        metavar="METRIC",
        help="what --shortest counts: single cards (the default), or player: moves of sequences, with free autoplay",
    )
    parser.add_argument(
        "-f",
        "--format",
        type=name_in("text", "notation", "strict", "fc-solve", "json", standard="notation"),
        default="text",
        metavar="FORMAT",
        help="form of the answer: text (the default), json, or to be read back: notation, strict, fc-solve",
    )
    parser.add_argument("--story", action="store_true", help="the events of the line in words (one deal)")
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="processes for a range; 0: all cores")
    parser.add_autoplay()
    parser.add_limits("limits (a range: for each deal)")
    parser.add("json", "output", "numbering", "from", "cards")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Solve the deal or the range."""
    from kiebitz.analysis.solving import prove, short, solve
    from kiebitz.patience.rule_options import Autoplay

    args.json = args.json or args.format == "json"
    if args.metric and not args.shortest:
        raise InputError("--metric", args.metric, "--shortest with it")
    if args.story and (args.json or args.format != "text"):
        raise InputError("--story", "json" if args.json else args.format, "--format text with it")
    limit = limit_of(args)
    spans = deal_argument.spans_in(args.deal, numbering(args.numbering))
    if spans is not None:
        for option in ("short", "shortest", "story"):
            if getattr(args, option):
                raise InputError(f"--{option}", "a range of deals", "one deal or board")
        from kiebitz.cli.solve_range import run_ranges

        return run_ranges(args, limit, spans)
    from kiebitz.cli.answer_output import exit_code

    if args.output is not None:
        from kiebitz.cli.solution_list import PARQUET

        if args.output.lower().endswith(PARQUET):
            raise InputError("--output", args.output, "a name with another ending: rows are for a range of deals")
    target = deal_argument.target_of(args)
    if args.shortest:
        from kiebitz.cli.solve_shortest import run_shortest

        return run_shortest(args, limit, target)
    rule = Autoplay(args.autoplay)
    result = (prove if args.prove else short if args.short else solve)(target.position, limit, rule)
    if result.autoplay is not rule:
        output.warn(f"no line found works with autoplay {rule.value}; this one is for autoplay {result.autoplay.value}")
    if args.json:
        output.write_json(_object(target, result), args.output)
    else:
        output.write(_text(target, result, args.format, tells=args.story), args.output)
    return exit_code(result.verdict)


# One deal


def _text(target: Target, result: Result, form: str, *, tells: bool) -> str:
    from kiebitz.analysis.limits import Verdict
    from kiebitz.cli.answer_output import cost_of, limit_named, name_of, with_line

    solved = result.verdict is Verdict.SOLVED
    if form != "text" and (result.moves or result.score is not None):
        from kiebitz.patience.notation import format_solution

        form = "standard" if form == "notation" else form
        score = None if solved else result.score
        return format_solution(result.position, result.moves, result.autoplay, target.deal, form, score)
    fields = {"name": name_of(target), "cost": cost_of(result.statistics), "limit": limit_named(result.limit_hit)}
    line = _("{moves} (autoplay {rule}; {cost}; verified)")
    line = line.format(moves=moves(len(result.moves)), rule=result.autoplay.value, cost=fields["cost"])
    if solved:
        sentence = _("{name}: solved in {line}")
    elif result.score is not None:
        fields |= {"score": str(result.score), "most": str(result.bound)}
        if result.exact:
            sentence = _("{name}: impossible, best score {score} in {line}")
        else:
            sentence = _("{name}: undecided, best score at most {most} (limit on {limit}), at least {score} in {line}")
    elif result.verdict is Verdict.IMPOSSIBLE:
        sentence = _("{name}: impossible, proven by complete search ({cost})")
    else:
        sentence = _("{name}: undecided, stopped by the limit on {limit} ({cost})")
    return with_line(sentence.format(line=line, **fields) + "\n", result, tells=tells)


def _object(target: Target, result: Result) -> dict[str, object]:
    from kiebitz.cli.answer_output import line_fields

    return {
        "deal": target.number,
        "game": result.position.rules.game,
        "verdict": result.verdict.value,
        "best_score": result.score if result.score == result.bound else None,
        **line_fields(result),
    }
