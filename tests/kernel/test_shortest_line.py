"""Shortest lines of single cards: both kernels agree with a search of every position by the referee."""

from __future__ import annotations

import pytest

from backends import NAMES, backend
from kiebitz.kernel.answers import Limits, Shortest
from kiebitz.patience import Build, EmptyColumn, Foundations, Position, Rules, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_position, encode_rules
from kiebitz.patience.referee import is_won, legal_moves, unchecked, verify
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


def asked(name: str, position: Position, **options: object) -> Shortest:
    found: Shortest = backend(name).shortest_line(encode_rules(position.rules), encode_position(position), **options)
    if found.verdict == SOLVED:
        moves = decode_moves(found.line)
        assert all(move.count == 1 for move in moves)
        verify(position, moves)
    else:
        assert found.line == b""
    return found


def length(found: Shortest) -> int:
    return len(found.line) // 3 if found.verdict == SOLVED else -1


def fewest(position: Position) -> int:
    """The fewest moves of single cards that win, by trying all; -1 if none do."""
    seen = {position}
    level = [position]
    for depth in range(10**6):
        if any(map(is_won, level)):
            return depth
        after = {unchecked(at, move) for at in level for move in legal_moves(at) if move.count == 1}
        level = list(after - seen)
        seen |= after
        if not level:
            return -1
    raise AssertionError


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_no_line_is_shorter(rules: Rules, name: str) -> None:
    for seed in range(4):
        for position in walk(rules, seed, 3)[::3]:
            found = asked(name, position)
            assert length(found) == fewest(position)
            assert found.limit_hit == 0
            if found.verdict == SOLVED:
                assert found.bound == length(found)
                assert asked(name, position, width=4).bound == found.bound


def test_both_kernels_find_the_same_length_near_the_end() -> None:
    for seed in range(12):
        position = walk(game("freecell"), seed, 400)[-1]
        near = asked("kernel", position)
        if near.states < 300:
            assert length(asked("oracle", position)) == length(near)


@pytest.mark.parametrize("name", NAMES)
def test_a_limit_leaves_an_interval(name: str) -> None:
    told: list[tuple[int, int]] = []
    found = asked(name, deal(1), limits=Limits(states=100), progress=lambda *figures: told.append(figures))
    assert (found.verdict, found.limit_hit) == (UNDECIDED, STATES)
    assert found.states <= 100
    assert told == sorted(told)
    assert told[-1] == (found.bound, -1)
    assert found.bound >= 52


@pytest.mark.parametrize("name", NAMES)
def test_a_good_line_without_proof(name: str) -> None:
    found = asked(name, deal(3), width=32, prove=False)
    assert found.verdict == SOLVED
    assert 52 < found.bound <= 73 <= length(found)  # 73: the shortest line, by the native kernel


@pytest.mark.parametrize("name", NAMES)
def test_who_asks_can_end_the_search_and_gets_what_is_known(name: str) -> None:
    found = asked(name, deal(1), ask=lambda: True, limits=Limits(seconds=60))
    assert (found.verdict, found.limit_hit) == (UNDECIDED, STOPPED)
    assert found.bound >= 52


@pytest.mark.parametrize("name", NAMES)
def test_what_the_caller_raises_ends_the_search(name: str) -> None:
    def complain(*_: object) -> None:
        raise KeyError("enough")

    for callback in ("ask", "progress"):
        with pytest.raises(KeyError, match="enough"):
            asked(name, deal(1), **{callback: complain})


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_it_does_not_know_are_refused(name: str) -> None:
    for wrong in ("yukon", "relaxed_seahaven_towers"):
        with pytest.raises(ValueError, match="rules"):
            backend(name).shortest_line(encode_rules(game(wrong)), b"")
    with pytest.raises(ValueError, match="stock"):
        asked(name, deal(1, game("marseille").with_(supermoves="standard")))
