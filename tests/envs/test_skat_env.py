"""Skat as an environment: PettingZoo's checkers pass, and no agent observes hidden cards."""

from __future__ import annotations

import doctest
import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pettingzoo", reason="wants the dependency group `outer`")

from pettingzoo.test import api_test, seed_test

import kiebitz.envs.skat as skat_env
from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.envs.skat import CARDS, FIRST_CARD, PLANES, TABLE, SkatEnv
from kiebitz.errors import ChoiceError, IllegalMoveError
from kiebitz.skat.contract import Game
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

AGENTS = ["player_0", "player_1", "player_2"]


def moments(env: SkatEnv, seed: int) -> Iterator[tuple[str, list[int]]]:
    """Play a random game, and yield the agent and the legal actions of each turn."""
    chance = Random(seed)
    env.reset(seed=seed)
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        legal = env.infos[agent]["action_mask"].nonzero()[0].tolist()
        yield agent, legal
        # an agent that never passes ends each game at the highest bid
        env.step(0 if 0 in legal and chance.random() < 0.4 else chance.choice(legal))


def test_pettingzoo_finds_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(SkatEnv(), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(SkatEnv, num_cycles=150)


def planes_of(observation: Any) -> dict[str, set[Any]]:
    planes = observation[: len(CARDS) * len(PLANES)].reshape(len(CARDS), len(PLANES))
    return {name: {CARDS[row] for row in planes[:, place].nonzero()[0]} for place, name in enumerate(PLANES)}


def test_an_agent_observes_only_what_its_seat_may_know() -> None:
    env, stages = SkatEnv(), set()
    for seed in range(60):
        for agent, legal in moments(env, seed):
            session = env.session
            stages.add(session.stage)
            for other, seat in zip(AGENTS, Seat, strict=True):
                observation = env.observe(other)
                assert env.observation_space(other).contains(observation)
                view, planes = session.view(seat), planes_of(observation)
                own = planes["hand"] | (planes["skat"] if session.play is None else set())
                assert own == set(view.hand)
                assert planes["shown"] == set(view.shown)
                if session.play is not None:
                    assert planes["skat"] == set(view.skat)
                played = planes["played by me"] | planes["played by the next"] | planes["played by the one before"]
                assert played == set(view.played)
                assert len(planes["trick"]) == len(view.played) % 3
                table = dict(zip(TABLE, observation[len(CARDS) * len(PLANES) :].tolist(), strict=True))
                assert (table["seat"], table["bid"], table["stage"]) == (
                    seat,
                    view.bid,
                    list(Stage).index(session.stage),
                )
                declarer = session.declarer
                assert table["declarer"] == (0 if declarer is None else 1 + (declarer - seat) % 3)
                game = None if view.contract is None else view.contract.game
                assert table["game"] == (0 if game is None else 1 + list(Game).index(game))
                assert env.infos[other]["action_mask"].any() == (other == agent)
            if session.stage is Stage.PLAY:
                assert session.play is not None
                assert {CARDS[action - FIRST_CARD] for action in legal} == set(session.play.legal_cards)
    assert stages == {Stage.BIDDING, Stage.SKAT, Stage.ANNOUNCEMENT, Stage.PLAY}


def test_the_rewards_are_the_official_score() -> None:
    env, played = SkatEnv(), 0
    for seed in range(20):
        for _ in moments(env, seed):
            assert not any(env.rewards.values())
        score, declarer = env.session.score(), env.session.declarer
        if score is None:
            assert list(env.rewards.values()) == [0, 0, 0]
            continue
        played += 1
        for agent, seat in zip(AGENTS, Seat, strict=True):
            assert env.rewards[agent] == (score.score if seat is declarer else -score.score / 2)
    assert played >= 5


def test_labels_are_the_open_card_results() -> None:
    env, checked = SkatEnv(labels=True), 0
    for seed in range(6):
        for number, (agent, _) in enumerate(moments(env, seed)):
            play, value = env.session.play, env.infos[agent]["value"]
            if play is None:
                assert value == -1
            elif number % 7 == 0:
                expected = solve(play)
                assert value == (expected.points if expected.points is not None else int(expected.reached))
                checked += 1
    assert checked >= 4


def test_illegal_actions_are_refused() -> None:
    env = SkatEnv(render_mode="ansi")
    env.reset(seed=617)
    action: Any
    for action in (FIRST_CARD, 64, -1, None, 1.5, "x", [1]):
        with pytest.raises(IllegalMoveError, match=re.escape(f"action {action!r} of player_1 is not legal here")):
            env.step(action)
    assert str(env.render()).startswith("forehand: ")
    with pytest.raises(ChoiceError, match="render mode"):
        SkatEnv(render_mode="rgb_array")


def test_examples() -> None:
    results = doctest.testmod(skat_env)
    assert (results.failed, results.attempted > 0) == (0, True)
