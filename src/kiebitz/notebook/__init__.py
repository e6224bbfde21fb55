"""A playable board for notebooks: `from kiebitz.notebook import Board`.

`render.notebook` displays positions, results and studies.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kiebitz.notebook.board import Board

__all__ = ["Board"]


def __getattr__(name: str) -> object:
    # Import on demand: `game` works without the widget library.
    if name != "Board":
        raise AttributeError(f"module 'kiebitz.notebook' has no attribute {name!r}")
    from kiebitz.notebook.board import Board

    return Board
