"""How long a search may go on, what it found out and what it took; the same for every search.

What is left of a limit while an answer is being looked for is for `budget`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from enum import Enum

from kiebitz.errors import ArgumentError, LimitError

#: What was hit where a search was told to end; beside the names of the limits.
STOPPED = "stopped"

#: The share of the free memory that all searches together may take where no limit on memory is given.
MEMORY_SHARE = 0.5

#: How many processes of this machine search at the same time, this one among them; set once, when a process begins.
_processes = 1

_UNKNOWN_MEMORY = 2 << 30  # where the system does not say how much is free
_GROUP = "/sys/fs/cgroup"


class Verdict(Enum):
    """What a search found out; `IMPOSSIBLE` is proven, `UNDECIDED` means that a limit was hit."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


#: Verdicts and what was hit by their codes, in the kernel and in rows of studies; nothing was hit where a search ended.
VERDICTS = tuple(Verdict)
LIMITS = (None, "states", "seconds", "memory", STOPPED)


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a search may go on: *states* looked at, *seconds* of wall time, *memory* in bytes.

    `None` is no limit on states and seconds; on memory it is half of what is free when the search begins, divided among
    the processes that search together. All three hold for one call; `solve_range` grants them to each deal. A
    `LimitError` refuses what is not above zero and below 2^63.
    """

    states: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("states", "memory"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**63):
                raise LimitError(name, value, "a whole number above 0 and below 2^63")
        seconds = self.seconds
        if seconds is not None and (
            not isinstance(seconds, int | float)
            or isinstance(seconds, bool)
            or not 0 < seconds < 2**63  # of integers, too, that no float holds
        ):
            raise LimitError("seconds", seconds, "a number above 0 and below 2^63")

    def covers(self, other: Limit) -> bool:
        """Whether a search within this limit could do all that one within the *other* could."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("states", "seconds", "memory"))
        return all(mine is None or (theirs is not None and mine >= theirs) for mine, theirs in pairs)

    def allowance(self) -> tuple[int, float, int, int]:
        """Return states, seconds and memory, 0 for none, and the bytes that a search gets where no memory is given."""
        granted = 0 if self.memory else _part_of_free_memory()
        return self.states or 0, float(self.seconds or 0), self.memory or 0, granted

    def with_memory(self) -> Limit:
        """Return the limit with its memory in bytes: where none is given, this process's part of the free memory."""
        return self if self.memory else replace(self, memory=_part_of_free_memory())


def limit_or(limit: Limit | None, usual: Limit = Limit()) -> Limit:
    """Return the limit given, or the *usual* one for `None`; an `ArgumentError` refuses anything else."""
    if limit is None:
        return usual
    if not isinstance(limit, Limit):
        raise ArgumentError("limit", limit, "a Limit, such as Limit(states=100_000)")
    return limit


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search took: *states* looked at, *stored* by the complete search, bytes of *memory* at peak, *seconds*.

    The seconds are wall time in the kernel. The numbers of one kernel do not depend on the machine, memory apart.
    """

    states: int = 0
    stored: int = 0
    memory: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Effort:
    """What an answer took: the `limit_hit` that left something open, if one did, and the `statistics`.

    A limit is `states`, `seconds`, `memory`, or `stopped` where the search was told to end.
    """

    limit_hit: str | None = None
    statistics: Statistics = Statistics()


def share_memory_among(processes: int) -> None:
    """Let this process take only its part of the free memory, for *processes* processes search at the same time."""
    global _processes  # noqa: PLW0603  a fact about the process
    _processes = max(1, processes)


def _part_of_free_memory() -> int:
    return max(1, int(free_memory() * MEMORY_SHARE) // _processes)


def free_memory() -> int:
    """Return the bytes of memory that programs can still take, on this machine and in this control group."""
    free = [bytes_free for bytes_free in (_of_machine(), _of_control_group()) if bytes_free is not None]
    return max(1, min(free, default=_UNKNOWN_MEMORY))


def _of_machine() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:  # noqa: PTH123  asked for each search
            for line in file:
                name, _, amount = line.partition(":")
                if name == "MemAvailable":
                    return int(amount.split()[0]) * 1024
    except OSError:  # another system than Linux
        pass
    if "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {}):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return None


def _of_control_group() -> int | None:
    try:
        with open(f"{_GROUP}/memory.max") as file, open(f"{_GROUP}/memory.current") as now:  # noqa: PTH123
            most = file.read().strip()
            return None if most == "max" else int(most) - int(now.read())
    except OSError:
        return None
