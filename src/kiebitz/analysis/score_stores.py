"""The store of old positions that the search for best scores keeps: how large, and what it does when it is full.

A small store costs time, never an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kiebitz.errors import LimitError

_STANDARD_SIZE = 1 << 16


class Eviction(Enum):
    """What a full store of old positions does: take no more, or make room.

    `LRU` drops the position that was met longest ago, `LFU` the one that was met least often.
    """

    NONE = "none"
    LRU = "lru"
    LFU = "lfu"

    def __repr__(self) -> str:
        return f"Eviction.{self.name}"


@dataclass(frozen=True, slots=True)
class Store:
    """The store of old positions: how many it holds at most, and what it does when full.

    `None` is the standard size. A small store costs time, never an answer. A `LimitError` refuses a size that is not
    above zero.
    """

    size: int | None = None
    eviction: Eviction = Eviction.LRU

    def __post_init__(self) -> None:
        size = self.size
        if size is not None and (not isinstance(size, int) or isinstance(size, bool) or not 0 < size < 2**63):
            raise LimitError("store size", size, "a whole number above 0 and below 2^63")

    @property
    def memory(self) -> int:
        """The bytes that the store takes, whatever is put into it."""
        return (self.size or _STANDARD_SIZE) * self._position_bytes

    def check_room(self, memory: int) -> None:
        """Raise a `LimitError` if the store takes more than *memory* bytes."""
        if self.memory > memory:
            raise self.too_large(f"at most {memory // self._position_bytes:,} positions, for which there is memory")

    def too_large(self, expected: str = "fewer positions: there is no memory for so many") -> LimitError:
        """Return the complaint about its size."""
        return LimitError("store size", self.size or _STANDARD_SIZE, expected)

    @property
    def _position_bytes(self) -> int:
        return 9 if self.eviction is Eviction.LFU else 8


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """What became of a store: *entries* held at most at a time, *lookups* and *hits*, *evictions*, bytes of *memory*.

    A lookup asks whether a position was met before; a hit is one answered yes.
    """

    entries: int = 0
    lookups: int = 0
    hits: int = 0
    evictions: int = 0
    memory: int = 0

    def __add__(self, other: StoreFigures) -> StoreFigures:
        return StoreFigures(
            max(self.entries, other.entries),
            self.lookups + other.lookups,
            self.hits + other.hits,
            self.evictions + other.evictions,
            max(self.memory, other.memory),
        )
