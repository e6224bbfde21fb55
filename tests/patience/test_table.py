"""Tables: push, pop, replay and verification of lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import IllegalMoveError, KiebitzError, NotWonError, SuperfluousMoveError
from kiebitz.patience import Autoplay, Move, Position, Setup, Table, column, game, legal_moves, replay, verify
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves
from tables import positions

END = Setup(game("freecell"), ["KC QH", "KH QC"], foundations=(11, 13, 11, 13)).position()
WIN = decode_moves(bytes([0, 50, 1, 1, 48, 1, 0, 48, 1, 1, 50, 1]))


@given(positions(), st.sampled_from(Autoplay), st.integers(0, 1000))
def test_pop_undoes_push(position: Position, autoplay: Autoplay, seed: int) -> None:
    chance = Random(seed)
    table = Table(position, autoplay)
    line: list[Move] = []
    before = [position]
    for _ in range(6):
        moves = list(table.legal_moves)
        if not moves:
            break
        line.append(chance.choice(moves))
        automatic = table.push(line[-1])
        assert table.peek() == line[-1]
        assert table.history[-1].automatic == automatic
        assert table.position == replay(before[-1], [line[-1], *automatic])
        before.append(table.position)
    assert table.position == replay(position, line, autoplay)
    while line:
        assert table.position == before.pop()
        assert table.pop() == line.pop()
    assert table.position == position
    assert table.history == ()


def test_an_illegal_push_changes_nothing() -> None:
    table = Table(deal(617), Autoplay.SAFE)
    table.push(Move(column(4), column(7)))
    position = table.position
    wrong = Move(column(0), column(6))
    with pytest.raises(IllegalMoveError, match="move 2 '17'") as caught:
        table.push(wrong)
    assert caught.value.ply == 2
    assert table.position is position
    assert len(table.history) == 1
    assert table.refusal(wrong) == caught.value.reason


def test_an_empty_history() -> None:
    table = Table(END)
    with pytest.raises(IndexError):
        table.pop()
    with pytest.raises(IndexError):
        table.peek()


def test_autoplay_waits_for_the_first_move() -> None:
    table = Table(END, Autoplay.MAX)
    assert table.position == END
    assert len(table.push(Move(column(0), column(2)))) == 4
    assert table.is_won


def test_a_line_that_wins() -> None:
    verify(END, WIN)
    verify(END, WIN[:1], Autoplay.SAFE)
    verify(replay(END, WIN), [])


def test_a_line_that_stops_too_early() -> None:
    with pytest.raises(NotWonError, match=r"3 .* 1$") as caught:
        verify(END, WIN[:3])
    assert (caught.value.moves, caught.value.left, caught.value.ply) == (3, 1, 4)


def test_a_line_with_an_illegal_move_17() -> None:
    moves = []
    table = Table(deal(617))
    for _ in range(16):
        moves.append(next(iter(table.legal_moves)))
        table.push(moves[-1])
    wrong = Move(column(0), column(0))
    with pytest.raises(IllegalMoveError, match="move 17 '11'") as caught:
        verify(deal(617), [*moves, wrong, *WIN])
    assert (caught.value.ply, caught.value.move) == (17, wrong)


def test_moves_after_the_win_are_superfluous() -> None:
    message = "^move 2 '2h' is superfluous: the game is won by the moves before it$"
    with pytest.raises(SuperfluousMoveError, match=message) as caught:
        verify(END, WIN[:2], Autoplay.MAX)
    assert (caught.value.ply, caught.value.move, caught.value.line) == (2, WIN[1], (WIN[0],))


@pytest.mark.parametrize("thing", [b"26", None, 26, ("2", "6")])
def test_values_that_are_no_moves_are_refused_in_one_line(thing: Any) -> None:
    table = Table(END)
    for act in (table.push, table.refusal, lambda move: replay(END, [move]), lambda move: verify(END, [move])):
        with pytest.raises(KiebitzError, match=r"^'.*' .*Move"):
            act(thing)
    assert (table.position, table.history) == (END, ())
    assert thing not in table.legal_moves


def test_replay_needs_no_win() -> None:
    assert replay(END, []) == END
    assert legal_moves(replay(END, WIN[:1])).count() > 0
