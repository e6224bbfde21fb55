"""The codes of verdicts, limits, searches and stores, and the numbers that the search kernel takes and gives.

Rules, positions and moves are in `patience.encoding`; what all mean is said in `kernel.answers`.
"""

from __future__ import annotations

from array import array
from sys import byteorder
from typing import TYPE_CHECKING

from kiebitz.analysis.limits import LIMITS as LIMITS  # noqa: PLC0414  codes of the kernel, as all here
from kiebitz.analysis.limits import VERDICTS as VERDICTS  # noqa: PLC0414
from kiebitz.kernel.answers import Deals, StoreOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.analysis.stores import Store

#: How a position is searched: quick attempts and complete searches by turns; one quick look, then a complete search.
FIRST, PROVE = 0, 1

#: The numberings whose deals the kernel deals, in the order of its codes.
DEALINGS = ("microsoft", "fisher-yates", "wetherell", "pysolfc", "one-suit")


def encode_deals(numbering: str, seed: int | None) -> Deals:
    """Return what numbers mean: those of a numbering or, with a seed, places in a seeded run of it."""
    return Deals(DEALINGS.index(numbering), seed)


def encode_store(store: Store) -> StoreOptions:
    """Return size and eviction, 0 for the standard size."""
    from kiebitz.analysis.stores import Eviction  # here, because few games have a store

    return StoreOptions(store.size or 0, list(Eviction).index(store.eviction))


def encode_numbers(numbers: Iterable[int]) -> bytes:
    """Return numbers of four bytes each, the lowest first."""
    packed = array("I", numbers)
    if byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def decode_numbers(packed: bytes) -> Sequence[int]:
    """Read numbers of four bytes each, the lowest first."""
    numbers = array("I", packed)
    if byteorder == "big":
        numbers.byteswap()
    return numbers
