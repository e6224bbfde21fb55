"""Boards as PNG pictures: the SVG of `svg`, turned into pixels.

The library that does so belongs to the extra `picture`, and is imported when the first picture is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import DependencyError
from kiebitz.render import svg
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.render.themes import Theme

#: How to get what is missing, for complaints.
HOW_TO_GET = "pip install 'kiebitz[picture]'"


def board(
    position: Position,
    title: str = "",
    theme: Theme = THEMES["light"],
    spelling: str = "english",
    moved: Collection[Card] = (),
    scale: float = 2,
) -> bytes:
    """Return a position as a PNG file, *scale* pixels to each unit of the SVG (12 units are the gap between columns).

    The other arguments are those of `svg.board`. A `DependencyError` where the extra `picture` is not installed.
    """
    return pixels(svg.board(position, title, theme, spelling, moved), scale)


def pixels(document: str, scale: float) -> bytes:
    """Return an SVG document as a PNG file, *scale* times as large as it says."""
    try:
        import resvg_py
    except ImportError:
        raise DependencyError("pictures in pixels need", "resvg-py", HOW_TO_GET) from None
    # What is drawn needs a font only for titles in scripts that `lettering` lacks; looking for fonts takes its time.
    return resvg_py.svg_to_bytes(svg_string=document, zoom=scale, skip_system_fonts="<text" not in document)
