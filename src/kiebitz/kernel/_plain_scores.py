"""The pure-Python kernel's best scores of Russian Solitaire, and the shortest lines to a score.

Columns are built by suit and every card that fits goes home at once, so that only moves between columns are decisions.
To judge a line is for the checker and the referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel._plain_bound import most_home
from kiebitz.kernel._plain_budget import NO_LIMIT, NO_LIMITS, Budget
from kiebitz.kernel._plain_game import after, key, moves, settled, unrolled
from kiebitz.kernel._plain_search import search
from kiebitz.kernel._plain_store import STANDARD_STORE, Store
from kiebitz.kernel._plain_table import HOME, Rules, read_state
from kiebitz.kernel.answers import Limits, Path, Score, StoreFigures, StoreOptions

if TYPE_CHECKING:
    from kiebitz.kernel._plain_game import Line, Move
    from kiebitz.kernel._plain_table import State

_MOST_COLUMNS = 10  # as the native kernel
_REACHED = 700  # bytes in memory for a position of a path, much as tracemalloc measures


def scored(code: bytes, *, plain: bool = False) -> Rules:
    """Read rules by which scores are searched: any where any card moves, or else those of Russian Solitaire, nearly."""
    rules = Rules(code)
    if not rules.any:
        raise KernelInputError("rules", "a game in which any card moves expected")
    kings_only = not rules.stages and rules.opens[-1]
    russian = rules.forced and rules.by_suit and not rules.from_king and kings_only and rules.ranks == 13
    if not plain and not (russian and rules.columns <= _MOST_COLUMNS):
        raise KernelInputError(
            "rules",
            "built by suit, any card moves, kings into at most ten columns, forced moves home from the ace "
            "expected; the best score under other rules is for the plain search",
        )
    return rules


def best_score(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    plain: bool = False,
    floor: int = 0,
    store: StoreOptions = STANDARD_STORE,
    ask: object | None = None,
) -> Score:
    """Find the most cards that come home.

    A score below *floor* does not count: it is enough to know that the best is at most *floor* − 1.
    """
    parsed = scored(rules, plain=plain)
    start = read_state(parsed, position)
    if not 0 <= floor <= 52:
        raise KernelInputError("floor", f"0 to 52 expected, not {floor}")
    return best(parsed, start, plain, Budget(limits, ask), Store(*store, limits.memory), floor)


def best(rules: Rules, start: State, plain: bool, budget: Budget, store: Store, floor: int = 0) -> Score:
    """Answer one position that has been read as `best_score` does; *plain* looks at every position there is."""
    if plain:
        found = search(rules, start, budget, reduced=False)
        bound = rules.number_of_cards if found.limit else found.home
        figures = StoreFigures(found.stored, found.lookups, found.hits, 0, budget.memory)
        return Score(found.home, bound, found.line, found.limit, budget.states, figures)
    score, bound, line, limit = _branch_and_bound(rules, start, budget, store, floor)
    figures = StoreFigures(store.entries, store.lookups, store.hits, store.evictions, store.bytes)
    return Score(score, bound, line, limit, budget.states, figures)


def _branch_and_bound(
    rules: Rules, start: State, budget: Budget, store: Store, floor: int
) -> tuple[int, int, bytes, int]:
    """Find the most cards that come home, *floor* or more: (score, upper bound, line, limit hit).

    Depth first. A position is left out that was met before, or from which no more cards come home than in the best line
    so far, or fewer than *floor*: so says its upper bound.
    """
    most, most_line, limit = sum(start.home), b"", NO_LIMIT

    def look(state: State, line: Line, bound: int) -> None:
        nonlocal most, most_line, limit
        limit = limit or budget.hit(store.entries, store.bytes)
        if limit:
            return
        if sum(state.home) > most:
            most, most_line = sum(state.home), unrolled(line)
        for move in decisions(rules, state):
            if bound <= most or bound < floor or limit:
                return
            follower, longer = settled(rules, after(state, move), (line, move))
            if not store.meet(key(follower)):
                its_bound = most_home(rules, follower)
                if its_bound > most and its_bound >= floor:
                    look(follower, longer, its_bound)

    state, line = settled(rules, start, None)
    bound = most_home(rules, state)
    look(state, line, bound)
    return most, bound if limit else max(most, min(bound, floor - 1)), most_line, limit


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
    if not 0 <= score <= 52:
        raise KernelInputError("score", f"0 to 52 expected, not {score}")
    return path(parsed, start, score, Budget(limits, ask))


def path(rules: Rules, start: State, score: int, budget: Budget) -> Path:
    """Answer one position that has been read as `shortest` does.

    Level by level: all positions after one move, after two, and so on, each with the fewest decision points on a
    way to it. A card is moved onto the next of its suit and stays there, a king is moved once; so all lines to a
    position have as many moves, and it belongs to one level only.
    """
    state, line = settled(rules, start, None)
    level: dict[bytes, tuple[State, int, Line]] = {key(state): (state, 0, line)}
    number = 0
    while level:
        reached = [(points, line) for state, points, line in level.values() if sum(state.home) >= score]
        if reached:
            points, line = min(reached, key=lambda one: one[0])
            line_bytes = _up_to(score - sum(start.home), unrolled(line))
            return Path(line_bytes, number, points, NO_LIMIT, budget.states, budget.memory)
        following: dict[bytes, tuple[State, int, Line]] = {}
        for state, points, line in level.values():
            stored = len(level) + len(following)
            limit = budget.hit(stored, stored * _REACHED)
            if limit:
                return Path(b"", -1, 0, limit, budget.states, budget.memory)
            ways = decisions(rules, state)
            for move in ways:
                follower, longer = settled(rules, after(state, move), (line, move))
                name, more = key(follower), points + (len(ways) > 1)
                known = following.get(name)
                if more < known[1] if known else most_home(rules, follower) >= score:
                    following[name] = follower, more, longer
        level = following
        number += 1
    return Path(b"", -1, 0, NO_LIMIT, budget.states, budget.memory)


def _up_to(more: int, line: bytes) -> bytes:
    """Return the line up to the move that brings home the last of *more* cards."""
    end = 0
    while more > 0:
        more -= line[end + 1] >= HOME
        end += 3
    return line[:end]
