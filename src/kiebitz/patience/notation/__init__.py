"""Boards and solutions as text: all forms that are read or written.

Each name is imported on first use, so that writing a solution does not load the readers of boards.
"""

from __future__ import annotations

from kiebitz import _fetched

TYPE_CHECKING = False  # true for type checkers; importing `typing` would slow every start
if TYPE_CHECKING:
    from kiebitz.patience.notation.boards import BOARD_FORMATS as BOARD_FORMATS
    from kiebitz.patience.notation.boards import format_board as format_board
    from kiebitz.patience.notation.boards import parse_board as parse_board
    from kiebitz.patience.notation.header import Header as Header
    from kiebitz.patience.notation.solutions import SOLUTION_FORMATS as SOLUTION_FORMATS
    from kiebitz.patience.notation.solutions import Solution as Solution
    from kiebitz.patience.notation.solutions import format_moves as format_moves
    from kiebitz.patience.notation.solutions import format_solution as format_solution
    from kiebitz.patience.notation.solutions import implied_count as implied_count
    from kiebitz.patience.notation.solutions import is_solution as is_solution
    from kiebitz.patience.notation.solutions import move_between as move_between
    from kiebitz.patience.notation.solutions import parse_header as parse_header
    from kiebitz.patience.notation.solutions import parse_move as parse_move
    from kiebitz.patience.notation.solutions import parse_solution as parse_solution
    from kiebitz.patience.notation.solutions import under_autoplay as under_autoplay

_MODULE_OF = dict.fromkeys(
    (
        "SOLUTION_FORMATS",
        "Solution",
        "format_moves",
        "format_solution",
        "implied_count",
        "is_solution",
        "move_between",
        "parse_header",
        "parse_move",
        "parse_solution",
        "under_autoplay",
    ),
    "solutions",
) | {
    "BOARD_FORMATS": "boards",
    "Header": "header",
    "format_board": "boards",
    "parse_board": "boards",
}


def __getattr__(name: str) -> object:
    return _fetched(__name__, _MODULE_OF.get(name), name)
