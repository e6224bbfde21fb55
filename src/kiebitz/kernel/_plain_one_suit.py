"""The pure-Python kernel's 13-card game: shortest lines of its numbered deals, every position looked at.

Nothing clever: positions in the order of the moves made, so that the first one won is a shortest. Lines are judged in
`_plain_checker`.
"""

from __future__ import annotations

from array import array
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KiebitzError
from kiebitz.kernel import _plain_checker
from kiebitz.kernel._plain_table import BYTES_PER_MOVE, CELL, HOME, NO_CARD, Table, packed, read_ends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.kernel._plain_table import Rules

    Move = tuple[int, int, int]
    Line = tuple["Line", Move] | None  # what came before, and the last move

DEALS = 518_918_400
_MOST_DEALS = 1 << 22  # in one call
_HEIGHTS = (3, 3, 3, 2, 2)
_KING = 13
_SPADES = 3


class _State(NamedTuple):
    columns: tuple[tuple[int, ...], ...]  # ranks, 1 the ace
    cell: int  # a rank, or 0
    next: int  # the rank that goes home next


def lengths(rules: Rules, first: int, count: int) -> tuple[bytes, bytes, bytes, bytes]:
    """Answer so many deals as the kernel's function `one_suit` does."""
    _check(rules, first, count)
    found, states, lines, ends = bytearray(), array("I"), bytearray(), array("I")
    for number in range(first, first + count):
        line, looked_at = _shortest(rules, _deal(number))
        for move in line:
            lines.extend(move)
        found.append(len(line))
        states.append(looked_at)
        ends.append(len(lines))
    return bytes(found), packed(states), bytes(lines), packed(ends)


def first_fault(rules: Rules, first: int, claimed: bytes, lines: bytes, ends: bytes) -> int:
    """Check lines as the kernel's function `check_one_suit` does."""
    _check(rules, first, len(claimed))
    begin = 0
    for index, (length, end) in enumerate(zip(claimed, read_ends(ends, len(claimed), lines), strict=True)):
        line, begin = lines[begin:end], end
        right = len(line) == BYTES_PER_MOVE * length
        if right and length:
            columns = (bytes(4 * (rank - 1) + _SPADES for rank in column) for column in _deal(first + index))
            table = Table((0, 0, 0, 0), bytes([NO_CARD]), tuple(columns))
            right = _plain_checker.first_fault(rules, table, line) < 0
        if not right:
            return index
    return len(claimed)


def _check(rules: Rules, first: int, count: int) -> None:
    own = (rules.ranks, rules.suits, rules.columns, rules.cells, rules.by_suit, rules.from_king)
    if own != (13, (_SPADES,), 5, 1, True, False) or rules.any or rules.forced or not rules.opens[-1]:
        raise KiebitzError("rules: those of the 13-card game expected (13 spades, five columns, one cell, by suit)")
    if not 0 <= first < DEALS or not 0 <= count <= DEALS - first:
        raise KiebitzError(f"deals: a range of deals from 0 to {DEALS - 1} expected")
    if count > _MOST_DEALS:
        raise KiebitzError(f"count: at most {_MOST_DEALS} deals at a time expected, not {count}")


def _deal(number: int) -> tuple[tuple[int, ...], ...]:
    orders = []
    for base in (6, 6, 6, 2, 2):
        number, order = divmod(number, base)
        orders.append(order)
    number, second = divmod(number, 10)
    number, first = divmod(number, 28)
    short, pair = divmod(number, 3)
    in_short = list(_nth(combinations(range(1, 14), 4), short))
    in_long = [rank for rank in range(1, 14) if rank not in in_short]
    parts = ((in_long, first), (in_long, second), (in_long, 0), (in_short, pair), (in_short, 0))
    columns = []
    for (ranks, index), height, order in zip(parts, _HEIGHTS, orders, strict=True):
        # The column with the lowest rank left comes first among those of its height.
        column = ranks[:1] + list(_nth(combinations(ranks[1:], height - 1), index))
        ranks[:] = [rank for rank in ranks if rank not in column]
        columns.append(_nth(permutations(column), order))
    return tuple(columns)


def _nth(choices: Iterable[tuple[int, ...]], index: int) -> tuple[int, ...]:
    return next(islice(choices, index, None))


def _shortest(rules: Rules, columns: tuple[tuple[int, ...], ...]) -> tuple[list[Move], int]:
    """Return a shortest line, empty if there is none, and the number of positions looked at."""
    start, line = _sent_home(_State(columns, 0, 1), None)
    seen = {_key(start)}
    layer: list[tuple[_State, Line]] = [(start, line)]
    while layer:
        following: list[tuple[_State, Line]] = []
        for state, line in layer:
            if state.next > _KING:
                return _listed(line), len(seen)
            for move in _moves(rules, state):
                after, longer = _sent_home(_made(state, move), (line, move))
                if (key := _key(after)) not in seen:
                    seen.add(key)
                    following.append((after, longer))
        layer = following
    return [], len(seen)


def _key(state: _State) -> tuple[tuple[tuple[int, ...], ...], int]:
    return tuple(sorted(state.columns)), state.cell


def _listed(line: Line) -> list[Move]:
    moves = []
    while line is not None:
        line, move = line
        moves.append(move)
    return moves[::-1]


def _sent_home(state: _State, line: Line) -> tuple[_State, Line]:
    """Send home what fits: every card needs that move some time, and serves nothing where it lies."""
    columns, cell, following = state
    while True:
        ends = [column[-1] if column else 0 for column in columns]
        if following in ends:
            source = ends.index(following)
            columns = (*columns[:source], columns[source][:-1], *columns[source + 1 :])
        elif cell == following:
            source, cell = CELL, 0
        else:
            return _State(columns, cell, following), line
        line = line, (source, HOME + _SPADES, 1)
        following += 1


def _moves(rules: Rules, state: _State) -> Iterator[Move]:
    """Yield all moves but those home; empty columns are one target."""
    columns = state.columns
    onto = {column[-1]: index for index, column in enumerate(columns) if column}
    hole = columns.index(()) if () in columns else -1
    for source, column in enumerate(columns):
        if column and not state.cell:
            yield source, CELL, 1
        for count in range(1, len(column) + 1):
            rank = column[-count]
            if rank + 1 in onto and onto[rank + 1] != source:
                yield source, onto[rank + 1], count
            if hole >= 0 and count < len(column) and _opens(rules, rank):
                yield source, hole, count
            if not rules.whole or column[-count - 1 : -count] != (rank + 1,):
                break
    if state.cell + 1 in onto and state.cell:
        yield CELL, onto[state.cell + 1], 1
    if hole >= 0 and state.cell and _opens(rules, state.cell):
        yield CELL, hole, 1


def _opens(rules: Rules, rank: int) -> bool:
    return rules.opens[4 * (rank - 1) + _SPADES]


def _made(state: _State, move: Move) -> _State:
    source, target, count = move
    columns, cell = list(state.columns), state.cell
    moved: tuple[int, ...]
    if source == CELL:
        moved, cell = (cell,), 0
    else:
        moved = columns[source][-count:]
        columns[source] = columns[source][:-count]
    if target == CELL:
        cell = moved[0]
    else:
        columns[target] += moved
    return _State(tuple(columns), cell, state.next)
