"""A table in pixels that shows the scenes of a replay and redraws only what changes.

Each card is drawn once and then pasted. The libraries are part of the extra `picture`.
"""

from __future__ import annotations

import io
from functools import cached_property
from typing import TYPE_CHECKING

from kiebitz.errors import DependencyError
from kiebitz.render import card_faces, lettering, svg
from kiebitz.render.layout import MARGIN
from kiebitz.render.png import HOW_TO_GET, pixels
from kiebitz.render.replay.scenes import GLIDES, layout_of, scenes
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from kiebitz.cards import Card
    from kiebitz.render.layout import Place
    from kiebitz.render.replay.frames import Replay
    from kiebitz.render.replay.scenes import Scene
    from kiebitz.render.themes import Theme

    #: Left, upper, right and lower edge in pixels.
    Box = tuple[int, int, int, int]

_CAPITALS = 13  # height of the counter's letters
_COUNTER = 150  # largest width of the counter


class Stage:
    """The table of one replay: `play` shows it scene by scene on `canvas`."""

    def __init__(self, replay: Replay, theme: Theme = THEMES["light"], scale: float = 1.0) -> None:
        try:
            from PIL import Image
        except ImportError:
            raise DependencyError("moving pictures need", "pillow", HOW_TO_GET) from None
        self._image = Image
        self._replay = replay
        self._theme = theme
        self._spelling = replay.spelling
        self._scale = scale
        self._layout = layout_of(replay)
        self._sprites: dict[object, Image.Image] = {}
        self._shown: frozenset[tuple[Place, bool]] = frozenset()
        self._counter = ""
        self.canvas = self._table.copy()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._table.size

    def play(self, speed: float = 1.0, glides: int = GLIDES) -> Iterator[tuple[Scene, list[Box]]]:
        """Yield each scene after drawing it, with the boxes of `canvas` that were redrawn."""
        for scene in scenes(self._replay, self._layout, speed, glides):
            yield scene, self._show(scene)

    def samples(self) -> Image:
        """Return a picture of all cards and the table, from which to choose the colours of a palette."""
        cards = [place.card for place in self._layout.places(self._replay.frames[0].position)]
        wide, high = self._pixel(card_faces.WIDTH) + 1, self._pixel(card_faces.HEIGHT) + 1
        sheet = self._image.new("RGB", (13 * wide, -(-len(cards) // 13) * high + self.size[1]), self._theme.table)
        for index, card in enumerate(cards):
            sprite = self._card(card, False, index % 9 == 0)
            sheet.paste(sprite, (index % 13 * wide, index // 13 * high), sprite)
        hidden = any(self._replay.frames[0].position.face_down)
        table = self._table.copy()
        if hidden:
            sprite = self._card(cards[0], True, False)
            table.paste(sprite, (0, 0), sprite)
        sheet.paste(table, (0, sheet.height - table.height))
        return sheet

    def _show(self, scene: Scene) -> list[Box]:
        shown = frozenset((place, place.card in scene.ringed) for place in scene.places)
        boxes = _united([self._box(place) for place, _ in shown ^ self._shown])
        for box in boxes:
            part = self._table.crop(box)
            for place in scene.places:
                x, y, right, lower = self._box(place)
                if x < box[2] and right > box[0] and y < box[3] and lower > box[1]:
                    sprite = self._card(place.card, place.face_down, place.card in scene.ringed)
                    part.paste(sprite, (x - box[0], y - box[1]), sprite)
            self.canvas.paste(part, box)
        self._shown = shown
        if scene.counter != self._counter:
            self._counter = scene.counter
            boxes.append(self._count(scene.counter))
        return boxes

    def _count(self, text: str) -> Box:
        wide = max(lettering.width(text, _CAPITALS), 1)
        edge = self._layout.width - MARGIN
        box = (self._pixel(edge - _COUNTER), 0, self._pixel(edge), self._pixel(MARGIN + 22))
        line = lettering.line(text, _COUNTER - wide, MARGIN + 14, _CAPITALS, self._theme.title)
        drawn = self._drawn(line, _COUNTER, MARGIN + 22)
        self.canvas.paste(self._table.crop(box), box)
        self.canvas.paste(drawn, box[:2], drawn)
        return box

    @cached_property
    def _table(self) -> Image:
        """The table with its title and all places empty."""
        position = self._replay.frames[0].position
        bare = svg.table(self._layout, position, self._theme, self._replay.title, every_slot=True)
        signs = f"<defs>{card_faces.definitions(self._theme, (), position.rules.pack.suits)}</defs>"
        drawn = self._drawn(signs + bare, self._layout.width, self._layout.height)
        table = self._image.new("RGB", drawn.size, self._theme.table)
        table.paste(drawn, (0, 0), drawn)
        return table

    def _card(self, card: Card, face_down: bool, ring: bool) -> Image:
        key = card, face_down, ring
        if key not in self._sprites:
            draw = card_faces.hidden if face_down else card_faces.face
            signs = f"<defs>{card_faces.definitions(self._theme, [card], (), self._spelling)}</defs>"
            marks = card_faces.ring(self._theme) if ring else ""
            drawing = signs + draw(card, self._theme, self._spelling) + marks
            self._sprites[key] = self._drawn(drawing, card_faces.WIDTH, card_faces.HEIGHT)
        return self._sprites[key]

    def _drawn(self, drawing: str, width: int, height: int) -> Image:
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        document = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawing}</svg>'
        return self._image.open(io.BytesIO(pixels(document, self._scale))).convert("RGBA")

    def _box(self, place: Place) -> Box:
        x, y = self._pixel(place.x), self._pixel(place.y)
        return x, y, x + self._pixel(card_faces.WIDTH) + 1, y + self._pixel(card_faces.HEIGHT) + 1

    def _pixel(self, units: float) -> int:
        return round(units * self._scale)


def _united(boxes: list[Box]) -> list[Box]:
    apart: list[Box] = []
    for box in boxes:
        grown = box
        while meeting := [other for other in apart if _overlap(grown, other)]:
            apart = [other for other in apart if other not in meeting]
            lefts, uppers, rights, lowers = zip(grown, *meeting, strict=True)
            grown = min(lefts), min(uppers), max(rights), max(lowers)
        apart.append(grown)
    return apart


def _overlap(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
