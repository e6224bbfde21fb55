"""What is left of a limit, and what has been used, while one answer is looked for over several calls of the kernel."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Protocol, TypeVar

from kiebitz.analysis.limits import LIMITS, STOPPED, Effort, Limit, Statistics
from kiebitz.kernel.answers import Limits

if TYPE_CHECKING:
    from collections.abc import Callable


class _Found(Protocol):
    """What every answer of a search says of itself, as `kernel.answers` has it."""

    @property
    def limit_hit(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def memory(self) -> int: ...


_F = TypeVar("_F", bound=_Found)


class SearchStopped(Exception):
    """Nobody waits for the answer any more: what a call of the kernel ends with where `Budget.poll` ended it."""


class Budget:
    """What is left of a limit, and what has been used.

    `limit_hit` names what ended the last call: `states`, `seconds`, `memory`, `stopped`, or `None`.
    """

    __slots__ = ("limit", "limit_hit", "memory", "seconds", "start", "states", "stop", "stored")

    def __init__(self, limit: Limit, stop: Callable[[], bool] | None = None) -> None:
        self.limit = limit.with_memory()
        self.stop = stop
        self.start = perf_counter()
        self.states = self.stored = self.memory = 0
        self.seconds = 0.0
        self.limit_hit: str | None = None

    def spend(self, question: Callable[[Limits, Callable[[], None] | None], _F]) -> _F | None:
        """Ask the kernel within what is left, and count what that took; `None` if nothing is left, or it was stopped.

        *question* gets the limits, and what the kernel has to call now and then.
        """
        limits = self._left()
        if limits is None:
            return None
        start = perf_counter()
        try:
            found = question(limits, None if self.stop is None else self.poll)
        except SearchStopped:
            return None
        self.states += found.states
        self.stored = max(self.stored, found.stored)
        self.memory = max(self.memory, found.memory)
        self.seconds += perf_counter() - start
        self.limit_hit = LIMITS[found.limit_hit]
        return found

    def _left(self) -> Limits | None:
        """Return what is left, 0 for no limit; `None`, and `limit_hit`, if nothing is."""
        states = seconds = 0.0
        if self.limit.states is not None and (states := self.limit.states - self.states) <= 0:
            self.limit_hit = "states"
            return None
        if self.limit.seconds is not None and (seconds := self.limit.seconds - (perf_counter() - self.start)) <= 0:
            self.limit_hit = "seconds"
            return None
        if self.stop is not None and self.stop():
            self.limit_hit = STOPPED
            return None
        return Limits(int(states), seconds, self.limit.memory or 0)

    def poll(self) -> None:
        """End the call of the kernel that asks this now and then, if nobody waits for the answer any more."""
        if self.stop is not None and self.stop():
            self.limit_hit = STOPPED
            raise SearchStopped

    def effort(self) -> Effort:
        """Return what all calls took together, and what ended the last one."""
        return Effort(self.limit_hit, Statistics(self.states, self.stored, self.memory, self.seconds))
