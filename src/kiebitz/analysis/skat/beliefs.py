"""The worlds that a seat takes for possible at a moment of a game: counted, gone through, and drawn.

A world is possible if it agrees with the seat's own cards, the cards played, and the suits that were not followed. All
such worlds are equally likely, unless `Evidence` tells where cards rather lie; see `listening`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.analysis.skat.encoding import mask
from kiebitz.cards import PACKS
from kiebitz.skat.hand import HAND, SKAT
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import POINTS, must_follow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.analysis.skat.encoding import Masks
    from kiebitz.deals.shuffles import SplitMix64
    from kiebitz.skat.view import Course, View

_PACK = tuple(sorted(PACKS["32"]))
_BITS = {card: mask((card,)) for card in _PACK}
_WORTH = {_BITS[card]: POINTS[card.rank] for card in _PACK}

#: Where cards may lie beside the three seats.
IN_SKAT = len(Seat)

_FINE = 1 << 53  # as finely as a number can be drawn that Python and the page hold alike
# A row of a table has a place for each pair of numbers of cards that two hands still get, and a border of zeros.
_ACROSS = HAND + 2
_EMPTY = _ACROSS + 1
_FEWER = (_ACROSS, 1, 0)  # how far back it is to the same place with one card less for the one hand, the other, neither


@dataclass(frozen=True, slots=True)
class WorldMasks:
    """Where the cards may lie: three hands as `mask` writes them, that of the seat itself among them, and the skat."""

    hands: Masks
    skat: int


class Evidence(NamedTuple):
    """Each card of a set, written as a `mask`, lies in a place *odds* times as often as it would else.

    The place is a seat or `IN_SKAT`. What several tell of a card is multiplied: the weight of a world is the product
    over its cards.
    """

    place: int
    cards: int
    odds: float


class Beliefs:
    """The worlds that agree with what a seat has seen.

    They are counted from the last card back: the weight of all ways in which the rest of the cards may lie, by how many
    of them either hand gets. By these sums worlds are numbered, and drawn as often as their weight has it.

    >>> from kiebitz.skat.contract import Contract, Game
    >>> from kiebitz.skat.hand import read_hand
    >>> from kiebitz.skat.view import View
    >>> hand = read_hand("JC JS JD AC KC 9C AS 7H QD 8D")
    >>> Beliefs(View(Seat.FOREHAND, hand, declarer=Seat.FOREHAND, contract=Contract(Game.CLUBS, hand=True))).count
    42678636
    """

    def __init__(self, view: View, seen: Course | None = None) -> None:
        course = seen or view.course
        sizes = view.sizes(course)
        hidden = sorted(set(_PACK) - {*view.hand, *view.skat, *view.shown, *view.played})
        self._places = [seat for seat in Seat if seat is not view.seat]
        self._known = [0, 0, 0, mask(view.skat)]
        self._known[view.seat] = mask(view.hand)
        room = [sizes[seat] for seat in self._places]
        if view.shown and view.declarer is not None and not view.is_declarer:
            self._known[view.declarer] = mask(view.shown)
            room[self._places.index(view.declarer)] = 0
        self._room = room[0], room[1], 0 if view.skat else SKAT
        self._start = _ACROSS * room[0] + room[1] + _EMPTY
        self._cards = [_BITS[card] for card in hidden]
        kinds = [must_follow(view.announced.game, card) for card in hidden]
        lacks = [course.lacks[seat] for seat in self._places]
        self._even = [[float(kind not in lacks[0]), float(kind not in lacks[1]), 1.0] for kind in kinds]
        self._sums = self._summed(self._even)
        self.count = int(self._sums[0][self._start])

    def all(self) -> Iterator[WorldMasks]:
        """Yield every world once."""
        return (self._world(self._even, self._sums, number) for number in range(self.count))

    def worlds(
        self, number: int, generator: SplitMix64, evidence: Sequence[Evidence] = ()
    ) -> list[tuple[WorldMasks, float]]:
        """Return worlds and how often each counts: *number* that were drawn, or each once where there are no more.

        One is drawn as often as the evidence has it; where all are there, each counts its weight.
        """
        odds = self._weighed(evidence)
        if self.count <= number:
            return [(world, self._weight(odds, world)) for world in self.all()]
        sums = self._summed(odds) if evidence else self._sums
        whole = sums[0][self._start]
        return [(self._world(odds, sums, whole * (generator.below(_FINE) / _FINE)), 1.0) for _ in range(number)]

    def _weighed(self, evidence: Sequence[Evidence]) -> list[list[float]]:
        """Return for each card how likely it lies in the one hand, in the other, and in the skat."""
        found = [list(three) for three in self._even]
        for place, cards, odds in evidence:
            at = 2 if place == IN_SKAT else self._places.index(Seat(place))
            for card, three in zip(self._cards, found, strict=True):
                if card & cards:
                    three[at] *= odds
        return found

    def _summed(self, odds: list[list[float]]) -> list[list[float]]:
        """Return for each card the weight of all ways to lay it and those after it, by what the hands still get."""
        most_first, most_second, most_left = self._room
        row = [0.0] * (_ACROSS * _ACROSS)
        row[_EMPTY] = 1.0
        rows = [row]
        for number, (one, two, left) in enumerate(reversed(odds), 1):
            after, row = row, [0.0] * (_ACROSS * _ACROSS)
            for first in range(max(0, number - most_second - most_left), min(most_first, number) + 1):
                none = _ACROSS * first + _EMPTY
                for second in range(max(0, number - first - most_left), min(most_second, number - first) + 1):
                    at = none + second
                    row[at] = one * after[at - _ACROSS] + two * after[at - 1] + left * after[at]
            rows.append(row)
        return rows[::-1]

    def _world(self, odds: list[list[float]], sums: list[list[float]], pick: float) -> WorldMasks:
        """Return the world at *pick* on the line on which all lie end to end, each as long as its weight."""
        at = self._start
        laid = [0, 0, 0]
        for card, three, after in zip(self._cards, odds, sums[1:], strict=True):
            place = 0
            for here, fewer in enumerate(_FEWER):
                length = three[here] * after[at - fewer]
                if length:
                    place = here  # the last one serves where rounding leaves something over
                    if pick < length:
                        break
                    pick -= length
            laid[place] |= card
            pick /= three[place]
            at -= _FEWER[place]
        found = list(self._known)
        for seat, cards in zip((*self._places, IN_SKAT), laid, strict=True):
            found[seat] |= cards
        return WorldMasks((found[0], found[1], found[2]), found[IN_SKAT])

    def _weight(self, odds: list[list[float]], world: WorldMasks) -> float:
        first, second = (world.hands[seat] for seat in self._places)
        weight = 1.0
        for card, three in zip(self._cards, odds, strict=True):
            weight *= three[0 if card & first else 1 if card & second else 2]
        return weight


def added(numbers: Iterable[float]) -> float:
    """Return a sum, added one after the other, so that every version of Python and the page round it alike."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def points_in(cards: int) -> int:
    """Return the card points of a set of cards written as a `mask`."""
    found = 0
    while cards:
        lowest = cards & -cards
        found += _WORTH[lowest]
        cards ^= lowest
    return found
