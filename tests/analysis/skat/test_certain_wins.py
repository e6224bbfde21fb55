"""Cards that win in every world: compared with solving each world, and played by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.analysis.skat.fair_view import fair_step, views
from kiebitz.analysis.skat.levels import Level
from kiebitz.analysis.skat.players import Engine
from kiebitz.cards import Card
from kiebitz.skat.contract import Game
from kiebitz.skat.iss import read_game
from kiebitz.skat.score import needed
from kiebitz.skat.trick import legal_among
from skat_tables import all_possible, in_world, possible

if TYPE_CHECKING:
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.view import View

RECORDS = Path(__file__).parents[2] / "data" / "iss"


def game(name: str) -> RecordedGame:
    return read_game((RECORDS / f"{name}.sgf").read_text())


def sure_cards(view: View) -> tuple[Card, ...]:
    """Return the sure cards of a state of play."""
    trick = [card for _, card in view.tricks[-1]]
    return fair_step(view, legal_among(view.announced.game, view.hand, trick)[0], 1).sure


def test_they_are_those_that_win_in_each_world() -> None:
    moments = {True: 0, False: 0}
    for name in ("61-points", "overbid", "without-3", "null-hand-ouvert-lost", "schwarz-announced"):
        recorded = game(name)
        assert recorded.contract is not None
        for number, (view, play) in enumerate(views(recorded)):
            worlds = all_possible(view, 60) if number > 17 else []
            if not 0 < len(worlds) <= 60 or len(play.legal_cards) == 1:
                continue
            winning = set(play.legal_cards)
            for world in worlds:
                goal = 1 if play.game is Game.NULL else needed(recorded.contract)
                winning &= {
                    card for card, value in solve(in_world(play, world)).cards if (value >= goal) is view.is_declarer
                }
            assert set(sure_cards(view)) == winning
            moments[bool(winning)] += 1
    assert min(moments.values()) >= 3


def test_the_engine_plays_one_though_its_few_worlds_say_otherwise() -> None:
    few, blind = Level(worlds=1), Level(worlds=1, sure=0)
    moments = otherwise = 0
    for name in ("61-points", "declarer-schneider", "grand", "hearts", "overbid", "without-3"):
        for number, (view, play) in enumerate(views(game(name))):
            if number < 12 or len(play.legal_cards) == 1:
                continue
            sure = set(map(str, sure_cards(view)))
            assert not sure or possible(view, 1)[0] <= few.sure
            if sure and len(sure) < len(play.legal_cards):
                moments += 1
                assert all(Engine(few, seed).decides(view) in sure for seed in range(3))
                otherwise += any(Engine(blind, seed).decides(view) not in sure for seed in range(3))
    assert moments >= 10
    assert otherwise >= 2


def test_the_fair_view_names_a_win_that_was_given_up() -> None:
    recorded = game("without-3")
    view, _ = list(views(recorded))[13]
    step = fair_step(view, recorded.cards[13], 20)
    assert step.card is Card.parse("TC")
    assert step.sure == (Card.parse("9C"),)
    assert step.gave_up_a_sure_win
