"""`kiebitz study run`: begin or resume a study, in local processes or on a Dask cluster."""

from __future__ import annotations

import argparse
import shlex
from contextlib import ExitStack
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.commands import INTERRUPTED, UNDECIDED
from kiebitz.cli.deal_argument import number_in, spans_in
from kiebitz.cli.parser import amount, file_name, limit_of, name_in, seed, whole
from kiebitz.deals import numbering
from kiebitz.errors import InputError, counted, shown, shown_file
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.studies import questions
from kiebitz.studies.grid import DIMENSIONS

# `run` imports games and kernel, so that help and completion stay fast.
if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.studies.study.plan import Deals, Study
    from kiebitz.studies.study.runner import State

DESCRIPTION = "Run a study: ask one question about many deals under a grid of rules, and keep the answers in a folder."
EPILOG = """\
examples:
  kiebitz study run --game freecell --cells 0-7 --deals 1-32000 -o DIR
  kiebitz study run --cells 2 --deals 1-5000 --limit-states 5M --limit-memory 1G -o DIR
  kiebitz study run --game bakers_game --random 10000 --seed 7 -o DIR
  kiebitz study run --question score --random 20k --paths -o DIR
  kiebitz study run --question skat --contract grand,clubs,null --random 10000 --seed 1 -o DIR
  kiebitz study run --deals 1-1000000 --scheduler tcp://10.0.0.1:8786 -o DIR
  kiebitz study run -o DIR

The folder gets study.json, the description of the study, and in rows/ a Parquet file for each chunk of deals, complete
or not at all. To resume a run that was stopped or killed, repeat its command or use the last one above; in the end
every deal is there exactly once. A folder with another study is refused. Ctrl-C finishes the current chunks; a second
Ctrl-C ends the run at once.

The native checker replays every line of play. In Skat there are no lines: the search's card points are not checked.
Limits apply to each deal. Values of the grid are lists of numbers, ranges or names: 0-7, 3,4, any,kings. By default
the game's own rules apply.

--json prints: folder, question, game, size (deals of the whole study), deals (on disk now), solved, impossible,
undecided, lost_deals (undecided because their process died each time), finished, seconds, files

Exit codes: 0 finished and every deal decided, 2 bad usage, folder, disk or cluster, 3 finished with undecided deals,
130 interrupted.
"""
_PARAMETERS = (
    "question", "game", *DIMENSIONS, "deals", "random", "seed", "numbering", "prove", "paths", "times", "limit_states",
    "limit_seconds", "limit_memory",
)  # fmt: skip


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz study run`."""
    parser.add_argument("-o", "--output", metavar="DIR", type=file_name, required=True, help="the folder of the study")
    parser.add_argument("-j", "--jobs", type=whole, default=0, metavar="N", help="processes (default 0: all cores)")
    parser.add_argument(
        "--scheduler",
        metavar="WHERE",
        help="a Dask cluster: the address of its scheduler, such as tcp://HOST:8786, or local-cluster",
    )
    parser.add("json")
    what = parser.add_argument_group("question")
    what.add_argument(
        "--question",
        type=name_in(*questions.names()),
        metavar="NAME",
        help="; ".join(f"{name}: {questions.named(name).asks}" for name in questions.names()) + " (default solve)",
    )
    what.add_argument("--prove", action="store_true", default=None, help="use the complete search alone")
    what.add_argument("--paths", action="store_true", default=None, help="find the shortest line to the best score")
    what.add_argument("--times", action="store_true", default=None, help="measure the time of each deal")
    deals = parser.add_argument_group("deals (one of the first two)")
    deals.add_argument("--deals", metavar="DEALS", help="numbered deals, such as 1-32000 or 1,2,5-9")
    deals.add_argument(
        "--random", metavar="N", help="number of random deals, or their indexes in the run, such as 1000-1999 or 0,5-9"
    )
    deals.add_argument("--seed", type=seed, metavar="SEED", help="seed of the run of random deals (default 1)")
    deals.add_argument(
        "--numbering",
        metavar="NAME",
        type=name_in("microsoft", "pysolfc", "fisher-yates", "wetherell", "one-suit"),
        help="whose numbers: microsoft (the default), pysolfc, fisher-yates, wetherell or one-suit; of random deals, "
        "the shuffle: fisher-yates (the default) or wetherell",
    )
    rules = parser.add_argument_group("rules")
    rules.add_argument("--game", metavar="NAME", help="the game (default freecell; see kiebitz games)")
    for rule in CHANGEABLE:
        if rule.studied:
            kind = _numbers if rule.kind is int else _names
            rules.add_argument(f"--{rule.name.replace('_', '-')}", type=kind, metavar="LIST", help=rule.help)
    rules.add_argument(
        "--contract", type=_names, metavar="LIST", help="of Skat, such as grand,clubs,null (default all)"
    )
    parser.add_limits("limits for each deal")


def run(args: Namespace) -> int:
    """Run the study."""
    from kiebitz.cli.progress import Progress
    from kiebitz.cli.signals import stopped_in_two_steps
    from kiebitz.studies.study.runner import State, run_study

    has_parameters = any(getattr(args, name) is not None for name in _PARAMETERS)
    study = _study(args) if has_parameters else None
    cluster = None
    if args.scheduler is not None:
        from kiebitz.studies.study.cluster import cluster as on_cluster

        cluster = on_cluster(args.scheduler, args.jobs)
    state = State()
    interrupted = False

    def stop() -> None:
        state.stopping = True
        output.warn("finishing the chunks in hand; Ctrl-C again ends the run at once")

    try:
        with stopped_in_two_steps(stop), ExitStack() as stack:
            bars: list[Progress] = []

            def note() -> None:
                if not bars:  # the number of deals is known only now
                    bars.append(stack.enter_context(Progress(state.size, "deals")))
                bars[0].update(state.total.deals, _counts(state))

            run_study(study, args.output, args.jobs, state=state, progress=note, cluster=cluster)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        for line in state.remarks:
            output.warn(line)
    return _end(args, state, interrupted=interrupted)


def _end(args: Namespace, state: State, *, interrupted: bool) -> int:
    from pathlib import Path

    from kiebitz.studies.study.folder import Folder

    folder = Folder.read(Path(args.output))
    study = folder.plan.study
    total = state.total
    resume = f"kiebitz study run --output {shlex.quote(args.output)}"
    if args.json:
        answer = {"folder": args.output, "question": study.question, "game": study.game, "size": study.size}
        answer |= {"deals": total.deals, "solved": total.solved, "impossible": total.impossible}
        answer |= {"undecided": total.undecided, "lost_deals": sorted(state.lost), "finished": state.finished}
        answer |= {"seconds": round(state.seconds, 3), "files": len(list(folder.rows.glob("*.parquet")))}
        output.write_json(answer)
    else:
        title = study.grid()[0].title
        lines = [f"{title}, study in {shown_file(args.output)}: {_counts(state)}"]
        if not state.finished:
            lines.append(f"interrupted after {total.deals:,} of {counted(study.size, 'deal')}; go on with: {resume}")
        if state.since.deals:
            rate = state.since.deals / state.seconds
            checked = f"; {study.asks.checked}" if study.asks.checked else ""
            lines.append(f"{state.seconds:.2f} s, {rate:,.0f} deals/s{checked}")
        lines.append(f"see: kiebitz study report {shlex.quote(args.output)}")
        output.write("\n".join(lines) + "\n")
    if interrupted or not state.finished:
        return INTERRUPTED
    return UNDECIDED if total.undecided else 0


def _counts(state: State) -> str:
    total = state.total
    return f"{total.solved:,} solved, {total.impossible:,} impossible, {total.undecided:,} undecided"


# Options


def _study(args: Namespace) -> Study:
    from kiebitz.studies.study.plan import FIELDS, Study

    question = args.question or ("skat" if (args.game or "").lower() == "skat" else "solve")
    return Study(
        args.game or questions.named(question).game,
        _deals(args, question),
        question,
        limit=limit_of(args),
        complete=bool(args.prove),
        paths=bool(args.paths),
        times=bool(args.times),
        **{FIELDS[name]: getattr(args, name) or () for name in DIMENSIONS},  # type: ignore[arg-type]  # no other parameters
    )


def _deals(args: Namespace, question: str) -> Deals:
    from kiebitz.studies.study.plan import Deals

    if (args.deals is None) == (args.random is None):
        both = "both --deals and --random" if args.deals is not None else "neither --deals nor --random"
        raise InputError("", f"the options name {both}", "one of them, or no option but --output to go on")
    if args.random is None:
        if args.seed is not None:
            raise InputError("", "numbered deals have no seed", "--random with --seed")
        numbers = numbering(args.numbering or questions.named(question).numbering)
        spans = spans_in(args.deals, numbers)
        if spans is None:
            number = number_in(args.deals, numbers)
            if number is None:
                expected = "a range such as 1-32000, or a list such as 1,2,5-9"
                raise InputError("", f"deals {shown(args.deals)} cannot be read", expected)
            spans = [(number, number)]
        return Deals.of(spans, numbers.name)
    shuffle = args.numbering or "fisher-yates"
    numbers = numbering("fisher-yates")  # its range serves for places
    spans = spans_in(args.random, numbers)
    if spans is None:
        try:
            spans = [(0, amount(args.random) - 1)]
        except argparse.ArgumentTypeError as error:
            raise InputError("random deals", str(error)) from None
    return Deals.of(spans, shuffle, 1 if args.seed is None else args.seed)


def _numbers(text: str) -> tuple[int, ...]:
    """Parse numbers and ranges separated by commas."""
    values: list[int] = []
    for part in text.replace("\N{EN DASH}", "-").split(","):
        low, dash, high = part.strip().partition("-")
        bounds = (low, high) if dash else (low, low)
        if not all(bound.isascii() and bound.isdigit() and len(bound) <= 3 for bound in bounds):
            raise argparse.ArgumentTypeError(f"{shown(text)} cannot be read; expected numbers such as 4, 3,4 or 0-7")
        if int(bounds[1]) < int(bounds[0]):
            raise argparse.ArgumentTypeError(f"{shown(text)} runs backwards; expected a range such as 0-7")
        values += range(int(bounds[0]), int(bounds[1]) + 1)
    return tuple(values)


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in text.split(","))
