"""Piles: columns, free cells, foundations and the stock, with their letters and codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from kiebitz.cards import Suit
from kiebitz.errors import NumberRangeError
from kiebitz.patience.rule_options import MAX_CELLS, MAX_COLUMNS

#: Letters of standard notation; a cell is never `h`, which means home. The letters of columns 11 to 18 leave out signs
#: with another meaning: `S` is the stock, `V` precedes a count, `O` looks like column 10, `T` tells a board in hearts
#: from moves home, and `U` undoes all moves in the terminal.
COLUMN_LETTERS = "1234567890NPQRWXYZ"
CELL_LETTERS = "abcdefgijklm"
HOME_LETTER = "h"
STOCK_LETTER = "s"

#: Codes of the first cell, the first foundation and the stock; columns begin at 0 (see `Pile.code`).
CELL_CODE = 32
FOUNDATION_CODE = 48
STOCK_CODE = 52


class PileKind(Enum):
    """The kinds of piles."""

    COLUMN = "column"
    CELL = "cell"
    FOUNDATION = "foundation"
    STOCK = "stock"

    def __repr__(self) -> str:
        return f"PileKind.{self.name}"


_CODES_AND_LETTERS = {
    PileKind.COLUMN: (0, COLUMN_LETTERS),
    PileKind.CELL: (CELL_CODE, CELL_LETTERS),
    PileKind.FOUNDATION: (FOUNDATION_CODE, HOME_LETTER * len(Suit)),
    PileKind.STOCK: (STOCK_CODE, STOCK_LETTER),
}


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile: its kind, and its index among those of its kind (a foundation's is its suit).

    Use `column`, `cell`, `foundation` and `STOCK`, which return the same object every time.

    >>> column(9).letter, cell(7).letter, foundation(Suit.HEARTS).letter
    ('0', 'i', 'h')
    >>> str(column(2)), str(cell(0)), str(foundation(Suit.SPADES))
    ('column 3', 'cell a', 'the spades foundation')
    """

    kind: PileKind
    index: int = 0
    #: The pile's number in texts for programs.
    code: int = field(init=False, repr=False, compare=False)
    #: The pile's sign in standard notation; all foundations share `h`.
    letter: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        first, letters = _CODES_AND_LETTERS[self.kind]
        if not 0 <= self.index < len(letters):
            raise NumberRangeError(self.index, f"the index of a {self.kind.value}, 0 to {len(letters) - 1}")
        object.__setattr__(self, "code", first + self.index)
        object.__setattr__(self, "letter", letters[self.index])

    @property
    def sign(self) -> str:
        """The pile's sign as a source: its letter, for foundations followed by the suit's (`hs`)."""
        return self.letter + Suit(self.index).letter.lower() if self.kind is PileKind.FOUNDATION else self.letter

    def __str__(self) -> str:
        if self.kind is PileKind.FOUNDATION:
            return f"the {Suit(self.index)} foundation"
        return "the stock" if self.kind is PileKind.STOCK else f"{self.kind.value} {self.letter}"

    def __repr__(self) -> str:
        if self.kind is PileKind.STOCK:
            return "STOCK"
        index = repr(Suit(self.index)) if self.kind is PileKind.FOUNDATION else str(self.index)
        return f"{self.kind.value}({index})"


_COLUMNS, _CELLS, _FOUNDATIONS, _STOCK = [
    [Pile(kind, index) for index in range(len(letters))] for kind, (_, letters) in _CODES_AND_LETTERS.items()
]

#: The cards not dealt yet (`marseille`).
STOCK = _STOCK[0]

_BY_CODE = {pile.code: pile for pile in (*_COLUMNS, *_CELLS, *_FOUNDATIONS, STOCK)}


def column(index: int) -> Pile:
    """Return the column with this index; a `NumberRangeError` outside 0 to 17."""
    return _COLUMNS[index] if 0 <= index < MAX_COLUMNS else Pile(PileKind.COLUMN, index)


def cell(index: int) -> Pile:
    """Return the free cell with this index; a `NumberRangeError` outside 0 to 11."""
    return _CELLS[index] if 0 <= index < MAX_CELLS else Pile(PileKind.CELL, index)


def foundation(suit: Suit) -> Pile:
    """Return the foundation of this suit."""
    return _FOUNDATIONS[suit]


def from_code(code: int) -> Pile:
    """Return the pile with this code; a `NumberRangeError` for an unknown code."""
    pile = _BY_CODE.get(code)
    if pile is None:
        raise NumberRangeError(code, "the code of a pile: 0 to 17, 32 to 43, 48 to 51 or 52")
    return pile
