"""The pure-Python kernel's verdicts and limits: how long a search may go on, and what it has used."""

from __future__ import annotations

from time import monotonic

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Limits

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
NO_LIMIT, STATES, SECONDS, MEMORY, STOPPED = range(5)
NO_LIMITS = Limits()

_BETWEEN_LOOKS = 64  # positions between two looks at the clock


class Budget:
    """The limits of one answer (0: none), what was used of them, and the `limit` that ended the search, if one did.

    *ask* is called now and then, and may end the search by what it raises, or by answering true.
    """

    def __init__(self, limits: Limits = NO_LIMITS, ask: object | None = None) -> None:
        if min(limits) < 0:
            raise KernelInputError("limits", "0 (none) or more expected")
        self._most_states = limits.states or 2**63
        self._end = monotonic() + (limits.seconds or float("inf"))
        self._most_memory = limits.memory or 2**63
        self._ask = ask if callable(ask) else None
        self.limit = NO_LIMIT
        self.states = self.memory = 0

    def spend(self, memory: int) -> bool:
        """Count one more position, unless a limit is hit; *memory* bytes are what the search keeps at the moment."""
        if self.states >= self._most_states:
            self.limit = STATES
        elif memory > self._most_memory:
            self.limit = MEMORY
        elif self.states % _BETWEEN_LOOKS == 0:
            if monotonic() > self._end:
                self.limit = SECONDS
            elif self._ask is not None and self._ask():
                self.limit = STOPPED
        if self.limit:
            return False
        self.memory = max(self.memory, memory)
        self.states += 1
        return True
