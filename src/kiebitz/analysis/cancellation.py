"""The token that cancels the work of a request."""

from __future__ import annotations

import threading
from time import monotonic


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
