"""The pure-Python kernel's search for shortest lines: A*, every card moved counting one."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from kiebitz.kernel._plain_budget import IMPOSSIBLE, NO_LIMIT, SOLVED, UNDECIDED
from kiebitz.kernel._plain_game import after, key, moves, settled, unrolled
from kiebitz.kernel.answers import Shortest

if TYPE_CHECKING:
    from kiebitz.kernel._plain_budget import Budget
    from kiebitz.kernel._plain_game import Line
    from kiebitz.kernel._plain_table import Rules, State

# Bytes in memory for a position seen and for one that waits, much as tracemalloc measures.
_SEEN, _WAITING = 250, 900
#: How much more than moves made the bound counts where any good line will do.
_HASTE = 3


def search(rules: Rules, start: State, budget: Budget, progress: object | None, *, prove: bool) -> Shortest:
    """Try positions in the order of moves made and moves still needed at least, until all cards are home.

    The bound never falls by more than a move costs, so the first win is by the fewest moves. What goes home because
    nothing can need it (`settled`) goes home in every line, at the same cost and never too early.
    """
    state, line = settled(rules, start, None)
    paid = _moved(start, state)
    lowest = paid + _bound(rules, state)
    fewest = {key(state): paid}
    waiting: list[tuple[int, int, int, State, Line]] = [(lowest, 0, paid, state, line)]
    longer: Line
    met = told = limit = 0
    while waiting:
        total, _, paid, state, line = heappop(waiting)
        if prove:
            lowest = max(lowest, total)
        if sum(state.home) == rules.number_of_cards:
            _tell(progress, lowest, paid)
            return Shortest(SOLVED, unrolled(line), lowest, NO_LIMIT, budget.states, len(fewest), budget.memory)
        if paid > fewest[key(state)]:
            continue
        if lowest > told:
            told = lowest
            _tell(progress, lowest, -1)
        limit = budget.hit(len(fewest), len(fewest) * _SEEN + len(waiting) * _WAITING)
        if limit:
            break
        for move in moves(rules, state):
            if move[2] > 1:
                continue
            moved = after(state, move)
            follower, longer = settled(rules, moved, (line, move))
            cost = paid + 1 + _moved(moved, follower)
            name = key(follower)
            if name not in fewest or cost < fewest[name]:
                fewest[name] = cost
                met -= 1  # of equals the one met last comes first
                weight = 1 if prove else _HASTE
                heappush(waiting, (cost + weight * _bound(rules, follower), met, cost, follower, longer))
    verdict = UNDECIDED if limit else IMPOSSIBLE
    return Shortest(verdict, b"", lowest, limit, budget.states, len(fewest), budget.memory)


def _tell(progress: object | None, bound: int, length: int) -> None:
    if callable(progress):
        progress(bound, length)


def _moved(before: State, later: State) -> int:
    """How many cards went home between the two."""
    return sum(later.home) - sum(before.home)


def _bound(rules: Rules, state: State) -> int:
    """Count the cards not home, and those over a lower card of their suit, which have to make way for it before."""
    needed = rules.number_of_cards - sum(state.home)
    for column in state.columns:
        least = [99] * 4
        for card in column:
            suit, step = card & 3, card >> 2
            needed += step > least[suit]
            least[suit] = min(least[suit], step)
    return needed
