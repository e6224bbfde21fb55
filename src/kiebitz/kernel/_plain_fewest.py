"""The pure-Python kernel's search for the fewest moves of a player: A*, every position kept.

The bound counts sequences that must leave their column before they can go home; the argument stands in
`native/src/player_lines/fewest.cpp`.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from kiebitz.kernel._plain_budget import IMPOSSIBLE, NO_LIMIT, SOLVED, UNDECIDED
from kiebitz.kernel._plain_lines import BOTTOM, MADE, NO_AUTOPLAY, Board, Table
from kiebitz.kernel._plain_table import NO_CARD
from kiebitz.kernel.answers import Shortest

if TYPE_CHECKING:
    from kiebitz.kernel._plain_budget import Budget
    from kiebitz.kernel._plain_lines import Step
    from kiebitz.kernel._plain_table import Rules, State
    from kiebitz.kernel.answers import Play

    Line = tuple["Line", Step] | None

_BYTES = 3_000  # of a position that is kept, much as tracemalloc measures


def search(rules: Rules, start: State, play: Play, known: int, budget: Budget, progress: object | None) -> Shortest:
    """Try positions in the order of moves made and moves still needed at least, until all cards are home."""
    table = Table(rules, *play)
    board = Board(rules, start)
    if table.won(board):
        return Shortest(SOLVED, b"", 0, NO_LIMIT, 0, 0, 0)
    below = known or 2**31
    lowest = _bound(table, board, play)
    fewest = {tuple(board.below): 0}
    line: Line = None
    waiting = [(lowest, 0, 0, board, line)] if lowest < below else []
    met = told = 0
    while waiting:
        lowest, _, moves, board, line = heappop(waiting)
        if lowest > told and callable(progress):
            progress(lowest, -1)
        told = lowest
        if table.won(board):
            return Shortest(
                SOLVED, table.written(start, _steps(line)), moves, NO_LIMIT, budget.states, len(fewest), budget.memory
            )
        if moves > fewest[tuple(board.below)]:
            continue
        hit = budget.hit(len(fewest), (len(fewest) + len(waiting)) * _BYTES)
        if hit:
            return Shortest(UNDECIDED, b"", lowest, hit, budget.states, len(fewest), budget.memory)
        for step in table.steps(board):
            after = board.copy()
            if table.make(after, step, []) != MADE:
                continue
            name, least = tuple(after.below), moves + 1 + _bound(table, after, play)
            if least < below and moves + 1 < fewest.get(name, below):
                fewest[name] = moves + 1
                met -= 1  # of equals the one met last comes first
                heappush(waiting, (least, met, moves + 1, after, (line, step)))
    return Shortest(IMPOSSIBLE, b"", known, NO_LIMIT, budget.states, len(fewest), budget.memory)


def _steps(line: Line) -> list[Step]:
    steps = []
    while line is not None:
        line, step = line
        steps.append(step)
    return steps[::-1]


def _bound(table: Table, board: Board, play: Play) -> int:
    """Return how many moves of the player it takes at least."""
    blocking = sum(_blocking(table, board, end) for end in board.ends if end != NO_CARD)
    left = table.rules.number_of_cards - sum(board.home)
    return blocking + left if play.autoplay == NO_AUTOPLAY else max(blocking, int(left > 0))


def _blocking(table: Table, board: Board, end: int) -> int:
    """Return how many sequences of a column have a card over a lower one of its own suit."""
    column = [end]
    while (lower := board.below[column[-1]]) != BOTTOM:
        column.append(lower)
    lowest = [NO_CARD] * 4
    found, counted, under = 0, False, NO_CARD
    for card in reversed(column):
        rank, suit = divmod(card, 4)
        if under != NO_CARD and not table.joined(card, under):
            counted = False
        if rank > lowest[suit] and not counted:
            counted = True
            found += 1
        lowest[suit] = min(lowest[suit], rank)
        under = card
    return found
