"""Random choices of a data set and the deals of its splits: the same on every machine, from a seed or a secret."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

from kiebitz.deals.shuffles import SplitMix64
from kiebitz.errors import ChoiceError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")

#: The deals of the public splits; those of `held-out` come from blocks of the last quarter, which a secret selects.
SPLITS = {"train": range(2**32), "test": range(2**32, 3 * 2**31), "held-out": range(3 * 2**31, 2**33)}
_BLOCK = 2**20
_BLOCKS = 64  # that a secret selects of 2,048


class Draws(SplitMix64):
    """Random choices from words: a seed, a name, an index; a *secret* makes them unforeseeable."""

    def __init__(self, *words: object, secret: str = "") -> None:
        key = blake2b(secret.encode()).digest()
        digest = blake2b(" ".join(map(str, words)).encode(), digest_size=8, key=key).digest()
        super().__init__(int.from_bytes(digest, "little"))

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def check_split(split: str, secret: str) -> None:
    """Raise a `ChoiceError` for an unknown split, an `InputError` unless a secret and `held-out` go together."""
    if split not in SPLITS:
        raise ChoiceError("split", split, SPLITS)
    if (split == "held-out") != bool(secret):
        fault = "a secret for a public split" if secret else "held-out deals without a secret"
        raise InputError("", fault, "a secret with the split held-out, and no other")


def numbers(draws: Draws, split: str, secret: str = "") -> Iterator[int]:
    """Yield random numbers of deals of a split."""
    deals = SPLITS[split]
    below: Callable[[int], int] = draws.below
    while True:
        if secret:
            block = Draws("block", below(_BLOCKS), secret=secret).below(len(deals) // _BLOCK)
            yield deals[block * _BLOCK + below(_BLOCK)]
        else:
            yield deals[below(len(deals))]
