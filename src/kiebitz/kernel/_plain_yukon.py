"""The pure-Python kernel where any face-up card moves with all that lies on it: moves, counts, and a search of all.

Only explicit columns here: no theory of the game, no bound and no judgement of lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.kernel._plain_limits import IMPOSSIBLE, NO_LIMIT, SOLVED, UNDECIDED
from kiebitz.kernel._plain_table import HOME

if TYPE_CHECKING:
    from kiebitz.kernel._plain_limits import Budget
    from kiebitz.kernel._plain_table import Rules, Table

    Move = tuple[int, int, int]
    Line = tuple["Line", Move] | None  # what came before, and the last move

# Bytes in memory for a position seen and for one to be tried, much as tracemalloc measures.
_SEEN, _WAITING = 700, 900


class State(NamedTuple):
    """Columns, how many of each one's first cards lie face down, cards home by suit."""

    columns: tuple[bytes, ...]
    face_down: tuple[int, ...]
    home: tuple[int, ...]


class Found(NamedTuple):
    """What the search of all found: the most cards home, a line to them, the limit hit, and what it kept."""

    score: int
    line: bytes
    limit: int
    stored: int
    lookups: int
    hits: int


def start_of(table: Table) -> State:
    """Return the position with which play begins."""
    return State(table.columns, tuple(table.face_down), table.home)


def home_moves(state: State) -> list[Move]:
    """Return the moves to the foundations."""
    home = state.home
    return [
        (source, HOME + (column[-1] & 3), 1)
        for source, column in enumerate(state.columns)
        if column and home[column[-1] & 3] == column[-1] >> 2
    ]


def moves_of(rules: Rules, state: State) -> list[Move]:
    """Return every legal move; several empty columns are one target."""
    found = home_moves(state)
    return found if found and rules.forced else found + table_moves(rules, state)


def table_moves(rules: Rules, state: State) -> list[Move]:
    """Return the moves between columns, whatever could go home."""
    columns, face_down, _ = state
    onto = {column[-1]: target for target, column in enumerate(columns) if column}
    hole = columns.index(b"") if b"" in columns else -1
    found = []
    for source, column in enumerate(columns):
        for at in range(len(column) - 1, face_down[source] - 1, -1):
            card, count = column[at], len(column) - at
            found += [
                (source, onto[parent], count) for parent in rules.parents[card] if onto.get(parent, source) != source
            ]
            if hole >= 0 and rules.opens[card]:
                found.append((source, hole, count))
    return found


def after(state: State, move: Move) -> State:
    """Return the position after a legal move; the card that it bares is turned up."""
    source, target, count = move
    columns, face_down, home = list(state.columns), state.face_down, state.home
    cards = columns[source][-count:]
    left = columns[source] = columns[source][:-count]
    if target < HOME:
        columns[target] += cards
    else:
        home = tuple(number + (suit == target - HOME) for suit, number in enumerate(home))
    if left and face_down[source] == len(left):
        face_down = tuple(down - (index == source) for index, down in enumerate(face_down))
    return State(tuple(columns), face_down, home)


def name_of(state: State) -> tuple[tuple[bytes, int], ...]:
    """Return what positions share that differ only by the order of their columns."""
    return tuple(sorted(zip(state.columns, state.face_down, strict=True)))


def perft(rules: Rules, table: Table, depth: int) -> int:
    """Count the sequences of *depth* moves of any number of cards."""
    return _sequences(rules, start_of(table), depth)


def _sequences(rules: Rules, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    moves = moves_of(rules, state)
    return len(moves) if depth == 1 else sum(_sequences(rules, after(state, move), depth - 1) for move in moves)


def exhaust(rules: Rules, table: Table, budget: Budget) -> tuple[int, bytes, int]:
    """Try all there is until a line wins: (verdict, line, limit hit)."""
    found = search_all(rules, table, budget)
    if found.score == rules.number_of_cards:
        return SOLVED, found.line, NO_LIMIT
    return (UNDECIDED if found.limit else IMPOSSIBLE), b"", found.limit


def search_all(rules: Rules, table: Table, budget: Budget) -> Found:
    """Look at every position there is, depth first, until all cards are home.

    Positions that differ only by the order of columns are the same; there is no other reduction.
    """
    start = start_of(table)
    seen = {name_of(start)}
    waiting: list[tuple[State, Line]] = [(start, None)]
    best, best_line, lookups, hits = -1, None, 0, 0
    limit = NO_LIMIT
    while waiting and best < rules.number_of_cards:
        limit = budget.hit(len(seen), len(seen) * _SEEN + len(waiting) * _WAITING)
        if limit:
            break
        state, line = waiting.pop()
        if sum(state.home) > best:
            best, best_line = sum(state.home), line
        for move in moves_of(rules, state):
            follower = after(state, move)
            name = name_of(follower)
            lookups += 1
            if name in seen:
                hits += 1
            else:
                seen.add(name)
                waiting.append((follower, (line, move)))
    return Found(max(best, sum(start.home)), unrolled(best_line), limit, len(seen), lookups, hits)


def unrolled(line: Line) -> bytes:
    """Return a line as bytes, three a move."""
    moves = []
    while line is not None:
        line, move = line
        moves.append(bytes(move))
    return b"".join(reversed(moves))
