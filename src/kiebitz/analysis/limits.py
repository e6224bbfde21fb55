"""Limits, verdicts and effort, common to all searches."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from enum import Enum

from kiebitz.errors import ArgumentError, LimitError

#: The `limit_hit` of a search that its caller stopped.
STOPPED = "stopped"

#: The share of the free memory that all searches together get by default.
MEMORY_SHARE = 0.5

#: The number of processes on this machine that search at the same time; set once, at a process's start.
_processes = 1

_UNKNOWN_MEMORY = 2 << 30  # if the system reports no figure
_GROUP = "/sys/fs/cgroup"


class Verdict(Enum):
    """The outcome of a search: `IMPOSSIBLE` is proven, `UNDECIDED` means that a limit was hit."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


#: Verdicts and limits by their codes in the kernel and in rows of studies; `None`: the search ran to its end.
VERDICTS = tuple(Verdict)
LIMITS = (None, "states", "seconds", "memory", STOPPED)


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search: *states* searched, *seconds* of wall time, *memory* in bytes.

    `None` means no limit on states and seconds; for memory, half of the free memory at the start, divided among the
    processes that search together. A limit applies to one call, in `solve_range` to each deal. A `LimitError` rejects
    values that are not above zero and below 2^63.
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
            or not 0 < seconds < 2**63  # also rejects integers beyond the range of floats
        ):
            raise LimitError("seconds", seconds, "a number above 0 and below 2^63")

    def covers(self, other: Limit) -> bool:
        """Return whether a search within this limit can do everything that one within *other* can."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("states", "seconds", "memory"))
        return all(mine is None or (theirs is not None and mine >= theirs) for mine, theirs in pairs)

    def allowance(self) -> tuple[int, float, int, int]:
        """Return states, seconds and memory (0: no limit), and the bytes granted if memory has no limit."""
        granted = 0 if self.memory else _part_of_free_memory()
        return self.states or 0, float(self.seconds or 0), self.memory or 0, granted

    def with_memory(self) -> Limit:
        """Return the limit with memory in bytes; the default is this process's share of the free memory."""
        return self if self.memory else replace(self, memory=_part_of_free_memory())


def limit_or(limit: Limit | None, usual: Limit = Limit()) -> Limit:
    """Return *limit*, or *usual* for `None`; an `ArgumentError` for anything else."""
    if limit is None:
        return usual
    if not isinstance(limit, Limit):
        raise ArgumentError("limit", limit, "a Limit, such as Limit(states=100_000)")
    return limit


@dataclass(frozen=True, slots=True)
class Statistics:
    """The effort of a search: *states* searched, *stored* by the complete search, peak *memory* in bytes, *seconds*.

    Seconds are wall time in the kernel. All but memory and seconds are the same on every machine.
    """

    states: int = 0
    stored: int = 0
    memory: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of an answer.

    `limit_hit` is the limit that left something open: `states`, `seconds`, `memory` or `stopped`.
    """

    limit_hit: str | None = None
    statistics: Statistics = Statistics()


def share_memory_among(processes: int) -> None:
    """Divide the free memory by *processes*, the number of processes that search at the same time."""
    global _processes  # noqa: PLW0603  a fact about the process
    _processes = max(1, processes)


def _part_of_free_memory() -> int:
    return max(1, int(free_memory() * MEMORY_SHARE) // _processes)


def free_memory() -> int:
    """Return the bytes of memory available on this machine and in this control group."""
    free = [bytes_free for bytes_free in (_free_on_machine(), _free_in_control_group()) if bytes_free is not None]
    return max(1, min(free, default=_UNKNOWN_MEMORY))


def _free_on_machine() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:  # noqa: PTH123  fast, since every search reads it
            for line in file:
                name, _, amount = line.partition(":")
                if name == "MemAvailable":
                    return int(amount.split()[0]) * 1024
    except OSError:  # not Linux
        pass
    if "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {}):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return None


def _free_in_control_group() -> int | None:
    try:
        with open(f"{_GROUP}/memory.max") as file, open(f"{_GROUP}/memory.current") as used:  # noqa: PTH123
            maximum = file.read().strip()
            return None if maximum == "max" else int(maximum) - int(used.read())
    except OSError:
        return None
