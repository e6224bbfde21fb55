"""The pure-Python kernel's best scores of Russian Solitaire, and the shortest lines to a score.

Columns are built by suit and every card that fits goes home at once. So a card other than a king can only ever be led
onto one card, the next of its suit, and there it stays until both go home; a king is led into an empty column at most
once. Each card either lies where it was dealt or is *settled*: led, dealt onto its next card, at the bottom of a column
(a king), or home. The set of settled cards says where every card lies and which are face up, up to the names of the
columns: it is a position's key. No line is judged here; that is for the checker and the referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.kernel._plain_hopes import most_home, openers
from kiebitz.kernel._plain_limits import NO_LIMIT
from kiebitz.kernel._plain_table import HOME
from kiebitz.kernel._plain_yukon import after, home_moves, start_of, table_moves

if TYPE_CHECKING:
    from kiebitz.kernel._plain_limits import Budget
    from kiebitz.kernel._plain_store import Store
    from kiebitz.kernel._plain_table import Rules, Table
    from kiebitz.kernel._plain_yukon import Line, Move, State

_MOST_COLUMNS = 10  # of the native kernel, whose twin this is
_REACHED = 1200  # bytes in memory for a position of a path


def check_rules(rules: Rules) -> None:
    """Raise a `KiebitzError` unless the theory above holds."""
    kings_only = not rules.stages and rules.opens[-1]
    if (
        not (rules.any and rules.forced and rules.by_suit and not rules.from_king and kings_only and rules.ranks == 13)
        or rules.columns > _MOST_COLUMNS
    ):
        raise KiebitzError(
            "rules: built by suit, any card moves, kings into at most ten columns, forced moves home from the ace "
            "expected; the best score under other rules is for the plain search"
        )


def best(rules: Rules, table: Table, budget: Budget, store: Store) -> tuple[int, int, bytes, int]:
    """Find the most cards that come home: (score, bound, line, limit hit)."""
    search = _Best(rules, budget, store)
    state, moves = _cleared(start_of(table))
    bound = most_home(rules, state, search.kings)
    search.best = sum(table.home)
    search.look(state, _settled(rules, state), moves, bound)
    if search.limit:
        return search.best, bound, search.line, search.limit
    return search.best, search.best, search.line, NO_LIMIT


class _Best:
    def __init__(self, rules: Rules, budget: Budget, store: Store) -> None:
        self.rules = rules
        self.budget = budget
        self.store = store
        self.kings = openers(rules)
        self.best = 0
        self.line = b""
        self.limit = NO_LIMIT

    def look(self, state: State, key: int, line: tuple[Move, ...], bound: int) -> None:
        """Look at a position in which nothing can go home, and at those after it; *bound* is its own."""
        self.limit = self.budget.hit(len(self.store), self.store.bytes)
        if self.limit:
            return
        if sum(state.home) > self.best:
            self.best, self.line = sum(state.home), b"".join(map(bytes, line))
        if bound <= self.best:
            return
        for move in choices(self.rules, state):
            led = state.columns[move[0]][-move[2]]
            follower, cleared = _cleared(after(state, move))
            new_key = key | 1 << led | sum(1 << follower_card for follower_card in _home_cards(cleared, state))
            if self.store.meet(new_key):
                continue
            hope = most_home(self.rules, follower, self.kings)
            if hope > self.best:
                self.look(follower, new_key, (*line, move, *cleared), hope)
            if self.limit or bound <= self.best:
                return


def choices(rules: Rules, state: State) -> list[Move]:
    """Return the different moves between columns; a king that lies alone at the bottom has nowhere else to go."""
    columns = state.columns
    return [move for move in table_moves(rules, state) if columns[move[1]] or move[2] < len(columns[move[0]])]


def choices_at_start(rules: Rules, table: Table) -> int:
    """Return how many different moves between columns there are once nothing can go home."""
    return len(choices(rules, _cleared(start_of(table))[0]))


def shortest(rules: Rules, table: Table, score: int, budget: Budget) -> tuple[bytes, int, int, int]:
    """Find a line to *score* with the fewest moves between columns: (line, these moves, decisions, limit hit).

    Level by level: all positions after so many moves, each with the fewest decision points on a way to it. Every line
    to a position has as many moves as it has led cards, so that a position belongs to one level only.
    """
    kings = openers(rules)
    state, moves = _cleared(start_of(table))
    level: dict[int, tuple[State, int, Line]] = {_settled(rules, state): (state, 0, _longer(None, moves))}
    number = stored = 0
    while level:
        there = [(decisions, line) for state, decisions, line in level.values() if sum(state.home) >= score]
        if there:
            decisions, line = min(there, key=lambda way: way[0])
            return _up_to(score - sum(table.home), line), number, decisions, NO_LIMIT
        following: dict[int, tuple[State, int, Line]] = {}
        for key, (state, decisions, line) in level.items():
            stored += 1
            limit = budget.hit(stored, (len(level) + len(following)) * _REACHED)
            if limit:
                return b"", -1, 0, limit
            ways = choices(rules, state)
            more = decisions + (len(ways) > 1)
            for move in ways:
                led = state.columns[move[0]][-move[2]]
                follower, cleared = _cleared(after(state, move))
                new_key = key | 1 << led | sum(1 << card for card in _home_cards(cleared, state))
                known = following.get(new_key)
                if known is None:
                    if most_home(rules, follower, kings) < score:
                        continue
                elif known[1] <= more:
                    continue
                following[new_key] = follower, more, _longer((line, move), cleared)
        level = following
        number += 1
    return b"", -1, 0, NO_LIMIT


def _cleared(state: State) -> tuple[State, tuple[Move, ...]]:
    """Send home what can go home; return the moves too."""
    moves: list[Move] = []
    while ready := home_moves(state):
        for move in ready:
            state = after(state, move)
        moves += ready
    return state, tuple(moves)


def _settled(rules: Rules, state: State) -> int:
    key = 0
    for card in rules.pack:
        if card >> 2 < state.home[card & 3]:
            key |= 1 << card
    for column in state.columns:
        for at, card in enumerate(column):
            if column[at - 1] in rules.parents[card] if at else rules.opens[card]:
                key |= 1 << card
    return key


def _home_cards(moves: tuple[Move, ...], before: State) -> list[int]:
    home = list(before.home)
    cards = []
    for _, target, _ in moves:
        suit = target - HOME
        cards.append(4 * home[suit] + suit)
        home[suit] += 1
    return cards


def _longer(line: Line, moves: tuple[Move, ...]) -> Line:
    for move in moves:
        line = (line, move)
    return line


def _up_to(more: int, line: Line) -> bytes:
    """Return the line as bytes, up to the move that brings home the last of so many *more* cards."""
    moves: list[Move] = []
    while line is not None:
        line, move = line
        moves.append(move)
    moves.reverse()
    parts = []
    for move in moves:
        if more <= 0:
            break
        parts.append(bytes(move))
        more -= move[1] >= HOME
    return b"".join(parts)
