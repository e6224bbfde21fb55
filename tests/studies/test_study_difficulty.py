"""Studies of difficulty: the rows agree with the answers about single deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiebitz.analysis.difficulty import difficulty
from kiebitz.analysis.limits import Limit
from kiebitz.errors import UnsupportedRulesError
from kiebitz.patience.dealing import deal
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import run_study
from small_study import rows_of

if TYPE_CHECKING:
    from pathlib import Path


def test_rows_are_what_is_said_of_each_deal(tmp_path: Path) -> None:
    limit = Limit(states=50_000)
    assert run_study(Study("freecell", Deals(11981, 11983), "difficulty", limit=limit), tmp_path, 1).finished
    rows = rows_of(tmp_path)
    assert [row["verdict"] for row in rows] == ["solved", "undecided", "solved"]
    for row in rows[::2]:
        result = difficulty(deal(row["deal"]), limit)
        assert (row["kept_least"], row["kept_most"]) == pytest.approx(result.share_kept)
        assert (row["only_least"], row["only_most"]) == result.only_moves
        assert (row["won_1"], row["won_2"]) == result.won
        assert (row["moves"], row["lost"], row["left_open"]) == (
            len(result.moves),
            sum(result.lost),
            sum(result.left_open),
        )
        assert row["judged"] == sum(result.kept) + sum(result.lost) + sum(result.left_open)
        assert row["states"] == result.statistics.states
    assert rows[1]["limit_hit"] == "states"
    assert {rows[1][name] for name in ("moves", "kept_least", "only_most", "won_1")} == {None}


def test_games_without_an_answer_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedRulesError):
        run_study(Study("yukon", Deals(1, 2), "difficulty"), tmp_path, 1)
