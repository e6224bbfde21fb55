"""Colours, suits and ranks, with English letters and symbols."""

from __future__ import annotations

from enum import Enum, IntEnum


class Colour(Enum):
    """The colour of a suit."""

    BLACK = "black"
    RED = "red"

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


class Suit(IntEnum):
    """The four suits in the order of Microsoft's deck, each with an English letter, a filled symbol and a colour."""

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
    """The thirteen ranks, the ace as 1; `letter` is A 2 … 9 T J Q K."""

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
