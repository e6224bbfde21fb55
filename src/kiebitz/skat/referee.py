"""The referee of Skat: legality, reasons, tricks, results.

It does not use the kernel, so that a line is checked by other code than the search that found it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.cards import PACKS, Card
from kiebitz.errors import HandError, IllegalMoveError, InputError, NumberRangeError, shown
from kiebitz.skat.contract import Game
from kiebitz.skat.pack import HAND, SKAT, check_cards
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.trick import OUT_OF_SCHNEIDER, in_order, is_trump, legal_among, points, taking

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PACK = frozenset(PACKS["32"])
_SEATS = tuple(Seat)
_HANDS = tuple(f"{seat}'s hand" for seat in _SEATS)

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
ThreeCounts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Deal:
    """All 32 cards: ten in each hand, and two in the skat; a `HandError` otherwise.

    Hands are sorted.

    >>> hands = ["AC TC KC QC 9C 8C 7C AS TS KS", "QS 9S 8S 7S AH TH KH QH 9H 8H", "7H AD TD KD QD 9D 8D 7D JC JS"]
    >>> deal = Deal(tuple(tuple(map(Card.parse, hand.split())) for hand in hands), (Card.parse("JH"), Card.parse("JD")))
    >>> deal.play(Game.CLUBS, FOREHAND).refusal(Card.parse("JC"))
    'forehand does not hold JC'
    """

    hands: Hands
    skat: tuple[Card, ...]

    def __post_init__(self) -> None:
        if len(self.hands) != len(_SEATS):
            raise HandError("deal", f"{len(self.hands)} hands", "three and a skat")
        first, second, third = (
            tuple(sorted(check_cards(hand, HAND, f"{seat}'s hand")))
            for seat, hand in zip(Seat, self.hands, strict=True)
        )
        hands = first, second, third
        skat = tuple(sorted(check_cards(self.skat, SKAT, "the skat")))
        _check_different((*_places(hands), ("the skat", skat)))
        object.__setattr__(self, "hands", hands)
        object.__setattr__(self, "skat", skat)

    def exchanged(self, declarer: Seat, discard: Iterable[Card]) -> Deal:
        """Return the deal after the declarer took the skat and put down *discard*.

        A `HandError` names a card that the declarer does not hold.
        """
        declarer = _seat(declarer)
        new = check_cards(discard, SKAT, "discard")
        twelve = (*self.hands[declarer], *self.skat)
        for card in new:
            if card not in twelve:
                raise HandError("discard", f"{declarer} does not hold {card}", "two cards of the hand and the skat")
        hands = _with(self.hands, declarer, tuple(card for card in twelve if card not in new))
        return Deal(hands, new)

    def play(self, game: Game, declarer: Seat) -> Play:
        """Return the start of play: forehand leads."""
        return Play(game, declarer, self.hands, FOREHAND, skat=self.skat)


def _places(hands: Hands) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    return tuple(zip(_HANDS, hands, strict=True))


def _check_different(places: Sequence[tuple[str, tuple[Card, ...]]]) -> None:
    every = [card for _, cards in places for card in cards]
    if len(_PACK.intersection(every)) == len(every):
        return
    seen: dict[Card, str] = {}
    for where, cards in places:
        for card in cards:
            if card not in _PACK:
                raise HandError(where, f"{shown(card)} is not in the Skat pack", "7 8 9 10 J Q K or A of a suit")
            if card in seen:
                also = "there twice" if seen[card] == where else f"in {seen[card]} too"
                raise HandError(where, f"{card} is {also}", "each card once")
            seen[card] = where


@dataclass(frozen=True, slots=True)
class Play:
    """A state of play: hands, trick, turn, and each seat's points and tricks before this trick.

    A `HandError` unless all hands, with the cards in the trick, have the same size and all cards differ.
    """

    game: Game
    declarer: Seat
    hands: Hands
    turn: Seat
    trick: tuple[Card, ...] = ()
    skat: tuple[Card, ...] = ()
    points: ThreeCounts = (0, 0, 0)
    tricks: ThreeCounts = (0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "declarer", _seat(self.declarer))
        object.__setattr__(self, "turn", _seat(self.turn))
        if len(self.hands) != len(_SEATS):
            raise HandError("play", f"{len(self.hands)} hands", "three")
        if len(self.trick) >= len(_SEATS):
            raise HandError("the trick", f"{len(self.trick)} cards", "at most two, for a third one completes it")
        sizes = [len(hand) for hand in self.hands]
        for place in range(1, len(self.trick) + 1):
            sizes[self.turn - place] += 1
        _check_different((*_places(self.hands), ("the trick", self.trick), ("the skat", self.skat)))
        for seat, size in zip(_SEATS, sizes, strict=True):
            if size != sizes[0]:
                raise HandError(f"{seat}'s hand", f"{size} cards, the trick's included", f"{sizes[0]}, as forehand")

    @property
    def leader(self) -> Seat:
        """The seat that leads this trick."""
        return Seat((self.turn - len(self.trick)) % len(_SEATS))

    @property
    def is_over(self) -> bool:
        """Whether all cards are played, or the declarer took a trick in Null."""
        return not self.hands[self.turn] or (self.game is Game.NULL and self.tricks[self.declarer] > 0)

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that may be played now."""
        return () if self.is_over else legal_among(self.game, self.hands[self.turn], self.trick)

    @property
    def result(self) -> Result:
        """The points and tricks taken so far, the skat included."""
        defenders = [seat for seat in _SEATS if seat is not self.declarer]
        return Result(
            self.game,
            self.points[self.declarer] + points(self.skat),
            self.tricks[self.declarer],
            sum(self.points[seat] for seat in defenders),
            sum(self.tricks[seat] for seat in defenders),
        )

    def refusal(self, card: Card) -> str | None:
        """Return the reason why *card* may not be played now, or `None`."""
        if not isinstance(card, Card):
            raise InputError("", f"{shown(card)} is not a card", "a Card, such as Card.parse('TS')")
        if self.is_over:
            return "the game is over: " + (
                "all cards are played" if self._is_empty else "the declarer took a trick in Null"
            )
        hand = self.hands[self.turn]
        if card not in hand:
            return f"{self.turn} does not hold {card}" if card in _PACK else f"{card} is not in the Skat pack"
        legal = legal_among(self.game, hand, self.trick)
        if card in legal:
            return None
        led = self.trick[0]
        suit = "trumps" if is_trump(self.game, led) else str(led.suit)
        return f"{suit} must be followed: {_or(in_order(self.game, legal))}"

    def after(self, card: Card) -> Play:
        """Return the state after *card*; an `IllegalMoveError` with the reason if the card is illegal."""
        reason = self.refusal(card)
        if reason is not None:
            raise IllegalMoveError(reason, card)
        hands = _with(self.hands, self.turn, tuple([held for held in self.hands[self.turn] if held is not card]))
        trick = (*self.trick, card)
        if len(trick) < len(_SEATS):
            return self._on(hands, self.turn.next, trick, self.points, self.tricks)
        taker = Seat((self.leader + taking(self.game, trick)) % len(_SEATS))
        counts = _plus(self.points, taker, points(trick))
        return self._on(hands, taker, (), counts, _plus(self.tricks, taker, 1))

    def _on(self, hands: Hands, turn: Seat, trick: tuple[Card, ...], points: ThreeCounts, tricks: ThreeCounts) -> Play:
        """Return the state after a legal card, without the checks of the constructor."""
        play = object.__new__(Play)
        put = object.__setattr__
        put(play, "game", self.game)
        put(play, "declarer", self.declarer)
        put(play, "hands", hands)
        put(play, "turn", turn)
        put(play, "trick", trick)
        put(play, "skat", self.skat)
        put(play, "points", points)
        put(play, "tricks", tricks)
        return play

    @property
    def _is_empty(self) -> bool:
        return not any(self.hands)


def _seat(number: int) -> Seat:
    if isinstance(number, Seat):
        return number
    if number not in tuple(Seat):
        raise NumberRangeError(number, "a seat: 0 forehand, 1 middlehand or 2 rearhand")
    return Seat(number)


def _with(hands: Hands, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    first, second, third = (hand if each is seat else hands[each] for each in _SEATS)
    return first, second, third


def _plus(counts: ThreeCounts, seat: Seat, more: int) -> ThreeCounts:
    first, second, third = (counts[each] + (more if each is seat else 0) for each in _SEATS)
    return first, second, third


def _or(cards: tuple[Card, ...]) -> str:
    names = [str(card) for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


@dataclass(frozen=True, slots=True)
class Result:
    """Card points, the declarer's with the skat, and tricks of the two sides.

    Schwarz is a side without a trick, whatever its points; schneider is a side with 30 points or fewer.
    """

    game: Game
    declarer_points: int
    declarer_tricks: int
    defender_points: int
    defender_tricks: int

    @property
    def declarer_is_schneider(self) -> bool:
        """Whether the declarer has 30 points or fewer."""
        return self.declarer_points < OUT_OF_SCHNEIDER

    @property
    def defenders_are_schneider(self) -> bool:
        """Whether the defenders have 30 points or fewer."""
        return self.defender_points < OUT_OF_SCHNEIDER

    @property
    def declarer_is_schwarz(self) -> bool:
        """Whether the declarer took no trick, which wins in Null."""
        return self.declarer_tricks == 0

    @property
    def defenders_are_schwarz(self) -> bool:
        """Whether the defenders took no trick."""
        return self.defender_tricks == 0

    @property
    def is_won(self) -> bool:
        """Whether play is won, announcements and bid apart: more than half the points, in Null no trick."""
        return self.declarer_is_schwarz if self.game is Game.NULL else self.declarer_points > self.defender_points


class Table:
    """A game in progress: cards are pushed and popped.

    >>> ending = Play(Game.NULL, FOREHAND, ((Card.parse("8C"),), (Card.parse("9C"),), (Card.parse("7D"),)), FOREHAND)
    >>> table = Table(ending)
    >>> [table.push(card) for card in map(Card.parse, ("8C", "9C", "7D"))]
    [None, None, Seat.MIDDLEHAND]
    >>> table.pop(), table.play.turn
    (Card.parse('7D'), Seat.REARHAND)
    """

    def __init__(self, play: Play) -> None:
        self._play = play
        self._before: list[tuple[Card, Play]] = []

    @property
    def play(self) -> Play:
        """The current state."""
        return self._play

    @property
    def history(self) -> tuple[Card, ...]:
        """All cards played at this table."""
        return tuple(card for card, _ in self._before)

    def push(self, card: Card) -> Seat | None:
        """Play *card* and return the taker if it completes the trick, else None.

        An `IllegalMoveError` with the card's number leaves the table unchanged.
        """
        try:
            after = self._play.after(card)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, card, len(self._before) + 1) from None
        self._before.append((card, self._play))
        self._play = after
        return None if self._play.trick else self._play.turn

    def pop(self) -> Card:
        """Take back the last card and return it; an `IndexError` if there is none."""
        card, self._play = self._before.pop()
        return card

    def peek(self) -> Card:
        """Return the last card played; an `IndexError` if there is none."""
        return self._before[-1][0]


def replay(play: Play, cards: Iterable[Card]) -> Play:
    """Return the state after *cards*; an `IllegalMoveError` names the first illegal card."""
    table = Table(play)
    for card in cards:
        table.push(card)
    return table.play
