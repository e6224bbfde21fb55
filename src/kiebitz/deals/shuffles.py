"""Shuffles of any pack from a seed: the fair one of Fisher and Yates, and the biased one of Wetherell's étude.

Numbered deals of other programs live in modules of their own; here the generator is ours and named.
"""

from __future__ import annotations

from kiebitz.cards import PACKS, Card
from kiebitz.errors import NumberRangeError

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from kiebitz.cards import Pack

    T = TypeVar("T")

#: Seeds of both shuffles.
RANGE = range(2**64)
#: The shuffles that random deals are dealt with; their names are also those of the numberings.
SHUFFLES = ("fisher-yates", "wetherell")
#: The one generator that the shuffles here draw from.
GENERATOR = "splitmix64"

_FULL_PACK = PACKS["52"]
_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15  # between two states of splitmix64


class SplitMix64:
    """The generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014): 64 bits of state, simple in any language.

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
        """Pass over the next *count* draws of 64 bits."""
        self._state = (self._state + count * _STEP) & _MASK

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* − 1, each as likely as the next.

        Draws beyond the last whole multiple of *bound* are thrown away: the remainder alone would favour low numbers.
        """
        fair = 2**64 - 2**64 % bound
        while (bits := self.next()) >= fair:
            pass
        return bits % bound


def nth(seed: int, index: int) -> int:
    """Return the number of deal *index* (0 the first) of the seeded run *seed*: output *index* of splitmix64.

    Any deal of a run is had at once, since the generator's states stand in arithmetic progression; a run has 2⁶⁴ of
    them, no two alike. Raises `NumberRangeError` for a seed or an index outside 0 … 2⁶⁴ − 1.

    >>> nth(1234567, 0), nth(1234567, 4)
    (6457827717110365317, 16408922859458223821)
    """
    if type(index) is not int or index not in RANGE:
        raise NumberRangeError(index, f"the place of a deal in its run, from 0 to {_MASK}")
    generator = SplitMix64(seed)
    generator.skip(index)
    return generator.next()


def numbers(seed: int | None, places: range) -> Sequence[int]:
    """Return the numbers of the deals in these consecutive places of the seeded run *seed*, as `nth` does for one.

    Without a seed the places are the numbers.

    >>> numbers(1234567, range(4, 5))
    [16408922859458223821]
    """
    if seed is None:
        return places
    generator = SplitMix64(seed)
    generator.skip(places.start)
    return [generator.next() for _ in places]


def fisher_yates(seed: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the pack in a random order, in dealing order, drawn with splitmix64 from *seed* (0 … 2⁶⁴ − 1).

    Every order is as likely as every other as far as the generator goes: 2⁶⁴ seeds cannot reach all 52! orders.
    """
    deck = list(pack.cards)
    shuffle(deck, SplitMix64(seed).below)
    return tuple(deck)


def wetherell(seed: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the pack shuffled as in Wetherell's étude: each card in turn changes places with any card of the deck.

    This shuffle is **biased**. Its n draws of n places give nⁿ outcomes of equal weight, which cannot fall evenly on
    the n! orders, since n − 1 divides n! and (for n > 2) has no factor in common with n. It is here because figures
    published with it can only be met with it; the draws are splitmix64's, seeded with 0 … 2⁶⁴ − 1.
    """
    deck = list(pack.cards)
    naive_shuffle(deck, SplitMix64(seed).below)
    return tuple(deck)


def shuffle(deck: list[T], below: Callable[[int], int]) -> None:
    """Shuffle *deck* in place, fairly if *below(n)* is a fair draw from 0 … n − 1 (Fisher, Yates; Durstenfeld)."""
    for last in range(len(deck) - 1, 0, -1):
        place = below(last + 1)
        deck[last], deck[place] = deck[place], deck[last]


def naive_shuffle(deck: list[T], below: Callable[[int], int]) -> None:
    """Swap each place of *deck*, first to last, with a place drawn from all of them: biased, see `wetherell`."""
    for place in range(len(deck)):
        other = below(len(deck))
        deck[place], deck[other] = deck[other], deck[place]
