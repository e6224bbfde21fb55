"""Problems of Skat: in each of a sample exactly one card wins, and any other is refuted."""

from __future__ import annotations

import pytest

from kiebitz.analysis.skat.problems import BANDS, count, numbers, problem, worlds_of
from kiebitz.errors import InputError


def test_two_hundred_problems_in_bands() -> None:
    assert count() == 200
    assert [number for band in BANDS for number in numbers(band)] == list(range(1, 201))
    with pytest.raises(InputError, match="a number from 1 to 200"):
        problem(201)


@pytest.mark.parametrize("number", range(1, 201, 13))
def test_exactly_one_card_wins(number: int) -> None:
    task = problem(number)
    play = task.session.play
    assert play is not None
    assert task.card in play.legal_cards
    assert len(play.legal_cards) >= 3
    assert task.is_open or 10 <= worlds_of(task.session) <= 1000
