"""What one question of somebody else may cost, for servers: states, seconds and memory, and how it is ended.

How many questions are answered at a time is the server's own affair.
"""

from __future__ import annotations

import threading
from time import monotonic

from kiebitz.analysis.limits import Limit

#: What is to be quick, such as a light, and what may take long, such as a solution.
QUICK_SECONDS, LONG_SECONDS = 3.0, 20.0
MEMORY = 192 << 20
#: The longest link, board, solution or record, in characters.
LONGEST_TEXT = 60_000
#: What a search may need; the seconds are those of the two kinds of questions. A hint gets less than a solution.
HINT = Limit(500_000, QUICK_SECONDS, MEMORY)
SOLUTION = Limit(5_000_000, LONG_SECONDS, MEMORY)


class Stop:
    """What running work asks now and then: whether it had better end, since its client has gone or its time is up."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._deadline = float("inf")
        self._asked = threading.Event()

    def begin(self) -> None:
        """Let the time run from now on."""
        self._deadline = monotonic() + self._seconds

    def ask(self) -> None:
        """Ask for an end."""
        self._asked.set()

    @property
    def asked(self) -> bool:
        """Whether somebody asked for an end."""
        return self._asked.is_set()

    @property
    def left(self) -> float:
        """The seconds that are left, 0 if none are."""
        return max(0.0, self._deadline - monotonic())

    def __call__(self) -> bool:
        """Say whether to end."""
        return self.asked or monotonic() >= self._deadline
