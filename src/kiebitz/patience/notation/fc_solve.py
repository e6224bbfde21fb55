"""What fc-solve does otherwise: where it deals cards into cells, and moves of several suits that it writes as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.patience import piles
from kiebitz.patience.choices import Sequences
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import PileKind
from kiebitz.patience.referee import refusal, unchecked

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: So many ways of taking a move apart are tried.
_MOST_TRIES = 5_000


def fc_solve_cells(rules: Rules) -> dict[int, int]:
    """Return the code of our cell for that of each of fc-solve's, empty where it deals none otherwise.

    fc-solve and PySolFC deal Eight Off's four cards into cells 1, 3, 5 and 7 (their `make_pysol_freecell_board.py`).
    """
    dealt = [index for index in rules.dealt_to_cells if index < rules.cells]
    theirs = [2 * index for index in range(len(dealt))]
    if theirs == dealt or not dealt or theirs[-1] >= rules.cells:
        return {}
    rest = (index for index in range(rules.cells) if index not in dealt)
    ours = dict(zip(theirs, dealt, strict=True))
    cells = {index: ours[index] if index in ours else next(rest) for index in range(rules.cells)}
    return {piles.cell(index).code: piles.cell(to).code for index, to in cells.items()}


def carried(position: Position, move: Move) -> list[Move] | None:
    """Return moves of one suit each that do what fc-solve's move of several does; `None` if there are none.

    It moves cards of several suits in Simple Simon as one where other columns can hold their parts meanwhile.
    """
    if position.rules.sequences is Sequences.AS_BUILT or not _is_between_columns(move):
        return None
    tries = [_MOST_TRIES]
    return _carry(position, move, tries)


def _carry(position: Position, move: Move, tries: list[int]) -> list[Move] | None:
    """Move the lower parts aside, the upper one onto its place, and the lower ones after it."""
    if refusal(position, move) is None:
        return [move]
    for lower in _lower_parts(position, move):
        for aside in map(piles.column, range(position.rules.columns)):
            tries[0] -= 1
            if aside in (move.source, move.target) or tries[0] < 0:
                continue
            line: list[Move] = []
            now = position
            for part in (
                Move(move.source, aside, lower),
                Move(move.source, move.target, move.count - lower),
                Move(aside, move.target, lower),
            ):
                moves = _carry(now, part, tries)
                if moves is None:
                    break
                line += moves
                for one in moves:
                    now = unchecked(now, one)
            else:
                return line
    return None


def _lower_parts(position: Position, move: Move) -> list[int]:
    """Return the numbers of cards that are one or several whole parts of one suit at the end of a move's cards."""
    cards = position.columns[move.source.index][-move.count :]
    joins = position.rules.joins
    return [
        len(cards) - place
        for place in range(len(cards) - 1, 0, -1)
        if cards[place] not in joins[cards[place - 1]] and cards[place] in position.rules.builds[cards[place - 1]]
    ]


def _is_between_columns(move: Move) -> bool:
    return move.source.kind is move.target.kind is PileKind.COLUMN
