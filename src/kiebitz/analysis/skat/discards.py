"""Discards by rule of thumb: the 66 pairs that a declarer may put down, the likely good ones first.

It is an order to begin with; `worlds` finds the better discard by playing worlds out.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.parameters import PARAMETERS
from kiebitz.cards import Rank, Suit
from kiebitz.skat.contract import Game
from kiebitz.skat.trick import POINTS, is_trump

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card

_NULL_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
_WORTH = PARAMETERS.discards


def ranked_discards(cards: Iterable[Card], game: Game) -> list[tuple[Card, Card]]:
    """Return all pairs of these cards, the likely best discard first.

    >>> from kiebitz.cards import Card
    >>> hand = map(Card.parse, "JC JS JH AC TC KC 9C 8C AS TS QD 7H".split())
    >>> ranked_discards(hand, Game.CLUBS)[0]
    (Card.parse('7H'), Card.parse('QD'))
    """
    ordered = sorted(cards)
    suit_of = {card: None if is_trump(game, card) else card.suit for card in ordered}
    held = {suit: tuple(card.rank for card in ordered if suit_of[card] is suit) for suit in Suit if suit != game.suit}
    worth = _safety if game is Game.NULL else _suit_worth
    whole = {suit: worth(ranks) for suit, ranks in held.items()}

    def change(pair: tuple[Card, Card]) -> int:
        """Return by how much the cards are worth more with the pair in the skat than with all twelve in the hand."""
        gone: dict[Suit, tuple[Rank, ...]] = {}
        found = 0
        for card in pair:
            suit = suit_of[card]
            found += 0 if game is Game.NULL else POINTS[card.rank]
            if suit is None:
                found -= _WORTH.trump
            else:
                gone[suit] = (*gone.get(suit, ()), card.rank)
        for suit, ranks in gone.items():
            found += worth(tuple(rank for rank in held[suit] if rank not in ranks)) - whole[suit]
        return found

    return sorted(combinations(ordered, 2), key=lambda pair: (-change(pair), pair))


@cache
def _suit_worth(ranks: tuple[Rank, ...]) -> int:
    if not ranks:
        return _WORTH.void
    ace, ten, king = (rank in ranks for rank in (Rank.ACE, Rank.TEN, Rank.KING))
    worth = _WORTH.ace if ace else 0
    if ten and ace:
        worth += _WORTH.ten_with_ace
    elif ten:
        worth += _WORTH.ten_with_king if king else _WORTH.ten_guarded if len(ranks) > 1 else _WORTH.ten_bare
    others = len(ranks) - ace - ten
    if ace and ten and len(ranks) >= _WORTH.long:
        return worth + _WORTH.long_card * others
    return worth + others * (_WORTH.loser_under_ace if ace else _WORTH.loser)


@cache
def _safety(ranks: tuple[Rank, ...]) -> int:
    """Return how safe a suit is in Null, 0 at best: its cards should lie no higher than 7, 9, J, K."""
    places = sorted(map(_NULL_ORDER.index, ranks))
    return -sum(max(0, place - 2 * number) ** 2 for number, place in enumerate(places))
