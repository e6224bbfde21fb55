"""Fuzz the readers with random inputs; continue where the last run stopped.

    python fuzz/run.py --inputs 10M build/fuzz              # all readers in turn
    python fuzz/run.py --inputs 100k build/fuzz cards skat  # some of them

The folder gets `counts.json`, the number of inputs per reader, and a file with the input of each finding. A finding is
an exception other than an error for users, an error that is not one printable line, a value that changes when written
and read again, or 100 inputs that take more than ten seconds of CPU time. Exits with 1 if there are any.
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
_TIMED = 100  # inputs per setting of the system's timer, which takes as long as reading a card
_SECONDS = 10


class Hang(BaseException):
    """Raised for inputs that take too long; no reader catches it."""


def run_block(name: str, first: int, count: int, folder: Path) -> int:
    """Feed *count* inputs of a block to a reader, starting at number *first*, and return the number of findings."""
    reader = READERS[name]
    block, begin = divmod(first, BLOCK)
    inputs = Inputs(name, tuple(reader.seeds()), reader.words, block)
    for _ in range(begin):
        inputs.next()
    findings = 0
    for number in range(begin, begin + count):
        if number % _TIMED == 0:
            signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
        data = inputs.next()
        try:
            reader.read(data)
        except (Exception, Hang):  # noqa: BLE001 any error is a finding
            findings += 1
            report = folder / f"{name}-{block}-{number}"
            report.write_bytes(data)
            report.with_suffix(".txt").write_text(traceback.format_exc(), errors="backslashreplace")
            print(visible(f"{name}: {report}: {traceback.format_exc().splitlines()[-1]}"), flush=True)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return findings


def _raise_hang(_number: int, _frame: FrameType | None) -> None:
    raise Hang


def _size() -> int:
    """Return the resident megabytes of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 exists only on Linux
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
    signal.signal(signal.SIGVTALRM, _raise_hang)
    names = args.readers or list(READERS)
    while todo := [name for name in names if counts.get(name, {}).get("inputs", 0) < args.inputs]:
        for name in todo:
            row = counts.setdefault(name, {"inputs": 0, "findings": 0, "seconds": 0.0, "megabytes": []})
            start = process_time()
            count = min(BLOCK - row["inputs"] % BLOCK, args.inputs - row["inputs"])
            row["findings"] += run_block(name, row["inputs"], count, args.folder)
            row["inputs"] += count
            row["seconds"] = round(row["seconds"] + process_time() - start, 1)
            row["megabytes"] = [*row["megabytes"][:1], _size()]  # after the first and the last block
            part = file.with_suffix(".part")
            part.write_text(json.dumps(counts, indent=1) + "\n")
            part.replace(file)
    for name in names:
        row = counts[name]
        rate = row["inputs"] / max(row["seconds"], 0.1)
        size = " to ".join(map(str, row["megabytes"]))
        print(f"{name}: {row['inputs']:,} inputs, {row['findings']} findings, {rate:,.0f}/s of CPU time, {size} MB")
    return int(any(counts[name]["findings"] for name in names))


if __name__ == "__main__":
    sys.exit(main())
