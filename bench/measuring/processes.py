"""Processes run to their end and timed from outside, and figures that tell how far their runs lay apart.

What is run, and what its output means, is known to the callers.
"""

from __future__ import annotations

import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

#: getrusage counts the peak in bytes on macOS and in KiB elsewhere.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Finished:
    """A process that has ended: its output, wall seconds, CPU seconds (user and system) and largest memory.

    CPU seconds are those of the process and of all children that it waited for. `peak` is in bytes and that of the
    largest single process among them; nothing below the size of the process that started it can be seen.
    """

    output: str
    wall: float
    cpu: float
    peak: int


def run(command: Sequence[str], answers: Sequence[int] = (0,)) -> Finished:
    """Run a command to its end; a `RuntimeError` unless its exit code is one of *answers*."""
    # An installed package has its bytecode; one that runs from a checkout must be allowed to keep it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Files, not pipes: who writes to a file never waits for a reader.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        for file in (out, err):
            file.seek(0)
        output, errors = out.read().decode(), err.read().decode()
    if process.returncode not in answers:
        last = (errors or output).strip().rpartition("\n")[2]
        raise RuntimeError(f"{shown(command)}: exit code {process.returncode}: {last}")
    return Finished(output, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * PEAK_UNIT)


def shown(command: Sequence[str]) -> str:
    """Return a command as one would type it here, with paths relative to where one is."""
    here = f"{Path.cwd()}{os.sep}"
    return shlex.join(word.removeprefix(here) for word in command)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, as /proc knows them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
        except OSError:  # it has just ended
            continue
    return found


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some measurements, their least and their largest."""

    median: float
    least: float
    largest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of one value or more."""
        return cls(statistics.median(values), min(values), max(values))

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.least:.2f}–{self.largest:.2f})"


def work_of(process: int) -> float:
    """Return the CPU seconds of a running process so far, as Linux knows them."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[0]) for path in threads) / 1e9


def resumed(file: Path) -> list[dict[str, Any]]:
    """Return the lines of JSON that a file has, if it is there, and leave it without one that a kill cut off."""
    there = file.read_text().splitlines(keepends=True) if file.exists() else []
    lines = [line for line in there if line.endswith("\n")]
    file.write_text("".join(lines))
    return [json.loads(line) for line in lines]
