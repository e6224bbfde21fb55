"""The review of games: values against the solver, turning points against the rules, par by brute force."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.analysis.skat.review import Review, review
from kiebitz.analysis.skat.world_outcomes import Outcome
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.iss import read_game
from kiebitz.skat.referee import replay
from kiebitz.skat.seats import Seat

RECORDS = Path(__file__).parents[2] / "data" / "iss"


def reviewed(name: str, *, par: bool = False) -> Review:
    return review(read_game((RECORDS / f"{name}.sgf").read_text()), par=par)


@pytest.mark.parametrize("name", ["hand", "without-3", "null-hand-ouvert-lost", "conceded", "overbid"])
def test_each_card_has_the_values_of_the_solver(name: str) -> None:
    result = reviewed(name)
    game = result.game
    play = game.start()
    assert len(result.steps) == len(game.cards)
    for step, card in zip(result.steps, game.cards, strict=True):
        assert (step.seat, step.card) == (play.turn, card)
        assert dict(step.values) == dict(solve(play).cards)
        assert set(step.best) == set(solve(play).best)
        play = play.after(card)
    assert game.contract is not None
    null = game.contract.game is Game.NULL
    if play.is_over:
        assert result.end == (int(play.result.declarer_is_schwarz) if null else play.result.declarer_points)
    values = [step.after for step in result.steps]
    assert values[:-1] == [step.before for step in result.steps[1:]]


def test_the_card_that_lost_the_game() -> None:
    result = reviewed("hand")
    point = result.deciding()
    assert point is not None
    assert (point.step.number, str(point.step.card), point.step.before, point.step.after) == (25, "KC", 65, 56)
    assert list(map(str, point.holding)) == ["JC"]
    assert (point.before, point.after) == (Outcome.WON, Outcome.LOST)
    for each in result.turning_points:
        state = replay(result.game.start(), result.game.cards[: each.step.number - 1])
        assert each.line[0] in each.holding
        assert replay(state, each.line).result.declarer_points == each.step.before
    assert [each.decides for each in result.turning_points] == ["", "game"]


def test_schneider_settled_by_a_card() -> None:
    result = reviewed("grand-conceded")
    point = result.deciding("schneider")
    assert point is not None
    assert (str(point.step.seat), str(point.step.card)) == ("rearhand", "JD")
    assert result.deciding() is None


@pytest.mark.parametrize("name", ["lost", "grand-schneider"])
def test_the_discard_and_the_bid(name: str) -> None:
    result = reviewed(name)
    put = result.discard
    assert put is not None
    assert put.value == result.start
    assert result.game.declarer is not None
    assert result.game.contract is not None
    best = solve(
        result.game.deal.exchanged(result.game.declarer, put.best).play(result.game.contract.game, result.game.declarer)
    )
    assert best.points == put.best_value >= put.value
    assert result.highest_bid == (120 if name == "grand-schneider" else None)


def test_a_game_that_all_passed_has_a_par() -> None:
    result = reviewed("passed", par=True)
    assert (result.start, result.end, result.score, result.discard) == (None, None, None, None)
    assert result.par
    for one in result.par:
        play = result.game.deal.play(one.contract.game, one.seat)
        if one.discard:
            play = result.game.deal.exchanged(one.seat, one.discard).play(one.contract.game, one.seat)
        best = solve(play)
        assert (int(best.reached) if best.points is None else best.points) == one.value
        assert one.outcome.is_won
        assert one.contract.hand is not bool(one.discard)
    rearhand = result.best_of(Seat.REARHAND)
    assert rearhand is not None
    assert (str(rearhand.contract), rearhand.score) == ("grand", 72)
    assert result.best_of(Seat.FOREHAND) is None


def literal_outcome(contract: Contract, value: int) -> Outcome:
    """Return the outcome of this value, without Schwarz."""
    if contract.game is Game.NULL:
        return Outcome.WON if value == 1 else Outcome.LOST
    if contract.schwarz:
        return Outcome.WON if value == 120 else Outcome.LOST_SCHNEIDER if value <= 30 else Outcome.LOST
    if contract.schneider:
        return Outcome.WON if value >= 90 else Outcome.LOST_SCHNEIDER if value <= 30 else Outcome.LOST
    if value >= 61:
        return Outcome.WON_SCHNEIDER if value >= 90 else Outcome.WON
    return Outcome.LOST_SCHNEIDER if value <= 30 else Outcome.LOST


@pytest.mark.parametrize("name", ["61-points", "grand-schneider", "schwarz-announced", "null-hand-ouvert-lost", "lost"])
def test_a_card_turns_a_game_where_the_outcome_changes(name: str) -> None:
    result = reviewed(name)
    contract = result.game.contract
    assert contract is not None
    ends = [(literal_outcome(contract, step.before), literal_outcome(contract, step.after)) for step in result.steps]
    turned = {step.number: pair for step, pair in zip(result.steps, ends, strict=True) if pair[0] is not pair[1]}
    assert {point.step.number: (point.before, point.after) for point in result.turning_points} == turned
    for point in result.turning_points:
        held = [card for card, value in point.step.values if literal_outcome(contract, value) is point.before]
        assert list(point.holding) == held
    for what, side in (("game", lambda end: end.is_won), ("schneider", lambda end: "SCHNEIDER" in end.name)):
        changed = [number for number, (before, after) in turned.items() if side(before) != side(after)]
        deciding = result.deciding(what)
        game = result.deciding()
        both = what == "schneider" and game is not None and changed[-1:] == [game.step.number]
        assert (deciding and deciding.step.number) == (None if both or not changed else changed[-1])
