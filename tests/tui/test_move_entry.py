"""Moves entered by letters, cursor and mouse: typed, picked, with a count."""

from __future__ import annotations

import pytest

from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import CELL_LETTERS, COLUMN_LETTERS, STOCK, PileKind, cell, column, foundation
from kiebitz.patience.session import Session
from kiebitz.tui.cursor import Cursor, grabbable
from kiebitz.tui.layout import Layout
from kiebitz.tui.move_entry import MoveEntry, pile_of
from screens import freecell


def begins_move(letter: str, cells: int, columns: int = 8) -> bool:
    rules = game("freecell").with_(cells=cells, columns=columns)
    return MoveEntry(Session.new(number=1, rules=rules)).takes(letter)


def ends_move(letter: str) -> bool:
    entry = MoveEntry(freecell())
    entry.type("1")
    return entry.takes(letter)


def test_every_pile_can_be_typed() -> None:
    letters = COLUMN_LETTERS + CELL_LETTERS + "s"
    assert {letter for letter in letters if begins_move(letter, 8)} == set("1234567890NPQWXYZabcdefgims")
    assert all(begins_move(letter, len(CELL_LETTERS), len(COLUMN_LETTERS)) for letter in letters)
    assert not begins_move("h", len(CELL_LETTERS))
    assert all(ends_move(letter) for letter in COLUMN_LETTERS + CELL_LETTERS + "h")
    assert pile_of("0") == column(9)
    assert pile_of("Z") == column(17)
    assert pile_of("i") == cell(7)
    assert pile_of("s") == STOCK
    assert pile_of("h").kind is PileKind.FOUNDATION


def test_typed_moves() -> None:
    entry = MoveEntry(freecell())
    assert entry.type("5") is None
    assert entry.words == "5…"
    assert entry.picked == Cursor(column(4))
    assert entry.type("8") == "58"
    assert entry.picked is None
    assert entry.words == ""


def test_letters_after_a_source_are_notation() -> None:
    entry = MoveEntry(freecell())
    assert not entry.takes("h")
    assert not entry.takes("j")
    assert not entry.takes("u")
    entry.type("a")
    assert entry.takes("h")
    assert entry.takes("j")
    assert not entry.takes("u")
    assert not entry.takes("s")
    assert entry.type("h") == "ah"


def test_a_count_follows_only_a_move_that_was_typed() -> None:
    entry = MoveEntry(freecell())
    assert not entry.takes("v")
    entry.countable = "26"
    assert entry.takes("v")
    assert entry.type("v") is None
    assert entry.words == "26v…"
    assert entry.takes("c")
    assert not entry.takes("h")
    assert entry.type("c") == "26vc"
    assert not entry.takes("v")


def test_another_move_takes_no_count() -> None:
    entry = MoveEntry(freecell())
    entry.countable = "26"
    entry.type("5")
    entry.clear()
    assert not entry.takes("v")


def one_empty_column() -> Session:
    """Deal 617 with the fifth column empty, and a run of two at the end of the eighth."""
    return freecell(617, "83 8a 83 87 2b 21 28 26 78 7c 12 7d c7 71 4a 4c 42 74 a7 47 48 4h 16 61 6h 16 21 2a dh ch 7h")


def test_picked_cards_move_as_shown_if_that_is_legal() -> None:
    session = one_empty_column()
    empty = session.position.columns.index(())
    source = next(
        index
        for index in range(8)
        if grabbable(session.position, column(index)) > 1 and session.position.columns[index]
    )
    entry = MoveEntry(session)
    assert entry.pick(Cursor(column(source), 1))
    assert entry.move_to(column(empty)) == Move(column(source), column(empty), 1)
    entry.pick(Cursor(column(source), 2))
    assert entry.move_to(column(empty)) == Move(column(source), column(empty), 2)


def test_picking_above_a_run_picks_the_pile() -> None:
    entry = MoveEntry(freecell())
    assert entry.pick(Cursor(column(0), 5))
    assert entry.picked == Cursor(column(0))


def test_the_implied_number_moves_if_the_picked_one_is_illegal() -> None:
    session = Session.new("russian", 3)
    session.play("34")  # five cards
    session.undo()
    entry = MoveEntry(session)
    entry.pick(Cursor(column(2), 1))
    assert entry.move_to(column(3)) == Move(column(2), column(3), 5)


def test_an_empty_pile_cannot_be_picked() -> None:
    session = freecell()
    entry = MoveEntry(session)
    assert not entry.pick(Cursor(cell(0), 0))
    assert not entry.pick(Cursor(cell(0), 1))
    assert not entry.pick(Cursor(foundation(session.rules.pack.suits[0]), 1))
    assert not entry.pick(Cursor(STOCK, 1))
    assert entry.picked is None


def test_the_same_pile_is_no_target() -> None:
    entry = MoveEntry(freecell())
    entry.pick(Cursor(column(0), 1))
    assert entry.move_to(column(0)) is None


def test_any_foundation_is_home() -> None:
    session = freecell(1, "3a")
    entry = MoveEntry(session)
    entry.pick(Cursor(column(2), 1))
    move = entry.move_to(foundation(session.rules.pack.suits[0]))
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


def test_left_and_right_wrap_around() -> None:
    assert walk("freecell", "left") == Cursor(column(7))
    assert walk("freecell", "left right right") == Cursor(column(1))
    assert walk("freecell", "up left").pile.kind is PileKind.FOUNDATION


def test_up_extends_the_cursor_and_then_leaves_the_column() -> None:
    assert walk("russian", "right up up") == Cursor(column(1), 3)
    assert walk("russian", "right up up down") == Cursor(column(1), 2)
    assert walk("russian", "right up up up up up").pile.kind is PileKind.FOUNDATION
    assert walk("russian", "right up up up up") == Cursor(column(1), 5)


def test_up_leaves_the_column_at_once_with_picked_cards() -> None:
    assert walk("russian", "right up", carrying=True).pile.kind is PileKind.FOUNDATION


def test_down_moves_to_the_nearest_column() -> None:
    assert walk("freecell", "up down") == Cursor(column(0))
    assert walk("marseille", "up right right").pile == STOCK


@pytest.mark.parametrize(
    ("name", "index", "count"), [("freecell", 0, 1), ("russian", 6, 5), ("yukon", 0, 1), ("eight_off", 0, 1)]
)
def test_cards_that_can_move_together(name: str, index: int, count: int) -> None:
    assert grabbable(deal(1, name), column(index)) == count


def test_a_cursor_shrinks_with_its_pile() -> None:
    assert Cursor(column(0), 5).on(deal(617)) == Cursor(column(0), 1)
    assert Cursor(cell(0), 3).on(deal(617)) == Cursor(cell(0), 1)


def test_letters_of_many_cells() -> None:
    rules = game("freecell").with_(cells=12)
    entry = MoveEntry(Session.new(number=1, rules=rules))
    entry.type("1")
    assert entry.type("k") == "1k"
