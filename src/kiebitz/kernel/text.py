"""The kernel's functions for boards and solutions as text; `text.hpp` defines the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.kernel.answers import BoardRead, HandsRead, SolutionMoves, SolutionRead, TreeRead
from kiebitz.kernel.host import call as _call

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def read_board(shape: Sequence[Any], others: Sequence[bytes], text: bytes, layout: int, spellings: bytes) -> BoardRead:
    """Read a board for a game of this shape, unless it is a fresh deal of one of *others*.

    Each of *others* has a byte for the ranks on its foundations before the deal, one for the number of cards in its
    cells, and one per column height.
    """
    return BoardRead(*_call("read_board", *shape, others, text, layout, spellings))


def write_board(
    shape: Sequence[Any], columns: Sequence[bytes], cells: bytes, home: bytes, stock: bytes, form: int, spelling: int
) -> str:
    """Write a board for a game of this shape in columns (0), in fc-solve's form (1) or in JSON (2)."""
    return str(_call("write_board", *shape, (), columns, cells, home, stock, form, spelling)[0], "utf-8")


def read_hands(text: bytes, form: int, spellings: bytes) -> HandsRead:
    """Read one hand of Skat (0), three and the skat (1), or either (2)."""
    return HandsRead(*_call("read_hands", text, form, spellings))


def read_solution(text: bytes, form: int, cells: int, keys: Sequence[bytes]) -> SolutionRead:
    """Read a solution for a game with that many cells; *keys* are the valid header keys."""
    return SolutionRead(*_call("read_solution", text, form, cells, keys))


def play_steps(
    game: bytes, layout: bytes, position: bytes, steps: bytes, form: int, ways: Sequence[bytes]
) -> SolutionMoves:
    """Play the steps of a solution by the first applicable of *ways*: sets of autoplay rules."""
    return SolutionMoves(*_call("play_steps", game, layout, position, steps, form, ways))


def read_tree(text: bytes) -> TreeRead:
    """Read moves with variations and comments."""
    return TreeRead(*_call("read_tree", text))


def write_tree(words: Sequence[bytes], names: Sequence[bytes], comments: Sequence[bytes], parents: bytes) -> str | None:
    """Write a tree; `None` if it nests deeper than `read_tree` accepts."""
    [text] = _call("write_tree", words, names, comments, parents)
    return None if text is None else str(text, "utf-8")


def implied_count(rules: bytes, at_once: int, position: bytes, source: int, target: int) -> int:
    """Return the number of cards that a move without a written count takes."""
    return int(_call("implied_count", rules, 0, at_once, position, source, target)[0])
