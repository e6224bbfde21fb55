"""Cards, their spellings, and packs."""

from kiebitz.cards.card import Card
from kiebitz.cards.packs import PACKS, Pack
from kiebitz.cards.suits import Colour, Rank, Suit

__all__ = ["PACKS", "Card", "Colour", "Pack", "Rank", "Suit"]
