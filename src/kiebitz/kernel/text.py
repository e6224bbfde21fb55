"""The kernel's functions for boards and solutions as text; what is asked and answered is said in `text.hpp`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.kernel.answers import BoardRead, LineMeant, SolutionRead, TreeRead
from kiebitz.kernel.host import call as _call

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def read_board(shape: Sequence[Any], others: Sequence[bytes], text: bytes, layout: int, spellings: bytes) -> BoardRead:
    """Read a board of a game of this shape, which is no fresh deal of *others*.

    Each of those is a byte for the ranks that lie on its foundations before the deal, one for the number of cards in
    its cells, and one for each column's height.
    """
    return BoardRead(*_call("read_board", *shape, others, text, layout, spellings))


def write_board(
    shape: Sequence[Any], columns: Sequence[bytes], cells: bytes, home: bytes, stock: bytes, form: int, spelling: int
) -> str:
    """Write a board of a game of this shape in columns (0), as fc-solve does (1), in JSON (2)."""
    return str(_call("write_board", *shape, (), columns, cells, home, stock, form, spelling)[0], "utf-8")


def read_solution(text: bytes, form: int, cells: int, keys: Sequence[bytes]) -> SolutionRead:
    """Read a solution of a game with that many cells; *keys* are those that its header may have."""
    return SolutionRead(*_call("read_solution", text, form, cells, keys))


def play_steps(
    game: bytes, layout: bytes, position: bytes, steps: bytes, form: int, ways: Sequence[bytes]
) -> LineMeant:
    """Play the steps of a solution by the first of these *ways*: rules of autoplay, which may stand side by side."""
    return LineMeant(*_call("play_steps", game, layout, position, steps, form, ways))


def read_tree(text: bytes) -> TreeRead:
    """Read moves with variations and comments."""
    return TreeRead(*_call("read_tree", text))


def write_tree(words: Sequence[bytes], names: Sequence[bytes], comments: Sequence[bytes], parents: bytes) -> str | None:
    """Write the nodes of a tree as `read_tree` gives them; `None` if it nests deeper than is read."""
    [text] = _call("write_tree", words, names, comments, parents)
    return None if text is None else str(text, "utf-8")


def implied_count(rules: bytes, at_once: int, position: bytes, source: int, target: int) -> int:
    """Return how many cards a move between two piles moves that is written without a count."""
    return int(_call("implied_count", rules, 0, at_once, position, source, target)[0])
