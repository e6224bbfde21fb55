"""The pure-Python kernel's étude: best scores of runs of random deals, and the check of their lines."""

from __future__ import annotations

from kiebitz.errors import KernelInputError
from kiebitz.kernel import _plain_checker, _plain_scores
from kiebitz.kernel._plain_budget import Budget
from kiebitz.kernel._plain_deals import Dealer, check_shuffle, joined, packed, parted
from kiebitz.kernel._plain_table import BYTES_PER_MOVE, Rules
from kiebitz.kernel.answers import Deals, Run, Scores, StoreFigures, StoreOptions


def etude(
    rules: bytes,
    layout: bytes,
    run: Run,
    count: int,
    *,
    exhaustive: bool = False,
    lines: bool = True,
    paths: bool = False,
    store: StoreOptions = _plain_scores.STANDARD_STORE,
) -> Scores:
    """Find the best scores of a run's deals."""
    parsed = _plain_scores.scored(rules, exhaustive=exhaustive and not paths)
    dealer = _dealer(parsed, layout, run)
    _plain_scores.check_store(store)
    if count < 0:
        raise KernelInputError("count", f"0 or more expected, not {count}")
    starts = [dealer.deal(run.first + index) for index in range(count)]
    found = [_plain_scores.best(parsed, start, exhaustive, Budget()) for start in starts]
    ways = [
        _plain_scores.path(parsed, start, best.score, Budget())
        for start, best in zip(starts if paths else (), found if paths else (), strict=True)
    ]
    figures = [best.store for best in found]
    return Scores(
        bytes(best.score for best in found),
        packed([best.states for best in found]),
        *joined([one.line if lines else b"" for one in ways or found]),
        bytes(way.moves for way in ways),
        bytes(way.decisions for way in ways),
        bytes(_plain_scores.decisions_at_start(parsed, start) for start in starts),
        StoreFigures(
            max((one.entries for one in figures), default=0),
            sum(one.lookups for one in figures),
            sum(one.hits for one in figures),
            0,
            max((one.memory for one in figures), default=0),
        ),
    )


def check_etude(rules: bytes, layout: bytes, run: Run, scores: bytes, lines: bytes, ends: bytes) -> int:
    """Return the index of the first deal whose line does not lead to its score, or the number of deals."""
    parsed = Rules(rules)
    dealer = _dealer(parsed, layout, run)
    for index, (score, line) in enumerate(zip(scores, parted(lines, ends, len(scores)), strict=True)):
        start = dealer.deal(run.first + index)
        if len(line) % BYTES_PER_MOVE or _plain_checker.score(parsed, start, line) != score:
            return index
    return len(scores)


def _dealer(rules: Rules, layout: bytes, run: Run) -> Dealer:
    check_shuffle(run.shuffle)
    return Dealer(rules, layout, Deals(run.shuffle + 1, run.seed), (run.first,))
