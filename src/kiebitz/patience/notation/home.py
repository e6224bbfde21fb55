"""What lies on the foundations, told by counts as positions hold it or by top cards as people write it.

Nothing here reads a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Suit

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules


def home_count(rules: Rules, card: Card) -> int:
    """Return how many cards of its suit are home when this card lies on top; 0 for a card that the game lacks."""
    return rules.steps[card] + 1 if card in rules.steps else 0


def top_cards(position: Position) -> dict[Suit, Card | None]:
    """Return the card on top of each foundation, None where it holds none."""
    ladders = position.rules.ladders
    return {suit: ladders[suit][count - 1] if (count := position.foundations[suit]) else None for suit in Suit}
