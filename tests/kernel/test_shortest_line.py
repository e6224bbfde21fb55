"""Shortest lines of single cards, against the oracle's breadth-first search."""

from __future__ import annotations

from typing import Any

import pytest

import kernel_functions as kernel
import oracle
from kiebitz.kernel.answers import Limits, Shortest
from kiebitz.patience import Build, EmptyColumn, Foundations, Position, Rules, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_position, encode_rules
from kiebitz.patience.referee import replay, verify
from tables import small_rules, walk

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
STATES, STOPPED = 1, 4
SMALL = [
    small_rules(2, "CDHS", columns=3, cells=1),
    small_rules(4, "CDS", columns=3, cells=1, empty_column=EmptyColumn.KINGS),
    small_rules(5, "CH", columns=3, cells=1, build=Build.SAME_SUIT),
    small_rules(4, "CHS", columns=2, cells=2, foundations=Foundations.DOWN),
    small_rules(4, "DS", columns=3, cells=0, empty_column=EmptyColumn.NONE),
]


def asked(position: Position, **options: Any) -> Shortest:
    answer = kernel.shortest_line(encode_rules(position.rules), encode_position(position), **options)
    if answer.verdict == SOLVED:
        moves = decode_moves(answer.line)
        assert all(move.count == 1 for move in moves)
        verify(position, moves)
    else:
        assert answer.line == b""
    return answer


def length(answer: Shortest) -> int:
    return len(answer.line) // 3 if answer.verdict == SOLVED else -1


@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_no_line_is_shorter(rules: Rules) -> None:
    for seed in range(4):
        for position in walk(rules, seed, 3)[::3]:
            answer = asked(position)
            assert length(answer) == oracle.fewest(position)
            assert answer.limit_hit == 0
            if answer.verdict == SOLVED:
                assert answer.bound == length(answer)
                assert asked(position, width=4).bound == answer.bound


@pytest.mark.parametrize("name", ["freecell", "eight_off", "bakers_game", "solitaire_6x6"])
def test_no_line_is_shorter_near_the_end(name: str) -> None:
    compared = 0
    for number in range(1, 6):
        start = deal(number, name)
        moves = decode_moves(kernel.solve(encode_rules(start.rules), encode_position(start), 0).line)
        for left in (5, 9, 13):
            position = replay(start, moves[:-left])
            fewest = oracle.fewest(position, 1_000)
            if fewest is not None:
                assert length(asked(position)) == fewest
                compared += 1
    assert compared >= 5


def test_a_limit_leaves_an_interval() -> None:
    reports: list[tuple[int, int]] = []
    answer = asked(deal(1), limits=Limits(states=100), progress=lambda *figures: reports.append(figures))
    assert (answer.verdict, answer.limit_hit) == (UNDECIDED, STATES)
    assert answer.states <= 100
    assert reports == sorted(reports)
    assert reports[-1] == (answer.bound, -1)
    assert answer.bound >= 52


def test_a_good_line_without_proof() -> None:
    answer = asked(deal(3), width=32, prove=False)
    assert answer.verdict == SOLVED
    assert 52 < answer.bound <= 73 <= length(answer)  # 73: the shortest line, by the native kernel


def test_who_asks_can_end_the_search_and_gets_what_is_known() -> None:
    answer = asked(deal(1), ask=lambda: True, limits=Limits(seconds=60))
    assert (answer.verdict, answer.limit_hit) == (UNDECIDED, STOPPED)
    assert answer.bound >= 52


def test_what_the_caller_raises_ends_the_search() -> None:
    def complain(*_: object) -> None:
        raise KeyError("enough")

    for callback in ("ask", "progress"):
        with pytest.raises(KeyError, match="enough"):
            asked(deal(1), **{callback: complain})


def test_rules_that_it_does_not_know_are_refused() -> None:
    for wrong in ("yukon", "relaxed_seahaven_towers"):
        with pytest.raises(ValueError, match="rules"):
            kernel.shortest_line(encode_rules(game(wrong)), b"")
    with pytest.raises(ValueError, match="stock"):
        asked(deal(1, game("marseille").with_(supermoves="standard")))
