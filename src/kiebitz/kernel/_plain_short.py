"""The pure-Python kernel's search for a short line of a player's moves: a beam search, without proof.

Level by level, move after move; of each level the positions that look best are kept. It does the same as the native
kernel, step by step, so that both find the same line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KernelInputError
from kiebitz.kernel._plain_budget import NO_LIMIT, NO_LIMITS, Budget
from kiebitz.kernel._plain_lines import BOTTOM, MADE, Board, Table, steps_of
from kiebitz.kernel._plain_player import checked_play
from kiebitz.kernel._plain_table import NO_CARD, Rules, State, read_state
from kiebitz.kernel.answers import Limits, Play, Short

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.kernel._plain_lines import Line, Step

# What makes a position look bad, a move being about 20; cells in quarters. A card blocks if it lies over one that goes
# home before it, of its own suit or of any; each sequence with a blocking card has to be moved.
_SEQUENCE_BLOCKS, _CARD_BLOCKS, _CARD_BLOCKS_OWN_SUIT = 20, 2, 4
_CARD_JOINED, _KING_AT_THE_BOTTOM = -1, -1
_CARD_IN_CELL, _RANK_IN_CELL, _DISTANCE_IN_CELL, _PARTS = 32, 1, 2, 4
_EMPTY_COLUMN, _FREE_CELL_AND_EMPTY_COLUMN, _CARD_HOME = -8, -3, -1
_OF_NO_COLUMN, _OF_A_GAME, _SCORES = 64, 1024, 4096

_SURPLUS = 2  # candidates for each place of the next level, for many of them are the same position
_MOST_MOVES = 1 << 10
_MOST_WIDTH = 1 << 20
_NOTHING = 15  # above every rank
_BYTES = 3_000  # of a position that is kept, much as tracemalloc measures


class _Node(NamedTuple):
    board: Board
    line: Line


def short_line(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    width: int,
    below: int = 0,
    ask: object | None = None,
) -> Short:
    """Return a line of few player's moves, by a search that keeps the best *width* positions of each level.

    The line has fewer moves than *below*, if that is given; `None` if none is found, which proves nothing.
    """
    parsed = Rules(rules)
    if not 0 < width <= _MOST_WIDTH:
        raise KernelInputError("width", f"1 to {_MOST_WIDTH} expected")
    start = read_state(parsed, position)
    return _search(start, Table(parsed, *checked_play(parsed, play)), Budget(limits, ask), width, below)


def _search(start: State, table: Table, budget: Budget, width: int, below: int) -> Short:
    board = Board(table.rules, start)
    if table.won(board):
        return Short(b"", NO_LIMIT, 0, 0)
    level = [_Node(board, None)]
    seen = {_key(board)}
    moves = 0
    while level and moves + 1 < min(below or _MOST_MOVES, _MOST_MOVES):
        moves += 1
        candidates: list[tuple[int, _Node]] = []
        for node in level:
            if not budget.spend((len(level) + len(candidates)) * _BYTES):
                return Short(None, budget.limit, budget.states, budget.memory)
            for step, after in _followers(table, node.board):
                line: Line = node.line, step
                if table.won(after):
                    return Short(table.written(start, steps_of(line)), NO_LIMIT, budget.states, budget.memory)
                candidates.append((_score(table, after), _Node(after, line)))
        level = _best(candidates, seen, width)
    return Short(None, NO_LIMIT, budget.states, budget.memory)


def _followers(table: Table, board: Board) -> Iterator[tuple[Step, Board]]:
    for step in table.steps(board):
        after = board.copy()
        if table.make(after, step, []) == MADE:
            yield step, after


def _best(candidates: list[tuple[int, _Node]], seen: set[tuple[tuple[int, ...], int]], width: int) -> list[_Node]:
    """Return the best of the candidates that were not seen before; of equals in score those met first."""
    scores = sorted(score for score, _ in candidates)
    most = _SURPLUS * width
    worst = scores[most] if len(scores) > most else _SCORES
    fresh = []
    for score, node in candidates:
        if score <= worst and (key := _key(node.board)) not in seen:
            seen.add(key)
            fresh.append((score, node))
    chosen = sorted(range(len(fresh)), key=lambda at: fresh[at][0])[:width]
    return [fresh[at][1] for at in sorted(chosen)]


def _key(board: Board) -> tuple[tuple[int, ...], int]:
    """Return what is the same for all orders of columns and cells."""
    return tuple(board.below), board.hidden


def _score(table: Table, board: Board) -> int:
    """Return how bad a position looks, 0 at best."""
    cost = sum(_cost(table, board, end) for end in board.ends if end != NO_CARD)
    in_cells = sum(
        _CARD_IN_CELL + _RANK_IN_CELL * (card // 4) + _DISTANCE_IN_CELL * (card // 4 - board.home[card % 4])
        for card in board.cells
        if card != NO_CARD
    )
    cost += _EMPTY_COLUMN * board.empty + _FREE_CELL_AND_EMPTY_COLUMN * board.free * board.empty
    return min(max(_OF_A_GAME + cost + in_cells // _PARTS + _CARD_HOME * sum(board.home), 0), _SCORES - 1)


def _cost(table: Table, board: Board, end: int) -> int:
    """Return what the column that ends with a card adds to the score, from its bottom upwards."""
    column = [end]
    while (lower := board.below[column[-1]]) != BOTTOM:
        column.append(lower)
    cost, low, lowest, blocking = _OF_NO_COLUMN, _NOTHING, [_NOTHING] * 4, False
    under = NO_CARD
    for card in reversed(column):
        rank, suit = divmod(card, 4)
        if under == NO_CARD:
            cost += _KING_AT_THE_BOTTOM if rank == table.rules.king else 0
        else:
            if table.joined(card, under):
                cost += _CARD_JOINED
            else:
                blocking = False
            if rank > low:
                cost += _CARD_BLOCKS + (0 if blocking else _SEQUENCE_BLOCKS)
                blocking = True
            if rank > lowest[suit]:
                cost += _CARD_BLOCKS_OWN_SUIT
        cost = max(cost, 0)
        low, lowest[suit] = min(low, rank), min(lowest[suit], rank)
        under = card
    return cost - _OF_NO_COLUMN
