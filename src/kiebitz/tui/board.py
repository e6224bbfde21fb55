"""The board as a widget: draws the cards of a position line by line and reports clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from kiebitz.patience.piles import PileKind
from kiebitz.tui.layout import Layout
from kiebitz.tui.themes import look_of

if TYPE_CHECKING:
    from textual.events import Click, Resize

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.tui.cursor import Cursor
    from kiebitz.tui.layout import Label, Place


class Board(Widget):
    """The board of a position; `show` changes it, `layout_now` locates its parts."""

    DEFAULT_CSS = "Board { height: 1fr; width: 1fr; }"

    class Clicked(Message):
        """A click on a card or an empty pile; `twice` marks the second click of a double click."""

        def __init__(self, place: Place, *, twice: bool) -> None:
            super().__init__()
            self.place = place
            self.twice = twice

    def __init__(self, position: Position, *, four_colours: bool = False) -> None:
        super().__init__()
        self.position = position
        self.four_colours = four_colours
        self.hide_faces = False
        self._picked: Cursor | None = None
        self._cursor: Cursor | None = None
        self.hinted: Move | None = None
        self._lines: dict[int, Strip] = {}
        self.layout_now = Layout(position, 80, 20)

    def show(
        self,
        position: Position,
        picked: Cursor | None = None,
        cursor: Cursor | None = None,
        hinted: Move | None = None,
    ) -> None:
        """Show a position with picked cards, cursor and hint."""
        self.position = position
        self._picked, self._cursor, self.hinted = picked, cursor, hinted
        self.redraw()

    def redraw(self) -> None:
        """Redraw the board."""
        size = self.size
        if size.width and size.height:
            self.layout_now = Layout(self.position, size.width, size.height)
        self._lines = self._render_lines()
        self.refresh()

    def on_resize(self, _event: Resize) -> None:
        """Recompute the layout."""
        self.redraw()

    def on_click(self, event: Click) -> None:
        """Report the clicked place."""
        place = self.layout_now.at(event.x, event.y)
        if place is not None:
            self.post_message(self.Clicked(place, twice=event.chain > 1))

    def render_line(self, y: int) -> Strip:
        """Return a line of the board."""
        return (self._lines.get(y) or Strip.blank(self.size.width)).apply_style(self.rich_style)

    def _render_lines(self) -> dict[int, Strip]:
        rows: dict[int, list[tuple[int, int, str, Style]]] = {}
        for label in self.layout_now.labels:
            rows.setdefault(label.y, []).append(self._label(label))
        for place in self.layout_now.places:
            rows.setdefault(place.y, []).append((place.x, place.width, self._text(place), self._style(place)))
        return {y: _strip(spans, self.size.width) for y, spans in rows.items()}

    def _label(self, label: Label) -> tuple[int, int, str, Style]:
        return label.x, label.width, label.text.center(label.width), Style.parse(look_of(self).label)

    def _text(self, place: Place) -> str:
        look, width = look_of(self), place.width
        if place.card is None:
            symbol = look.suits[place.pile.index] if place.pile.kind is PileKind.FOUNDATION else look.empty
            return symbol.center(width)
        if place.face_down and self.hide_faces:
            return (look.back * min(3, width)).center(width)
        is_short = place.short or width < 3 + 2 * place.face_down
        text = look.text(place.card, short=is_short)
        if place.face_down:
            return f"<{text}>".center(width)
        # Align ranks below each other: a ten extends one place to the left.
        return text.rjust(2 if is_short else 3).center(width)

    def _style(self, place: Place) -> Style:
        look = look_of(self)
        if place.card is None:
            style = Style.parse(look.slot)
        elif place.face_down:
            style = Style.parse(look.down)
        else:
            style = look.ink(place.card, four_colours=self.four_colours)
        if _covers(self._picked, place):
            style += Style.parse(look.picked)
        if self.hinted is not None and _hints(self.hinted, place, self.layout_now):
            style += Style.parse(look.hinted)
        if _covers(self._cursor, place):
            style += Style.parse(look.cursor)
        return style


def _covers(cursor: Cursor | None, place: Place) -> bool:
    if cursor is None or cursor.pile != place.pile:
        return False
    return place.count <= cursor.count and (place.count > 0 or place.pile.kind is not PileKind.STOCK)


def _hints(move: Move, place: Place, layout: Layout) -> bool:
    if place.pile == move.source:
        return 0 < place.count <= move.count
    return layout.end_of(move.target) == place


def _strip(spans: list[tuple[int, int, str, Style]], width: int) -> Strip:
    """Return a line with texts at their places and blanks between them."""
    segments: list[Segment] = []
    end = 0
    for x, span_width, text, style in sorted(spans, key=lambda span: span[0]):
        if x > end:
            segments.append(Segment(" " * (x - end)))
        segments.append(Segment(text[:span_width], style))
        end = x + span_width
    if end < width:
        segments.append(Segment(" " * (width - end)))
    return Strip(segments)
