"""The pure-Python kernel's difficulty: what the moves along a line do to the win, and games of a player without a plan.

What counts as a move, and how that player plays, stands in `native/include/kiebitz/difficulty.hpp`; the games are the
same here, move by move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KernelFaultError, KernelInputError
from oracle.board import AT_HOME, BOTTOM, IN_CELL, MADE, Board, Table
from oracle.budget import NO_LIMITS, SOLVED
from oracle.checker import check
from oracle.deals import nth
from oracle.player import checked_play
from oracle.search import solve
from oracle.table import CELL, HOME, NO_CARD, Rules, read_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.kernel.answers import Answer, Limits, Play
    from oracle.board import Step, Written


class Judged(NamedTuple):
    """How many moves keep the win, lose it, or are left open: a byte each for each position of a line before a move.

    `states` are the positions expanded for all of them.
    """

    kept: bytes
    lost: bytes
    open: bytes
    states: int


class Games(NamedTuple):
    """How many of some games were won, and the moves that were made in all of them."""

    won: int
    moves: int


_FIRST = 0  # the mode of the search
_WINS = -1
_BYTES_PER_MOVE = 3
_MOST_AHEAD = 3
_MOST_MOVES = 200  # in a game, which is lost after them


def judge_moves(
    rules: bytes,
    position: bytes,
    line: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    ask: object | None = None,
    by: Callable[..., Answer] = solve,
) -> Judged:
    """Count the moves that keep the win, lose it, or are left open, for each position before a move of a player's line.

    The limits hold for each move; those of the line keep the win, as the line is known to. All others are searched *by*
    a kernel's `solve`.
    """
    table = _table(rules, play)
    if len(line) % _BYTES_PER_MOVE:
        raise KernelInputError("line", "three bytes a move expected")
    board = Board(table.rules, read_state(table.rules, position))
    kept, lost, left_open = bytearray(), bytearray(), bytearray()
    states = 0
    for at in range(0, len(line), _BYTES_PER_MOVE):
        after = board.copy()
        move = line[at : at + _BYTES_PER_MOVE]
        written: list[Written] = []
        made = table.make(after, _told(table.rules, board, move), [], written)
        if made != MADE or bytes(written[0][:_BYTES_PER_MOVE]) != move:
            raise KernelInputError("line", "legal moves, to the first free cell or empty column, expected")
        here = [0, 0, 0]
        for reached in _different(table, board):
            verdict = SOLVED
            if not reached.is_as(after):
                there = _encoded(reached)
                answer = by(rules, there, _FIRST, limits, ask=ask)
                verdict = answer.verdict
                states += answer.states
                if verdict == SOLVED and check(rules, there, answer.line) != _WINS:
                    raise KernelFaultError("the checker refuses the line that the search found")
            here[verdict] += 1
        for counts, number in zip((kept, lost, left_open), here, strict=True):
            counts.append(number)
        board = after
    return Judged(bytes(kept), bytes(lost), bytes(left_open), states)


def greedy_games(
    rules: bytes,
    position: bytes,
    play: Play,
    *,
    ahead: int,
    games: int,
    seed: int = 0,
    ask: object | None = None,
) -> Games:
    """Play some games with a player who looks *ahead* moves ahead and has no plan, and say how many were won."""
    table = _table(rules, play)
    if not 1 <= ahead <= _MOST_AHEAD:
        raise KernelInputError("ahead", f"1 to {_MOST_AHEAD} moves expected")
    start = Board(table.rules, read_state(table.rules, position))
    won = moves = 0
    for game in range(games):
        wins, made = _played(table, start, ahead, nth(seed, game), ask)
        won += wins
        moves += made
    return Games(won, moves)


def _table(rules: bytes, play: Play) -> Table:
    parsed = Rules(rules)
    if parsed.any or parsed.forced or parsed.whole_suits or parsed.stock:
        what = "sequences that move, cards that go home one by one and no stock expected"
        raise KernelInputError("rules", what)
    return Table(parsed, *checked_play(parsed, play))


def _followers(table: Table, board: Board) -> Iterator[Board]:
    for step in table.steps(board):
        after = board.copy()
        if table.make(after, step, []) == MADE:
            yield after


def _different(table: Table, board: Board) -> list[Board]:
    found: list[Board] = []
    for after in _followers(table, board):
        if not after.is_as(board) and not any(after.is_as(other) for other in found):
            found.append(after)
    return found


def _told(rules: Rules, board: Board, move: bytes) -> Step:
    """Return a move of piles as one of cards."""
    source, target, count = move
    card = NO_CARD
    if source < rules.columns:
        card = board.ends[source]
    elif CELL <= source < CELL + rules.cells:
        card = board.cells[source - CELL]
    for _ in range(count - 1):
        card = board.below[card] if card < BOTTOM else NO_CARD
    if card >= BOTTOM:
        raise KernelInputError("line", "moves of cards that are there expected")
    if target < rules.columns:
        end = board.ends[target]
        return card, BOTTOM if end == NO_CARD else end
    return card, IN_CELL if target < HOME else AT_HOME


def _encoded(board: Board) -> bytes:
    """Return the board as the search and the checker are given it; without a stock and face-down cards."""
    found = bytearray((*board.home, len(board.cells), *board.cells, len(board.ends)))
    for end in board.ends:
        column = []
        while end < BOTTOM:
            column.append(end)
            end = board.below[end]  # noqa: PLW2901  down the column
        found += bytes((len(column), *reversed(column)))
    return bytes(found)


def _played(table: Table, start: Board, ahead: int, seed: int, ask: object | None) -> tuple[bool, int]:
    """Play one game; say whether it was won, and in how many moves."""
    board = start
    met: list[Board] = []
    drawn = 0
    while not table.won(board):
        if callable(ask):
            ask()
        if len(met) == _MOST_MOVES:
            return False, len(met)
        met.append(board)
        chosen, best, equals = None, 0, 0
        for after in _followers(table, board):
            if any(after.is_as(old) for old in reversed(met)):
                continue
            rating = _best_from(table, after, ahead - 1)
            if chosen is not None and rating < best:
                continue
            equals = equals + 1 if chosen is not None and rating == best else 1
            best = rating
            if equals > 1:
                drawn += 1
            if equals == 1 or nth(seed, drawn - 1) % equals == 0:
                chosen = after
        if chosen is None:
            return False, len(met) - 1
        board = chosen
    return True, len(met)


def _best_from(table: Table, board: Board, moves: int) -> int:
    """Return the value of the best position within *moves* moves, and how many it leaves, which decides of equals."""
    best = (_MOST_AHEAD + 1) * _value(table, board) + moves
    if moves:
        best = max([best, *(_best_from(table, after, moves - 1) for after in _followers(table, board))])
    return best


def _value(table: Table, board: Board) -> int:
    """Return the points of a position."""
    points = sum(board.home) + board.free + board.empty
    for card, lower in enumerate(board.below):
        if lower < BOTTOM:
            points += table.joined(card, lower) - (card // 4 > lower // 4)
    return points
