"""A common form of positions that differ only in the order of columns and cells, and its inverse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.piles import CELL_CODE, STOCK_CODE
from kiebitz.patience.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

_EMPTY = 64  # sorts after all cards


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The mapping from the piles of the common form to those of the position."""

    columns: tuple[int, ...]
    cells: tuple[int, ...]

    def here(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Return moves of the common form as moves of the position."""
        codes = list(range(STOCK_CODE + 1))
        codes[: len(self.columns)] = self.columns
        codes[CELL_CODE : CELL_CODE + len(self.cells)] = [CELL_CODE + index for index in self.cells]
        return tuple(move_of_codes(codes[move.source.code], codes[move.target.code], move.count) for move in moves)

    def inverse(self) -> Arrangement:
        """Return the mapping from the position to the common form."""
        return Arrangement(_inverse(self.columns), _inverse(self.cells))


def canonical(position: Position) -> tuple[Position, Arrangement]:
    """Return the common form of all positions with the same columns and cells, and the mapping back.

    >>> from kiebitz.patience.dealing import deal
    >>> one = deal(617)
    >>> other = Position(one.rules, one.foundations, one.cells, one.columns[::-1])
    >>> canonical(one)[0] == canonical(other)[0]
    True
    """
    columns, down, cells = position.columns, position.face_down, position.cells
    # Cards are unique, so its first card identifies a column.
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
