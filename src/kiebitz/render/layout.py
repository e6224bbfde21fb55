"""Where the cards of a position lie in a picture: one layout for SVG, for the frames of replays and for the player.

Only places are worked out here; nothing is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.render.faces import HEIGHT, STRIP, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.cards import Card, Suit
    from kiebitz.patience.position import Position

MARGIN = 18
_GAP = 12
_BESIDE = 62  # how much of a covered card is seen in the stock, where cards lie side by side
_TITLE = 30


class Place(NamedTuple):
    """A card with the corner of its place, and whether it lies face down."""

    card: Card
    x: int
    y: int
    face_down: bool


class Slot(NamedTuple):
    """A place for cards, empty or not, and the suit that belongs there, if one does."""

    x: int
    y: int
    suit: Suit | None


class Layout:
    """The measures of a picture that has room for each of these positions of one game, and for a title line.

    Free cells and stock lie above on the left, foundations above on the right, columns below. *lines* is the number of
    lines of text above the table.
    """

    def __init__(self, positions: Iterable[Position], lines: int = 0) -> None:
        boards = list(positions)
        first = boards[0]
        rules = self._rules = first.rules
        self._homes = tuple(rules.pack.suits)
        stock = max(len(position.stock) for position in boards)
        above = rules.cells + len(self._homes) + stock
        self.width = 2 * MARGIN + max(rules.columns, above) * (WIDTH + _GAP) - _GAP
        self._top = MARGIN + lines * _TITLE
        self._tableau = self._top + HEIGHT + 2 * _GAP
        self._left = (self.width - rules.columns * (WIDTH + _GAP) + _GAP) // 2
        tallest = max((len(column) for position in boards for column in position.columns), default=1)
        self.height = self._tableau + HEIGHT + max(tallest - 1, 0) * STRIP + MARGIN

    def slots(self) -> Iterator[Slot]:
        """Yield the places of free cells, foundations and columns."""
        for index in range(self._rules.cells):
            yield Slot(self._cell(index), self._top, None)
        for suit in self._homes:
            yield Slot(self._home(suit), self._top, suit)
        for index in range(self._rules.columns):
            yield Slot(self._column(index), self._tableau, None)

    def places(self, position: Position) -> Iterator[Place]:
        """Yield the cards of a position as they have to be drawn: what covers another card comes after it.

        Of a foundation only its last card is seen.
        """
        for index, card in enumerate(position.cells):
            if card is not None:
                yield Place(card, self._cell(index), self._top, False)
        for at, card in enumerate(reversed(position.stock)):
            # The next one lies on the others, to their right, where their ranks and suits can be seen.
            yield Place(card, self._cell(len(position.cells)) + _BESIDE * at, self._top, False)
        for suit in self._homes:
            if count := position.foundations[suit]:
                yield Place(self._rules.ladders[suit][count - 1], self._home(suit), self._top, False)
        for index, (column, down) in enumerate(zip(position.columns, position.face_down, strict=True)):
            for row, card in enumerate(column):
                yield Place(card, self._column(index), self._tableau + row * STRIP, row < down)

    def _cell(self, index: int) -> int:
        return MARGIN + index * (WIDTH + _GAP)

    def _home(self, suit: Suit) -> int:
        return self.width - MARGIN + _GAP - (len(self._homes) - self._homes.index(suit)) * (WIDTH + _GAP)

    def _column(self, index: int) -> int:
        return self._left + index * (WIDTH + _GAP)
