"""The pure-Python kernel's search: the best position first, complete unless a limit ends it.

One search serves every question about a patience; what is best is for the question to say. To judge a line is for the
checker and the referee.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Answer, Batch, Deals, Limits
from oracle.bound import most_home
from oracle.budget import IMPOSSIBLE, NO_LIMITS, SOLVED, UNDECIDED, Budget
from oracle.deals import NUMBERED, Dealer, joined, packed
from oracle.game import after, key, moves, settled, unrolled
from oracle.table import FACE_DOWN, NO_CARD, Rules, State, read_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


_MODES = range(3)  # first, prove, exhaustive
# Bytes in memory for a position seen and for one that waits, much as tracemalloc measures.
_SEEN, _WAITING = 250, 950


class Node(NamedTuple):
    """A position that a search has come to, the line to it, and what that line has cost."""

    state: Any
    line: Any
    cost: Any = 0


class Search:
    """The positions that follow from some, of equal ones only those reached at less cost than before.

    *followers* gives what comes after a node, *rank* its place in the queue, the lowest first, or `None` for a position
    that leads nowhere, and *key* what positions share that are the same.
    """

    def __init__(
        self,
        budget: Budget,
        followers: Callable[[Node], Iterable[Node]],
        rank: Callable[[Node], Any],
        key: Callable[[Any], Any] = key,
    ) -> None:
        self._budget = budget
        self._followers = followers
        self._rank = rank
        self._key = key
        self.costs: dict[Any, Any] = {}  # the transposition table
        self.lookups = 0
        self.lowest: Any = None  # rank of a position that is looked at

    def nodes(self, start: Node) -> Iterator[Node]:
        """Yield the positions from the lowest rank on, of equals the one met last, until a limit is hit."""
        name = self._key(start.state)
        self.costs[name] = start.cost
        waiting = [(self._rank(start), 0, name, start)]
        while waiting:
            self.lowest, _, name, node = heappop(waiting)
            if node.cost > self.costs[name]:
                continue
            yield node
            if not self._budget.spend(len(self.costs) * _SEEN + len(waiting) * _WAITING):
                return
            for follower in self._followers(node):
                self.lookups += 1
                name = self._key(follower.state)
                if name not in self.costs or follower.cost < self.costs[name]:
                    self.costs[name] = follower.cost
                    rank = self._rank(follower)
                    if rank is not None:
                        heappush(waiting, (rank, -self.lookups, name, follower))


def solve(
    rules: bytes, position: bytes, mode: int, limits: Limits = NO_LIMITS, seed: int = 0, ask: object | None = None
) -> Answer:
    """Search one position. *ask* is called now and then; what it raises ends the search."""
    parsed = Rules(rules)
    return _solve(parsed, read_state(parsed, position), checked_mode(mode), Budget(limits, ask), seed)


def solve_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    mode: int,
    limits: Limits = NO_LIMITS,
    lines: bool = True,
    deals: Deals = NUMBERED,
) -> Batch:
    """Search the deals first to last. Limits are per deal."""
    parsed = Rules(rules)
    dealer = Dealer(parsed, layout, deals, (first, last))
    checked_mode(mode)
    return batch(
        [_solve(parsed, dealer.deal(number), mode, Budget(limits)) for number in range(first, last + 1)], lines
    )


def batch(found: Sequence[Answer], lines: bool) -> Batch:
    """Return the answers of a range, with the lines or without."""
    return Batch(
        bytes(answer.verdict for answer in found),
        packed([answer.states for answer in found]),
        *joined([answer.line if lines else b"" for answer in found]),
        bytes(answer.limit_hit for answer in found),
    )


def checked_mode(mode: int) -> int:
    """Return the mode; a `KernelInputError` where there is none such."""
    if mode not in _MODES:
        raise KernelInputError("mode", f"0 (first), 1 (prove) or 2 (exhaustive) expected, not {mode}")
    return mode


def _solve(rules: Rules, start: State, mode: int, budget: Budget, seed: int = 0) -> Answer:
    """Look for a win; a *seed* draws other weights.

    Where the search is *reduced*, cards that nothing can need go home at once (`settled` has the argument), and where
    any card moves, positions are left out whose upper bound says that not all cards come home.
    """
    reduced = mode != _MODES[-1]
    weigh = Weights(rules, seed)

    def rank(node: Node) -> float | None:
        hopeless = reduced and rules.any and most_home(rules, node.state) < rules.number_of_cards
        return None if hopeless else weigh.cost(node.state)

    def followers(node: Node) -> Iterator[Node]:
        for move in moves(rules, node.state):
            state, line = after(node.state, move), (node.line, move)
            yield Node(*(settled(rules, state, line) if reduced else (state, line)))

    search = Search(budget, followers, rank)
    verdict, won = IMPOSSIBLE, None
    for node in search.nodes(Node(*(settled(rules, start, None) if reduced else (start, None)))):
        if sum(node.state.home) == rules.number_of_cards:
            verdict, won = SOLVED, node.line
            break
    if budget.limit:
        verdict = UNDECIDED
    return Answer(verdict, unrolled(won), budget.limit, budget.states, len(search.costs), budget.memory)


class Weights:
    """What is charged for a position: the more there is still to be done, the dearer."""

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        self._rules = rules
        self._columns: dict[bytes, float] = {}  # what columns are charged for by themselves
        chance = Random(seed)
        weights = (w * chance.uniform(0.7, 1.4) if seed else w for w in (10, 100, 8, 12))
        # A card not home; no free cell and no empty column (half of it for one, a third for two …); a card above a
        # lower one of its column; one face down.
        self._away, self._cramped, self._covering, self._face_down = weights

    def cost(self, state: State) -> float:
        """Return what a position is charged for."""
        columns, cells, home, _ = state
        cost = self._away * (self._rules.number_of_cards - sum(home))
        cost += self._cramped / (1 + cells.count(NO_CARD) + columns.count(b""))
        for column in columns:
            if column not in self._columns:
                self._columns[column] = self._of_column(column)
            cost += self._columns[column]
        return cost

    def _of_column(self, column: bytes) -> float:
        cost, least = 0.0, 99
        for card in column:
            step = card % FACE_DOWN >> 2
            cost += self._face_down * (card >= FACE_DOWN) + self._covering * (step > least)
            least = min(least, step)
        return cost
