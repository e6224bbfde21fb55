"""What a range tells by name: lengths of lines, and verdicts, limits and scores under whoever's own codes."""

from __future__ import annotations

import pytest

from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.ranges import RangeResult, dealt_by_kernel, solve_range
from kiebitz.errors import LinesNotKeptError
from kiebitz.patience.games import game

#: Of these deals some are solved, some undecided within 100 positions.
HARD = game("freecell").with_(cells=3)


@pytest.fixture(scope="module")
def found() -> RangeResult:
    return solve_range(HARD, 1, 60, Limit(states=100), keep_lines=True)


def test_codes_are_those_asked_for(found: RangeResult) -> None:
    verdicts = [found.verdict(number) for number in range(1, 61)]
    assert {Verdict.SOLVED, Verdict.UNDECIDED} <= set(verdicts)
    codes = {Verdict.SOLVED: 7, Verdict.IMPOSSIBLE: 8, Verdict.UNDECIDED: 9}
    assert list(found.verdict_codes(codes)) == [codes[verdict] for verdict in verdicts]
    limits = [200 if found.limit_hit(number) is None else 3 for number in range(1, 61)]
    assert list(found.limit_codes({"seconds": 2, "states": 3}, 200)) == limits
    assert found.limit_codes({}, 200) == bytes([200]) * 60


def test_lengths_are_those_of_the_lines(found: RangeResult) -> None:
    lines = [len(found.moves(number)) or None for number in range(1, 61)]
    assert found.lengths() == lines
    assert None in lines
    with pytest.raises(LinesNotKeptError):
        solve_range(HARD, 1, 2, Limit(states=100)).lengths()


def test_of_a_scored_game_the_best_scores_are_coded_too(found: RangeResult) -> None:
    scored = solve_range(game("russian"), 1, 3, Limit(states=1))
    best = list(scored.scores)
    assert 255 in best
    assert list(scored.score_codes(99)) == [99 if score == 255 else score for score in best]
    assert found.score_codes(99) == b""


def test_who_deals() -> None:
    assert dealt_by_kernel(game("freecell"), "microsoft", 1)
    assert not dealt_by_kernel(game("freecell"), "microsoft", -1)
    assert not dealt_by_kernel(game("freecell"), "pysolfc", 1)
    assert not dealt_by_kernel(game("russian"), "microsoft", 1)
