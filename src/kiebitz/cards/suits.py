"""Colours, suits and ranks, with their English letters and their signs.

Which cards there are is for `kiebitz.cards.card`; how they are spelt, for `kiebitz.cards.spelling`.
"""

from __future__ import annotations

from enum import Enum, IntEnum

_RANK_LETTERS = "A23456789TJQK"
_SUIT_LETTERS = "CDHS"
_SUIT_SYMBOLS = "♣♦♥♠"


class Colour(Enum):
    """The colour of a suit."""

    BLACK = "black"
    RED = "red"

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


class Suit(IntEnum):
    """The four suits, in the order of Microsoft's deck."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def colour(self) -> Colour:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Colour.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK

    @property
    def letter(self) -> str:
        """The English letter: C D H S."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The filled symbol: ♣ ♦ ♥ ♠."""
        return _SUIT_SYMBOLS[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


class Rank(IntEnum):
    """The thirteen ranks; the ace counts one."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The English letter or digit: A 2 … 9 T J Q K."""
        return _RANK_LETTERS[self - 1]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()
