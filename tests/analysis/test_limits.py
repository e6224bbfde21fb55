"""Limits: invalid ones, their order, and the default memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiebitz.analysis import limits
from kiebitz.analysis.limits import Limit, Verdict, free_memory, share_memory_among
from kiebitz.analysis.ranges import solve_range
from kiebitz.analysis.scores import random_scores
from kiebitz.analysis.shortest import shortest_lines
from kiebitz.analysis.solving import prove
from kiebitz.deals import microsoft, one_suit
from kiebitz.deals.finder import find
from kiebitz.deals.shuffles import nth
from kiebitz.errors import LimitError, NumberRangeError
from kiebitz.patience import game
from kiebitz.patience.dealing import deal

MIB = 1 << 20


@pytest.mark.parametrize(
    "limit", [{"seconds": True}, {"seconds": float("nan")}, {"seconds": 10**400}, {"states": 1.5}, {"memory": 0}]
)
def test_what_is_no_limit(limit: dict[str, float]) -> None:
    with pytest.raises(LimitError):
        Limit(**limit)  # type: ignore[arg-type]


def test_which_limit_covers_which() -> None:
    assert Limit().covers(Limit(states=5))
    assert not Limit(states=5).covers(Limit())
    assert Limit(states=5, seconds=1.0).covers(Limit(states=5, seconds=0.5, memory=7))
    assert not Limit(states=5, memory=1).covers(Limit(states=5))


def test_free_memory_is_part_of_the_machine() -> None:
    assert free_memory() > MIB
    if Path("/proc/meminfo").exists():
        total = int(Path("/proc/meminfo").read_text(encoding="ascii").split()[1]) * 1024
        assert free_memory() < total


def test_processes_share_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "free_memory", lambda: 80 * MIB)
    monkeypatch.setattr(limits, "_processes", 1)
    assert Limit().with_memory().memory == 40 * MIB
    assert Limit(memory=3).with_memory() == Limit(memory=3)
    share_memory_among(4)
    assert Limit().with_memory().memory == 10 * MIB


def test_a_search_without_a_limit_stops_at_its_part_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "free_memory", lambda: 16 * MIB)
    hard = game("freecell").with_(cells=2)
    result = prove(deal(982, hard))
    assert (result.verdict, result.limit_hit) == (Verdict.UNDECIDED, "memory")
    assert result.statistics.memory <= 8 * MIB
    assert solve_range(hard, 982, 982).verdict(982) is Verdict.UNDECIDED


class Odd(int):
    """An integer subclass, for which `in range(…)` would iterate over all numbers."""


@pytest.mark.timeout(20)
@pytest.mark.parametrize("wrong", [1.5, float("nan"), float("inf"), "1", None, True, Odd(2**40)])
def test_what_is_no_number_of_a_deal_is_refused_at_once(wrong: Any) -> None:
    for ask in (
        lambda: solve_range(game("freecell"), 1, wrong),
        lambda: solve_range(game("freecell"), wrong, 2),
        lambda: random_scores(1, 0, wrong),
        lambda: random_scores(1, wrong, 1),
        lambda: random_scores(wrong, 0, 1),
        lambda: random_scores(1, 0, 1, replay=wrong),
        lambda: nth(1, wrong),
        lambda: nth(wrong, 1),
        lambda: find(microsoft.cards(1), 1, wrong),
        lambda: microsoft.cards(wrong),
        lambda: one_suit.columns(wrong),
        lambda: shortest_lines(game("solitaire_one_suit").with_(supermoves="single"), wrong),
    ):
        with pytest.raises(NumberRangeError):
            ask()
