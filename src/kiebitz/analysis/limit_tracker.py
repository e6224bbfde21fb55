"""Track the remaining states, time and memory across the kernel calls of one answer."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Protocol, TypeVar

from kiebitz.analysis.limits import LIMITS, STOPPED, Effort, Limit, Statistics
from kiebitz.kernel.answers import Limits

if TYPE_CHECKING:
    from collections.abc import Callable


class _Answer(Protocol):
    """The fields that all answers of `kernel.answers` share."""

    @property
    def limit_hit(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def memory(self) -> int: ...


_A = TypeVar("_A", bound=_Answer)


class SearchStopped(Exception):
    """Ends a kernel call whose caller no longer waits for the answer."""


class LimitTracker:
    """The remaining part of a limit, and the effort so far.

    `limit_hit` is the limit that ended the last call: `states`, `seconds`, `memory`, `stopped`, or `None`.
    """

    __slots__ = ("limit", "limit_hit", "memory", "seconds", "start", "states", "stop", "stored")

    def __init__(self, limit: Limit, stop: Callable[[], bool] | None = None) -> None:
        self.limit = limit.with_memory()
        self.stop = stop
        self.start = perf_counter()
        self.states = self.stored = self.memory = 0
        self.seconds = 0.0
        self.limit_hit: str | None = None

    def spend(self, search: Callable[[Limits, Callable[[], None] | None], _A]) -> _A | None:
        """Call the kernel within the remaining limit; `None` if nothing remains or the search was stopped.

        *search* gets the remaining limits and a function that the kernel has to poll.
        """
        limits = self._remaining()
        if limits is None:
            return None
        start = perf_counter()
        try:
            answer = search(limits, None if self.stop is None else self.poll)
        except SearchStopped:
            return None
        self.states += answer.states
        self.stored = max(self.stored, answer.stored)
        self.memory = max(self.memory, answer.memory)
        self.seconds += perf_counter() - start
        self.limit_hit = LIMITS[answer.limit_hit]
        return answer

    def _remaining(self) -> Limits | None:
        """Return the remaining limits, 0 for none; set `limit_hit` and return `None` if one is used up."""
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
        """Raise `SearchStopped` if the caller no longer waits for the answer."""
        if self.stop is not None and self.stop():
            self.limit_hit = STOPPED
            raise SearchStopped

    def effort(self) -> Effort:
        """Return the effort of all calls, with the limit that ended the last one."""
        return Effort(self.limit_hit, Statistics(self.states, self.stored, self.memory, self.seconds))
