"""Player's lines: the referee replays them, and the checker agrees with it on right and altered ones."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import kernel_functions as kernel
from kiebitz.analysis.encoding import encode_numbers, encode_play
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.solving import answer
from kiebitz.errors import KiebitzError
from kiebitz.kernel.answers import Play
from kiebitz.patience import Autoplay, Supermoves, game, referee
from kiebitz.patience.encoding import decode_player_moves, encode_layout, encode_moves, encode_position, encode_rules
from kiebitz.patience.games import games
from tables import deals, implied

if TYPE_CHECKING:
    from kiebitz.patience import Position

OPEN = (Supermoves.STANDARD, Supermoves.SINGLE, Supermoves.MICROSOFT)
LIMIT = Limit(states=2_000)
CELL = 32  # the code of the first cell


def first_fault(position: Position, line: bytes, autoplay: Autoplay) -> int:
    """Return the referee's verdict on a player's moves, in the checkers' terms."""
    table = referee.Table(position, autoplay)
    for at in range(0, len(line), 4):
        try:
            (move,) = decode_player_moves(line[at : at + 4])
            limit = implied(table.position, move)
            table.push(move)
        except KiebitzError:
            return at // 4
        if limit != line[at + 3]:
            return at // 4
    return -1 if table.is_won else len(line) // 4


@pytest.mark.parametrize("name", games())
def test_all_agree_on_lines_for_players(name: str) -> None:
    """Lines of the kernel, and the same with a byte changed, a move deleted or added."""
    rules, chance = game(name), Random(name)
    ways = OPEN if rules.supermoves in OPEN else (rules.supermoves,)
    for dealt in deals(rules, 3):
        result = answer(dealt, LIMIT)
        for autoplay in Autoplay if result.verdict is Verdict.SOLVED else ():
            position = dealt.under(rules.with_(supermoves=chance.choice(ways)))
            request, play = (
                (encode_rules(position.rules), encode_position(position)),
                encode_play(position.rules, autoplay),
            )
            line = kernel.player_line(*request, encode_moves(result.line), play)
            if line is None:
                assert autoplay is not Autoplay.NONE
                continue
            referee.verify(position, decode_player_moves(line), autoplay)
            at = chance.randrange(len(line))
            spoilt = [
                bytes((*line[:at], chance.randrange(60), *line[at + 1 :])) for at in chance.sample(range(len(line)), 4)
            ]
            spoilt += [line[: at - at % 4] + line[at - at % 4 + 4 :], line + line[-4:], line[:-4]]
            for claimed in (line, *spoilt):
                verdict = first_fault(position, claimed, autoplay)
                assert (verdict == -1) or claimed != line
                assert kernel.check_player_line(*request, claimed, play) == verdict


def test_a_range_is_made_and_checked_deal_by_deal() -> None:
    rules = game("freecell")
    encoded = encode_rules(rules), encode_layout(rules), 11_981, 11_983
    play = encode_play(rules, Autoplay.SAFE)
    result = kernel.solve_range(*encoded, 0)
    answers = kernel.player_lines(*encoded, result.verdicts, result.lines, result.ends, play)
    assert answers.made == b"\1\0\1"
    assert kernel.check_player_lines(*encoded, answers.made, answers.lines, answers.ends, play) == 11_984
    assert kernel.check_player_lines(*encoded, b"\1\1\1", answers.lines, answers.ends, play) == 11_982
    assert kernel.check_player_lines(*encoded, b"\0\0\1", answers.lines, answers.ends, play) == 11_981
    assert (
        kernel.check_player_lines(
            *encoded, answers.made, answers.lines, answers.ends, encode_play(rules, Autoplay.NONE)
        )
        < 11_984
    )
    cut = len(answers.lines) - 1
    with pytest.raises(ValueError, match="ends"):
        kernel.check_player_lines(*encoded, answers.made, answers.lines[:-1], answers.ends, play)
    ends = answers.ends[:-4] + encode_numbers([cut])
    assert kernel.check_player_lines(*encoded, answers.made, answers.lines[:-1], ends, play) == 11_983


@pytest.mark.parametrize("play", [Play(3, 0), Play(0, 3), Play(-1, 0)])
def test_only_known_ways_to_play(play: Play) -> None:
    rules = game("freecell")
    position = next(deals(rules, 1))
    for ask in (kernel.player_line, kernel.check_player_line):
        with pytest.raises(ValueError, match=r"(play|autoplay|at once): "):
            ask(encode_rules(rules), encode_position(position), b"", play)
    with pytest.raises(ValueError, match="play: "):
        kernel.check_player_line(encode_rules(game("relaxed_freecell")), encode_position(position), b"", Play(0, 1))


def test_a_line_of_half_a_million_moves_loses_its_loops() -> None:
    """Before the last card goes home, it moves to a cell and back again and again."""
    rules = game("freecell")
    position = next(deals(rules, 1))
    request = encode_rules(rules), encode_position(position)
    line, play = encode_moves(answer(position, LIMIT).line), encode_play(rules, Autoplay.NONE)
    last = line[-3:]
    there, back = bytes([last[0], CELL, 1]), bytes([CELL, last[0], 1])
    assert last[0] < CELL
    looped = line[:-3] + 250_000 * (there + back) + last
    assert kernel.player_line(*request, looped, play) == kernel.player_line(*request, line, play)
