"""The geometry of the board in characters and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.cards import Suit
from kiebitz.patience.piles import HOME_LETTER, STOCK, Pile, PileKind, cell, column, foundation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

_MAX_PITCH = 9  # characters from one column to the next; wider is no easier to read
_MIN_PITCH = 4
_SPACIOUS_HEIGHT = 19  # lines, from which an empty line separates top row and columns
_MIN_ROWS = 5  # rows of the columns
_SHORT = 2  # characters of a card such as T♥
_MIN_WIDTH = 28


@dataclass(frozen=True, slots=True)
class Place:
    """A card on the board or an empty pile: its corner, its width, and the number of cards from it to the end."""

    pile: Pile
    card: Card | None
    x: int
    y: int
    width: int
    count: int = 1
    face_down: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside the cards: a pile's letter, or the number of cards not shown."""

    text: str
    x: int
    y: int
    width: int


class Layout:
    """The places of a position's cards on a board of a given size.

    A column too long for the board shows its first cards side by side or, if these do not fit either, their number.
    """

    def __init__(self, position: Position, width: int, height: int) -> None:
        rules = position.rules
        pitch = min(_MAX_PITCH, width // rules.columns)
        self._left = max(0, width - pitch * rules.columns) // 2
        self._wide = pitch - (2 if pitch > 7 else 1)
        needed = 5 if any(rules.face_down) else 3
        self._short = self._wide < needed
        self.places: list[Place] = []
        self.labels: list[Label] = []
        gap = int(height >= _SPACIOUS_HEIGHT)
        top = self._lay_top(position, width, pitch, gap)
        self._lay_columns(position, pitch, top + gap, height)
        self._spots: dict[Pile, Place] = {place.pile: place for place in self.places}
        self._spots |= {place.pile: place for place in self.places if place.pile is STOCK and place.count}

    def at(self, x: int, y: int) -> Place | None:
        """Return the place at these coordinates; below a column, the place of its last card."""
        for place in self.places:
            if place.y == y and place.x <= x < place.x + place.width:
                return place
        for place in self._spots.values():
            if place.pile.kind is PileKind.COLUMN and place.y < y and place.x <= x < place.x + place.width:
                return place
        return None

    def end_of(self, pile: Pile) -> Place | None:
        """Return the place of a pile's last card, or of the empty pile."""
        return self._spots.get(pile)

    def nearest(self, origin: Pile, piles: Sequence[Pile]) -> Pile:
        """Return the horizontally nearest of these piles to another one."""
        middle = self._middle(origin)
        return min(piles, key=lambda pile: abs(self._middle(pile) - middle))

    def _middle(self, pile: Pile) -> float:
        place = self._spots[pile]
        return place.x + place.width / 2

    def _lay_top(self, position: Position, width: int, pitch: int, y: int) -> int:
        """Lay out cells, stock and foundations in one or two rows, and return the line below them."""
        rules = position.rules
        left = [*(cell(index) for index in range(rules.cells)), *[STOCK] * rules.stock]
        right = [foundation(suit) for suit in rules.pack.suits]
        one_row = len(left) + len(right)
        pitch_of_row = min(pitch, width // one_row)
        rows = [(left, right)]
        if pitch_of_row < _MIN_PITCH and left:
            pitch_of_row = min(pitch, width // max(len(left), len(right)))
            rows = [(left, []), ([], right)]
        wide = min(self._wide, pitch_of_row - 1)
        edge = max(self._left + pitch * rules.columns, self._left + pitch_of_row * one_row * (len(rows) == 1))
        start = min(self._left, max(0, width - pitch_of_row * one_row)) if len(rows) == 1 else self._left
        edge = min(edge, width)
        for lefts, rights in rows:
            for index, pile in enumerate(lefts):
                self._lay_left(position, pile, start + index * pitch_of_row, y, wide, index - rules.cells)
            first = edge - len(rights) * pitch_of_row + (pitch - self._wide - 1 if pitch > 7 else 0)
            for index, pile in enumerate(rights):
                home = position.foundations[pile.index]
                card = rules.ladders[Suit(pile.index)][home - 1] if home else None
                x = first + index * pitch_of_row
                self.places.append(Place(pile, card, x, y + 1, wide, int(home > 0), short=wide < 3))
                self.labels.append(Label(HOME_LETTER, x, y, wide))
            y += 2
        return y

    def _lay_left(self, position: Position, pile: Pile, x: int, y: int, wide: int, of_stock: int) -> None:
        if pile is STOCK:
            card = position.stock[of_stock] if of_stock < len(position.stock) else None
            count = int(of_stock == 0 and card is not None)
            if of_stock == 0:
                self.labels.append(Label(STOCK.letter, x, y, wide))
        else:
            card = position.cells[pile.index]
            count = int(card is not None)
            self.labels.append(Label(pile.letter, x, y, wide))
        self.places.append(Place(pile, card, x, y + 1, wide, count, short=wide < 3))

    def _lay_columns(self, position: Position, pitch: int, y: int, height: int) -> None:
        for index, cards in enumerate(position.columns):
            pile = column(index)
            x = self._left + index * pitch
            self.labels.append(Label(pile.letter, x, y, self._wide))
            if cards:
                self._lay_column(pile, cards, position.face_down[index], x, y + 1, max(1, height - y - 1))
            else:
                self.places.append(Place(pile, None, x, y + 1, self._wide, 0))

    def _lay_column(self, pile: Pile, cards: Sequence[Card], down: int, x: int, y: int, rows: int) -> None:
        length = len(cards)
        packed = self._packed(length, down, rows)
        visible = length
        if length > rows and not packed:
            visible = rows - 1
            self.labels.append(Label(f"+{length - visible}", x, y, self._wide))
            y += 1
        narrow, side_by_side = self._side_by_side(down)
        for index, (at_x, at_y) in enumerate(_grid(visible, packed, side_by_side, narrow + 1), length - visible):
            in_packed = at_y < packed
            wide = narrow if in_packed else self._wide
            short = self._short or in_packed
            card = cards[index]
            self.places.append(Place(pile, card, x + at_x, y + at_y, wide, length - index, index < down, short))

    def _packed(self, length: int, down: int, rows: int) -> int:
        """Return how many of a column's first rows hold several cards; 0 if none need to, or if all are not enough."""
        _, side_by_side = self._side_by_side(down)
        if length <= rows or side_by_side == 1:
            return 0
        packed = -((rows - length) // (side_by_side - 1))
        return packed if packed < rows else 0

    def _side_by_side(self, down: int) -> tuple[int, int]:
        """Return the width of a card beside others, and how many fit."""
        narrow = _SHORT + (2 if down else 0)
        return narrow, max(1, (self._wide + 1) // (narrow + 1))


def _grid(count: int, packed: int, side_by_side: int, step: int) -> Iterator[tuple[int, int]]:
    """Yield the places of a column's cards: the first *packed* rows hold several, later rows one card each."""
    in_packed = min(count, packed * side_by_side)
    # Rows that hold several cards are only filled as needed, because the remaining cards must fill their own rows.
    for index in range(count):
        if index < in_packed:
            yield index % side_by_side * step, index // side_by_side
        else:
            yield 0, packed + index - in_packed


def minimum_size(rules: Rules) -> tuple[int, int]:
    """Return the smallest width and height of a board on which this game can be played."""
    left, right = rules.cells + rules.stock, len(rules.pack.suits)
    width = max(_MIN_WIDTH, rules.columns * _MIN_PITCH, left * 3)
    rows = 2 if width // (left + right) >= _MIN_PITCH or not left else 4
    return width, rows + 1 + _MIN_ROWS
