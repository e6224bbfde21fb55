"""Boards and solutions as text: every form that is read or written.

Whether a text makes sense is asked of `Setup` and of the referee; nothing here knows a rule of its own.
"""

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
