"""The pure-Python kernel's search for a short line of a player's moves: a beam search, without proof.

Level by level, move after move; of each level the positions that look best are kept. It does the same as the native
kernel, step by step, so that both find the same line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KernelInputError
from oracle.board import BOTTOM, MADE, Board, Table, steps_of
from oracle.budget import NO_LIMIT, NO_LIMITS, Budget
from oracle.player import checked_play
from oracle.table import NO_CARD, Rules, State, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.kernel.answers import Limits, Play
    from oracle.board import Line, Step


# What makes a position look bad. A card blocks if it lies over one that goes home before it, of its own suit or of any;
# each sequence with a blocking card has to be moved.
class Short(NamedTuple):
    """A line of few player's moves, four bytes each, or `None`; the other fields are those of `Answer`."""

    moves: bytes | None
    limit_hit: int
    states: int
    memory: int

    @property
    def stored(self) -> int:
        """Nothing is kept by a complete search, as in `Answer`."""
        return 0


_SEQUENCE_BLOCKS, _RANK_THAT_BLOCKS, _RANK_BELOW, _FIRST_OF_COLUMN, _SECOND_OF_COLUMN = 11, 4, -3, 11, 5
_CARD_BLOCKS, _CARD_BLOCKS_OWN_SUIT, _SEQUENCE_BLOCKS_OWN_SUIT = 9, 3, 13
_CARD_JOINED, _CARD_NOT_JOINED, _RANK_AT_THE_BOTTOM, _KING_AT_THE_BOTTOM = -9, 9, 4, -41
_CARD_IN_CELL, _RANK_IN_CELL, _DISTANCE_IN_CELL, _KING_IN_CELL = 8, 1, 4, -34
_CARD_HOME, _LOWEST_HOME, _SEQUENCE_OVER_NEXT, _NONE_OVER_NEXT, _SEQUENCE_CAN_MOVE = -10, -7, 11, 36, -13
_ROOM = (  # by empty columns and free cells; more count as these
    (7, -27, -33, -32, -29),
    (-55, -85, -85, -70, -54),
    (-80, -99, -85, -72, -61),
    (-94, -102, -90, -77, -64),
)
_OF_NO_COLUMN, _OF_A_GAME, _SCORES = 512, 1024, 4096

_SURPLUS = 3  # candidates for each place of the next level, for many of them are the same position
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
    rules = table.rules
    all_told = _OF_A_GAME + _ROOM[min(board.empty, len(_ROOM) - 1)][min(board.free, len(_ROOM[0]) - 1)]
    for card in board.cells:
        if card != NO_CARD:
            rank, suit = divmod(card, 4)
            all_told += _CARD_IN_CELL + _RANK_IN_CELL * rank + _DISTANCE_IN_CELL * (rank - board.home[suit])
            all_told += _KING_IN_CELL if rank == rules.king else 0
    nexts = {4 * home + suit for suit, home in enumerate(board.home) if home < rules.ranks}
    over = []  # the cards that go home next, of those in columns: how many blocking sequences lie over each
    for end in board.ends:
        if end == NO_CARD:
            continue
        cost, head, sequences, under = _column(table, board, end, nexts)
        all_told += cost
        over += [sequences - below for below in under]
        if head != NO_CARD and any(other != NO_CARD and table.fits(head, other) for other in board.ends):
            all_told += _SEQUENCE_CAN_MOVE
    all_told += sum(_SEQUENCE_OVER_NEXT * sequences or _NONE_OVER_NEXT for sequences in over)
    all_told += _NONE_OVER_NEXT * (len(nexts) - len(over))
    all_told += _CARD_HOME * sum(board.home) + _LOWEST_HOME * min(board.home)
    return min(max(all_told, 0), _SCORES - 1)


def _column(table: Table, board: Board, end: int, nexts: set[int]) -> tuple[int, int, int, list[int]]:
    """Return what the column that ends with a card adds to the score, and what else is asked about its sequences.

    That is the first blocking card of the last one, if it has any; how many have one; and how many of those begin no
    higher than each of the cards *nexts*.
    """
    column = [end]
    while (lower := board.below[column[-1]]) != BOTTOM:
        column.append(lower)
    rank, suit = divmod(column.pop(), 4)
    cost = _OF_NO_COLUMN + _RANK_AT_THE_BOTTOM * min(rank, 6) + (_KING_AT_THE_BOTTOM if rank == table.rules.king else 0)
    low, lowest = rank, [_NOTHING] * 4
    lowest[suit] = rank
    head, sequences, own_suit = NO_CARD, 0, False
    under = 4 * rank + suit
    found = [0] if under in nexts else []
    for card in reversed(column):
        rank, suit = divmod(card, 4)
        if table.joined(card, under):
            cost += _CARD_JOINED
        else:
            cost += _CARD_NOT_JOINED
            head, own_suit = NO_CARD, False
        if rank > low:
            cost += _CARD_BLOCKS
            if head == NO_CARD:
                cost += _SEQUENCE_BLOCKS + _RANK_THAT_BLOCKS * min(max(rank - 2, 0), 6) + _RANK_BELOW * low
                cost += (_FIRST_OF_COLUMN, _SECOND_OF_COLUMN, 0)[min(sequences, 2)]
                sequences += 1
                head = card
        if rank > lowest[suit]:
            cost += _CARD_BLOCKS_OWN_SUIT + (0 if own_suit else _SEQUENCE_BLOCKS_OWN_SUIT)
            own_suit = True
        else:
            lowest[suit] = rank
        cost = max(cost, 0)
        low = min(low, rank)
        if card in nexts:
            found.append(sequences)
        under = card
    return cost - _OF_NO_COLUMN, head, sequences, found
