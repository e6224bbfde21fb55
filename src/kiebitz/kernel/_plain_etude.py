"""The pure-Python kernel's étude: best scores of runs of random deals, and the check of their lines.

Nothing is searched or judged here; the deals are dealt, one after the other, and the answers packed.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel import _plain_checker, _plain_scores, _plain_shuffle
from kiebitz.kernel._plain_budget import Budget
from kiebitz.kernel._plain_store import STANDARD_STORE, Store
from kiebitz.kernel._plain_table import (
    BYTES_PER_MOVE,
    Rules,
    check_destinations,
    check_face_down,
    deal_state,
    packed,
    read_ends,
)
from kiebitz.kernel.answers import Run, Scores, StoreFigures, StoreOptions

if TYPE_CHECKING:
    from kiebitz.kernel._plain_table import State


class _Deals:
    """The deals of a seeded run under the rules of a game; a `KernelInputError` unless they can be dealt."""

    def __init__(self, rules: Rules, destinations: bytes, face_down: bytes, run: Run) -> None:
        _plain_shuffle.check_shuffle(run.shuffle)
        check_destinations(rules, destinations)
        if len(face_down) != rules.columns:
            raise KernelInputError("face_down", f"a byte a column expected, {rules.columns}, not {len(face_down)}")
        check_face_down(face_down, [destinations.count(column) for column in range(rules.columns)], "face_down")
        if any(face_down) and not rules.any:
            raise KernelInputError("face_down", "no cards expected but where any card moves")
        _plain_shuffle.check_number(run.seed, "seed")
        _plain_shuffle.check_number(run.first, "first")
        self._rules = rules
        self._destinations = destinations
        self._face_down = face_down
        self._run = run

    def deal(self, index: int) -> State:
        """Deal the deal that comes *index* deals after the first."""
        number = _plain_shuffle.nth(self._run.seed, self._run.first + index)
        cards = _plain_shuffle.shuffled(self._run.shuffle, number)
        return deal_state(self._rules, self._destinations, list(cards), self._face_down)


def etude(
    rules: bytes,
    destinations: bytes,
    face_down: bytes,
    run: Run,
    count: int,
    *,
    plain: bool = False,
    lines: bool = True,
    paths: bool = False,
    store: StoreOptions = STANDARD_STORE,
) -> Scores:
    """Find the best scores of a run's deals."""
    parsed = _plain_scores.scored(rules, plain=plain and not paths)
    deals = _Deals(parsed, destinations, face_down, run)
    Store(*store)  # refuses what is wrong even where there is no deal
    if count < 0:
        raise KernelInputError("count", f"0 or more expected, not {count}")
    scores, moves, decisions, all_choices, all_lines = (bytearray() for _ in range(5))
    states, ends = array("I"), array("I")
    total = StoreFigures(0, 0, 0, 0, 0)
    for index in range(count):
        start = deals.deal(index)
        best = _plain_scores.best(parsed, start, plain, Budget(), Store(*store))
        line = best.line
        if paths:
            path = _plain_scores.path(parsed, start, best.score, Budget())
            line = path.line
            moves.append(path.moves)
            decisions.append(path.decisions)
        scores.append(best.score)
        states.append(min(best.states, 2**32 - 1))
        all_lines += line if lines else b""
        ends.append(len(all_lines))
        all_choices.append(_plain_scores.decisions_at_start(parsed, start))
        used = best.store
        total = StoreFigures(
            max(total.entries, used.entries),
            total.lookups + used.lookups,
            total.hits + used.hits,
            total.evictions + used.evictions,
            max(total.memory, used.memory),
        )
    answers = bytes(scores), packed(states), bytes(all_lines), packed(ends)
    return Scores(*answers, bytes(moves), bytes(decisions), bytes(all_choices), total)


def check_etude(
    rules: bytes, destinations: bytes, face_down: bytes, run: Run, scores: bytes, lines: bytes, ends: bytes
) -> int:
    """Return the index of the first deal whose line does not lead to its score, or the number of deals."""
    parsed = Rules(rules)
    deals = _Deals(parsed, destinations, face_down, run)
    start = 0
    for index, (score, stop) in enumerate(zip(scores, read_ends(ends, len(scores), lines), strict=True)):
        line = lines[start:stop]
        start = stop
        if len(line) % BYTES_PER_MOVE or _plain_checker.score(parsed, deals.deal(index), line) != score:
            return index
    return len(scores)
