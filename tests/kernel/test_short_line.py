"""Short lines: both kernels find the same one, referee and checkers accept it, and limits hold."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import kernel_functions as kernel
from kiebitz.analysis.encoding import encode_play
from kiebitz.kernel.answers import Limits, Play
from kiebitz.patience import Autoplay, Supermoves, game, referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import BYTES_PER_PLAYER_MOVE, decode_player_moves, encode_position, encode_rules
from kiebitz.patience.games import games
from tables import deals

if TYPE_CHECKING:
    from kiebitz.patience import Position, Rules

OPEN = (Supermoves.STANDARD, Supermoves.SINGLE, Supermoves.MICROSOFT)


def asked(position: Position, autoplay: Autoplay) -> tuple[bytes, bytes, Play]:
    rules = position.rules
    return encode_rules(rules), encode_position(position), encode_play(rules, autoplay)


def near_its_end(rules: Rules, chance: Random) -> Position:
    """A position a few moves before the end of a winning line."""
    for dealt in deals(rules, 50, chance.randrange(1 << 30)):
        rule_bytes, board, play = asked(dealt, Autoplay.NONE)
        answer = kernel.solve(rule_bytes, board, 0, Limits(2_000))
        line = kernel.player_line(rule_bytes, board, answer[1], play) if answer[1] else None
        if line:
            return referee.replay(dealt, decode_player_moves(line)[: -chance.randrange(12, 30)])
    raise AssertionError(f"no deal of {rules.title} was solved")


@pytest.mark.parametrize("name", games())
def test_lines_win_with_their_autoplay(name: str) -> None:
    rules, chance = game(name), Random(name)
    if rules.is_scored:
        rules = game("freecell")
    ways = OPEN if rules.supermoves in OPEN else (rules.supermoves,)
    changed = rules.with_(supermoves=chance.choice(ways))
    for position in (next(deals(changed, 1)), near_its_end(changed, chance)):
        autoplay = chance.choice((Autoplay.SAFE, Autoplay.MAX))
        question = asked(position, autoplay)
        narrow = kernel.short_line(*question, width=4, below=12).moves
        assert narrow is None or len(narrow) < 12 * BYTES_PER_PLAYER_MOVE
        wider = kernel.short_line(*question, width=60)
        for line in filter(None, (narrow, wider.moves)):
            referee.verify(position, decode_player_moves(line), autoplay)
            assert kernel.check_player_line(*question[:2], line, question[2]) == -1
    assert wider.moves is not None  # of the second position


def test_only_lines_below_a_number_of_moves() -> None:
    position = near_its_end(game("freecell"), Random(1))
    question = asked(position, Autoplay.MAX)
    line = kernel.short_line(*question, width=8).moves
    assert line
    moves = len(line) // 4
    assert kernel.short_line(*question, width=8, below=moves + 1).moves == line
    assert kernel.short_line(*question, width=8, below=moves).moves is None
    assert kernel.short_line(*question, width=8, below=1).moves is None
    end = referee.replay(position, decode_player_moves(line), Autoplay.MAX)
    assert kernel.short_line(*asked(end, Autoplay.MAX), width=1) == (b"", 0, 0, 0)


def test_limits_end_the_search() -> None:
    question = asked(deal(3), Autoplay.SAFE)
    states = kernel.short_line(*question, Limits(states=20), width=5)
    assert (states.moves, states.limit_hit, states.states) == (None, 1, 20)
    memory = kernel.short_line(*question, Limits(memory=1), width=5)
    assert (memory.moves, memory.limit_hit) == (None, 3)


@pytest.mark.parametrize("width", [0, (1 << 20) + 1])
def test_width_has_its_bounds(width: int) -> None:
    with pytest.raises(ValueError, match="1 to 1048576 expected"):
        kernel.short_line(*asked(deal(3), Autoplay.SAFE), width=width)
