"""Russian Solitaire played literally: columns of cards, face-down counts, every legal move tried, no theory at all.

It shares nothing with Kiebitz but the numbers of the cards (4 · rank + suit, ace 0, suits C D H S). The tests measure
the kernels by it, so nothing clever may ever be written here.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

FOUNDATION = 48  # code of the first foundation in a line
KINGS = [48, 49, 50, 51]


class Board(NamedTuple):
    """Columns (a card lies face down where its place is below the column's number), and cards home by suit."""

    columns: tuple[tuple[int, ...], ...]
    face_down: tuple[int, ...]
    home: tuple[int, int, int, int]

    def score(self) -> int:
        return sum(self.home)


class Step(NamedTuple):
    """A move of `number` cards; `target` is a column, or 48 + suit for a foundation."""

    source: int
    target: int
    number: int


def steps(board: Board) -> list[Step]:
    """All legal moves: a card that fits its foundation first; else any face-up card onto any column that takes it."""
    found = []
    for source, column in enumerate(board.columns):
        if column and column[-1] // 4 == board.home[column[-1] % 4]:
            found.append(Step(source, FOUNDATION + column[-1] % 4, 1))
    if found:
        return found
    takes: dict[int, list[int]] = {}  # for each card the columns that take it
    for target, column in enumerate(board.columns):
        for card in [column[-1] - 4] if column else KINGS:
            takes.setdefault(card, []).append(target)
    for source, column in enumerate(board.columns):
        for place in range(board.face_down[source], len(column)):
            targets = takes.get(column[place], [])
            found += [Step(source, target, len(column) - place) for target in targets if target != source]
    return found


def after(board: Board, step: Step) -> Board:
    """The board after a move; a face-down card that has become the last of its column is turned up."""
    columns = [list(column) for column in board.columns]
    face_down = list(board.face_down)
    home = list(board.home)
    moved = columns[step.source][-step.number :]
    del columns[step.source][-step.number :]
    if step.target >= FOUNDATION:
        home[step.target - FOUNDATION] += 1
    else:
        columns[step.target].extend(moved)
    if columns[step.source] and face_down[step.source] == len(columns[step.source]):
        face_down[step.source] -= 1
    return Board(tuple(tuple(column) for column in columns), tuple(face_down), (home[0], home[1], home[2], home[3]))


def best_score(board: Board, most: int = 10**9) -> int | None:
    """The most cards home in any position that can come up; `None` where that is more than *most* positions.

    Boards that differ by the order of their columns only are one position: no rule tells columns apart, and a few kings
    in empty columns would make thousands of one.
    """
    seen = {in_any_order(board)}
    todo = [board]
    best = 0
    while todo:
        here = todo.pop()
        best = max(best, here.score())
        for step in steps(here):
            there = after(here, step)
            name = in_any_order(there)
            if name not in seen:
                seen.add(name)
                todo.append(there)
        if len(seen) > most:
            return None
    return best


def in_any_order(board: Board) -> tuple[object, ...]:
    """The same for boards with the same columns, in whatever order."""
    return *board.home, *sorted(zip(board.columns, board.face_down, strict=True))


def choices(board: Board) -> set[tuple[tuple[int, ...], int]]:
    """The different moves between columns of a board in which nothing goes home: which cards, onto what card.

    The empty columns are one target (-1), and a king that lies alone with its cards stays in its column.
    """
    found = set()
    for step in steps(board):
        column, onto = board.columns[step.source], board.columns[step.target]
        if onto or step.number < len(column):
            found.add((column[-step.number :], onto[-1] if onto else -1))
    return found


def cleared(board: Board) -> Board:
    """The board once all cards that must go home are there."""
    while True:
        there = [step for step in steps(board) if step.target >= FOUNDATION]
        if not there:
            return board
        board = after(board, there[0])


def shortest(board: Board, score: int, most: int = 10**9) -> tuple[int, int] | None:
    """The fewest moves between columns that lead to a score, and the fewest decision points on such a way.

    A decision point is a position from which the way goes on by a move between columns although there is another such
    move. `(-1, 0)` where no way leads there; `None` where more positions than *most* were met, counted as in
    `best_score`.
    """
    start = cleared(board)
    costs = {in_any_order(start): (0, 0)}
    queue = deque([start])
    ends: list[tuple[int, int]] = []
    while queue:
        here = queue.popleft()
        moves, decisions = costs[in_any_order(here)]
        if ends and moves > min(ends)[0]:
            break
        if here.score() >= score:
            ends.append((moves, decisions))
            continue
        cost = (moves + 1, decisions + (len(choices(here)) > 1))
        for step in steps(here):
            if not board_changes(here, step):
                continue
            there = cleared(after(here, step))
            name = in_any_order(there)
            if name not in costs:
                costs[name] = cost
                queue.append(there)
            elif costs[name] > cost:
                costs[name] = cost  # one level further on, so it has not been looked at yet
        if len(costs) > most:
            return None
    return min(ends) if ends else (-1, 0)


def board_changes(board: Board, step: Step) -> bool:
    """Whether a move does more than take a whole column to an empty place."""
    return bool(board.columns[step.target]) or step.number < len(board.columns[step.source])


def plays(board: Board, line: bytes) -> Board | None:
    """The board after a line, or `None` if one of its moves is illegal."""
    for at in range(0, len(line), 3):
        step = Step(line[at], line[at + 1], line[at + 2])
        if step not in steps(board):
            return None
        board = after(board, step)
    return board


def position_bytes(board: Board) -> bytes:
    """The board as the kernel reads it."""
    parts = [*board.home, 0, len(board.columns)]
    for column in board.columns:
        parts += [len(column), *column]
    return bytes([*parts, *board.face_down])


def dealt(cards: list[int]) -> Board:
    """The game's deal of 52 cards: 0 to 6 face down, four more rows on the last six columns, one last row."""
    rows = [range(first, 7) for first in range(1, 7)] + [range(1, 7)] * 4 + [range(7)]
    columns: list[list[int]] = [[] for _ in range(7)]
    deck = iter(cards)
    for row in rows:
        for column in row:
            columns[column].append(next(deck))
    return Board(tuple(map(tuple, columns)), tuple(range(7)), (0, 0, 0, 0))
