"""The pure-Python kernel's shortest lines: A*, every card moved counting one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Limits, Shortest
from oracle.budget import IMPOSSIBLE, NO_LIMITS, SOLVED, UNDECIDED, Budget
from oracle.game import after, moves, settled, unrolled
from oracle.search import Node, Search
from oracle.table import Rules, State, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.game import Line

#: How much more than moves made the bound counts where any good line will do.
_HASTE = 3


def shortest_line(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    width: int = 0,
    prove: bool = True,
    progress: object | None = None,
    ask: object | None = None,
) -> Shortest:
    """Return a line with the fewest moves of single cards. A good line without proof is the first one met.

    *progress* is called with the bound and the length of the best line (−1: none); an *ask* that answers true ends the
    search, which gives what it knows.
    """
    parsed = Rules(rules)
    if parsed.any or parsed.whole or parsed.forced or parsed.whole_suits:
        raise KernelInputError("rules", "a game of single moves expected")
    if width < 0:
        raise KernelInputError("width", "0 or more expected")
    start = read_state(parsed, position)
    if start.stock:
        raise KernelInputError("position", "an empty stock expected")
    return search(parsed, start, Budget(limits, ask), progress, prove=prove)


def search(
    rules: Rules, start: State, budget: Budget, progress: object | None = None, *, prove: bool = True
) -> Shortest:
    """Try positions in the order of moves made and moves still needed at least, until all cards are home.

    The bound never falls by more than a move costs, so the first win is by the fewest moves. What goes home because
    nothing can need it (`settled`) goes home in every line, at the same cost and never too early. Where sequences move
    whole, each counts one.
    """

    def rank(node: Node) -> int:
        return int(node.cost + (1 if prove else _HASTE) * _bound(rules, node.state))

    def followers(node: Node) -> Iterator[Node]:
        for move in moves(rules, node.state):
            if move[2] == 1 or rules.whole:
                state = after(node.state, move)
                yield settled_at_cost(state, (node.line, move), node.cost + 1)

    def settled_at_cost(state: State, line: Line, cost: int) -> Node:
        later, longer = settled(rules, state, line)
        return Node(later, longer, cost + sum(later.home) - sum(state.home))

    def tell(length: int) -> None:
        if callable(progress):
            progress(lowest, length)

    first = settled_at_cost(start, None, 0)
    lowest = first.cost + _bound(rules, first.state)
    known = Search(budget, followers, rank)
    told = 0
    for node in known.nodes(first):
        if prove:
            lowest = max(lowest, known.lowest)
        if sum(node.state.home) == rules.number_of_cards:
            tell(node.cost)
            line = unrolled(node.line)
            return Shortest(SOLVED, line, lowest, budget.limit, budget.states, len(known.costs), budget.memory)
        if lowest > told:
            told = lowest
            tell(-1)
    verdict = UNDECIDED if budget.limit else IMPOSSIBLE
    return Shortest(verdict, b"", lowest, budget.limit, budget.states, len(known.costs), budget.memory)


def _bound(rules: Rules, state: State) -> int:
    """Count the cards not home, and those over a lower card of their suit, which have to make way for it before."""
    needed = rules.number_of_cards - sum(state.home)
    if rules.whole:  # many may make way in one move
        return needed
    for column in state.columns:
        least = [99] * 4
        for card in column:
            suit, step = card & 3, card >> 2
            needed += step > least[suit]
            least[suit] = min(least[suit], step)
    return needed
