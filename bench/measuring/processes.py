"""Processes run to their end and timed from outside, and the spread of their figures."""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: getrusage gives the peak in bytes on macOS and in KiB elsewhere.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished process: its output, wall seconds, CPU seconds (user and system) and peak memory.

    CPU seconds include all children waited for. `peak` is the bytes of the largest single process among them, and at
    least the size of the parent.
    """

    output: str
    wall: float
    cpu: float
    peak: int


def run(command: Sequence[str], answers: Sequence[int] = (0,)) -> Finished:
    """Run a command to its end; raise `RuntimeError` unless its exit code is one of *answers*."""
    # Let a program from a checkout keep its bytecode, as an installed package does.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Files, not pipes: writing to a file never blocks.
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
    """Return a command as typed here, with paths relative to the current folder."""
    prefix = f"{Path.cwd()}{os.sep}"
    return shlex.join(word.removeprefix(prefix) for word in command)


def children(pid: int) -> list[int]:
    """Return the children of a process, from /proc."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                pids.append(int(path.parent.name))
        except OSError:  # it has just ended
            continue
    return pids


@dataclass(frozen=True, slots=True)
class Spread:
    """The median, minimum and maximum of some measurements."""

    median: float
    least: float
    largest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of one or more values."""
        return cls(statistics.median(values), min(values), max(values))

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.least:.2f}–{self.largest:.2f})"


def work_of(process: int) -> float:
    """Return the CPU seconds of a running process, from Linux's /proc."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[0]) for path in threads) / 1e9
