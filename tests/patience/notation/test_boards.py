"""Boards: round trips in every form, and one-line errors with the place."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card
from kiebitz.deals import microsoft
from kiebitz.errors import KiebitzError, NotationError, SetupError
from kiebitz.patience import Position
from kiebitz.patience.games import game, games
from kiebitz.patience.notation import BOARD_FORMATS, format_board, parse_board
from kiebitz.patience.rule_options import Foundations

if TYPE_CHECKING:
    from kiebitz.patience import Rules

FREECELL = game("freecell")
DEAL_1 = """\
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H
"""
# Positions from the middle of Microsoft deal 109: the examples of fc-solve's README (version 5.0.0).
FC_SOLVE_README = """\
Foundations: H-6 C-9 D-2 S-0
Freecells:  QS  3S  -  KD
: 8H 3D 2S
: KS QD JC
: AS 8D TD 7D JH TS 9D
: 7S 6D
: 5S
: KH QC JD TC 9H 8S 7H 6S 5D 4S
: KC QH JS TH 9S
: 4D
"""


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position of any game, reachable or not."""
    rules = game(draw(st.sampled_from(games())))
    ladders = rules.ladders
    whole = rules.foundations is Foundations.WHOLE_RUNS
    home = tuple(
        draw(st.sampled_from((0, len(ladder))) if whole else st.integers(rules.dealt_home, len(ladder)))
        for ladder in ladders
    )
    left = draw(st.permutations([card for ladder, count in zip(ladders, home, strict=True) for card in ladder[count:]]))
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    cells: list[Card | None] = [None] * rules.cells
    stock: list[Card] = []
    for card in left:
        place = draw(st.integers(-2, rules.columns - 1))
        if place == -1 and None in cells:
            free = [index for index, other in enumerate(cells) if other is None]
            cells[draw(st.sampled_from(free))] = card
        elif place == -2 and len(stock) < rules.stock:
            stock.append(card)
        else:
            columns[place % rules.columns].append(card)
    most = [max(len(cards) - 1, 0) if rules.face_down else 0 for cards in columns]
    face_down = tuple(draw(st.integers(0, number)) for number in most)
    return Position(rules, home, tuple(cells), tuple(map(tuple, columns)), tuple(stock), face_down)


def deal(number: int = 1, rules: Rules = FREECELL) -> Position:
    return Position.deal(rules, microsoft.cards(number))


@pytest.mark.parametrize("form", BOARD_FORMATS)
@given(position=positions())
def test_every_form_is_read_back(form: str, position: Position) -> None:
    text = format_board(position, form)
    assert parse_board(text, position.rules, form).position() == position
    assert parse_board(text, position.rules).position() == position
    assert parse_board(text.replace("\n", "\r\n").encode("utf-8-sig"), position.rules).position() == position


@pytest.mark.parametrize("cards", ["english", "unicode", "german", "russian"])
@pytest.mark.parametrize("form", ["text", "columns"])
@given(position=positions())
def test_other_spellings_are_read_back_by_name(form: str, cards: str, position: Position) -> None:
    text = format_board(position, form, cards)
    assert parse_board(text, position.rules, form, cards).position() == position


def test_a_deal_is_its_picture() -> None:
    assert format_board(deal()) == DEAL_1
    assert format_board(deal(), "fc-solve").splitlines()[:3] == [
        "Foundations: H-0 C-0 D-0 S-0",
        "Freecells: - - - -",
        ": JD KD 2S 4C 3S 6D 6S",
    ]


@pytest.mark.parametrize(
    "text",
    [
        DEAL_1,
        DEAL_1.lower(),
        DEAL_1.replace("T", "10"),
        DEAL_1.replace("T", "0"),
        DEAL_1.replace(" ", "\t"),
        DEAL_1.replace("\n", "\r\n"),
        DEAL_1.replace("\n", "\r"),
        "\ufeff" + DEAL_1,
        "# Microsoft deal 1\n\n" + DEAL_1 + "\n\n",
        DEAL_1.replace("\n", "\n\n"),
        DEAL_1.replace("S", "♠").replace("H", "♥").replace("D", "♦").replace("C", "♣"),
        DEAL_1.encode("utf-16"),
        DEAL_1.encode("utf-8-sig"),
        "Cells: -- -- -- --\n" + DEAL_1,
        "CELLS:\n" + DEAL_1,
    ],
)
def test_a_deal_is_read_however_it_was_typed(text: str | bytes) -> None:
    assert parse_board(text, FREECELL).position() == deal()


def test_fc_solve_board_from_its_manual() -> None:
    position = parse_board(FC_SOLVE_README, FREECELL).position()
    assert position.foundations == (9, 2, 6, 0)
    assert position.cells == (Card.parse("QS"), Card.parse("3S"), None, Card.parse("KD"))
    assert [str(column[-1]) for column in position.columns] == ["2S", "JC", "9D", "6D", "5S", "4S", "9S", "4D"]
    unmarked = FC_SOLVE_README.replace("\n: ", "\n")
    assert parse_board(unmarked, FREECELL).position() == position
    assert parse_board(unmarked.replace("Foundations:", "Founds:").replace("Freecells:", "FC:"), FREECELL) == (
        parse_board(FC_SOLVE_README, FREECELL)
    )


def test_fc_solve_prints_empty_cells_as_four_spaces() -> None:
    text = FC_SOLVE_README.replace("  QS  3S  -  KD", "  QS      3S  KD")
    cells = parse_board(text, FREECELL).position().cells
    assert [card and str(card) for card in cells] == ["QS", None, "3S", "KD"]


def test_pysolfc_leaves_the_line_of_an_empty_column_blank() -> None:
    # The export of PySolFC's hint.py (calcBoardString): no marks; suits without cards are missing.
    cards = [f"{rank}{suit}" for rank in "KQJT9876" for suit in "CSHD"][:-1]
    text = (
        "Founds: C-5 S-5 H-5 D-6\nFC: - - - -\n\n" + " ".join(cards[:16]) + "\n\n" + " ".join(cards[16:]) + "\n\n\n\n"
    )
    position = parse_board(text, FREECELL).position()
    assert position.foundations == (5, 6, 5, 5)
    assert [len(column) for column in position.columns] == [0, 16, 0, 15, 0, 0, 0, 0]


def test_a_square_deal_can_be_read_both_ways_and_says_so() -> None:
    rules = game("solitaire_6x6")
    position = Position.deal(rules, PACKS["36"].cards)
    bare = "\n".join(" ".join(map(str, column)) for column in position.columns)
    with pytest.raises(NotationError, match=r"^line 1: "):
        parse_board(bare, rules)
    assert parse_board(bare, rules, "columns").position() == position
    assert format_board(position).startswith("Cells: -- -- --\n")


def test_json_form() -> None:
    position = parse_board(FC_SOLVE_README, FREECELL).position()
    board = json.loads(format_board(position, "json"))
    assert set(board) == {"format", "version", "game", "foundations", "cells", "columns", "stock"}
    assert board["foundations"] == {"C": "9C", "D": "2D", "H": "6H", "S": None}
    assert board["cells"] == ["QS", "3S", None, "KD"]
    assert board["columns"][4] == ["5S"]


def json_board(**changes: object) -> str:
    return json.dumps(json.loads(format_board(deal(), "json")) | changes)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "line 1, column 2"),
        ('{"a": 1}', "the board's keys"),
        ('{"game": 1, "game": 2}', "the board's keys"),
        ('{"game": NaN}', "the board"),
        ("[1]", "the whole text"),
        ("{" + '"a":{' * 100_000, "the whole text"),
        ('{"a": ' + "9" * 5_000 + "}", "the whole text"),
        (json_board(version=2), "version"),
        (json_board(version=True), "version"),
        (json_board(game="bakers_game"), "game"),
        (json_board(extra=0), "the board's keys"),
        (json_board(cells=[None] * 5), "cells"),
        (json_board(cells=[None, None, None, "XX"]), "cells[3]"),
        (json_board(columns=[["1X"]] * 8), "columns[0][0]"),
        (json_board(columns=8), "columns"),
        (json_board(foundations=[0, 0, 0, 0]), "foundations"),
        (json_board(foundations={"C": None, "D": None, "H": "2S", "S": None}), "foundations.H"),
        (json_board(stock=[[]]), "stock[0]"),
    ],
)
def test_json_errors_name_the_key(text: str, place: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_board(text, FREECELL, "json")
    assert error.value.place == place
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the whole text: '' cannot be read; expected"),
        ("\n\n", "the whole text: "),
        ("1H 1X", "line 1, column 1: '1H' cannot be read; expected a card"),
        (DEAL_1.replace("AD", "ZZ"), "line 2, column 13: 'ZZ'"),
        (
            DEAL_1.replace("5H\n", "5H 5H\n"),
            "line 1, column 25: '5H' cannot be read; expected at most 8 cards in a row",
        ),
        (DEAL_1 + "-- -- -- -- TH\n", "line 8, column 13: 'TH' cannot be read; expected no card here: column 5 ended"),
        ("Cells: QS QS QS QS QS\n" + DEAL_1, "line 1, column 20: 'QS' cannot be read; expected at most 4 cells"),
        ("Home: XX\n" + DEAL_1, "line 1, column 7: 'XX'"),
        ("Home: 5H H-6\n" + DEAL_1, "line 1, column 10: 'H-6' cannot be read; expected each suit once"),
        ("Home: 5H\nHOME: 5H\n" + DEAL_1, "line 2: 'HOME: 5H' cannot be read; expected one line for the home only"),
        ("Home: H-0\nFounds: H-0\n" + DEAL_1, "line 2: "),
        (DEAL_1 + "Home: 5H\n", "line 8: 'Home: 5H' cannot be read; expected the lines for foundations"),
        ("House: 5H\n" + DEAL_1, "line 1, column 1: 'House' cannot be read; expected Home:, Cells: or Stock:"),
        (FC_SOLVE_README.replace(": 4D\n", ""), "after line 9: "),
        (FC_SOLVE_README + ": 4D\n", "line 11: ': 4D' cannot be read; expected no more cards"),
        (FC_SOLVE_README.replace(": 4D\n", "4D\n"), "line 10: '4D' cannot be read; expected a mark"),
        (FC_SOLVE_README.replace(": 4D\n", "9: 4D\n"), "line 10: '9: 4D' cannot be read; expected column 8"),
        (": <5H> 6C\n", "line 1, column 3: '<5H>'"),
        (b"JD 2D \xff", "byte 7: 'ÿ' cannot be read; expected text in UTF-8"),
        ("5H\x00\x1b[31m", "line 1, column 1: '5H\\x00\\x1b[31m' cannot be read"),
    ],
)
def test_bad_boards_get_one_line_with_the_place(text: str | bytes, message: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_board(text, FREECELL)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_a_card_too_few_or_too_many_is_named() -> None:
    with pytest.raises(SetupError) as few:
        parse_board(DEAL_1.replace(" 6H", ""), FREECELL).position()
    assert [str(card) for card in few.value.missing] == ["6H"]
    with pytest.raises(SetupError) as many:
        parse_board(DEAL_1.replace("2H 6H", "2H 6H KS"), FREECELL).position()
    assert [str(card) for card in many.value.doubled] == ["KS"]


@pytest.mark.parametrize(
    "text", ["5" * 10_000_000, b"\x00" * 10_000_000, "5H " * 60_000, "x" * 150_000, "{" * 1_900_000]
)
@pytest.mark.parametrize("form", ["auto", "text", "json", "fc-solve"])
def test_long_input_is_refused_at_once(form: str, text: str | bytes) -> None:
    start = time.process_time()
    with pytest.raises(NotationError) as error:
        parse_board(text, FREECELL, form)
    assert time.process_time() - start < 1
    assert len(str(error.value)) < 300


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(KiebitzError, match="'xml'"):
        parse_board(DEAL_1, FREECELL, "xml")
    with pytest.raises(KiebitzError, match="'auto'"):
        format_board(deal(), "auto")


ANY_TEXT = st.text() | st.text('0123456789TJQKACDHS:-#{}[]", \n\t♠', max_size=200) | st.binary()
NEARLY_BOARDS = st.builds(
    lambda text, at, what, length: text[:at] + what + text[at + length :],
    st.sampled_from([DEAL_1, FC_SOLVE_README, format_board(deal(), "json"), format_board(deal(), "columns")]),
    st.integers(0, 400),
    st.text(max_size=5) | st.sampled_from(["--", "\n", ":", "5H", "Home:", "{", "]"]),
    st.integers(0, 60),
)


@pytest.mark.parametrize("form", ["auto", *BOARD_FORMATS])
@given(text=ANY_TEXT | NEARLY_BOARDS, name=st.sampled_from(games()))
def test_any_text_gives_a_board_or_a_clear_complaint(form: str, text: str | bytes, name: str) -> None:
    complaint = ""
    try:
        parse_board(text, game(name), form).position()
    except KiebitzError as error:
        complaint = str(error)
    assert complaint.isprintable()
    assert len(complaint) < 600
