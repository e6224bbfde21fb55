"""The store of earlier positions in the search for best scores: its size, eviction and figures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kiebitz.errors import LimitError

_STANDARD_SIZE = 1 << 16


class Eviction(Enum):
    """The behaviour of a full store: take no more positions, or evict one.

    `LRU` evicts the least recently met position, `LFU` the least frequently met one.
    """

    NONE = "none"
    LRU = "lru"
    LFU = "lfu"

    def __repr__(self) -> str:
        return f"Eviction.{self.name}"


@dataclass(frozen=True, slots=True)
class Store:
    """Size and eviction of the store of earlier positions.

    A size of `None` is the standard. A small store costs time, never an answer. A `LimitError` rejects a size that is
    not above zero.
    """

    size: int | None = None
    eviction: Eviction = Eviction.LRU

    def __post_init__(self) -> None:
        size = self.size
        if size is not None and (not isinstance(size, int) or isinstance(size, bool) or not 0 < size < 2**63):
            raise LimitError("store size", size, "a whole number above 0 and below 2^63")

    @property
    def memory(self) -> int:
        """The bytes that the store reserves."""
        return (self.size or _STANDARD_SIZE) * self._position_bytes

    def check_room(self, memory: int) -> None:
        """Raise a `LimitError` if the store needs more than *memory* bytes."""
        if self.memory > memory:
            raise self.too_large(f"at most {memory // self._position_bytes:,} positions, for which there is memory")

    def too_large(self, expected: str = "fewer positions: there is no memory for so many") -> LimitError:
        """Return the error for a store that does not fit into memory."""
        return LimitError("store size", self.size or _STANDARD_SIZE, expected)

    @property
    def _position_bytes(self) -> int:
        return 9 if self.eviction is Eviction.LFU else 8


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """The use of a store: peak *entries*, *lookups*, *hits*, *evictions*, bytes of *memory*.

    A lookup that finds an earlier position is a hit.
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
