"""The fair view: a player's knowledge, the chances of his cards, and his mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.analysis.skat.fair_view import CardChance, fair_step, fair_steps, views
from kiebitz.skat.contract import Contract
from kiebitz.skat.iss import read_game
from kiebitz.skat.score import needed
from skat_tables import PACK, all_possible, in_world

if TYPE_CHECKING:
    from kiebitz.skat.records import RecordedGame

RECORDS = Path(__file__).parents[2] / "data" / "iss"


def game(name: str) -> RecordedGame:
    return read_game((RECORDS / f"{name}.sgf").read_text())


@pytest.mark.parametrize("name", ["hand", "null-hand-ouvert-lost", "grand-ouvert-conceded", "without-3"])
def test_views_hold_what_the_seat_saw(name: str) -> None:
    recorded = game(name)
    assert recorded.contract is not None
    for number, (view, play) in enumerate(views(recorded)):
        assert view.seat is play.turn
        assert view.hand == play.hands[play.turn]
        assert view.played == recorded.cards[:number]
        assert (view.skat == play.skat) is (view.is_declarer and recorded.discard is not None)
        assert bool(view.shown) is (recorded.contract.ouvert and not view.is_declarer)
        others = {card for seat, hand in enumerate(play.hands) if seat != play.turn for card in hand} - {*view.shown}
        assert not others & {*view.hand, *view.skat, *view.shown, *view.played}


def test_where_all_worlds_are_looked_at_the_chances_are_exact() -> None:
    recorded = game("hand")
    assert recorded.contract is not None
    checked = 0
    for number, (view, play) in enumerate(views(recorded)):
        if number < 20 or len(play.legal_cards) == 1:
            continue
        worlds = all_possible(view, 400)
        if not worlds:
            continue
        step = fair_step(view, recorded.cards[number], len(worlds), listens=False)
        assert step.played.is_exact
        wins = dict.fromkeys(play.legal_cards, 0)
        for world in worlds:
            for card, value in solve(in_world(play, world)).cards:
                wins[card] += value >= needed(recorded.contract)
        values = {one.card: one.value for one in step.chances}
        assert values == pytest.approx({card: count / len(worlds) for card, count in wins.items()})
        best = (max if view.is_declarer else min)(values.values())
        assert step.lost == pytest.approx(abs(best - values[recorded.cards[number]]))
        assert step.lost_interval == pytest.approx((step.lost,) * 2)
        checked += 1
    assert checked > 1


def test_the_same_seed_gives_the_same_chances() -> None:
    recorded = game("hand")
    steps = list(fair_steps(recorded, 4, 5))
    assert steps == list(fair_steps(recorded, 4, 5))
    assert [step.number for step in steps][:4] == [1, 2, 3, 4]
    for step in steps:
        assert {one.card for one in step.chances} >= {step.card}
        assert step.lost_interval[0] <= step.lost <= step.lost_interval[1]
        for one in step.chances:
            assert 0 <= one.interval[0] <= one.value + 1e-9
            assert one.value <= one.interval[1] + 1e-9 <= 1 + 1e-9


@pytest.mark.parametrize("listens", [False, True])
def test_a_clear_mistake_is_one(listens: bool) -> None:
    recorded = game("hand")
    view = [view for view, _ in views(recorded)][24]
    step = fair_step(view, recorded.cards[24], 60, listens=listens)
    assert (step.number, str(step.card), str(step.chances[0].card)) == (25, "KC", "JC")
    assert step.is_mistake
    other = fair_step(view, step.chances[0].card, 60, listens=listens)
    assert not other.is_mistake
    assert other.lost == 0


def test_intervals() -> None:
    card = PACK[0]
    assert CardChance(card, 1, 4, False).interval == pytest.approx((0.04559, 0.69936), abs=1e-4)  # Wilson, by hand
    assert CardChance(card, 1, 4, True).interval == (0.25, 0.25)


def test_points_needed() -> None:
    assert [needed(Contract.parse(one)) for one in ("grand", "grand hand schneider", "grand hand schwarz")] == [
        61,
        90,
        120,
    ]


def test_a_game_that_all_passed_has_no_steps() -> None:
    assert list(fair_steps(game("passed"))) == []
