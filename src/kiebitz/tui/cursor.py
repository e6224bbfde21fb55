"""The cursor that the arrow keys move over the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.patience.piles import STOCK, Pile, PileKind, cell, column, foundation
from kiebitz.patience.referee import run_length
from kiebitz.patience.rule_options import Supermoves

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.tui.layout import Layout


@dataclass(frozen=True, slots=True)
class Cursor:
    """A pile and the number of selected cards at its end, 0 for an empty pile."""

    pile: Pile
    count: int = 1

    def on(self, position: Position) -> Cursor:
        """Return this cursor limited to the cards that can move together in a position."""
        return Cursor(self.pile, max(1, min(self.count, grabbable(position, self.pile))))

    def moved(self, direction: str, position: Position, layout: Layout, *, carrying: bool) -> Cursor:
        """Return the cursor one step *left*, *right*, *up* or *down*.

        Up a column, the cursor first extends over more cards that can move together, then goes to the piles above.
        While *carrying* picked cards, it goes there at once.
        """
        above = _above(position)
        columns = [column(index) for index in range(position.rules.columns)]
        in_column = self.pile.kind is PileKind.COLUMN
        if direction in ("left", "right"):
            row = columns if in_column else above
            step = 1 if direction == "right" else -1
            return Cursor(row[(row.index(self.pile) + step) % len(row)])
        if direction == "down":
            if not in_column:
                return Cursor(layout.nearest(self.pile, columns))
            return Cursor(self.pile, max(1, self.count - 1))
        if in_column and not carrying and self.count < grabbable(position, self.pile):
            return Cursor(self.pile, self.count + 1)
        return Cursor(layout.nearest(self.pile, above)) if in_column else self


def grabbable(position: Position, pile: Pile) -> int:
    """Return how many cards at the end of a pile can move together, regardless of the target."""
    if pile.kind is not PileKind.COLUMN:
        return 1
    if position.rules.supermoves is Supermoves.ANY:
        return len(position.columns[pile.index]) - position.face_down[pile.index]
    return run_length(position, pile.index)


def _above(position: Position) -> list[Pile]:
    rules = position.rules
    stock = [STOCK] if position.stock else []
    return [*map(cell, range(rules.cells)), *stock, *map(foundation, rules.pack.suits)]
