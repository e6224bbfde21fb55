"""Single moves as text: the letters of standard notation, fc-solve's dialect of it, and fc-solve's sentences.

`piles` defines the letters of standard notation. fc-solve's dialect skips i and j too, so its cells are a to g and k to
o; its tenth column is 10 (source: its `fc_solve__freecell_to_char` and its output for Eight Off). Further columns are
11, 12 …, so that `112` has two meanings. Games with more than `FC_SOLVE_COLUMNS` therefore cannot be written in the
dialect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import IllegalMoveError
from kiebitz.patience.piles import PileKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.piles import Pile

_FC_SOLVE_CELLS = "abcdefgklmno"
#: The largest number of columns in fc-solve's dialect of standard notation.
FC_SOLVE_COLUMNS = 10
_MOVES_A_ROW = 10


def format_step(move: Move, counted: bool, fc_solve: bool = False) -> str:
    """Return a move in standard notation or fc-solve's dialect, with its count if *counted*."""
    letters = _fc_solve_letters(_checked(move).source) + _fc_solve_letters(move.target) if fc_solve else str(move)
    return f"{letters}v{move.count:x}" if counted else letters


def rows_of(words: Sequence[str]) -> list[str]:
    """Return written moves as lines of ten."""
    return [" ".join(words[start : start + _MOVES_A_ROW]) for start in range(0, len(words), _MOVES_A_ROW)]


def format_sentence(move: Move) -> str:
    """Return a move as fc-solve's sentence; fc-solve has no stock."""
    # Between columns fc-solve counts even one card: "1 cards".
    between = _checked(move).source.kind is move.target.kind is PileKind.COLUMN
    cards = f"{move.count} cards" if between or move.count > 1 else "a card"
    return f"Move {cards} from {_name(move.source)} to {_name(move.target)}"


def _checked(move: Move) -> Move:
    """Return *move*; an `IllegalMoveError` if fc-solve cannot express it."""
    if move.source.kind is PileKind.FOUNDATION:
        raise IllegalMoveError("fc-solve knows no move from a foundation", move)
    return move


def _fc_solve_letters(pile: Pile) -> str:
    if pile.kind is PileKind.COLUMN:
        return str(pile.index + 1)
    return _FC_SOLVE_CELLS[pile.index] if pile.kind is PileKind.CELL else pile.letter


def _name(pile: Pile) -> str:
    if pile.kind is PileKind.COLUMN:
        return f"stack {pile.index}"
    if pile.kind is PileKind.CELL:
        return f"freecell {pile.index}"
    return "the foundations" if pile.kind is PileKind.FOUNDATION else "the stock"
