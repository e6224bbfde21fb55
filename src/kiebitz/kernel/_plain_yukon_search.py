"""The pure-Python kernel's search for a winning line where any card moves: best first, complete unless a limit ends it.

No line is judged here, that is for the checker and the referee; and no bytes of rules or positions are read.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from kiebitz.kernel._plain_hopes import may_be_won, openers
from kiebitz.kernel._plain_limits import IMPOSSIBLE, NO_LIMIT, SOLVED, UNDECIDED
from kiebitz.kernel._plain_yukon import after, home_moves, moves_of, name_of, start_of, unrolled

if TYPE_CHECKING:
    from kiebitz.kernel._plain_limits import Budget
    from kiebitz.kernel._plain_table import Rules, Table
    from kiebitz.kernel._plain_yukon import Line, State

# Bytes in memory for a position seen and for one to be tried, much as tracemalloc measures.
_SEEN, _WAITING = 700, 1100


def search(rules: Rules, table: Table, budget: Budget) -> tuple[int, bytes, int]:
    """Look for a winning line until one is found, there is none, or a limit is hit: (verdict, line, limit hit).

    All moves are tried from all positions, up to these reductions:

    - Positions that differ only by the order of their columns are one, and of several empty columns one is a target.
    - A position from which the bound of `_plain_hopes` says that not all cards come home is left out.
    - A card that fits its foundation goes there at once where moves home are forced, or where all cards that can be
      built on it are home. For let a line win after it stays. Play it with the card home and leave out the card's own
      moves: nothing is ever put onto it, and all that lay under it is there earlier, face up, or an empty column.
    """
    kings = openers(rules)
    children: list[list[int]] = [[] for _ in range(4 * rules.ranks)]
    for card in rules.pack:
        for parent in rules.parents[card]:
            children[parent].append(card)

    def goes_home(card: int, home: tuple[int, ...]) -> bool:
        return rules.forced or all(home[child & 3] > child >> 2 for child in children[card])

    def settled(state: State, line: Line) -> tuple[State, Line]:
        again = True
        while again:
            again = False
            for move in home_moves(state):
                if goes_home(state.columns[move[0]][-1], state.home):
                    state, line, again = after(state, move), (line, move), True
        return state, line

    state, line = settled(start_of(table), None)
    seen = {name_of(state)}
    heap: list[tuple[int, int, State, Line]] = []
    if may_be_won(rules, state, kings):
        heappush(heap, (0, 0, state, line))
    pushed = 0
    while heap:
        limit = budget.hit(len(seen), len(seen) * _SEEN + len(heap) * _WAITING)
        if limit:
            return UNDECIDED, b"", limit
        _, _, state, line = heappop(heap)
        if sum(state.home) == rules.number_of_cards:
            return SOLVED, unrolled(line), NO_LIMIT
        for move in moves_of(rules, state):
            follower, longer = settled(after(state, move), (line, move))
            name = name_of(follower)
            if name not in seen:
                seen.add(name)
                if may_be_won(rules, follower, kings):
                    pushed += 1
                    heappush(heap, (_cost(rules, follower), -pushed, follower, longer))
    return IMPOSSIBLE, b"", NO_LIMIT


def _cost(rules: Rules, state: State) -> int:
    """What a position is charged for; the search goes on from the cheapest one."""
    cost = 12 * sum(state.face_down) - 5 * sum(state.home)
    for column in state.columns:
        least, last = 99, -1
        for card in column:
            if last >= 0 and last in rules.parents[card]:
                cost -= 3
            if card >> 2 > least:
                cost += 2
            least, last = min(least, card >> 2), card
        cost -= 10 * (not column)
    return cost
