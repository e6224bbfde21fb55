"""Games played by numbers of actions: the referee checks the kernel's position."""

from __future__ import annotations

import pytest

from kiebitz.errors import KernelFaultError
from kiebitz.patience.dealing import deal
from kiebitz.patience.numbered_play import NumberedPlay
from kiebitz.patience.rule_options import Autoplay


def test_actions_lead_where_the_referee_says() -> None:
    game = NumberedPlay(deal(617), Autoplay.SAFE)
    for _ in range(20):
        before = game.position
        action = game.now.mask.rindex(1)
        move = game.move_of(action)
        assert game.action_of(move) == action
        game.make(action)
        assert game.position != before
    assert not any(map(game.is_legal, (-1, len(game.now.mask), game.now.mask.index(0))))


def test_the_referee_notices_a_wrong_position() -> None:
    game = NumberedPlay(deal(617), Autoplay.SAFE)
    game.make(game.now.mask.index(1))
    game.now = game.now._replace(position=NumberedPlay(deal(617), Autoplay.SAFE).now.position)
    with pytest.raises(KernelFaultError, match="the kernel and the referee disagree"):
        _ = game.position


def test_an_action_that_the_kernel_refuses_leaves_the_game_as_it_was() -> None:
    game = NumberedPlay(deal(617), Autoplay.SAFE)
    with pytest.raises(ValueError, match="action: a legal one expected"):
        game.make(game.now.mask.index(0))
    assert game.position == deal(617)
