"""`kiebitz solve`: one deal or board with its line of play, or a range of deals with its summary.

The searching is done in `kiebitz.patience.solve`, the running of many processes in `ranges`; here the answer is put
into words.
"""

from __future__ import annotations

import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiebitz.cli import INTERRUPTED, output, targets
from kiebitz.cli.parser import (
    TARGET_HELP,
    add_autoplay,
    add_board_reading,
    add_json,
    add_numbering,
    add_output,
    add_rules,
    amount,
    name_in,
    seconds,
    terminal_width,
    warn,
    whole,
)
from kiebitz.deals import numbering
from kiebitz.errors import KiebitzError, shown_file

# The solver, and the kernel with it, is imported by those who solve: neither help nor completion should wait for it.
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from kiebitz.cli.listing import Form, Listing
    from kiebitz.cli.ranges import Job, Tally
    from kiebitz.cli.targets import Target
    from kiebitz.patience.best import BestScore
    from kiebitz.patience.solve import Limit, Result, Statistics

DESCRIPTION = "Solve a deal, a board or a range of deals, or prove that there is no solution."
EPILOG = """\
examples:
  kiebitz solve 617
  kiebitz solve 617 --format notation > 617.txt
  kiebitz solve 11982 --prove
  kiebitz solve board.txt --game bakers_game
  kiebitz solve 1-32000
  kiebitz solve 1-1000000 --jobs 4 --json
  kiebitz solve 1-32000 --jobs 4 --output lines.txt
  kiebitz solve 1-2000 --cells 2 --limit-states 5000000 --limit-memory 1G
  kiebitz solve 5 --game russian

Of a deal of Russian Solitaire that is impossible the best score is told, and a shortest line to it.

Every line of play has been replayed by the referee, and for ranges by the native checker, before it is shown.
Limits hold for each deal. Exit codes: 0 solved (a range: every deal decided), 1 impossible, 3 undecided (a range: at
least one deal).

For a range --output FILE gets one line a deal, in the order of the deals: number, verdict and solution in standard
notation; each solution is the one that is shown for its deal alone, and replayed by the referee. Where the name of the
file ends in .jsonl each line is a JSON object: deal, verdict, autoplay, notation. The summary is printed as ever.

--json prints for one deal: deal (its number or null), game, verdict (solved, impossible or undecided), best_score
(Russian Solitaire only, else null), moves (a list of objects with from, to and count), notation, autoplay, limit_hit
(states, seconds, memory or null), statistics (states, stored, memory in bytes, seconds). For a range: game, first,
last, numbering, solved, impossible, undecided (how many), impossible_deals, undecided_deals (which), lost_deals
(undecided because their process died twice), states, seconds, complete (false after an interruption)
"""
_MOST_LISTED = 1000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `kiebitz solve` takes."""
    parser.add_argument("deal", metavar="DEAL", help=f"{TARGET_HELP}; or a range of deals such as 1-32000")
    parser.add_argument("--prove", action="store_true", help="go straight for the complete search")
    parser.add_argument(
        "-f",
        "--format",
        type=name_in("text", "notation", "strict", "fc-solve", "json", standard="notation"),
        default="text",
        metavar="FORMAT",
        help="form of the answer: text (the default), json, or to be read back: notation, strict, fc-solve",
    )
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="processes for a range; 0: all cores")
    add_autoplay(parser)
    limits = parser.add_argument_group("limits (none unless given)")
    limits.add_argument("--limit-states", type=amount, metavar="N", help="positions to look at, such as 500k")
    limits.add_argument("--limit-seconds", type=seconds, metavar="S", help="time per deal")
    limits.add_argument("--limit-memory", type=amount, metavar="BYTES", help="memory of the search, such as 500M or 2G")
    add_json(parser)
    add_output(parser)
    add_numbering(parser)
    add_board_reading(parser)
    add_rules(parser)


def run(args: Namespace) -> int:
    """Solve what was named."""
    from kiebitz.patience.rules import Autoplay
    from kiebitz.patience.solve import Limit, Verdict, prove, solve

    args.json = args.json or args.format == "json"
    limit = Limit(args.limit_states, args.limit_seconds, args.limit_memory)
    span = targets.range_in(args.deal, numbering(args.numbering))
    if span is not None:
        return _range(args, limit, *span)
    target = targets.target_of(args)
    rule = Autoplay(args.autoplay)
    result = (prove if args.prove else solve)(target.position, limit, rule)
    best = None
    if result.verdict is Verdict.IMPOSSIBLE and target.position.rules.is_scored:
        from kiebitz.patience.best import best_score

        best = best_score(target.position, limit, rule, shortest=True)
    if result.verdict is Verdict.SOLVED and result.autoplay is not rule:
        warn(f"no line found survives autoplay {rule.value}; this one is for autoplay {result.autoplay.value}")
    if args.json:
        output.write_json(_object(target, result, best), args.output)
    else:
        output.write(_text(target, result, best, args.format), args.output)
    return {Verdict.SOLVED: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNDECIDED: 3}[result.verdict]


# One deal


def _text(target: Target, result: Result, best: BestScore | None, form: str) -> str:
    from kiebitz.patience.notation import format_moves, format_solution
    from kiebitz.patience.solve import Verdict

    line = best or result
    if form != "text" and (result.moves or best):
        form = "standard" if form == "notation" else form
        score = best.score if best else None
        return format_solution(line.position, line.moves, line.autoplay, target.deal, form, score)
    numbers = _statistics(result, best)
    cost = f"{numbers.states:,} states, {numbers.seconds:.3g} s"
    name = target.title
    if best:
        how = "best score" if best.exact else f"best score at most {best.bound} (limit on {best.limit_hit}), at least"
        head = f"{name}: impossible, {how} {best.score} in {len(best.moves)} moves"
        head += f" (autoplay {best.autoplay.value}; {cost}; verified)\n"
    elif result.verdict is Verdict.IMPOSSIBLE:
        return f"{name}: impossible, proven by complete search ({cost})\n"
    elif result.verdict is Verdict.UNDECIDED:
        return f"{name}: undecided, stopped by the limit on {result.limit_hit} ({cost})\n"
    else:
        head = f"{name}: solved in {len(result.moves)} moves (autoplay {result.autoplay.value}; {cost}; verified)\n"
    words = format_moves(line.position, line.moves, line.autoplay)
    rows = [" ".join(words[at : at + 10]) for at in range(0, len(words), 10)]
    return "\n".join([head, *rows, ""]) if rows else head


def _object(target: Target, result: Result, best: BestScore | None) -> dict[str, object]:
    from kiebitz.patience.notation import format_moves
    from kiebitz.patience.solve import Verdict

    line = best or result
    score = best.score if best and best.exact else None
    if result.verdict is Verdict.SOLVED and result.position.rules.is_scored:
        score = len(result.position.rules.pack)
    numbers = _statistics(result, best)
    return {
        "deal": target.number,
        "game": result.position.rules.game,
        "verdict": result.verdict.value,
        "best_score": score,
        "moves": [{"from": move.source.letter, "to": move.target.letter, "count": move.count} for move in line.moves],
        "notation": " ".join(format_moves(line.position, line.moves, line.autoplay)),
        "autoplay": line.autoplay.value,
        "limit_hit": line.limit_hit,
        "statistics": {
            "states": numbers.states,
            "stored": numbers.stored,
            "memory": numbers.memory,
            "seconds": round(numbers.seconds, 6),
        },
    }


def _statistics(result: Result, best: BestScore | None) -> Statistics:
    """Return what the verdict and the best score took together."""
    from kiebitz.patience.solve import Statistics

    one = result.statistics
    if best is None:
        return one
    two = best.statistics
    return Statistics(
        one.states + two.states, max(one.stored, two.stored), max(one.memory, two.memory), one.seconds + two.seconds
    )


# A range


def _range(args: Namespace, limit: Limit, first: int, last: int) -> int:
    from kiebitz.cli.progress import Progress
    from kiebitz.cli.ranges import Job, Tally, run_range
    from kiebitz.cli.signals import stopped_like_ctrl_c

    if args.format not in ("text", "json"):
        raise KiebitzError(
            f"a range has no form {args.format!r}; expected text or json, or --output FILE for solutions"
        )
    job = Job(targets.rules_of(args), limit, args.prove, args.numbering, _form(args))
    tally = Tally()
    interrupted = False
    try:
        with (
            stopped_like_ctrl_c(),
            _listing(args, job, first, last) as listing,
            Progress(last - first + 1, "deals") as progress,
        ):

            def note() -> None:
                progress.update(tally.done, _note(tally))

            run_range(job, first, last, args.jobs, tally, note, listing=listing)
    except KeyboardInterrupt:
        interrupted = True
        if args.output:
            warn(f"file {shown_file(args.output)} is not written, because the run was interrupted")
    for line in tally.remarks:
        warn(line)
    if args.json:
        answer = {"game": job.rules.game, "first": first, "last": last, "numbering": args.numbering}
        output.write_json(answer | tally.figures() | {"complete": not interrupted})
    else:
        output.write(_summary(job.rules.title, first, last, tally, interrupted))
    if interrupted:
        return INTERRUPTED
    return 3 if tally.undecided else 0


def _form(args: Namespace) -> Form | None:
    if args.output is None:
        return None
    if args.output == "-":
        raise KiebitzError("the solutions of a range go into a file; expected its name after --output")
    from kiebitz.cli.listing import JSON_LINES, Form
    from kiebitz.patience.rules import Autoplay

    return Form(Autoplay(args.autoplay), args.output.lower().endswith(JSON_LINES))


@contextmanager
def _listing(args: Namespace, job: Job, first: int, last: int) -> Iterator[Listing | None]:
    if job.form is None:
        yield None
        return
    from kiebitz.cli.listing import Listing

    with output.File(args.output) as file:
        file.write(job.form.head(job.rules, job.numbering, first, last))
        yield Listing(file, first)


def _note(tally: Tally) -> str:
    return f", {tally.solved:,} solved, {len(tally.impossible):,} impossible, {tally.undecided:,} undecided"


def _summary(title: str, first: int, last: int, tally: Tally, interrupted: bool) -> str:
    lines = [f"{title} deals {first} to {last}: {tally.solved:,} solved, {len(tally.impossible):,} impossible, "]
    lines[0] += f"{tally.undecided:,} undecided"
    if interrupted:
        lines.append(f"interrupted after {tally.done:,} of {last - first + 1:,} deals")
    for name, numbers in (("impossible", tally.impossible), ("undecided", tally.undecided_numbers())):
        if numbers:
            listed = " ".join(map(str, numbers[:_MOST_LISTED]))
            more = (
                f" … and {len(numbers) - _MOST_LISTED:,} more (--json lists all)" if len(numbers) > _MOST_LISTED else ""
            )
            lines.append(textwrap.fill(f"{name}: {listed}{more}", terminal_width(), subsequent_indent="  "))
    rate = tally.done / tally.seconds if tally.seconds else 0
    lines.append(f"{tally.seconds:.2f} s, {rate:,.0f} deals/s, {tally.states:,} states; every solution replayed")
    return "\n".join(lines) + "\n"
