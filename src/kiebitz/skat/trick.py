"""Tricks under each of the six games: trumps, following suit, the taker, card points.

Order and points of the cards are those of the International Skat Order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.skat.contract import Game

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

#: Card points by rank; all 32 cards together have `ALL_POINTS`.
POINTS = dict.fromkeys(Rank, 0) | {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
ALL_POINTS = 120
#: Card points for the declarer to win, to make the defenders schneider, and not to be schneider.
TO_WIN, TO_MAKE_SCHNEIDER, OUT_OF_SCHNEIDER = 61, 90, 31

#: The four jacks, the highest first.
JACKS = tuple(Card(Rank.JACK, suit) for suit in (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS))

# The ranks of a suit from low to high.
_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_NULL_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)

_TRUMPS = {game: frozenset(card for card in PACKS["52"] if card.suit is game.suit or card in JACKS) for game in Game}
_TRUMPS[Game.NULL] = frozenset()


def points(cards: Iterable[Card]) -> int:
    """Return the card points of some cards.

    >>> points([Card.parse("TS"), Card.parse("JC"), Card.parse("9H")])
    12
    """
    return sum(POINTS[card.rank] for card in cards)


def is_trump(game: Game, card: Card) -> bool:
    """Return whether a card is trump: jacks and the game's suit, in Grand only jacks, in Null none."""
    return card in _TRUMPS[game]


def must_follow(game: Game, led: Card) -> Suit | None:
    """Return the suit that must follow a led card, or `None` for trumps.

    >>> must_follow(Game.GRAND, Card.parse("JC")), must_follow(Game.NULL, Card.parse("JC"))
    (None, Suit.CLUBS)
    """
    return None if is_trump(game, led) else led.suit


def follows(game: Game, led: Card, card: Card) -> bool:
    """Return whether *card* follows the led card."""
    return must_follow(game, led) is must_follow(game, card)


def legal_among(game: Game, hand: Collection[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand that may be added to the trick: those that follow, or any if none does."""
    if not trick:
        return tuple(hand)
    suit = must_follow(game, trick[0])
    return tuple([card for card in hand if must_follow(game, card) is suit]) or tuple(hand)


def taking(game: Game, trick: Sequence[Card]) -> int:
    """Return the index of the card that takes the trick so far.

    >>> taking(Game.HEARTS, [Card.parse("AC"), Card.parse("7H"), Card.parse("TC")])
    1
    """
    return max(range(len(trick)), key=lambda place: _strength(game, trick[0], trick[place]))


def _strength(game: Game, led: Card, card: Card) -> int:
    if is_trump(game, card):
        return 20 - JACKS.index(card) if card.rank is Rank.JACK else 10 + _ORDER.index(card.rank)
    if not follows(game, led, card):
        return -1
    return (_NULL_ORDER if game is Game.NULL else _ORDER).index(card.rank)


def in_order(game: Game, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards as players hold them: trumps first, then clubs to diamonds, high cards first."""
    return tuple(sorted(cards, key=lambda card: _place(game, card)))


def _place(game: Game, card: Card) -> tuple[int, int]:
    suit = -1 if is_trump(game, card) else (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS).index(card.suit)
    return suit, -_strength(game, card, card)
