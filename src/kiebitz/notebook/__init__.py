"""For notebooks: a board to play on, to ask and to step through solutions, whose game Python holds.

`from kiebitz.notebook import Board`. How positions, results and studies show themselves is in `render.notebook`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kiebitz.notebook.board import Board

__all__ = ["Board"]


def __getattr__(name: str) -> object:
    # Only now: what a board shows and does, `game`, is of use without the library of widgets.
    if name != "Board":
        raise AttributeError(f"module 'kiebitz.notebook' has no attribute {name!r}")
    from kiebitz.notebook.board import Board

    return Board
