"""The pure-Python kernel's random deals: the generator, the runs and the two shuffles.

`kiebitz.deals.shuffles` tells what they are; this module knows no cards, so it draws again, and the tests compare.
"""

from __future__ import annotations

from kiebitz.errors import KernelInputError

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15
_FISHER_YATES, _WETHERELL = range(2)


def nth(seed: int, index: int) -> int:
    """Return output *index*, counted from 0, of splitmix64 seeded with *seed*."""
    bits = (seed + (index + 1) * _STEP) & _MASK
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
    return bits ^ bits >> 31


def check_shuffle(shuffle: int) -> None:
    """Raise a `KernelInputError` unless there is such a shuffle."""
    if shuffle not in (_FISHER_YATES, _WETHERELL):
        raise KernelInputError("shuffle", f"0 (fisher-yates) or 1 (wetherell) expected, not {shuffle}")


def check_number(number: int, what: str) -> None:
    """Raise a `KernelInputError` unless the generator takes this number."""
    if not 0 <= number <= _MASK:
        raise KernelInputError(what, f"0 to {_MASK} expected, not {number}")


def shuffled(shuffle: int, number: int) -> bytes:
    """Return the 52 cards in dealing order, as 4 · rank + suit with the ace as 0."""
    check_shuffle(shuffle)
    check_number(number, "number of a shuffle")
    deck = list(range(52))
    draws = -1

    def below(bound: int) -> int:
        nonlocal draws
        fair = 2**64 - 2**64 % bound
        while True:
            draws += 1
            bits = nth(number, draws)
            if bits < fair:
                return bits % bound

    for step in range(52) if shuffle == _WETHERELL else range(51, 0, -1):
        place = below(52 if shuffle == _WETHERELL else step + 1)
        deck[step], deck[place] = deck[place], deck[step]
    return bytes(deck)
