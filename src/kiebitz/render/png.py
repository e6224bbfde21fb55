"""Boards as PNG pictures: rasterizes the SVG of `svg`.

The library is part of the extra `picture` and is imported for the first picture.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from kiebitz.errors import DependencyError
from kiebitz.render import svg
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.render.themes import Theme

#: Installation hint for error messages.
HOW_TO_GET = "pip install 'kiebitz[picture]'"


def board(
    position: Position,
    title: str = "",
    theme: Theme = THEMES["light"],
    spelling: str = "english",
    moved: Collection[Card] = (),
    scale: float = 2,
) -> bytes:
    """Return a position as a PNG file, *scale* pixels per unit of the SVG (12 units are the gap between columns).

    The other arguments are those of `svg.board`. A `DependencyError` without the extra `picture`.
    """
    return pixels(svg.board(position, title, theme, spelling, moved), scale)


def image(position: Position) -> Any:
    """Return a position as an RGB image of Pillow, one pixel per unit of the SVG; errors as in `board`."""
    try:
        from PIL import Image
    except ImportError:
        raise DependencyError("pictures in pixels need", "pillow", HOW_TO_GET) from None
    return Image.open(BytesIO(board(position, scale=1))).convert("RGB")


def pixels(document: str, scale: float) -> bytes:
    """Return an SVG document as a PNG file at *scale*."""
    try:
        import resvg_py
    except ImportError:
        raise DependencyError("pictures in pixels need", "resvg-py", HOW_TO_GET) from None
    # Only titles in scripts that `lettering` lacks need fonts, and loading fonts is slow.
    return resvg_py.svg_to_bytes(svg_string=document, zoom=scale, skip_system_fonts="<text" not in document)
