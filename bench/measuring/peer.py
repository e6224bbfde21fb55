"""The peer: Shlomi Fish's Freecell Solver, as Debian and Ubuntu package it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from measuring import processes

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = "freecell-solver-range-parallel-solve"
SINGLE = "fc-solve"
HOW_TO_GET = (
    f"{PROGRAM} is not on the PATH: on Debian and Ubuntu install it by `apt-get install freecell-solver-bin`, "
    "or name rows that need no peer"
)


@dataclass(frozen=True, slots=True)
class PeerRun:
    """A run of the peer over a range: CPU seconds, including the start, and the deals without a solution."""

    cpu: float
    unsolved: list[int]


def is_there() -> bool:
    """Return whether the peer is installed."""
    return shutil.which(PROGRAM) is not None


def command(first: int, last: int, options: Sequence[str]) -> list[str]:
    """Return the command that solves a range and reports once, at its end."""
    return [PROGRAM, str(first), str(last), str(last - first + 1), *options]


def solve(first: int, last: int, options: Sequence[str]) -> PeerRun:
    """Solve a range and time it."""
    process = processes.run(command(first, last, options))
    return PeerRun(process.cpu, unsolved_in(process.output))


def start_cpu() -> float:
    """Return the CPU seconds of one easy deal: the cost of starting."""
    return min(solve(1, 1, ("-l", "lg")).cpu for _ in range(3))


def unsolved_in(output: str) -> list[int]:
    """Return the deals reported as unsolved, or as intractable after a limit."""
    return [int(number) for number in re.findall(r"^(?:Unsolved|Intractable) Board No\. (\d+) ", output, re.MULTILINE)]


def version() -> str:
    """Return the peer's version, such as `5.0.0`."""
    if shutil.which(SINGLE) is None:
        return "of unknown version"
    return version_in(processes.run([SINGLE, "--version"]).output)


def version_in(output: str) -> str:
    """Return the version in the output of `fc-solve --version`."""
    match = re.search(r"version (\S+)", output)
    return match.group(1) if match else "of unknown version"
