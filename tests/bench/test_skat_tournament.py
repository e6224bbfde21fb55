"""What a tournament's report makes of its deals: points, matches won, and Elo's measure of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import skat_tournament

if TYPE_CHECKING:
    from pathlib import Path


def row(deal: int, gain: int) -> dict[str, object]:
    """Return a deal of one game that the first side, alone in forehand, won by so many points."""
    game = {
        "alone": 0, "seats": [0, 1, 1], "points": [gain, 0, 0], "declarer": 0, "won": gain > 0, "overbid": False,
    }  # fmt: skip
    return {"deal": deal, "sides": ["a", "b"], "games": [game], "cpu": 0.6, "cards": [10, 20], "seconds": [0.1, 0.1]}


def test_the_report_counts_points_and_matches(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row(*one)) + "\n" for one in enumerate((90, 60, -70, 0))), encoding="utf-8")
    lines = skat_tournament.report(file)
    assert lines[1].startswith("   1 games: +20.0 Seeger-Fabian points")
    # Two wins, a draw and a loss are 62.5 %: 400 · log10(62.5 / 37.5).
    assert lines[3].startswith("  deals: 62.5 % won by a, draws counted half; Elo +89, 95 % ")


@pytest.mark.parametrize(("ahead", "elo"), [(0.5, 0), (0.75, 190.848), (1, 759.05), (0, -759.05)])
def test_all_won_is_no_more_than_all_but_half_a_deal(ahead: float, elo: float) -> None:
    assert skat_tournament.elo(ahead, 40) == pytest.approx(elo, abs=0.1)
