"""Problems of Skat: in each of a sample exactly one card wins, and any other is refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.analysis.skat.problems import BANDS, count, numbers, problem, winning
from kiebitz.cards import PACKS
from kiebitz.errors import InputError
from kiebitz.skat.score import needed


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
    assert task.is_open or 10 <= winning(task.session, is_open=False).worlds <= 1000
    for card in play.legal_cards:
        answer = task.answer(card)
        against = answer.against
        if card is task.card:
            assert answer.cards == (card,)
            assert against is None
            continue
        assert against is not None
        assert not answer.cards
        view = task.session.view(task.seat)
        assert set(against.hands[task.seat]) == set(view.hand)
        unseen = set(PACKS["32"]) - set(view.played) - set(view.hand)
        assert {*against.skat, *(other for hand in against.hands for other in hand)} - set(view.hand) == unseen
        # The referee's world with these cards, solved card by card, ends the same way.
        first, second, third = against.hands
        world = replace(play, hands=(first, second, third), skat=against.skat)
        end = solve(world.after(card), needed(view.announced))
        assert end.reached is not view.is_declarer
        assert against.result == (int(end.reached) if end.points is None else end.points)
