"""Letters and cursor: which key means what, typed moves, picked moves, counts."""

from __future__ import annotations

import pytest

from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import CELL_LETTERS, COLUMN_LETTERS, STOCK, PileKind, cell, column, foundation
from kiebitz.patience.session import Session
from kiebitz.tui.commands import Commands
from kiebitz.tui.cursor import Cursor, grabbable
from kiebitz.tui.hand import Hand
from kiebitz.tui.keys import ACTIONS, COMMANDS, DIRECTIONS, begins_move, ends_move, pile_of
from kiebitz.tui.layout import Layout
from screens import freecell


def test_no_key_means_two_things() -> None:
    for key in ACTIONS:
        assert not begins_move(key, len(CELL_LETTERS)) or len(key) > 1, key
        assert key not in DIRECTIONS
        assert key != "v"
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    assert not any(begins_move(key, 8) for key in DIRECTIONS if len(key) == 1)


def test_every_command_does_something() -> None:
    assert all(callable(getattr(Commands, command.action)) for command in COMMANDS)


def test_every_pile_can_be_typed() -> None:
    letters = COLUMN_LETTERS + CELL_LETTERS + "s"
    assert {letter for letter in letters if begins_move(letter, 8)} == set("1234567890abcdefgims")
    assert all(begins_move(letter, len(CELL_LETTERS)) for letter in letters)
    assert not begins_move("h", len(CELL_LETTERS))
    assert all(ends_move(letter) for letter in COLUMN_LETTERS + CELL_LETTERS + "h")
    assert pile_of("0") == column(9)
    assert pile_of("i") == cell(7)
    assert pile_of("s") == STOCK
    assert pile_of("h").kind is PileKind.FOUNDATION


def test_typed_moves() -> None:
    hand = Hand(freecell())
    assert hand.letter("5") is None
    assert hand.words == "5…"
    assert hand.picked == Cursor(column(4))
    assert hand.letter("8") == "58"
    assert hand.picked is None
    assert hand.words == ""


def test_letters_after_a_source_are_notation() -> None:
    hand = Hand(freecell())
    assert not hand.takes("h")
    assert not hand.takes("j")
    assert not hand.takes("u")
    hand.letter("a")
    assert hand.takes("h")
    assert hand.takes("j")
    assert not hand.takes("u")
    assert not hand.takes("s")
    assert hand.letter("h") == "ah"


def test_a_count_follows_only_a_move_that_was_typed() -> None:
    hand = Hand(freecell())
    assert not hand.takes("v")
    hand.countable = "26"
    assert hand.takes("v")
    assert hand.letter("v") is None
    assert hand.words == "26v…"
    assert hand.takes("c")
    assert not hand.takes("h")
    assert hand.letter("c") == "26vc"
    assert not hand.takes("v")


def test_another_move_takes_no_count() -> None:
    hand = Hand(freecell())
    hand.countable = "26"
    hand.letter("5")
    hand.open()
    assert not hand.takes("v")


def one_empty_column() -> Session:
    """Deal 617 when the fifth column has become empty, and a run of two lies at the end of the eighth."""
    return freecell(617, "83 8a 83 87 2b 21 28 26 78 7c 12 7d c7 71 4a 4c 42 74 a7 47 48 4h 16 61 6h 16 21 2a dh ch 7h")


def test_picked_cards_move_as_shown_if_that_is_legal() -> None:
    session = one_empty_column()
    empty = session.position.columns.index(())
    source = next(
        index
        for index in range(8)
        if grabbable(session.position, column(index)) > 1 and session.position.columns[index]
    )
    hand = Hand(session)
    assert hand.pick(Cursor(column(source), 1))
    assert hand.move_to(column(empty)) == Move(column(source), column(empty), 1)
    hand.pick(Cursor(column(source), 2))
    assert hand.move_to(column(empty)) == Move(column(source), column(empty), 2)


def test_cards_above_a_run_stand_for_the_pile() -> None:
    hand = Hand(freecell())
    assert hand.pick(Cursor(column(0), 5))
    assert hand.picked == Cursor(column(0))


def test_where_it_is_not_legal_the_implied_number_moves() -> None:
    session = Session.new("russian", 3)
    session.play("34")  # five cards
    session.undo()
    hand = Hand(session)
    hand.pick(Cursor(column(2), 1))
    assert hand.move_to(column(3)) == Move(column(2), column(3), 5)


def test_nothing_can_be_picked_where_nothing_lies() -> None:
    session = freecell()
    hand = Hand(session)
    assert not hand.pick(Cursor(cell(0), 0))
    assert not hand.pick(Cursor(cell(0), 1))
    assert not hand.pick(Cursor(foundation(session.rules.pack.suits[0]), 1))
    assert not hand.pick(Cursor(STOCK, 1))
    assert hand.picked is None


def test_the_same_pile_is_no_target() -> None:
    hand = Hand(freecell())
    hand.pick(Cursor(column(0), 1))
    assert hand.move_to(column(0)) is None


def test_any_foundation_is_home() -> None:
    session = freecell(1, "3a")
    hand = Hand(session)
    hand.pick(Cursor(column(2), 1))
    move = hand.move_to(foundation(session.rules.pack.suits[0]))
    assert move is not None
    assert move.target == foundation(session.position.columns[2][-1].suit)


# The cursor


def walk(name: str, directions: str, *, carrying: bool = False, cursor: Cursor | None = None) -> Cursor:
    position = deal(1, name)
    layout = Layout(position, 80, 20)
    at = cursor or Cursor(column(0))
    for direction in directions.split():
        at = at.on(position).moved(direction, position, layout, carrying=carrying)
    return at


def test_left_and_right_go_round() -> None:
    assert walk("freecell", "left") == Cursor(column(7))
    assert walk("freecell", "left right right") == Cursor(column(1))
    assert walk("freecell", "up left").pile.kind is PileKind.FOUNDATION


def test_up_takes_in_more_cards_and_then_leaves() -> None:
    assert walk("russian", "right up up") == Cursor(column(1), 3)
    assert walk("russian", "right up up down") == Cursor(column(1), 2)
    assert walk("russian", "right up up up up up").pile.kind is PileKind.FOUNDATION
    assert walk("russian", "right up up up up") == Cursor(column(1), 5)


def test_with_cards_in_hand_it_leaves_at_once() -> None:
    assert walk("russian", "right up", carrying=True).pile.kind is PileKind.FOUNDATION


def test_down_goes_to_the_nearest_column() -> None:
    assert walk("freecell", "up down") == Cursor(column(0))
    assert walk("marseille", "up right right").pile == STOCK


@pytest.mark.parametrize(
    ("name", "index", "count"), [("freecell", 0, 1), ("russian", 6, 5), ("yukon", 0, 1), ("eight_off", 0, 1)]
)
def test_how_many_cards_hold_together(name: str, index: int, count: int) -> None:
    assert grabbable(deal(1, name), column(index)) == count


def test_a_cursor_shrinks_with_its_pile() -> None:
    assert Cursor(column(0), 5).on(deal(617)) == Cursor(column(0), 1)
    assert Cursor(cell(0), 3).on(deal(617)) == Cursor(cell(0), 1)


def test_letters_of_many_cells() -> None:
    rules = game("freecell").with_(cells=12)
    hand = Hand(Session.new(number=1, rules=rules))
    hand.letter("1")
    assert hand.letter("k") == "1k"
