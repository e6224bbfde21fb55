"""The codes of numberings and stores, and the numbers that the search kernel takes and gives.

Those of verdicts and limits are in `limits`, of rules, positions and moves in `patience.encoding`.
"""

from __future__ import annotations

from array import array
from sys import byteorder
from typing import TYPE_CHECKING

from kiebitz.kernel.answers import Deals, Play, StoreOptions
from kiebitz.patience.encoding import AT_ONCE, AUTOPLAYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.analysis.score_stores import Store
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.rules import Rules

#: The numberings whose deals the kernel deals, in the order of its codes.
DEALINGS = ("microsoft", "fisher-yates", "wetherell", "pysolfc", "one-suit")


def encode_play(rules: Rules, autoplay: Autoplay) -> Play:
    """Return how the game is played: the autoplay rule, and how many cards move at once where that is open."""
    return Play(AUTOPLAYS.index(autoplay), AT_ONCE.get(rules.supermoves, 0))


def encode_deals(numbering: str, seed: int | None) -> Deals:
    """Return what numbers mean: those of a numbering or, with a seed, places in a seeded run of it."""
    return Deals(DEALINGS.index(numbering), seed)


def encode_store(store: Store) -> StoreOptions:
    """Return size and eviction, 0 for the standard size."""
    from kiebitz.analysis.score_stores import Eviction  # here, because few games have a store

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
