"""Boards in the forms of forums, spreadsheets, lists and other programs: read correctly or refused, never misread."""

from __future__ import annotations

from random import Random

import pytest

from board_forms import Board, columns_of, forms, tables
from kiebitz.errors import KiebitzError, NotationError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.notation import format_board, parse_board
from kiebitz.patience.notation.boards import read_board
from kiebitz.patience.referee import legal_moves, unchecked

GAMES = ("freecell", "eight_off", "simple_simon", "yukon")
DEALS = 10


@pytest.mark.parametrize("name", GAMES)
def test_every_form_of_a_deal_is_found(name: str) -> None:
    rules, chance, seen = game(name), Random(name), 0
    wrong = {}
    for _ in range(DEALS):
        position = deal(chance.randint(1, 1_000_000), rules)
        for form, text in forms(position):
            try:
                if parse_board(text, rules).position() != position:
                    wrong[form] = text
            except KiebitzError as error:
                wrong[form] = f"{error}\n{text}"
            seen += 1
    assert not wrong
    assert seen > 150 * DEALS


@pytest.mark.parametrize(
    "name",
    ["eight_off", "simple_simon", "yukon", "seahaven_towers", "fan", "freecell in 7 columns", "freecell in 9 columns"],
)
def test_deals_of_other_games_are_never_taken_silently(name: str) -> None:
    """If the game is not named, the board is refused, or the remark names the game whose deal it resembles."""
    title, *columns = name.split(" in ")
    rules = game(title).with_(columns=int(columns[0].split()[0])) if columns else game(title)
    freecell, output = game("freecell"), 0
    for number in range(1, 4):
        for form, text in forms(deal(number, rules)):
            if "one line" in form or form == "a card a line" or form.startswith("our own json"):
                continue
            output += 1
            try:
                read = read_board(text, freecell)
                read.setup.position()
            except KiebitzError:
                continue
            assert "lies as a deal of" in read.remark, f"{form}\n{text}"
    assert output > 200


@pytest.mark.parametrize("deals", [4, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_games_in_progress_are_found_or_asked_about(name: str, deals: int) -> None:
    rules, chance, correct = game(name), Random(name), 0
    for number in range(1, deals + 1):
        position = deal(number, rules)
        for _ in range(3 * number):
            if moves := list(legal_moves(position)):
                position = unchecked(position, chance.choice(moves))
        home = [
            ladder[count - 1] if count else "--"
            for ladder, count in zip(rules.ladders, position.foundations, strict=True)
        ]
        board = Board(position)
        for part in (tables, columns_of):
            for form, text in part(board):
                text = f"Foundations: {' '.join(map(str, home))}\n{text}" if any(position.foundations) else text  # noqa: PLW2901
                try:
                    again = read_board(text, rules)
                    same = again.setup.position() == position
                except KiebitzError:
                    continue
                assert same or again.remark, f"{form}\n{text}"
                correct += same
    assert correct > 30 * deals


@pytest.mark.parametrize("name", ["yukon", "russian"])
def test_rows_that_lost_their_gaps_are_asked_about(name: str) -> None:
    board = format_board(deal(2_000_001, game(name)), "text")
    rows = [" ".join(word for word in line.split() if word != "--") for line in board.splitlines() if ":" not in line]
    text = "\n".join(rows).replace("<", "").replace(">", "")
    with pytest.raises(NotationError, match="where a column has ended"):
        parse_board(text, game(name))
    with pytest.raises(NotationError, match=r"as long as those of a deal of (Yukon|Russian)"):
        parse_board(text, game("freecell"))
