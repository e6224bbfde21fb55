"""Searches never block the game: slow searches, abandoned positions, late answers."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from textual.screen import Screen

from kiebitz.analysis import analyst
from kiebitz.analysis.answers import Answer, Line, Loss
from kiebitz.analysis.limits import Effort, Verdict
from kiebitz.patience.session import Session
from kiebitz.tui import background_searches
from kiebitz.tui.app import PlayApp
from screens import drive, freecell, light_of, press, quiet, said, settled, type_moves

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

    from kiebitz.analysis.limits import Limit
    from kiebitz.patience.position import Position

START = freecell().position
UNDECIDED = Answer(line=Line(position=START), verdict=Verdict.UNDECIDED, effort=Effort(limit_hit="states"))
SOLVED = Answer(line=Line(position=START), verdict=Verdict.SOLVED)


class SlowLight:
    """A light that takes a minute unless it is stopped, for all positions but those in `quick`."""

    def __init__(self) -> None:
        self.quick: dict[Position, Answer] = {}
        self.stopped: list[Position] = []
        self.requests: list[tuple[Position, Limit | None]] = []

    def __call__(
        self, position: Position, limit: Limit | None = None, stop: Callable[[], bool] | None = None
    ) -> Answer:
        self.requests.append((position, limit))
        for _ in range(6000):
            if position in self.quick:
                return self.quick[position]
            if stop is not None and stop():
                self.stopped.append(position)
                break
            time.sleep(0.01)
        return UNDECIDED


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowLight:
    light = SlowLight()
    monkeypatch.setattr(analyst, "light", light)
    return light


def test_moves_are_possible_during_a_search(slow: SlowLight) -> None:
    session = freecell()

    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        start = time.perf_counter()
        await type_moves(app, "58 2a 2b u")
        assert time.perf_counter() - start < 10
        assert app.session.words() == ["58", "2a"]
        assert light_of(app) == "…"
        slow.quick[app.session.position] = replace(SOLVED, line=Line(position=app.session.position))
        for _ in range(100):
            await pilot.pause(0.02)
            if light_of(app) != "…":
                break
        assert light_of(app) == "● winnable"

    app = drive(PlayApp(session), deeds)
    begun = [position for position, _ in slow.requests]
    assert set(begun) - {app.session.position} <= set(slow.stopped)
    assert session.start in slow.stopped


def test_leaving_does_not_wait_for_a_search(slow: SlowLight) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.pause(0.1)
        assert slow.requests
        await press(app, "q")
        assert app._exit

    start = time.perf_counter()
    drive(PlayApp(freecell()), deeds)
    assert time.perf_counter() - start < 20
    assert slow.stopped


def test_an_answer_about_another_position_is_not_shown(slow: SlowLight) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await type_moves(app, "58")
        app.game.post_message(app.game.searches.LightResult(app.session.start, SOLVED))
        await settled(app)
        assert light_of(app) == "…"

    drive(PlayApp(freecell()), deeds)
    assert slow.requests


def test_undecided_positions_are_searched_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit | None] = []

    def light(_position: Position, limit: Limit | None = None, stop: object = None) -> Answer:
        assert callable(stop)
        limits.append(limit)
        return UNDECIDED if len(limits) < 3 else SOLVED

    monkeypatch.setattr(analyst, "light", light)

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert light_of(app) == "● winnable"

    drive(PlayApp(freecell()), deeds)
    assert limits[0] == analyst.QUICK
    seconds = [limit.seconds for limit in limits[1:] if limit is not None and limit.seconds is not None]
    assert len(seconds) == 2
    assert seconds == sorted(seconds)


def test_an_undecided_position_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "light", lambda *_: UNDECIDED)

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert light_of(app) == "○ unknown"
        await press(app, "w")
        assert said(app) == "no losing move is known"

    drive(PlayApp(freecell()), deeds)


def test_best_scores_between_two_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    def light(at: Position, *_: object) -> Answer:
        effort = Effort(limit_hit="seconds")
        return Answer(line=Line(position=at), verdict=Verdict.IMPOSSIBLE, score=5, bound=9, effort=effort)

    monkeypatch.setattr(analyst, "light", light)

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert light_of(app) == "best 5–9 of 52"

    drive(PlayApp(Session.new("russian", 3)), deeds)


def test_the_oldest_losing_move_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_searches, "_MAX_LOSSES", 2)
    games = [Session.new(number=number) for number in (1, 2, 3)]
    searches = background_searches.Searches(Screen())
    for ply, game in enumerate(games):
        searches.keep(searches.LossResult(game.position, Loss(ply, None, False), game.start, ()))
    assert [searches.loss(game) for game in games] == [None, Loss(1, None, False), Loss(2, None, False)]
