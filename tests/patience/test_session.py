"""Games in progress: moves, undo, redo, jumps, and output."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.analysis.solving import solve
from kiebitz.errors import IllegalMoveError, KiebitzError, NotationError, NumberRangeError, UnknownGameError
from kiebitz.patience import Autoplay, Move, Position, Setup, cell, column, foundation, game, replay
from kiebitz.patience.dealing import deal
from kiebitz.patience.notation import parse_header, parse_solution
from kiebitz.patience.session import DealName, Session
from tables import positions, randomly_played

WON = Setup(game("freecell"), ["KC QH", "KH QC"], foundations=(11, 13, 11, 13))


def played(position: Position, autoplay: Autoplay, seed: int, most: int = 8) -> Session:
    """Return a session some random moves from its start."""
    return randomly_played(Session(position, autoplay=autoplay), seed, most)


@given(positions(), st.sampled_from(Autoplay), st.integers(0, 1000), st.data())
def test_going_back_and_forth_leads_to_the_same_positions(
    position: Position, autoplay: Autoplay, seed: int, data: st.DataObject
) -> None:
    session = played(position, autoplay, seed)
    line, path = session.moves, session.positions()
    assert path[0] == session.start == position
    assert path[-1] == session.position == replay(position, line, autoplay)
    for _ in range(5):
        ply = data.draw(st.integers(0, len(line)))
        session.goto(ply)
        assert session.ply == ply
        assert session.position == path[ply]
        assert session.positions() == path[: ply + 1]
        assert session.moves + session.undone == line
    before = (session.position, session.moves, session.undone)
    if session.undo() is not None:
        assert session.redo() == before[1][-1]
    assert (session.position, session.moves, session.undone) == before


@given(positions(), st.sampled_from(Autoplay), st.integers(0, 1000), st.data())
def test_only_the_same_move_keeps_what_was_taken_back(
    position: Position, autoplay: Autoplay, seed: int, data: st.DataObject
) -> None:
    session = played(position, autoplay, seed)
    line = session.moves
    ply = data.draw(st.integers(0, len(line)))
    session.goto(ply)
    moves = list(session.legal_moves)
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    session.push(move)
    again = ply < len(line) and move == line[ply]
    assert session.undone == (line[ply + 1 :] if again else ())
    assert session.moves == (*line[:ply], move)


@given(positions(), st.sampled_from(Autoplay), st.integers(0, 1000))
def test_written_games_are_read_back(position: Position, autoplay: Autoplay, seed: int) -> None:
    session = played(position, autoplay, seed)
    read = parse_solution(session.notation(), position)
    assert (read.moves, read.autoplay) == (session.moves, autoplay)
    assert read.header.score == (None if session.is_won else sum(session.position.foundations))
    again = Session(position, autoplay=autoplay)
    for word in session.words():
        again.play(word)
    assert again == session


def test_a_new_game() -> None:
    session = Session.new("Baker's Game", 5, autoplay=Autoplay.NONE)
    assert session.position == session.start == deal(5, "bakers_game")
    assert (session.rules, session.autoplay) == (game("bakers_game"), Autoplay.NONE)
    assert session.deal == DealName("microsoft", 5)
    assert (session.history, session.undone, session.ply) == ((), (), 0)
    assert (session.undo(), session.redo()) == (None, None)
    assert not session.is_won
    assert not session.is_stuck
    assert repr(session) == "<Session bakers_game microsoft 5, 0 moves>"


def test_a_new_game_by_other_rules_and_numbers() -> None:
    rules = game("freecell").with_(cells=2)
    session = Session.new(number=40_000, numbering="pysolfc", rules=rules)
    assert session.start == deal(40_000, rules, "pysolfc")
    assert str(session.deal) == "pysolfc 40000"
    assert session == Session(session.start, deal=session.deal)
    assert session != Session(session.start)
    assert session != "pysolfc 40000"


@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (UnknownGameError, {"name": "bridge"}),
        (NumberRangeError, {"number": -5}),
        (NumberRangeError, {"number": 2**33}),
        (KiebitzError, {"numbering": "hoyle"}),
    ],
)
def test_games_that_are_not_there(error: type[Exception], arguments: dict[str, Any]) -> None:
    with pytest.raises(error):
        Session.new(**arguments)


def test_a_board_under_a_wrong_name() -> None:
    with pytest.raises(KiebitzError, match="microsoft 618"):
        Session(deal(617), deal=DealName("microsoft", 618))


def test_a_whole_game() -> None:
    session = Session.new()
    for move in solve(session.start).moves:
        session.push(move)
    assert session.is_won
    assert not session.is_stuck
    assert parse_header(session.notation()).deal == "microsoft 617"
    last = session.ply
    session.goto(0)
    assert (session.position, len(session.undone)) == (deal(617), last)
    session.goto(last)
    assert session.is_won


def test_a_game_that_is_stuck() -> None:
    board = Setup(game("freecell").with_(cells=0, columns=1), ["KC"], foundations=(12, 13, 13, 13))
    assert not Session(board.position()).is_stuck
    chosen = Setup(game("freecell").with_(cells=0, columns=1), ["QC KC"], foundations=(11, 13, 13, 13))
    session = Session(chosen.position())
    assert session.is_stuck
    assert not session.is_won


def test_moves_as_text() -> None:
    session = Session.new()
    assert session.parse(" 5a\n") == Move(column(4), cell(0))
    with pytest.raises(NotationError, match="'2o'"):
        session.play("2o")
    for text in ("", "26 5a", "26\n5a"):
        with pytest.raises(NotationError, match="expected a move such as 26"):
            session.parse(text)
    session.play("5a")
    with pytest.raises(IllegalMoveError, match="move 2 '5a'") as caught:
        session.play("5a")
    assert caught.value.ply == 2
    assert session.ply == 1


def test_an_illegal_move_keeps_what_was_taken_back() -> None:
    session = Session.new()
    session.play("5a")
    session.undo()
    wrong = Move(column(0), column(0))
    with pytest.raises(IllegalMoveError, match="move 1 '11'"):
        session.push(wrong)
    assert session.undone == (Move(column(4), cell(0)),)
    assert session.refusal(wrong) == "column 1 is both source and target"


@given(positions(), st.integers(0, 1000))
def test_picking_piles_moves_what_the_notation_moves(position: Position, seed: int) -> None:
    session = Session(position)
    moves = list(session.legal_moves)
    if not moves:
        return
    move = Random(seed).choice(moves)
    between = session.move_between(move.source, move.target)
    assert between == session.parse(str(move))
    assert (between.source, between.target) == (move.source, move.target)


def test_any_foundation_is_home() -> None:
    session = Session(WON.position())
    for suit in session.rules.pack.suits:
        assert str(session.move_between(column(1), foundation(suit))) == "2h"
        assert session.refusal(session.move_between(column(1), foundation(suit))) is None


@pytest.mark.parametrize("ply", [-1, 1, "0", 1.0])
def test_goto_beyond_the_moves(ply: Any) -> None:
    session = Session.new()
    with pytest.raises(NumberRangeError, match="0 to 0"):
        session.goto(ply)
