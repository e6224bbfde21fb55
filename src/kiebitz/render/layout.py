"""The layout of a position's cards, shared by SVG, the frames of replays and the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.cards import Suit
from kiebitz.patience import piles
from kiebitz.patience.piles import PileKind
from kiebitz.render.card_faces import HEIGHT, STRIP, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.cards import Card
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.position import Position

MARGIN = 18
_GAP = 12
_TITLE = 30

#: Offset of the next card of a pile, right and down. Cards of the stock lie to the right, with rank and suit visible.
STEPS = {PileKind.COLUMN: (0, STRIP), PileKind.CELL: (0, 0), PileKind.FOUNDATION: (0, 0), PileKind.STOCK: (62, 0)}


class Place(NamedTuple):
    """A card with the corner of its place."""

    card: Card
    x: int
    y: int
    face_down: bool


class Slot(NamedTuple):
    """A place for cards, and the suit that belongs there, if any."""

    x: int
    y: int
    suit: Suit | None


class Layout:
    """The layout of a picture that fits all of these positions of a game.

    *lines* is the number of lines of text above the table.
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

    def origin(self, pile: Pile) -> tuple[int, int]:
        """Return the corner of a pile's first card."""
        if pile.kind is PileKind.COLUMN:
            return self._left + pile.index * (WIDTH + _GAP), self._tableau
        if pile.kind is PileKind.FOUNDATION:
            from_right = len(self._homes) - self._homes.index(Suit(pile.index))
            return self.width - MARGIN + _GAP - from_right * (WIDTH + _GAP), self._top
        index = self._rules.cells if pile.kind is PileKind.STOCK else pile.index
        return MARGIN + index * (WIDTH + _GAP), self._top

    def piles(self) -> Iterator[Pile]:
        """Yield the piles of the game: cells, columns, foundations, and the stock, if any."""
        yield from map(piles.cell, range(self._rules.cells))
        yield from map(piles.column, range(self._rules.columns))
        yield from map(piles.foundation, self._homes)
        if self._rules.stock:
            yield piles.STOCK

    def slots(self) -> Iterator[Slot]:
        """Yield the places of cells, foundations and columns."""
        for index in range(self._rules.cells):
            yield Slot(*self.origin(piles.cell(index)), None)
        for suit in self._homes:
            yield Slot(*self.origin(piles.foundation(suit)), suit)
        for index in range(self._rules.columns):
            yield Slot(*self.origin(piles.column(index)), None)

    def places(self, position: Position) -> Iterator[Place]:
        """Yield the cards of a position in drawing order: a card follows those it covers.

        Foundations show only their last card.
        """
        for card, pile, row, face_down in lying(position):
            if pile.kind is not PileKind.FOUNDATION or row == position.foundations[pile.index] - 1:
                x, y = self.origin(pile)
                step = STEPS[pile.kind]
                yield Place(card, x + step[0] * row, y + step[1] * row, face_down)


def lying(position: Position) -> Iterator[tuple[Card, Pile, int, bool]]:
    """Yield every card with its pile, the number of cards below it, and whether it lies face down."""
    for index, card in enumerate(position.cells):
        if card is not None:
            yield card, piles.cell(index), 0, False
    for row, card in enumerate(reversed(position.stock)):
        yield card, piles.STOCK, row, False
    for suit in position.rules.pack.suits:
        for row, card in enumerate(position.rules.ladders[suit][: position.foundations[suit]]):
            yield card, piles.foundation(suit), row, False
    for index, (column, down) in enumerate(zip(position.columns, position.face_down, strict=True)):
        for row, card in enumerate(column):
            yield card, piles.column(index), row, row < down
