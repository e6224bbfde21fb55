"""Fuzz the readers with inputs made by chance, count them, and go on where a run before stopped.

    python fuzz/run.py --inputs 10M build/fuzz              # all readers by turns
    python fuzz/run.py --inputs 100k build/fuzz cards skat  # some of them

The folder gets `counts.json`, how many inputs each reader has had, and for each finding a file with the input. A
finding is an exception that is no complaint, a complaint that is not one printable line, something that does not come
back as it was read, or 100 inputs that take more than ten seconds of CPU time. Ends with 1 if there is any.
"""

from __future__ import annotations

import argparse
import json
import resource
import signal
import sys
import traceback
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from mutations import Inputs
from readers import READERS

from kiebitz.cli.parser import amount
from kiebitz.errors import visible

if TYPE_CHECKING:
    from types import FrameType

BLOCK = 20_000
_WATCHED = 100  # inputs for which the clock of the system is set once, which takes as long as reading a card
_SECONDS = 10


class Hang(BaseException):
    """Inputs that take too long; no reader catches it."""


def one_block(name: str, first: int, count: int, folder: Path) -> int:
    """Let a reader have *count* inputs of a block from the one numbered *first* on, and return how many findings."""
    reader = READERS[name]
    block, begin = divmod(first, BLOCK)
    inputs = Inputs(name, tuple(reader.seeds()), reader.words, block)
    for _ in range(begin):
        inputs.next()
    found = 0
    for number in range(begin, begin + count):
        if number % _WATCHED == 0:
            signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
        data = inputs.next()
        try:
            reader.read(data)
        except (Exception, Hang):  # noqa: BLE001  whatever it is, it is a finding
            found += 1
            report = folder / f"{name}-{block}-{number}"
            report.write_bytes(data)
            report.with_suffix(".txt").write_text(traceback.format_exc(), errors="backslashreplace")
            print(visible(f"{name}: {report}: {traceback.format_exc().splitlines()[-1]}"), flush=True)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return found


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise Hang


def _size() -> int:
    """Return the resident megabytes of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  Linux alone has it
        return int(file.read().split()[1]) * resource.getpagesize() >> 20


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("readers", nargs="*", metavar="READER", help=f"of {', '.join(READERS)} (default: all)")
    arguments.add_argument("--inputs", type=amount, default=10_000_000, help="for each reader in all")
    args = arguments.parse_args()
    unknown = [name for name in args.readers if name not in READERS]
    if unknown:
        arguments.error(f"{unknown[0]!r}: one of {', '.join(READERS)} expected")
    args.folder.mkdir(parents=True, exist_ok=True)
    file = args.folder / "counts.json"
    counts = json.loads(file.read_text()) if file.exists() else {}
    signal.signal(signal.SIGVTALRM, _too_long)
    names = args.readers or list(READERS)
    while todo := [name for name in names if counts.get(name, {}).get("inputs", 0) < args.inputs]:
        for name in todo:
            so_far = counts.setdefault(name, {"inputs": 0, "findings": 0, "seconds": 0.0, "megabytes": []})
            begun = process_time()
            count = min(BLOCK - so_far["inputs"] % BLOCK, args.inputs - so_far["inputs"])
            so_far["findings"] += one_block(name, so_far["inputs"], count, args.folder)
            so_far["inputs"] += count
            so_far["seconds"] = round(so_far["seconds"] + process_time() - begun, 1)
            so_far["megabytes"] = [*so_far["megabytes"][:1], _size()]  # after the first block and after the last
            part = file.with_suffix(".part")
            part.write_text(json.dumps(counts, indent=1) + "\n")
            part.replace(file)
    for name in names:
        about = counts[name]
        rate = about["inputs"] / max(about["seconds"], 0.1)
        size = " to ".join(map(str, about["megabytes"]))
        print(f"{name}: {about['inputs']:,} inputs, {about['findings']} findings, {rate:,.0f}/s of CPU time, {size} MB")
    return int(any(counts[name]["findings"] for name in names))


if __name__ == "__main__":
    sys.exit(main())
