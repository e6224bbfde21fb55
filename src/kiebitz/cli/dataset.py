"""`kiebitz dataset`: write labelled positions as a Parquet file with a card."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kiebitz import files
from kiebitz.cli import deal_argument, output
from kiebitz.cli.commands import INTERRUPTED
from kiebitz.cli.parser import amount, file_name, seed, whole
from kiebitz.cli.progress import Progress
from kiebitz.cli.signals import stopped_in_two_steps
from kiebitz.deals import numbering
from kiebitz.errors import FileError, InputError, NotationError, counted, shown

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Write positions of games, with all legal moves and which of them keep the win, for machine learning."
EPILOG = """\
examples:
  kiebitz dataset 1-1000 --jobs 0 --output freecell.parquet
  kiebitz dataset 1-200 --game russian --positions 10 --output russian.parquet

Each row is a position of a random walk through a deal: board, verdict, length of a winning line, legal moves, and for
each move 1 if it keeps the win, 0 if it loses it, -1 if the search met its limit. FILE.md describes the contents of
FILE.parquet and how it was made; it overwrites no other file. After Ctrl-C both cover the finished deals; a second
Ctrl-C writes nothing.

--json prints: output, card (names of the files), rows, verdicts (numbers of rows by verdict), deals (the first and the
last in it), ranges (its deals as pairs of first and last), complete

Exit codes: 0 written, 2 bad usage or input, 130 interrupted
"""
_ENDING = ".parquet"


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz dataset`."""
    parser.add_argument("deals", metavar="DEALS", help="a deal number, a range such as 1-1000, or a list: 1,2,5-9")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", type=file_name, help="the file to write, NAME.parquet"
    )
    parser.add_argument(
        "--positions", type=amount, default=20, metavar="N", help="positions for each deal (default 20)"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="seed of the random walks (default 1)")
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="processes; 0: all cores (default 1)")
    parser.add_argument("--limit-states", type=amount, metavar="N", help="limit on the states of each search")
    parser.add_autoplay()
    parser.add("json", "numbering")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Write the file and its card."""
    deals = numbering(args.numbering)
    number = deal_argument.number_in(args.deals, deals)
    spans = deal_argument.spans_in(args.deals, deals) if number is None else [(number, number)]
    if spans is None:
        raise NotationError(args.deals, "", "a deal number, a range such as 1-1000 or a list such as 1,2,5-9")
    if not args.output.endswith(_ENDING) or not os.path.basename(args.output).removesuffix(_ENDING):  # noqa: PTH119
        raise InputError("", f"{shown(args.output)} is not a name for this file", f"NAME{_ENDING}")
    # After the checks, because the search and pyarrow load slowly.
    from kiebitz.analysis.analyst import QUICK
    from kiebitz.analysis.limits import Limit
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.studies import dataset
    from kiebitz.studies.spans import shortened, size

    limit = Limit(states=args.limit_states) if args.limit_states else QUICK
    rules = deal_argument.rules_of(args)
    plan = dataset.WalkPlan(rules, args.numbering, spans, args.positions, args.seed, Autoplay(args.autoplay), limit)
    about = args.output.removesuffix(_ENDING) + ".md"
    _check_card(about, dataset.CARD_TITLE)
    with output.File(args.output, binary=True) as file:
        writer = dataset.DatasetWriter(plan, file, args.jobs)

        def stop() -> None:
            writer.stop()
            output.warn("finishing the deals in hand; Ctrl-C again ends the run at once")

        with stopped_in_two_steps(stop), Progress(size(spans), "deals") as progress:
            writer.run(lambda: progress.update(writer.deals, counted(writer.rows, "row")))
        if not writer.deals:
            raise KeyboardInterrupt
    for line in writer.remarks:
        output.warn(line)
    output.write(dataset.card(writer, os.path.basename(args.output)), about, within=True)  # noqa: PTH119
    if args.json:
        ranges = writer.plan.spans
        output.write_json(
            {
                "output": args.output,
                "card": about,
                "rows": writer.rows,
                "verdicts": dict(sorted(writer.verdicts.items())),
            }
            | {"deals": [ranges[0][0], ranges[-1][1]], "ranges": ranges, "complete": writer.is_whole}
        )
    else:
        verdicts = ", ".join(f"{number:,} {verdict}" for verdict, number in sorted(writer.verdicts.items()))
        output.write(f"{counted(writer.rows, 'position')} in {args.output}: {verdicts}\nsee: {about}\n")
        if not writer.is_whole:
            output.write(f"interrupted after deal {writer.plan.spans[-1][1]}, of {shortened(spans)}\n")
    return 0 if writer.is_whole else INTERRUPTED


def _check_card(name: str, title: str) -> None:
    """Raise a `FileError` if the card, whose name was not typed, would overwrite another file."""
    try:
        with files.opened(name) as file:
            first = file.readline(1000).decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileError(name, f"cannot be written: {error.strerror}") from None
    except FileError as error:
        raise FileError(name, f"{error.fault}; expected another name for the data set") from None
    if first and title not in first:
        raise FileError(name, "is not a card of a data set; expected another name for the data set")
