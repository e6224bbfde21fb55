"""Discards by rule of thumb: the 66 pairs that a declarer may put down, the likely good ones first.

It is an order to begin with; `worlds` finds the better discard by playing worlds out.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from kiebitz.cards import Rank, Suit
from kiebitz.skat.contract import Game
from kiebitz.skat.trick import POINTS, is_trump

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.cards import Card

_NULL_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
# In card points, roughly: what a card is worth in the hand. A trump is hardly ever better in the skat.
_TRUMP, _VOID = 14, 6
_ACE, _TEN_WITH_ACE, _TEN_WITH_KING, _TEN_GUARDED, _TEN_BARE = 14, 12, 6, 2, -6
_LOSER, _LOSER_UNDER_ACE, _LONG_CARD = -7, -4, 5
_LONG = 4


def ranked_discards(cards: Iterable[Card], game: Game) -> list[tuple[Card, Card]]:
    """Return all pairs of these cards, the likely best discard first.

    >>> from kiebitz.cards import Card
    >>> hand = map(Card.parse, "JC JS JH AC TC KC 9C 8C AS TS QD 7H".split())
    >>> ranked_discards(hand, Game.CLUBS)[0]
    (Card.parse('7H'), Card.parse('QD'))
    """
    ordered = sorted(cards)
    return sorted(combinations(ordered, 2), key=lambda pair: (-_worth(ordered, pair, game), pair))


def _worth(cards: Sequence[Card], pair: tuple[Card, Card], game: Game) -> int:
    kept = [card for card in cards if card not in pair]
    suits = [[card.rank for card in kept if card.suit is suit and not is_trump(game, card)] for suit in Suit]
    if game is Game.NULL:
        return -sum(map(_danger, suits))
    trumps = sum(is_trump(game, card) for card in kept)
    in_skat = sum(POINTS.get(card.rank, 0) for card in pair)
    side_suits = (suit for suit in Suit if suit is not game.suit)
    return in_skat + _TRUMP * trumps + sum(_suit_worth(suits[suit]) for suit in side_suits)


def _suit_worth(ranks: Sequence[Rank]) -> int:
    if not ranks:
        return _VOID
    ace, ten, king = (rank in ranks for rank in (Rank.ACE, Rank.TEN, Rank.KING))
    worth = _ACE if ace else 0
    if ten and ace:
        worth += _TEN_WITH_ACE
    elif ten:
        worth += _TEN_WITH_KING if king else _TEN_GUARDED if len(ranks) > 1 else _TEN_BARE
    others = len(ranks) - ace - ten
    if ace and ten and len(ranks) >= _LONG:
        return worth + _LONG_CARD * others
    return worth + others * (_LOSER_UNDER_ACE if ace else _LOSER)


def _danger(ranks: Sequence[Rank]) -> int:
    """Return how likely a suit takes a trick in Null: it is safe if its cards lie no higher than 7, 9, J, K."""
    places = sorted(map(_NULL_ORDER.index, ranks))
    return sum(max(0, place - 2 * number) ** 2 for number, place in enumerate(places))
