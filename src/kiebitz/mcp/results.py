"""The result of a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kiebitz.patience.position import Position


class ToolResult(NamedTuple):
    """An answer as a JSON object, and the board to show with it as a `png` or `svg` picture, or `none`."""

    data: dict[str, Any]
    position: Position | None = None
    title: str = ""
    picture: str = "none"
