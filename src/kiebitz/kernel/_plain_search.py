"""The pure-Python kernel's search for a winning line: best first, and complete unless a limit ends it.

One search serves every game; to judge a line is for the checker and the referee.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.kernel._plain_bound import most_home
from kiebitz.kernel._plain_game import after, key, moves, settled, unrolled
from kiebitz.kernel._plain_table import FACE_DOWN, NO_CARD

if TYPE_CHECKING:
    from kiebitz.kernel._plain_budget import Budget
    from kiebitz.kernel._plain_game import Line
    from kiebitz.kernel._plain_table import Rules, State

# Bytes in memory for a position seen and for one that waits, much as tracemalloc measures.
_SEEN, _WAITING = 180, 900


class Found(NamedTuple):
    """The most cards brought home, a line to them, the limit hit, and the figures of the transposition table."""

    home: int
    line: bytes
    limit: int
    stored: int
    lookups: int
    hits: int


def search(rules: Rules, start: State, budget: Budget, *, reduced: bool = True, seed: int = 0) -> Found:
    """Try all moves from all positions, the cheapest position first, until all cards are home.

    Positions that differ only by the order of their columns or cells are one. Where the search is *reduced*, cards that
    nothing can need go home at once (`settled` has the argument), and where any card moves, positions are left out
    whose upper bound says that not all cards come home; then only a win is exact. A *seed* draws other weights.
    """
    cost = _Cost(rules, seed)
    state, line = settled(rules, start, None) if reduced else (start, None)
    seen = {key(state)}
    waiting: list[tuple[float, int, State, Line]] = [(0, 0, state, line)]
    longer: Line
    most, most_line = sum(start.home), None
    lookups = limit = 0
    while waiting:
        _, _, state, line = heappop(waiting)
        if sum(state.home) > most:
            most, most_line = sum(state.home), line
        if most == rules.number_of_cards:
            break
        limit = budget.hit(len(seen), len(seen) * _SEEN + len(waiting) * _WAITING)
        if limit:
            break
        for move in moves(rules, state):
            follower, longer = after(state, move), (line, move)
            if reduced:
                follower, longer = settled(rules, follower, longer)
            lookups += 1
            name = key(follower)
            if name in seen:
                continue
            seen.add(name)
            if not (reduced and rules.any) or most_home(rules, follower) == rules.number_of_cards:
                heappush(waiting, (cost.of(follower), -lookups, follower, longer))
    return Found(most, unrolled(most_line), limit, len(seen), lookups, lookups - len(seen) + 1)


class _Cost:
    """What is charged for a position: the more there is still to be done, the dearer."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._rules = rules
        self._columns: dict[bytes, float] = {}  # what columns are charged for by themselves
        chance = Random(seed)  # noqa: S311  nothing is secret here
        weights = (w * chance.uniform(0.7, 1.4) if seed else w for w in (10, 4, 100, 8, 12))
        # A card not home; one above the next card of a suit; no free cell and no empty column (half of it for one,
        # a third for two …); one above a lower card of its column; one face down.
        self._away, self._buried, self._cramped, self._covering, self._face_down = weights

    def of(self, state: State) -> float:
        columns, cells, home, _ = state
        cost = self._away * (self._rules.number_of_cards - sum(home))
        cost += self._cramped / (1 + cells.count(NO_CARD) + columns.count(b""))
        for column in columns:
            if column not in self._columns:
                self._columns[column] = self._of_column(column)
            cost += self._columns[column]
        for suit in self._rules.suits:
            following = 4 * home[suit] + suit
            for column in columns:
                at = column.find(following)
                if at >= 0:
                    cost += self._buried * (len(column) - 1 - at)
        return cost

    def _of_column(self, column: bytes) -> float:
        cost, least = 0.0, 99
        for card in column:
            step = card % FACE_DOWN >> 2
            cost += self._face_down * (card >= FACE_DOWN) + self._covering * (step > least)
            least = min(least, step)
        return cost
