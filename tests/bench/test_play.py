"""The row about the light: random games are the same every time, and the row says what falls short."""

from __future__ import annotations

import pytest

from kiebitz.analysis.limits import Verdict
from measuring import play
from measuring.rows import QUICK


def test_a_random_game_is_the_same_every_time() -> None:
    once, again = ([verdict for _, verdict in play.random_game(3)] for _ in range(2))
    assert once == again
    assert 0 < len(once) <= 40
    lost = [verdict is Verdict.IMPOSSIBLE for verdict in once]
    assert lost == sorted(lost)


@pytest.mark.parametrize(
    ("seconds", "verdict", "ok"),
    [(0.001, Verdict.SOLVED, True), (0.2, Verdict.SOLVED, False), (0.001, Verdict.UNDECIDED, False)],
)
def test_the_row_is_judged_by_time_and_by_what_is_unknown(
    monkeypatch: pytest.MonkeyPatch, seconds: float, verdict: Verdict, ok: bool
) -> None:
    monkeypatch.setattr(play, "random_game", lambda _: [(seconds, verdict)] * 5)
    row = play.after_each_move(QUICK)
    assert row.ok is ok
    assert f"p95 {1e3 * seconds:.2f} ms" in row.measured
