"""The kernel's codes for numberings and stores, and its packed numbers."""

from __future__ import annotations

from array import array
from sys import byteorder
from typing import TYPE_CHECKING

from kiebitz.kernel.answers import Dealing, Play, StoreOptions
from kiebitz.patience.encoding import AT_ONCE, AUTOPLAYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.analysis.score_stores import Store
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.rules import Rules

#: The numberings that the kernel can deal, in the order of its codes.
DEALINGS = ("microsoft", "fisher-yates", "wetherell", "pysolfc", "one-suit")


def encode_play(rules: Rules, autoplay: Autoplay) -> Play:
    """Return the autoplay rule, and the number of cards that move at once if the rules leave it open."""
    return Play(AUTOPLAYS.index(autoplay), AT_ONCE.get(rules.supermoves, 0))


def encode_dealing(numbering: str, seed: int | None) -> Dealing:
    """Return the meaning of deal numbers: a numbering or, with a seed, indices into a seeded run of it."""
    return Dealing(DEALINGS.index(numbering), seed)


def encode_store(store: Store) -> StoreOptions:
    """Return the store's size (0: standard) and eviction."""
    from kiebitz.analysis.score_stores import Eviction  # slow to import, rarely needed

    return StoreOptions(store.size or 0, list(Eviction).index(store.eviction))


def encode_numbers(numbers: Iterable[int]) -> bytes:
    """Pack numbers into four little-endian bytes each."""
    packed = array("I", numbers)
    if byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def decode_numbers(packed: bytes) -> Sequence[int]:
    """Unpack numbers of four little-endian bytes each."""
    numbers = array("I", packed)
    if byteorder == "big":
        numbers.byteswap()
    return numbers
