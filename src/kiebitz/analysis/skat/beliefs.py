"""The worlds that a seat takes for possible at a moment of a game: counted, drawn, and weighed by what was said.

A world is possible if it agrees with the seat's own cards, the cards played, and the suits that were not followed. All
such worlds are equally likely, unless `Listening` weighs them by bids, contract and skat.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import mask
from kiebitz.analysis.skat.parameters import PARAMETERS
from kiebitz.cards import PACKS, Rank, Suit
from kiebitz.skat.bidding import BIDS, NULL_VALUES
from kiebitz.skat.contract import TRUMP_GAMES, Game
from kiebitz.skat.hand import SKAT
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import JACKS, POINTS, is_trump, must_follow
from kiebitz.skat.view import seats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kiebitz.analysis.skat.encoding import Masks
    from kiebitz.deals.shuffles import SplitMix64
    from kiebitz.skat.view import Course, View

_PACK = tuple(sorted(PACKS["32"]))
_BITS = {card: mask((card,)) for card in _PACK}


@dataclass(frozen=True, slots=True)
class World:
    """Where the cards may lie: three hands as `mask` writes them, that of the seat itself among them, and the skat."""

    hands: Masks
    skat: int


class Beliefs:
    """The worlds that agree with what a seat has seen.

    >>> from kiebitz.skat.contract import Contract
    >>> from kiebitz.skat.hand import read_hand
    >>> from kiebitz.skat.view import View
    >>> hand = read_hand("JC JS JD AC KC 9C AS 7H QD 8D")
    >>> Beliefs(View(Seat.FOREHAND, hand, declarer=Seat.FOREHAND, contract=Contract(Game.CLUBS, hand=True))).count
    42678636
    """

    def __init__(self, view: View, seen: Course | None = None) -> None:
        self._own = mask(view.hand)
        self._seat = view.seat
        game = view.announced.game
        course = seen or view.course
        hidden = set(_PACK) - {*view.hand, *view.skat, *view.shown, *view.played}
        sizes = view.sizes(course)
        self._fixed = [0, 0, 0]
        self._fixed[view.seat] = self._own
        open_seat = view.declarer if view.shown else None
        if open_seat is not None:
            self._fixed[open_seat] = mask(view.shown)
        self._places = [seat for seat in Seat if seat not in (view.seat, open_seat)]
        self._skat = mask(view.skat)
        room = [sizes[seat] for seat in self._places] + [0]
        self._room = room[0], room[1]
        self._in_skat = 0 if view.skat else SKAT
        kinds: dict[Suit | None, list[int]] = {}
        for card in sorted(hidden):
            kinds.setdefault(must_follow(game, card), []).append(_BITS[card])
        self._kinds = list(kinds.values())
        lacks = [course.lacks[seat] for seat in self._places] + [frozenset[Suit | None]()]
        self._may = [(kind not in lacks[0], kind not in lacks[1]) for kind in kinds]
        self._ways: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        self.count = self._total(0, *self._room)

    def _total(self, at: int, first: int, second: int) -> int:
        return sum(ways for ways, _, _ in self._splits(at, first, second))

    def _splits(self, at: int, first: int, second: int) -> list[tuple[int, int, int]]:
        """Return how the cards of a kind may be split: the number of worlds that follow, and how many go to whom.

        *first* and *second* are the places still free in the two hands; what is left over goes to the skat.
        """
        if at == len(self._kinds):
            return [(1, 0, 0)] if first == second == 0 else []
        key = at, first, second
        found = self._ways.get(key)
        if found is None:
            number = len(self._kinds[at])
            left = sum(map(len, self._kinds[at:]))
            free = self._in_skat - (sum(map(len, self._kinds)) - left) + (sum(self._room) - first - second)
            found = []
            for one in range(min(first, number if self._may[at][0] else 0) + 1):
                for two in range(min(second, number - one if self._may[at][1] else 0) + 1):
                    if number - one - two > free:
                        continue
                    ways = comb(number, one) * comb(number - one, two) * self._total(at + 1, first - one, second - two)
                    if ways:
                        found.append((ways, one, two))
            self._ways[key] = found
        return found

    def draw(self, generator: SplitMix64) -> World:
        """Return a world, each as likely as the next."""
        first, second = self._room
        hands, skat = [0, 0], self._skat
        for at, cards in enumerate(self._kinds):
            splits = self._splits(at, first, second)
            pick = generator.below(sum(ways for ways, _, _ in splits)) if len(splits) > 1 else 0
            for ways, one, two in splits:  # noqa: B007  the last one serves where no other does
                if pick < ways:
                    break
                pick -= ways
            order = list(cards)
            for place in range(min(one + two, len(order) - 1)):
                other = place + generator.below(len(order) - place)
                order[place], order[other] = order[other], order[place]
            hands[0] |= sum(order[:one])
            hands[1] |= sum(order[one : one + two])
            skat |= sum(order[one + two :])
            first, second = first - one, second - two
        return self._world(hands, skat)

    def all(self) -> Iterator[World]:
        """Yield every world once."""
        yield from self._each(0, *self._room, (0, 0), self._skat)

    def _each(self, at: int, first: int, second: int, hands: tuple[int, int], skat: int) -> Iterator[World]:
        if at == len(self._kinds):
            if first == second == 0:
                yield self._world(hands, skat)
            return
        cards = self._kinds[at]
        whole = sum(cards)
        for _, one, two in self._splits(at, first, second):
            for mine in map(sum, combinations(cards, one)):
                rest = [card for card in cards if not card & mine]
                for other in map(sum, combinations(rest, two)):
                    more = hands[0] | mine, hands[1] | other
                    left = skat | whole & ~mine & ~other
                    yield from self._each(at + 1, first - one, second - two, more, left)

    def _world(self, hands: Sequence[int], skat: int) -> World:
        found = list(self._fixed)
        for seat, cards in zip(self._places, hands, strict=False):
            found[seat] = cards
        return World((found[0], found[1], found[2]), skat)


def worlds_of(
    beliefs: Beliefs, number: int, generator: SplitMix64, weight: Callable[[World], float] | None = None
) -> list[tuple[World, float]]:
    """Return worlds and how often each counts: *number* in all, or each once where there are no more.

    With a *weight* five times as many are drawn, and each of these counts as often as its weight has it (systematic
    resampling); where all are there, each counts its weight.
    """
    if beliefs.count <= number:
        return [(world, weight(world) if weight else 1.0) for world in beliefs.all()]
    if weight is None:
        return [(beliefs.draw(generator), 1.0) for _ in range(number)]
    drawn = [beliefs.draw(generator) for _ in range(PARAMETERS.drawn * number)]
    weights = [weight(world) for world in drawn]
    step = added(weights) / number
    found: list[tuple[World, float]] = []
    left = step * (generator.below(1 << 32) / (1 << 32))  # how far the next mark is
    for world, width in zip(drawn, weights, strict=True):
        marks = int((width - left) / step) + 1 if width > left else 0
        left += marks * step - width
        if marks:
            found.append((world, float(marks)))
    return found


def added(numbers: Iterable[float]) -> float:
    """Return a sum, added one after the other, so that every version of Python and the page round it alike."""
    total = 0.0
    for number in numbers:
        total += number
    return total


# --- what the others have said ---

_JACKS = mask(JACKS)
_ACES = mask(card for card in _PACK if card.rank is Rank.ACE)
_TRUMPS = {game: mask(card for card in _PACK if is_trump(game, card)) for game in Game}
_WORTH = {_BITS[card]: POINTS.get(card.rank, 0) for card in _PACK}
_TOP_JACKS = [_BITS[card] for card in JACKS]


def points_in(cards: int) -> int:
    """Return the card points of a set of cards written as a `mask`."""
    found = 0
    while cards:
        lowest = cards & -cards
        found += _WORTH[lowest]
        cards ^= lowest
    return found


def _matadors(hand: int) -> int:
    """Return the run of jacks held or missing, from the jack of clubs down."""
    has_first = bool(hand & _TOP_JACKS[0])
    run = 0
    for jack in _TOP_JACKS:
        if bool(hand & jack) is not has_first:
            break
        run += 1
    return run


def rough_bid(hand: int) -> int:
    """Return how high a plain player would bid on ten cards, 0 for a pass: by trumps, jacks and aces.

    A suit needs six trumps, or five with two jacks, and three jacks and aces; Grand five jacks and aces, two jacks
    among them; Null no dangerous card.
    """
    jacks = (hand & _JACKS).bit_count()
    run = _matadors(hand)
    best = 0
    for game in TRUMP_GAMES:
        trumps = (hand & _TRUMPS[game]).bit_count()
        high = jacks + (hand & _ACES & ~_TRUMPS[game]).bit_count()
        if game is Game.GRAND:
            plays = jacks >= 2 and high >= 5
        else:
            plays = high >= 3 and (trumps >= 6 or (trumps == 5 and jacks >= 2))
        if plays:
            best = max(best, game.base * (run + 1))
    if danger(hand) == 0:
        best = max(best, NULL_VALUES[False, False])
    return best


def danger(hand: int) -> int:
    """Return how many cards of a hand lie higher than is safe in Null: 7, 9, J, K are safe from the lowest up."""
    found = 0
    for suit in range(4):
        cards = hand >> 8 * suit & 0xFF
        number = 0
        while cards:
            lowest = (cards & -cards).bit_length() - 1
            found += lowest > 2 * number
            number += 1
            cards &= cards - 1
    return found


class Listening:
    """Weighs worlds by what the others said and announced; called with a world, it returns a weight above 0.

    Bids: a seat that bid more than its cards are worth by `rough_bid` is unlikely, and one that passed though they are
    worth more, too. The declarer's cards have to look like his game; where he put two cards down, trumps and aces are
    unlikely among them. People differ, so nothing is impossible.
    """

    def __init__(self, view: View) -> None:
        self._seat = view.seat
        self._declarer = view.declarer
        self._contract = view.announced
        self._played = [0, 0, 0]
        for card, seat in zip(view.played, seats_of(self._contract.game, view.played), strict=True):
            self._played[seat] |= _BITS[card]
        self._said = [0, 0, 0]  # the highest bid that a seat made or held
        self._refused: list[int | None] = [None, None, None]  # the lowest it would not
        asked = BIDS[0]
        for seat, word in view.words:
            if word == "p":
                self._refused[seat] = asked
            else:
                asked = int(word) if word != "y" else asked
                self._said[seat] = asked
        self._sees_skat = bool(view.skat)

    def __call__(self, world: World) -> float:
        weight = 1.0
        for seat in Seat:
            if seat == self._seat:
                continue
            hand = world.hands[seat] | self._played[seat]
            if seat == self._declarer:
                weight *= self._of_declarer(hand, world.skat)
                if not self._contract.hand:
                    continue  # which of the twelve he was dealt is not known
            worth = rough_bid(hand)
            refused = self._refused[seat]
            if self._said[seat] > worth:
                weight *= PARAMETERS.overbold
            if refused is not None and worth >= refused:
                weight *= PARAMETERS.overcautious
        return weight

    def _of_declarer(self, hand: int, skat: int) -> float:
        game = self._contract.game
        if game is Game.NULL:
            return _of(PARAMETERS.null_by_danger, danger(hand))
        trumps = (hand & _TRUMPS[game]).bit_count()
        aces = (hand & _ACES & ~_TRUMPS[game]).bit_count()
        strength = 2 * trumps + aces if game is Game.GRAND else trumps
        weight = _of(PARAMETERS.grand_by_strength if game is Game.GRAND else PARAMETERS.suit_by_trumps, strength)
        if not self._contract.hand and not self._sees_skat:
            for _ in range((skat & _TRUMPS[game]).bit_count()):
                weight *= PARAMETERS.trump_put
            for _ in range((skat & _ACES & ~_TRUMPS[game]).bit_count()):
                weight *= PARAMETERS.ace_put
        return weight


def _of(table: Sequence[float], number: int) -> float:
    """Return the entry of a number, the last one for all that lie beyond."""
    return table[min(number, len(table) - 1)]
