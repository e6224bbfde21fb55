"""The pure-Python kernel's yardsticks: the count of move sequences, and a search without any cleverness.

Nothing here may be shared with the real search: the tests measure that search by this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.kernel._plain_limits import IMPOSSIBLE, NO_LIMIT, SOLVED, UNDECIDED
from kiebitz.kernel._plain_table import CELL, HOME, NO_CARD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.kernel._plain_limits import Budget
    from kiebitz.kernel._plain_table import Rules, Table

    Move = tuple[int, int, int]
    State = tuple[tuple[bytes, ...], bytes, tuple[int, ...]]  # columns, cells, cards home by suit
    Line = tuple["Line", Move] | None  # what came before, and the last move

_SEEN, _WAITING = 320, 480  # bytes in memory for a position seen and for one to be tried, much as tracemalloc measures


def perft(rules: Rules, table: Table, depth: int) -> int:
    """Count the sequences of *depth* single-card moves; all free cells are one target, so are all empty columns."""
    return _sequences(rules, (table.columns, table.cells, table.home), depth)


def _sequences(rules: Rules, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    moves = [move for move in _moves(rules, state) if move[2] == 1]
    if depth == 1:
        return len(moves)
    return sum(_sequences(rules, _after(state, move), depth - 1) for move in moves)


def exhaust(rules: Rules, table: Table, budget: Budget) -> tuple[int, bytes, int]:
    """Try all there is, depth first, until a line wins: (verdict, line, limit hit).

    Positions that differ only by the order of columns or cells are the same; there is no other reduction.
    """
    start = (table.columns, table.cells, table.home)
    seen = {_name(start)}
    waiting: list[tuple[State, Line]] = [(start, None)]
    while waiting:
        limit = budget.hit(len(seen), len(seen) * _SEEN + len(waiting) * _WAITING)
        if limit:
            return UNDECIDED, b"", limit
        state, line = waiting.pop()
        if sum(state[2]) == rules.number_of_cards:
            return SOLVED, _unrolled(line), NO_LIMIT
        moves = list(_moves(rules, state))
        home_moves = [move for move in moves if move[1] >= HOME]
        if rules.forced and home_moves:
            moves = home_moves
        for move in moves:
            after = _after(state, move)
            name = _name(after)
            if name not in seen:
                seen.add(name)
                waiting.append((after, (line, move)))
    return IMPOSSIBLE, b"", NO_LIMIT


def _moves(rules: Rules, state: State) -> Iterator[Move]:
    """All moves of single cards; and of longer runs where these are more than a short cut for single cards.

    That is where runs move whole; and where autoplay is forced, since it may take the single cards one by one. Targets
    are the columns with cards, the first empty column and the first free cell. A card that lies alone may move to an
    empty column; a card in a cell does not move to another cell.
    """
    columns, cells, _ = state
    for source, cards in enumerate(columns):
        for count in range(1, len(cards) + 1):
            if count > 1 and not ((rules.whole or rules.forced) and cards[-count] in rules.parents[cards[-count + 1]]):
                break
            yield from _moves_of(rules, state, source, cards[-count], count)
    for index, card in enumerate(cells):
        if card != NO_CARD:
            yield from _moves_of(rules, state, CELL + index, card, 1)


def _moves_of(rules: Rules, state: State, source: int, head: int, count: int) -> Iterator[Move]:
    columns, cells, home = state
    if count == 1 and home[head % 4] == head // 4:
        yield source, HOME + head % 4, 1
    if count <= _capacity(rules, state, columns.count(b"")):
        for target, cards in enumerate(columns):
            if cards and cards[-1] in rules.parents[head]:
                yield source, target, count
    if b"" in columns and rules.opens[head] and count <= _capacity(rules, state, columns.count(b"") - 1):
        yield source, columns.index(b""), count
    if count == 1 and source < CELL and NO_CARD in cells:
        yield source, CELL + cells.index(NO_CARD), 1


def _capacity(rules: Rules, state: State, helpers: int) -> int:
    """How many cards may move at once if so many empty columns can hold some on the way."""
    if rules.whole:
        return rules.ranks
    return int((state[1].count(NO_CARD) + 1) << (helpers if rules.stages else 0))


def _after(state: State, move: Move) -> State:
    source, target, count = move
    columns, cells, home = list(state[0]), bytearray(state[1]), list(state[2])
    if source < CELL:
        cards = columns[source][-count:]
        columns[source] = columns[source][:-count]
    else:
        cards = bytes((cells[source - CELL],))
        cells[source - CELL] = NO_CARD
    if target < CELL:
        columns[target] += cards
    elif target < HOME:
        cells[target - CELL] = cards[0]
    else:
        home[target - HOME] += 1
    return tuple(columns), bytes(cells), tuple(home)


def _name(state: State) -> tuple[bytes, ...]:
    return (*sorted(state[0]), bytes(sorted(state[1])))


def _unrolled(line: Line) -> bytes:
    moves = []
    while line is not None:
        line, move = line
        moves.append(bytes(move))
    return b"".join(reversed(moves))
