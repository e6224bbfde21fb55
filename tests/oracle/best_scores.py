"""The pure-Python kernel's best scores of many deals, and the check of their lines."""

from __future__ import annotations

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Deals, Limits, Path, Scores, StoreFigures, StoreOptions
from oracle import checker, scores
from oracle.budget import NO_LIMITS, Budget
from oracle.deals import NUMBERED, Dealer, joined, packed, parted
from oracle.table import BYTES_PER_MOVE, Rules

_NO_PATH = Path(b"", -1, 0, 0, 0, 0)


def best_scores(
    rules: bytes,
    layout: bytes,
    first: int,
    count: int,
    limits: Limits = NO_LIMITS,
    *,
    exhaustive: bool = False,
    lines: bool = True,
    paths: bool = False,
    floor: int = 0,
    store: StoreOptions = scores.STANDARD_STORE,
    deals: Deals = NUMBERED,
) -> Scores:
    """Find the best scores of *count* deals, each within the limits."""
    parsed = scores.scored(rules)
    if count < 0:
        raise KernelInputError("count", f"0 or more expected, not {count}")
    dealer = Dealer(parsed, layout, deals, (first, first + max(count - 1, 0)))
    scores.check_store(store)
    scores.check_score("floor", floor)
    starts = [dealer.deal(first + index) for index in range(count)]
    found, ways = [], []
    for start in starts:
        budget = Budget(limits)
        best = scores.best(parsed, start, exhaustive, budget, floor)
        found.append(best)
        if paths:
            ways.append(_NO_PATH if best.limit_hit else scores.path(parsed, start, best.score, budget))
    kept = [
        way.line if way.moves >= 0 else best.line for best, way in zip(found, ways or [_NO_PATH] * count, strict=True)
    ]
    figures = [best.store for best in found]
    return Scores(
        bytes(best.score for best in found),
        packed([best.states for best in found]),
        *joined([line if lines else b"" for line in kept]),
        bytes(way.moves % 256 for way in ways),
        bytes(way.decisions for way in ways),
        bytes(scores.decisions_at_start(parsed, start) for start in starts),
        bytes(best.bound for best in found),
        bytes(best.limit_hit for best in found),
        StoreFigures(
            max((one.entries for one in figures), default=0),
            sum(one.lookups for one in figures),
            sum(one.hits for one in figures),
            0,
            max((one.memory for one in figures), default=0),
        ),
    )


def check_scores(
    rules: bytes, layout: bytes, first: int, scores: bytes, lines: bytes, ends: bytes, deals: Deals = NUMBERED
) -> int:
    """Return the index of the first deal whose line does not lead to its score, or the number of deals."""
    parsed = Rules(rules)
    dealer = Dealer(parsed, layout, deals, (first, first + max(len(scores) - 1, 0)))
    for index, (score, line) in enumerate(zip(scores, parted(lines, ends, len(scores)), strict=True)):
        start = dealer.deal(first + index)
        if len(line) % BYTES_PER_MOVE or checker.score(parsed, start, line) != score:
            return index
    return len(scores)
