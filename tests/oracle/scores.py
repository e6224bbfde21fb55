"""The pure-Python kernel's best scores where any card moves, and the shortest lines to a score of Russian Solitaire.

There columns are built by suit and every card that fits goes home at once, so that only moves between columns are
decisions. All positions are kept, whatever size of store is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Limits, Path, Score, StoreFigures, StoreOptions
from oracle.bound import most_home
from oracle.budget import NO_LIMITS, Budget
from oracle.game import after, moves, settled, unrolled
from oracle.search import Node, Search, Weights
from oracle.table import BYTES_PER_MOVE, HOME, Rules, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.game import Move
    from oracle.table import State

STANDARD_STORE = StoreOptions()

_MOST_COLUMNS = 10  # as the native kernel


def scored(code: bytes, *, exhaustive: bool = False) -> Rules:
    """Read rules by which scores are searched: any where any card moves, or else those of Russian Solitaire, nearly."""
    rules = Rules(code)
    if not rules.any:
        raise KernelInputError("rules", "a game in which any card moves expected")
    kings_only = not rules.stages and rules.opens[-1]
    russian = rules.forced and rules.by_suit and not rules.from_king and kings_only and rules.ranks == 13
    if not exhaustive and not (russian and rules.columns <= _MOST_COLUMNS):
        raise KernelInputError(
            "rules",
            "built by suit, any card moves, kings into at most ten columns, forced moves home from the ace "
            "expected; the best score under other rules is for the exhaustive search",
        )
    return rules


def check_store(store: StoreOptions) -> None:
    """Raise a `KernelInputError` unless there is such a store."""
    if store.size < 0 or store.eviction not in range(3):
        raise KernelInputError("store", f"0 or more positions and 0 (none), 1 (lru) or 2 (lfu) expected, not {store}")


def best_score(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    exhaustive: bool = False,
    floor: int = 0,
    store: StoreOptions = STANDARD_STORE,
    ask: object | None = None,
) -> Score:
    """Find the most cards that come home.

    A score below *floor* does not count: it is enough to know that the best is at most *floor* − 1.
    """
    parsed = scored(rules, exhaustive=exhaustive)
    start = read_state(parsed, position)
    check_store(store)
    check_score("floor", floor)
    return best(parsed, start, exhaustive, Budget(limits, ask), floor)


def check_score(name: str, score: int) -> None:
    """Raise a `KernelInputError` unless it is a score."""
    if not 0 <= score <= 52:
        raise KernelInputError(name, f"0 to 52 expected, not {score}")


def best(rules: Rules, start: State, exhaustive: bool, budget: Budget, floor: int = 0) -> Score:
    """Answer one position that has been read as `best_score` does.

    The position from which the most cards may come home is looked at first; the search ends where no bound promises
    more than the best line so far, or as much as *floor*. *exhaustive* looks at every position there is.
    """
    weigh = Weights(rules)

    def rank(node: Node) -> tuple[int, float]:
        bound = rules.number_of_cards if exhaustive else most_home(rules, node.state)
        return -bound, weigh.cost(node.state)

    def followers(node: Node) -> Iterator[Node]:
        for move in moves(rules, node.state) if exhaustive else decisions(rules, node.state):
            state, line = after(node.state, move), (node.line, move)
            yield Node(*((state, line) if exhaustive else settled(rules, state, line)))

    search = Search(budget, followers, rank)
    most, most_line, bound = -1, None, rules.number_of_cards
    for node in search.nodes(Node(*((start, None) if exhaustive else settled(rules, start, None)))):
        bound = min(bound, -search.lowest[0])
        home = sum(node.state.home)
        if home > most:
            most, most_line = home, node.line
        if bound <= most or bound < floor:
            break
    else:
        bound = bound if budget.limit else most
    entries = len(search.costs)
    figures = StoreFigures(entries, search.lookups, search.lookups - entries + 1, 0, budget.memory)
    return Score(most, max(most, bound), unrolled(most_line), budget.limit, budget.states, figures)


def decisions(rules: Rules, state: State) -> list[Move]:
    """Return the different moves between columns; a king that lies alone in one has nowhere else to go."""
    columns = state.columns
    return [move for move in moves(rules, state) if columns[move[1]] or move[2] < len(columns[move[0]])]


def decisions_at_start(rules: Rules, start: State) -> int:
    """Return how many different moves between columns there are once nothing can go home."""
    return len(decisions(rules, settled(rules, start, None)[0]))


def shortest(rules: bytes, position: bytes, score: int, limits: Limits = NO_LIMITS, ask: object | None = None) -> Path:
    """Find a line to a score with the fewest moves between columns, among these with the fewest decision points."""
    parsed = scored(rules)
    start = read_state(parsed, position)
    check_score("score", score)
    return path(parsed, start, score, Budget(limits, ask))


def path(rules: Rules, start: State, score: int, budget: Budget) -> Path:
    """Answer one position that has been read as `shortest` does."""

    def rank(node: Node) -> tuple[int, int] | None:
        moves_and_points: tuple[int, int] = node.cost
        return moves_and_points if most_home(rules, node.state) >= score else None

    def followers(node: Node) -> Iterator[Node]:
        ways = decisions(rules, node.state)
        made, points = node.cost
        for move in ways:
            cost = made + 1, points + (len(ways) > 1)
            yield Node(*settled(rules, after(node.state, move), (node.line, move)), cost)

    for node in Search(budget, followers, rank).nodes(Node(*settled(rules, start, None), (0, 0))):
        if sum(node.state.home) >= score:
            line = _up_to(score - sum(start.home), unrolled(node.line))
            made, points = node.cost
            return Path(line, made, points, budget.limit, budget.states, budget.memory)
    return Path(b"", -1, 0, budget.limit, budget.states, budget.memory)


def _up_to(more: int, line: bytes) -> bytes:
    """Return the line up to the move that brings home the last of *more* cards."""
    end = 0
    while more > 0:
        more -= line[end + 1] >= HOME
        end += BYTES_PER_MOVE
    return line[:end]
