"""Cards, their texts and the packs they come in.

Nothing here knows a game, a column or a rule: only what a card is and how it is written.
"""

from kiebitz.cards.card import Card, Colour, Rank, Suit
from kiebitz.cards.packs import PACKS, Pack

__all__ = ["PACKS", "Card", "Colour", "Pack", "Rank", "Suit"]
