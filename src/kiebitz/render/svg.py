"""Boards as SVG pictures: one file without external images, scripts or fonts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kiebitz.errors import visible
from kiebitz.render import card_faces, lettering
from kiebitz.render.layout import MARGIN, Layout
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.render.layout import Place
    from kiebitz.render.themes import Theme

_CAPITALS = 13  # height of a title's letters


def board(
    position: Position,
    title: str = "",
    theme: Theme = THEMES["light"],
    spelling: str = "english",
    moved: Collection[Card] = (),
) -> str:
    """Return a position as an SVG document: cells and stock above on the left, foundations on the right.

    Face-down cards show their back with rank and suit on it. *title* appears above the table and as the description for
    screen readers; *spelling* determines the letters of the cards, as in `kiebitz.cards.text`; cards in *moved* get a
    ring.
    """
    title = visible(title)  # XML has no control characters
    layout = Layout([position], lines=1 if title else 0)
    parts = [table(layout, position, theme, title)]
    parts += [card(place, theme, spelling, ring=place.card in moved) for place in layout.places(position)]
    name = escape(title or position.rules.title)
    size = f'viewBox="0 0 {layout.width} {layout.height}" width="{layout.width}" height="{layout.height}"'
    shown = [place.card for place in layout.places(position)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{name}">\n<title>{name}</title>\n'
        f"<defs>\n{card_faces.definitions(theme, shown, position.rules.pack.suits, spelling)}\n</defs>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def table(layout: Layout, position: Position, theme: Theme, title: str = "", *, every_slot: bool = False) -> str:
    """Return the table with its title and the outlines of its empty places, or of all places."""
    occupied = set() if every_slot else {(place.x, place.y) for place in layout.places(position)}
    parts = [f'<rect class="table" width="{layout.width}" height="{layout.height}" rx="10" fill="{theme.table}"/>']
    if title:
        parts.append(caption(title, MARGIN, MARGIN + 14, theme))
    for x, y, suit in layout.slots():
        if (x, y) not in occupied:
            parts.append(card_faces.slot(theme, x, y))
            if suit is not None:
                mark = card_faces.suit(suit, x + card_faces.WIDTH / 2 - 16, y + card_faces.HEIGHT / 2 - 16, 32)
                parts.append(f'<g fill="{theme.slot_edge}">{mark}</g>')
    return "\n".join(parts)


def caption(text: str, x: float, y: float, theme: Theme) -> str:
    """Return a line of text above the table, drawn; in a font if the alphabet lacks a letter."""
    if lettering.covers(text):
        return lettering.line(text, x, y, _CAPITALS, theme.title)
    font = (
        f"font-family=\"Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif\" font-size=\"{_CAPITALS + 4}\""
    )
    return f'<text x="{x:g}" y="{y:g}" fill="{theme.title}" {font}>{escape(text)}</text>'


def card(place: Place, theme: Theme, spelling: str = "english", *, ring: bool = False) -> str:
    """Return a card in its place."""
    kind = "card down" if place.face_down else "card"
    name = f"{place.card} face down" if place.face_down else str(place.card)
    attributes = f'transform="translate({place.x} {place.y})" class="{kind}" aria-label="{name}"'
    draw = card_faces.hidden if place.face_down else card_faces.face
    drawn = draw(place.card, theme, spelling, attributes)
    return drawn.removesuffix("</g>") + card_faces.ring(theme) + "</g>" if ring else drawn
