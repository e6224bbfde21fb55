"""Seeded shuffles of any pack: the fair one of Fisher and Yates, and the biased one of Wetherell's étude."""

from __future__ import annotations

from kiebitz.cards import PACKS, Card
from kiebitz.errors import NumberRangeError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from kiebitz.cards import Pack

    T = TypeVar("T")

#: Seeds of both shuffles.
RANGE = range(2**64)
#: The shuffles for random deals; numberings have the same names.
SHUFFLES = ("fisher-yates", "wetherell")
#: The generator of both shuffles.
GENERATOR = "splitmix64"

_FULL_PACK = PACKS["52"]
_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15  # between two states of splitmix64


class SplitMix64:
    """The generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014), with 64 bits of state.

    >>> SplitMix64(1234567).next()
    6457827717110365317
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= _MASK:
            raise NumberRangeError(seed, f"a seed from 0 to {_MASK} ({GENERATOR})", least=0, most=_MASK)
        self._state = seed

    def next(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + _STEP) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def skip(self, count: int) -> None:
        """Skip *count* outputs."""
        self._state = (self._state + count * _STEP) & _MASK

    def below(self, bound: int) -> int:
        """Return a uniform number from 0 to *bound* − 1.

        Outputs from the last whole multiple of *bound* on are rejected, because their remainders would favour low
        numbers.
        """
        fair = 2**64 - 2**64 % bound
        while (bits := self.next()) >= fair:
            pass
        return bits % bound


def nth(seed: int, index: int) -> int:
    """Return the number of deal *index* (from 0) of the seeded run *seed*: output *index* of splitmix64.

    The generator's states are an arithmetic progression, so every deal is computed at once; a run has 2⁶⁴ different
    numbers. Raises `NumberRangeError` for a seed or an index outside 0 … 2⁶⁴ − 1.

    >>> nth(1234567, 0), nth(1234567, 4)
    (6457827717110365317, 16408922859458223821)
    """
    if type(index) is not int or index not in RANGE:
        raise NumberRangeError(index, f"the place of a deal in its run, from 0 to {_MASK}")
    generator = SplitMix64(seed)
    generator.skip(index)
    return generator.next()


def numbers(seed: int | None, places: range) -> Sequence[int]:
    """Return `nth` for consecutive indices; without a seed, return *places* itself.

    >>> numbers(1234567, range(4, 5))
    [16408922859458223821]
    """
    if seed is None:
        return places
    generator = SplitMix64(seed)
    generator.skip(places.start)
    return [generator.next() for _ in places]


def fisher_yates(seed: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the pack in a random order drawn with splitmix64 from *seed* (0 … 2⁶⁴ − 1).

    All orders are equally likely as far as the generator allows: 2⁶⁴ seeds cannot reach all 52! orders.
    """
    deck = list(pack.cards)
    shuffle(deck, SplitMix64(seed).below)
    return tuple(deck)


def wetherell(seed: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the pack shuffled as in Wetherell's étude: each card in turn is swapped with any card of the deck.

    This shuffle is **biased**: its n draws from n places give nⁿ equally likely outcomes, which cannot be spread evenly
    over n! orders, because n − 1 divides n! and (for n > 2) has no factor in common with n. It is needed to reproduce
    published figures. The draws are splitmix64's, seeded with 0 … 2⁶⁴ − 1.
    """
    deck = list(pack.cards)
    naive_shuffle(deck, SplitMix64(seed).below)
    return tuple(deck)


def shuffle(deck: list[T], below: Callable[[int], int]) -> None:
    """Shuffle *deck* in place, fairly if *below(n)* is uniform on 0 … n − 1 (Fisher, Yates; Durstenfeld)."""
    for last in range(len(deck) - 1, 0, -1):
        place = below(last + 1)
        deck[last], deck[place] = deck[place], deck[last]


def naive_shuffle(deck: list[T], below: Callable[[int], int]) -> None:
    """Swap each place of *deck* in turn with a place drawn from all: biased, see `wetherell`."""
    for place in range(len(deck)):
        other = below(len(deck))
        deck[place], deck[other] = deck[other], deck[place]
