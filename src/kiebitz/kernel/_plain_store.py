"""The pure-Python kernel's bounded transposition table: which positions were met, and which make way for others.

It knows no position but its key; what it forgets costs the search time, never an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import StoreOptions

if TYPE_CHECKING:
    from collections.abc import Hashable

NONE, LRU, LFU = range(3)
STANDARD_STORE = StoreOptions()

_STANDARD = 1 << 16
_ENTRY = 290  # bytes in memory, much as tracemalloc measures


class Store:
    """Positions met, at most *size* (0: the standard number) at one time, and as fit *memory* bytes (0: any)."""

    def __init__(self, size: int, eviction: int, memory: int = 0) -> None:
        if size < 0:
            raise KernelInputError("store", f"0 (the standard size) or more positions expected, not {size}")
        if eviction not in (NONE, LRU, LFU):
            raise KernelInputError("eviction", f"0 (none), 1 (lru) or 2 (lfu) expected, not {eviction}")
        self._size = size or _STANDARD
        if memory:
            self._size = max(1, min(self._size, memory // _ENTRY))
        self._eviction = eviction
        self._uses: dict[Hashable, int] = {}  # in the order of last use where that counts
        self.entries = self.lookups = self.hits = self.evictions = 0

    @property
    def bytes(self) -> int:
        """The memory it takes, roughly."""
        return self.entries * _ENTRY

    def meet(self, key: Hashable) -> bool:
        """Say whether the position is known, and remember that it was met."""
        self.lookups += 1
        uses = self._uses.get(key, 0)
        if uses:
            self.hits += 1
            if self._eviction == LRU:
                del self._uses[key]  # to be the last again
        elif len(self._uses) >= self._size:
            if self._eviction == NONE:
                return False
            first = next(iter(self._uses)) if self._eviction == LRU else min(self._uses, key=self._uses.__getitem__)
            del self._uses[first]
            self.evictions += 1
        self._uses[key] = uses + 1
        self.entries = max(self.entries, len(self._uses))
        return uses > 0
