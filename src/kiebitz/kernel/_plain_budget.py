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
    """The limits of one answer (0: none) and what was used of them, over all attempts.

    *ask* is called now and then, and may end the search by what it raises, or by answering true.
    """

    def __init__(self, limits: Limits = NO_LIMITS, ask: object | None = None) -> None:
        states, seconds, memory = limits
        if states < 0 or seconds < 0 or memory < 0:
            raise KernelInputError("limits", "0 (none) or more expected")
        self._most_states = states or 2**63
        self._end = monotonic() + seconds if seconds else float("inf")
        self._most_memory = memory or 2**63
        self._next_look = 0
        self._ask = ask if callable(ask) else None
        self.states = 0
        self.stored = 0
        self.memory = 0

    def hit(self, stored: int, memory: int) -> int:
        """Count one more position, unless a limit is hit: then return which.

        *stored* positions and *memory* bytes are what the attempt keeps at the moment.
        """
        if self.states >= self._most_states:
            return STATES
        if memory > self._most_memory:
            return MEMORY
        self.memory = max(self.memory, memory)
        self.stored = max(self.stored, stored)
        if self.states >= self._next_look:
            self._next_look = self.states + _BETWEEN_LOOKS
            if monotonic() > self._end:
                return SECONDS
            if self._ask is not None and self._ask():
                return STOPPED
        self.states += 1
        return NO_LIMIT
