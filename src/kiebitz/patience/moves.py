"""Moves: one or more cards from one pile to another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kiebitz.patience.piles import Pile, from_code


@dataclass(frozen=True, slots=True)
class Move:
    """Move the last *count* cards of *source* onto *target*, in the same order.

    >>> from kiebitz.cards import Suit
    >>> from kiebitz.patience.piles import cell, column, foundation
    >>> str(Move(column(1), column(5), 3)), str(Move(column(4), cell(0)))
    ('26', '5a')
    >>> str(Move(foundation(Suit.SPADES), column(4)))
    'hs5'
    """

    source: Pile
    target: Pile
    count: int = 1

    def __str__(self) -> str:
        return self.source.sign + self.target.letter

    def __repr__(self) -> str:
        count = f", {self.count}" if self.count != 1 else ""
        return f"Move({self.source!r}, {self.target!r}{count})"


@lru_cache(maxsize=1 << 14)  # larger than the number of moves; a search meets the same few again and again
def move_of_codes(source: int, target: int, count: int) -> Move:
    """Return the move between the piles with these codes: the same object every time.

    >>> move_of_codes(1, 48, 1)
    Move(column(1), foundation(Suit.CLUBS))
    """
    return Move(from_code(source), from_code(target), count)
