"""The pure-Python kernel's étude: best scores of runs of random deals, and the check of their lines.

Nothing is searched or judged here; the deals are dealt, one after the other, and the answers packed.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.kernel import _plain_checker, _plain_russian, _plain_shuffle, _plain_yukon
from kiebitz.kernel._plain_limits import Budget
from kiebitz.kernel._plain_store import Store
from kiebitz.kernel._plain_table import BYTES_PER_MOVE, check_destinations, check_face_down, deal_table, packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.kernel._plain_table import Rules, Table

    Scores = tuple[bytes, bytes, bytes, bytes, bytes, bytes, int, int, int, int, int, bytes]

_RUN = 2**64


class Run:
    """The deals of a seeded run under the rules of a game; a `KiebitzError` unless they can be dealt."""

    def __init__(
        self, rules: Rules, destinations: bytes, face_down: bytes, shuffle: int, seed: int, first: int
    ) -> None:
        _plain_shuffle.check_shuffle(shuffle)
        check_destinations(rules, destinations)
        if len(face_down) != rules.columns:
            raise KiebitzError(f"face_down: a byte a column expected, {rules.columns}, not {len(face_down)}")
        check_face_down(face_down, [destinations.count(column) for column in range(rules.columns)], "face_down")
        if any(face_down) and not rules.any:
            raise KiebitzError("face_down: no cards expected but where any card moves")
        for number, what in ((seed, "seed"), (first, "first")):
            if not 0 <= number < _RUN:
                raise KiebitzError(f"{what}: 0 to {_RUN - 1} expected, not {number}")
        self._rules = rules
        self._destinations = destinations
        self._face_down = face_down
        self._shuffle = shuffle
        self._seed = seed
        self._first = first

    def table(self, index: int) -> Table:
        """Deal the deal that comes *index* deals after the first."""
        number = _plain_shuffle.nth(self._seed, self._first + index)
        cards = _plain_shuffle.shuffled(self._shuffle, number)
        return deal_table(self._rules, self._destinations, cards, self._face_down)


def best_score(
    rules: Rules, table: Table, plain: bool, budget: Budget, store: Store
) -> tuple[int, int, bytes, int, int, int, int, int, int, int]:
    """Answer one position as the kernel's function of this name does."""
    if plain:
        found = _plain_yukon.search_all(rules, table, budget)
        bound = rules.number_of_cards if found.limit else found.score
        kept = found.stored, found.lookups, found.hits, 0, budget.memory
        return found.score, bound, found.line, found.limit, budget.states, *kept
    score, bound, line, limit = _plain_russian.best(rules, table, budget, store)
    kept = store.entries, store.lookups, store.hits, store.evictions, store.bytes
    return score, bound, line, limit, budget.states, *kept


def etude(
    rules: Rules, run: Run, count: int, plain: bool, size: int, eviction: int, lines: bool, paths: bool
) -> Scores:
    """Find the best scores of the first *count* deals of a run."""
    scores, moves, decisions, all_choices, all_lines = (bytearray() for _ in range(5))
    states, ends = array("I"), array("I")
    entries = lookups = hits = evictions = memory = 0
    for index in range(count):
        table = run.table(index)
        store = Store(size, eviction)
        answer = best_score(rules, table, plain, Budget(0, 0.0, 0), store)
        score, _, line, _, searched, *kept = answer
        if paths:
            line, between, points, _ = _plain_russian.shortest(rules, table, score, Budget(0, 0.0, 0))
            moves.append(between)
            decisions.append(points)
        scores.append(score)
        states.append(min(searched, 2**32 - 1))
        all_lines += line if lines else b""
        ends.append(len(all_lines))
        all_choices.append(_plain_russian.choices_at_start(rules, table))
        entries, memory = max(entries, kept[0]), max(memory, kept[4])
        lookups, hits, evictions = lookups + kept[1], hits + kept[2], evictions + kept[3]
    told = bytes(moves), bytes(decisions), entries, lookups, hits, evictions, memory, bytes(all_choices)
    return bytes(scores), packed(states), bytes(all_lines), packed(ends), *told


def first_fault(rules: Rules, run: Run, scores: bytes, lines: bytes, stops: Sequence[int]) -> int:
    """Return the first deal whose line is illegal or leads to another score, or the number of deals."""
    start = 0
    for index, (score, stop) in enumerate(zip(scores, stops, strict=True)):
        line = lines[start:stop]
        start = stop
        if len(line) % BYTES_PER_MOVE or _plain_checker.score(rules, run.table(index), line) != score:
            return index
    return len(scores)
