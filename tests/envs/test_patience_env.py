"""Patiences as an environment: Gymnasium's checker passes; arrays, masks and labels agree with the referee."""

from __future__ import annotations

import doctest
import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("gymnasium", reason="wants the dependency group `outer`")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import kiebitz
import kiebitz.envs.patience as patience_env
from kiebitz import Card, Limit, Session
from kiebitz.envs.patience import ABSENT, PatienceEnv
from kiebitz.errors import ChoiceError, IllegalMoveError, NumberRangeError, UnknownGameError
from kiebitz.patience.games import games
from kiebitz.patience.referee import legal_moves

if TYPE_CHECKING:
    from kiebitz import Position


def piles_of(observation: dict[str, Any]) -> dict[int, list[tuple[Card, bool]]]:
    """Return the content of the arrays: the cards of each pile in order, and whether they are face down."""
    piles: dict[int, list[tuple[int, Card, bool]]] = {}
    for index, (pile, height, down) in enumerate(zip(*observation.values(), strict=True)):
        if pile != ABSENT:
            piles.setdefault(int(pile), []).append((int(height), Card.from_index(index), bool(down)))
    for pile, cards in piles.items():
        assert sorted(height for height, _, _ in cards) == list(range(len(cards))), pile
    return {pile: [(card, down) for _, card, down in sorted(cards)] for pile, cards in piles.items()}


def piles_on(position: Position) -> dict[int, list[tuple[Card, bool]]]:
    """Return the cards of each pile, read from the position independently of the environment."""
    piles: dict[int, list[tuple[Card, bool]]] = {}
    for code, (cards, hidden) in enumerate(zip(position.columns, position.face_down, strict=True)):
        piles[code] = [(card, place < hidden) for place, card in enumerate(cards)]
    for number, card in enumerate(position.cells):
        piles[32 + number] = [] if card is None else [(card, False)]
    for ladder in position.rules.ladders:
        if ladder:
            suit = ladder[0].suit
            piles[48 + suit] = [(card, False) for card in ladder[: position.foundations[suit]]]
    piles[52] = [(card, False) for card in position.stock]
    return {pile: cards for pile, cards in piles.items() if cards}


@pytest.mark.parametrize("name", games())
def test_every_game_is_played_as_in_a_session(name: str) -> None:
    env, chance = PatienceEnv(name), Random(1)
    observation, info = env.reset(seed=2_000_017)
    session = Session.new(name, 2_000_017)
    for _ in range(60):
        assert piles_of(observation) == piles_on(session.position)
        assert env.observation_space.contains(observation)
        legal = info["action_mask"].nonzero()[0].tolist()
        moves = {env.action_of(move): move for move in legal_moves(session.position, distinct=True)}
        assert legal == sorted(moves)
        assert len(moves) == legal_moves(session.position, distinct=True).count()  # no two moves are one action
        if not legal:
            break
        action = chance.choice(legal)
        assert env.move_of(action) == moves[action]
        before = sum(session.position.foundations)
        session.push(moves[action])
        observation, reward, over, cut, info = env.step(action)
        home = sum(session.position.foundations) - before
        assert reward == (home if session.rules.is_scored else session.is_won)
        assert (over, cut) == (session.is_won or session.is_stuck, False)


@pytest.mark.long
@pytest.mark.parametrize("autoplay", ["none", "safe", "max"])
@pytest.mark.parametrize("name", games())
def test_the_referee_agrees_with_whole_games(name: str, autoplay: str) -> None:
    env, chance = PatienceEnv(name, autoplay=autoplay, most_moves=150), Random(3)
    for number in range(2_000_100, 2_000_104):
        _, info = env.reset(seed=number)
        session = Session.new(name, number, autoplay=autoplay)
        is_over = not info["action_mask"].any()
        while not is_over:
            moves = {env.action_of(move): move for move in legal_moves(session.position, distinct=True)}
            assert info["action_mask"].nonzero()[0].tolist() == sorted(moves)
            action = chance.choice(list(moves))
            session.push(moves[action])
            observation, _, over, cut, info = env.step(action)
            assert piles_of(observation) == piles_on(session.position)
            assert over == (session.is_won or session.is_stuck)
            is_over = over or cut
        assert env.position == session.position


def test_masks_and_pictures_are_as_other_libraries_expect_them() -> None:
    pytest.importorskip("PIL", reason="the extra `picture`")
    env = PatienceEnv("bakers_game", render_mode="rgb_array")
    _, info = env.reset(seed=617)
    masks, picture = env.action_masks(), env.render()
    assert masks.dtype == bool
    assert masks.tolist() == info["action_mask"].astype(bool).tolist()
    *_, info = env.step(int(masks.nonzero()[0][0]))
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    assert (picture.ndim, picture.shape[2], picture.dtype) == (3, 3, np.uint8)
    assert (env.render() != picture).any()


def test_a_won_game_is_rewarded() -> None:
    env = PatienceEnv(labels=True)
    _, info = env.reset(seed=617)
    rewards: list[float] = []
    over = False
    while not over:
        assert info["verdict"] == "solved"
        move = kiebitz.hint(env.position)
        assert move is not None
        _, reward, over, _, info = env.step(env.action_of(move))
        rewards.append(reward)
    assert rewards == [0.0] * (len(rewards) - 1) + [1.0]


@pytest.mark.parametrize("name", ["freecell", "russian", "yukon", "bakers_game", "simple_simon"])
def test_labels_are_those_of_the_analyst(name: str) -> None:
    env, chance, limit = PatienceEnv(name, labels=True, limit=Limit(states=20_000)), Random(2), Limit(states=20_000)
    _, info = env.reset(seed=2_000_003)
    for _ in range(30):
        answer = kiebitz.light(env.position, limit)
        none = (-1, -1) if answer.score is None else (answer.score, answer.bound)
        assert (info["verdict"], info["score"], info["bound"]) == (answer.verdict.value, *none)
        legal = info["action_mask"].nonzero()[0].tolist()
        if not legal:
            break
        *_, info = env.step(chance.choice(legal))


@pytest.mark.parametrize("name", ["freecell", "russian", "marseille"])
def test_gymnasium_finds_no_fault(name: str) -> None:
    check_env(gymnasium.make("kiebitz/Patience-v0", game=name, most_moves=50).unwrapped)


def test_a_hundred_thousand_random_steps() -> None:
    env, chance = PatienceEnv(most_moves=500), np.random.default_rng(5)
    numbers = chance.random(100_000)
    deals, home, (_, info) = 0, 0, env.reset(seed=0)
    for number in numbers:
        legal = info["action_mask"].nonzero()[0]
        *_, over, cut, info = env.step(legal[int(number * len(legal))])
        assert info["legal"]
        if over or cut:
            deals += 1
            home += sum(env.position.foundations)
            _, info = env.reset()
    assert deals >= 200  # of at most 500 moves each
    assert home > deals  # some cards came home


def test_an_illegal_action_counts_but_changes_nothing() -> None:
    env = PatienceEnv(most_moves=2, render_mode="ansi")
    with pytest.raises(IllegalMoveError, match="no deal is on the table: reset comes first"):
        env.step(0)
    first, info = env.reset(options={"deal": 617})
    assert info["deal"] == 617
    assert env.render() is not None
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for count in (1, 2):
        observation, reward, over, cut, info = env.step(illegal)
        assert all((observation[key] == first[key]).all() for key in first)
        assert (reward, over, cut, info["legal"]) == (0.0, False, count == 2, False)
    illegal_action: Any
    for illegal_action in (520, -1, 148.7, float("nan"), "3", None, [1]):
        with pytest.raises(
            IllegalMoveError, match=re.escape(f"there is no action {illegal_action!r}; expected 0 to 519")
        ):
            env.step(illegal_action)
    with pytest.raises(IllegalMoveError, match="is not legal here"):
        env.move_of(illegal)
    with pytest.raises(NumberRangeError):
        env.reset(options={"deal": -5})
    with pytest.raises(UnknownGameError):
        PatienceEnv("frecell")
    with pytest.raises(ChoiceError, match="autoplay"):
        PatienceEnv(autoplay="always")
    with pytest.raises(kiebitz.KiebitzError, match="most_moves"):
        PatienceEnv(most_moves=0)


def test_random_deals_depend_only_on_the_seed() -> None:
    env = PatienceEnv()
    numbers = [[env.reset(seed=seed)[1]["deal"], env.reset()[1]["deal"], env.reset()[1]["deal"]] for seed in (7, 7, 8)]
    assert numbers[0] == numbers[1]
    assert numbers[0][0] == 7
    assert numbers[0][1:] != numbers[2][1:]


def test_examples() -> None:
    results = doctest.testmod(patience_env)
    assert (results.failed, results.attempted > 0) == (0, True)
