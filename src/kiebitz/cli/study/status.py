"""`kiebitz study status`: the description and progress of a study, from the metadata of its files."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.parser import file_name
from kiebitz.errors import counted, shown_file

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Show the description and the progress of a study."
EPILOG = """\
example:
  kiebitz study status DIR

--json prints: folder, study (as in study.json), program, size (deals of the whole study), deals (on disk now), solved,
impossible, undecided, finished, at_work (whether a run is at work in the folder), files, files_in_all

Exit codes: 0 finished, 1 not finished, 2 no study.
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz study status`."""
    parser.add_argument("folder", metavar="DIR", type=file_name, help="the folder of the study")
    parser.add("json")


def run(args: Namespace) -> int:
    """Print the status."""
    from kiebitz.studies.grid import DIMENSIONS
    from kiebitz.studies.spans import shortened
    from kiebitz.studies.study.folder import Folder
    from kiebitz.studies.study.schema import Summary

    folder = Folder.read(Path(args.folder))
    pieces = folder.finished()
    total = sum((stated.summary for stated in pieces.values()), Summary())
    study = folder.plan.study
    files = len(folder.plan.pieces())
    finished = total.deals == study.size
    at_work = folder.at_work()
    if args.json:
        answer = {"folder": args.folder, "study": study.to_object(), "program": folder.program, "size": study.size}
        answer |= {"deals": total.deals, "solved": total.solved, "impossible": total.impossible}
        answer |= {"undecided": total.undecided, "finished": finished, "at_work": at_work}
        output.write_json(answer | {"files": len(pieces), "files_in_all": files})
    else:
        grid = [f"{name} {' '.join(map(str, values))}" for name in DIMENSIONS if len(values := study.values(name)) > 1]
        deals = study.deals
        which = f"{deals.numbering} deals {shortened(deals.spans)}"
        which += "" if deals.seed is None else f" of run {deals.seed}"
        counts = f"{total.solved:,} solved, {total.impossible:,} impossible, {total.undecided:,} undecided"
        done = f"{total.deals:,} of {counted(study.size, 'deal')}"
        lines = [
            ", ".join([f"{study.grid()[0].title}, study in {shown_file(args.folder)}: {which}", *grid]),
            f"{done} in {len(pieces):,} of {counted(files, 'file')}: {counts}",
        ]
        if finished:
            lines.append("finished")
        elif at_work:
            lines.append("a run is at work")
        else:
            lines.append(f"go on with: kiebitz study run --output {shlex.quote(args.folder)}")
        output.write("\n".join(lines) + "\n")
    return 0 if finished else 1
