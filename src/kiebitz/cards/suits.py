"""Colours, suits and ranks, with their English letters and their signs.

Which cards there are is for `kiebitz.cards.card`; how they are spelt, for `kiebitz.cards.spelling`.
"""

from __future__ import annotations

from enum import Enum, IntEnum


class Colour(Enum):
    """The colour of a suit."""

    BLACK = "black"
    RED = "red"

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


class Suit(IntEnum):
    """The four suits, in the order of Microsoft's deck: English letter, filled symbol and colour of each."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    letter: str
    symbol: str
    colour: Colour

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


class Rank(IntEnum):
    """The thirteen ranks; the ace counts one, `letter` is A 2 … 9 T J Q K."""

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

    letter: str

    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


for _suit in Suit:
    _suit.letter, _suit.symbol = "CDHS"[_suit], "♣♦♥♠"[_suit]
    _suit.colour = Colour.RED if _suit in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK
for _rank in Rank:
    _rank.letter = " A23456789TJQK"[_rank]
