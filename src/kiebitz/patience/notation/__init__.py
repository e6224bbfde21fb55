"""Boards and solutions as text: every form that is read or written.

Whether a text makes sense is asked of `Setup` and of the referee. Each name is fetched when it is first asked for, so
that who writes a solution need not wait for the readers of boards.
"""

from __future__ import annotations

from kiebitz import _fetched

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.patience.notation.boards import BOARD_FORMATS, format_board, parse_board
    from kiebitz.patience.notation.header import Header
    from kiebitz.patience.notation.solutions import (
        SOLUTION_FORMATS,
        Solution,
        format_moves,
        format_solution,
        implied_count,
        is_solution,
        move_between,
        parse_header,
        parse_move,
        parse_solution,
        under_autoplay,
    )

__all__ = [
    "BOARD_FORMATS",
    "SOLUTION_FORMATS",
    "Header",
    "Solution",
    "format_board",
    "format_moves",
    "format_solution",
    "implied_count",
    "is_solution",
    "move_between",
    "parse_board",
    "parse_header",
    "parse_move",
    "parse_solution",
    "under_autoplay",
]
_MODULE_OF = dict.fromkeys(__all__, "solutions") | {
    "BOARD_FORMATS": "boards",
    "Header": "header",
    "format_board": "boards",
    "parse_board": "boards",
}


def __getattr__(name: str) -> object:
    return _fetched(__name__, _MODULE_OF.get(name), name)
