"""The pure-Python kernel's bounded store of positions: which were met, and which must make room for others.

It knows no position but a number; what it forgets costs the search time, never an answer.
"""

from __future__ import annotations

from kiebitz.errors import KiebitzError

NONE, LRU, LFU = range(3)

_STANDARD = 1 << 16
_ENTRY = 110  # bytes in memory, much as tracemalloc measures; with the counters of LFU twice as much


class Store:
    """Positions met, at most *size* (0: the standard number) at one time."""

    def __init__(self, size: int, eviction: int) -> None:
        if size < 0:
            raise KiebitzError(f"store: 0 (the standard size) or more positions expected, not {size}")
        if eviction not in (NONE, LRU, LFU):
            raise KiebitzError(f"eviction: 0 (none), 1 (lru) or 2 (lfu) expected, not {eviction}")
        self._size = size or _STANDARD
        self._eviction = eviction
        self._uses: dict[int, int] = {}  # in the order of last use where that counts
        self._by_uses: dict[int, dict[int, None]] = {}  # lfu: for each number of uses, the positions in order
        self.entries = self.lookups = self.hits = self.evictions = 0

    def __len__(self) -> int:
        return len(self._uses)

    @property
    def bytes(self) -> int:
        """The memory it takes, roughly."""
        return len(self._uses) * _ENTRY * (2 if self._eviction == LFU else 1)

    def clear(self) -> None:
        """Forget all positions, but no figure."""
        self._uses.clear()
        self._by_uses.clear()

    def meet(self, key: int) -> bool:
        """Say whether the position is known, and remember that it was met."""
        self.lookups += 1
        known = key in self._uses
        if known:
            self.hits += 1
        elif len(self._uses) >= self._size:
            if self._eviction == NONE:
                return False
            self._evict()
        if self._eviction == LRU:
            self._uses.pop(key, None)
        uses = self._uses[key] = self._uses.get(key, 0) + 1
        if self._eviction == LFU:
            if known:
                self._leave(key, uses - 1)
            self._by_uses.setdefault(uses, {})[key] = None
        self.entries = max(self.entries, len(self._uses))
        return known

    def _evict(self) -> None:
        self.evictions += 1
        if self._eviction == LFU:
            least = min(self._by_uses)
            key = next(iter(self._by_uses[least]))
            self._leave(key, least)
        else:
            key = next(iter(self._uses))
        del self._uses[key]

    def _leave(self, key: int, uses: int) -> None:
        place = self._by_uses[uses]
        del place[key]
        if not place:
            del self._by_uses[uses]
