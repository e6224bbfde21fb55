"""Single moves as text: the two letters of standard notation, and fc-solve's sentences; they are read by the kernel.

The letters are those of `piles`. Where standard notation settles nothing fc-solve has others: it skips i and j too, so
that its cells are a to g and k to o, and its tenth column is 10 (seen in its `fc_solve__freecell_to_char` and in its
output for Eight Off). It writes further columns as 11, 12 …, so that `112` has two meanings: games with more than
`FC_SOLVE_COLUMNS` have no text in its dialect.
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
#: The most columns that fc-solve's dialect of standard notation has signs for.
FC_SOLVE_COLUMNS = 10
_MOVES_A_ROW = 10


def format_step(move: Move, counted: bool, fc_solve: bool = False) -> str:
    """Write a move in standard notation or fc-solve's dialect of it, its count appended if *counted*."""
    letters = _fc_solve_letters(_known(move).source) + _fc_solve_letters(move.target) if fc_solve else str(move)
    return f"{letters}v{move.count:x}" if counted else letters


def rows_of(words: Sequence[str]) -> list[str]:
    """Return written moves as lines of ten."""
    return [" ".join(words[at : at + _MOVES_A_ROW]) for at in range(0, len(words), _MOVES_A_ROW)]


def format_sentence(move: Move) -> str:
    """Write a move as fc-solve does; undealt cards, which it does not know, come from `the stock`."""
    # Between columns it counts even one card: "1 cards".
    between = _known(move).source.kind is move.target.kind is PileKind.COLUMN
    cards = f"{move.count} cards" if between or move.count > 1 else "a card"
    return f"Move {cards} from {_name(move.source)} to {_name(move.target)}"


def _known(move: Move) -> Move:
    """Return a move; an `IllegalMoveError` for one that fc-solve does not know."""
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
