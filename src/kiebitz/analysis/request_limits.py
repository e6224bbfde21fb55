"""Per-request limits for servers, and the token that cancels a request."""

from __future__ import annotations

import threading
from time import monotonic

from kiebitz.analysis.limits import Limit

#: Time limits for quick requests, such as a light, and for long ones, such as a solution.
QUICK_SECONDS, LONG_SECONDS = 3.0, 20.0
MEMORY = 192 << 20
#: The longest link, board, solution or record, in characters.
LONGEST_TEXT = 60_000
#: Limits of a search for a hint and for a solution.
HINT = Limit(500_000, QUICK_SECONDS, MEMORY)
SOLUTION = Limit(5_000_000, LONG_SECONDS, MEMORY)


class Stop:
    """A token that running work polls: true once the client has gone or the time is up."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._deadline = float("inf")
        self._cancelled = threading.Event()

    def begin(self) -> None:
        """Start the clock."""
        self._deadline = monotonic() + self._seconds

    def cancel(self) -> None:
        """Request cancellation."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether cancellation was requested."""
        return self._cancelled.is_set()

    @property
    def remaining(self) -> float:
        """The remaining seconds, at least 0."""
        return max(0.0, self._deadline - monotonic())

    def __call__(self) -> bool:
        """Return whether the work should end."""
        return self.is_cancelled or monotonic() >= self._deadline
