"""Positions that differ only in the order of columns and cells are one: their common form, and the way back.

What is known of one of them is known of all; a line is told in the piles of its own position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.piles import CELL_CODE, STOCK_CODE
from kiebitz.patience.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

_EMPTY = 64  # after all cards


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the piles of a position lie in its common form: for each column and cell there, which one it is here."""

    columns: tuple[int, ...]
    cells: tuple[int, ...]

    def here(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Return moves of the common form as moves of the position."""
        codes = list(range(STOCK_CODE + 1))
        codes[: len(self.columns)] = self.columns
        codes[CELL_CODE : CELL_CODE + len(self.cells)] = [CELL_CODE + index for index in self.cells]
        return tuple(move_of_codes(codes[move.source.code], codes[move.target.code], move.count) for move in moves)

    def inverse(self) -> Arrangement:
        """Return the way back: `here` then takes moves of the position to the common form."""
        return Arrangement(_inverse(self.columns), _inverse(self.cells))


def canonical(position: Position) -> tuple[Position, Arrangement]:
    """Return the common form of all positions with the same columns and cells, in whatever order, and the way back.

    >>> from kiebitz.patience.dealing import deal
    >>> one = deal(617)
    >>> other = Position(one.rules, one.foundations, one.cells, one.columns[::-1])
    >>> canonical(one)[0] == canonical(other)[0]
    True
    """
    columns, down, cells = position.columns, position.face_down, position.cells
    # Each card is there once, so the first card of a column says which one it is.
    by_cards = sorted(range(len(columns)), key=lambda index: columns[index][0].index if columns[index] else _EMPTY)
    by_card = sorted(range(len(cells)), key=lambda index: _EMPTY if (card := cells[index]) is None else card.index)
    common = Position(
        position.rules,
        position.foundations,
        tuple(cells[index] for index in by_card),
        tuple(columns[index] for index in by_cards),
        position.stock,
        tuple(down[index] for index in by_cards),
    )
    return common, Arrangement(tuple(by_cards), tuple(by_card))


def _inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    back = [0] * len(order)
    for place, index in enumerate(order):
        back[index] = place
    return tuple(back)
