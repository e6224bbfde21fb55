"""Solutions: legal ones are replayed and written in every form, others are refused at the first illegal move."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import (
    IllegalMoveError,
    InputError,
    KiebitzError,
    NotationError,
    NotWonError,
    SetupError,
    SuperfluousMoveError,
)
from kiebitz.patience import Autoplay, EmptyColumn, Move, Setup, Supermoves, cell, column
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.notation import (
    SOLUTION_FORMATS,
    Solution,
    format_board,
    format_moves,
    format_solution,
    implied_count,
    is_solution,
    parse_board,
    parse_header,
    parse_move,
    parse_solution,
    under_autoplay,
)
from kiebitz.patience.notation.moves import FC_SOLVE_COLUMNS
from kiebitz.patience.piles import PileKind
from kiebitz.patience.referee import Table, apply, legal_moves, verify
from kiebitz.patience.rule_options import CHANGEABLE, sets_of_suits

if TYPE_CHECKING:
    from kiebitz.patience import Position

DATA = Path(__file__).parents[2] / "data"
RIGHT = sorted((DATA / "solutions").glob("*.txt"))
ACCOUNTS = ("sentences", "snx", "boards", "human")
FORTY_SIX = [DATA / "solutions" / f"freecell-46-fc-solve-{name}.txt" for name in ACCOUNTS]


def start(text: str | bytes) -> Position:
    header = parse_header(text)
    numbering, number = (header.deal or "microsoft 1").split()
    return deal(int(number), header.rules(), numbering)


def read(path: Path) -> Solution:
    return parse_solution(path.read_bytes(), start(path.read_bytes()))


def forms_for(position: Position) -> list[str]:
    """Return the formats that have signs for all piles of the game."""
    known = position.rules.columns <= FC_SOLVE_COLUMNS
    return [form for form in SOLUTION_FORMATS if known or form != "fc-solve-snx"]


# Right ones


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_solutions_win_and_come_back_in_every_form(path: Path) -> None:
    solution = read(path)
    verify(solution.position, solution.moves, solution.autoplay)
    comes_back = any(move.source.kind is PileKind.FOUNDATION for move in solution.moves)
    for form in forms_for(solution.position):
        if comes_back and form.startswith("fc-solve"):
            with pytest.raises(IllegalMoveError, match="fc-solve knows no move from a foundation"):
                format_solution(solution.position, solution.moves, solution.autoplay, solution.header.deal, form)
            continue
        text = format_solution(solution.position, solution.moves, solution.autoplay, solution.header.deal, form)
        for named in (form, "auto"):
            again = parse_solution(text, start(text), format=named)
            assert again.moves == solution.moves
            assert again.autoplay is solution.autoplay
            assert again.position == solution.position
            assert again.header.deal == solution.header.deal


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_no_solution_is_lost_by_safe_autoplay(path: Path) -> None:
    solution = read(path)
    for rule in (Autoplay.NONE, Autoplay.SAFE):
        other = under_autoplay(solution, rule)
        verify(other.position, other.moves, rule)
        assert other.header.autoplay is rule


def test_the_solutions_are_of_games_of_all_kinds() -> None:
    kept = [parse_header(path.read_bytes()).rules() for path in RIGHT]
    every = [game(name) for name in games()]
    for rule in CHANGEABLE:
        if rule.names:
            assert {some.written(rule.name) for some in kept} >= {some.written(rule.name) for some in every}, rule
    assert {some.family for some in kept} == {some.family for some in every}


def test_all_accounts_of_one_solution_agree() -> None:
    first, *others = (read(path) for path in FORTY_SIX)
    assert all(first.moves == other.moves for other in others)
    assert first.header.autoplay is None
    assert under_autoplay(first, Autoplay.SAFE).moves == read(DATA / "solutions" / "freecell-46-safe.txt").moves


def test_boards_between_the_moves_agree_with_the_referee() -> None:
    text = FORTY_SIX[2].read_text()
    boards = ["Foundations:" + part.split("\n\n")[0] for part in text.split("Foundations:")[1:]]
    solution = read(FORTY_SIX[2])
    position = solution.position
    for board, move in zip(boards[1:], solution.moves, strict=True):
        position = apply(position, move)
        assert parse_board(board, position.rules).position() == position


@pytest.mark.parametrize("change", [str.upper, lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_a_solution_is_read_however_it_was_typed(change: object) -> None:
    assert callable(change)
    path = DATA / "solutions" / "freecell-46-safe.txt"
    header, _, body = path.read_text().partition("\n\n")
    for spaced in (body, body.replace(" ", "\n"), body.replace("\n", " \t ")):
        text = change(header + "\n\n" + spaced)
        assert parse_solution(text, start(text.lower())).moves == read(path).moves


def test_a_named_card_is_moved_and_no_other() -> None:
    position = deal(617)
    with pytest.raises(IllegalMoveError, match="one at a time"):
        parse_solution(f"{position.columns[0][0]} out", position)
    ace, *others = position.columns[7][::-1]  # QH and the cards below it
    read = parse_solution(f"{ace} to temp\n{others[0]} to temp\n", position)
    assert read.moves == (Move(column(7), cell(0)), Move(column(7), cell(1)))
    home = Setup(game("solitaire_one_suit"), ["KS QS", "3S", "JS TS 9S", "8S 7S 6S 5S 4S"], "", (0, 0, 0, 2)).position()
    with pytest.raises(IllegalMoveError, match="foundation"):
        parse_solution("AS to temp", home)


@pytest.mark.parametrize("letters", ["NPQRWXYZ", "npqrwxyz"])
def test_columns_11_to_18_have_letters(letters: str) -> None:
    position = deal(1, game("freecell").with_(columns=18))
    for index, letter in enumerate(letters, 10):
        assert parse_move(f"{letter}a", position) == Move(column(index), cell(0))
        assert parse_move(f"1{letter}", position).target == column(index)
        assert format_moves(position, [Move(column(index), cell(0))]) == [f"{letter.upper()}a"]


def test_fc_solve_has_no_signs_for_more_than_ten_columns() -> None:
    position = deal(1, game("freecell").with_(columns=11))
    with pytest.raises(InputError, match=r"11 .*fc-solve-snx.* 10"):
        format_solution(position, [Move(column(10), cell(0))], format="fc-solve-snx")
    text = format_solution(position, [Move(column(10), cell(0))], format="fc-solve")
    assert "Move a card from stack 10 to freecell 0" in text
    assert parse_solution(text, position).moves == (Move(column(10), cell(0)),)


def test_no_board_has_the_form_of_moves() -> None:
    for name in games():
        rules = game(name)
        for suits in sets_of_suits(len(rules.suits)):
            assert not is_solution(format_board(deal(1, rules.with_(suits=suits))))


def test_ten_moves_a_line_and_a_header() -> None:
    solution = read(DATA / "solutions" / "freecell-46-safe.txt")
    lines = format_solution(solution.position, solution.moves, Autoplay.SAFE, "microsoft\n46").splitlines()
    assert lines[:6] == [
        "# game: freecell",
        "# deal: microsoft 46",
        "# supermoves: standard",
        "# autoplay: safe",
        "",
        "7a 7b 6c 6d a6 2a d2 5d 5h d3",
    ]
    assert all(len(line.split()) == 10 for line in lines[5:-1])


def test_changed_rules_stand_in_the_header() -> None:
    rules = game("freecell").with_(cells=3, empty_column="kings", supermoves="single")
    position = deal(1, rules)
    text = format_solution(position, [next(iter(legal_moves(position)))])
    assert text.startswith(
        "# game: freecell\n# cells: 3\n# empty_column: kings\n# supermoves: single\n# autoplay: none\n\n"
    )
    assert parse_header(text).rules() == rules
    with pytest.raises(NotationError, match="'cells': '3'"):
        parse_solution(text, deal(1))


# Counts

BLACK_AND_RED = ["KD QS JH TS 9H", "", "KH", "QC", ""]


def three_empty(filled: str = "", **changes: object) -> Position:
    rules = game("freecell").with_(**changes)
    rest = [str(card) for card in reversed(rules.pack.cards) if str(card) not in f"{BLACK_AND_RED} {filled}"]
    clubs, others = [card for card in rest if card[1] == "C"], [card for card in rest if card[1] != "C"]
    return Setup(rules, [*BLACK_AND_RED, clubs, others, ""], filled).position()


@pytest.mark.parametrize(
    ("changes", "filled", "count"),
    [
        ({}, "", 5),
        ({"supermoves": "single"}, "", 1),
        ({"supermoves": "whole"}, "AC AD AH AS", 5),
        ({"supermoves": "microsoft"}, "AC AD AH AS", 1),
        ({"supermoves": "standard"}, "AC AD AH AS", 4),
        ({"cells": 1, "supermoves": "microsoft"}, "", 4),
        ({"empty_column": "kings"}, "", 5),
        ({"empty_column": "kings"}, "AC", 1),
        ({"empty_column": "none"}, "", 1),
    ],
)
def test_as_many_as_may_move_go_to_an_empty_column(changes: dict[str, object], filled: str, count: int) -> None:
    position = three_empty(filled, **changes)
    assert implied_count(position, column(0), column(1)) == count
    if EmptyColumn.ANY is position.rules.empty_column:
        assert parse_solution("12", position).moves == (Move(column(0), column(1), count),)
        assert parse_solution("12v1", position).moves == (Move(column(0), column(1), 1),)


def test_onto_a_card_the_count_is_forced() -> None:
    position = three_empty()
    assert parse_solution("13", position).moves == (Move(column(0), column(2), 4),)
    assert parse_solution("43", position).moves == (Move(column(3), column(2), 1),)
    with pytest.raises(IllegalMoveError, match="red king on red king"):
        parse_solution("13v5", position)


def test_a_count_is_written_only_where_it_is_needed() -> None:
    position = three_empty()
    moves = [Move(column(0), column(1), 2), Move(column(1), column(4), 2), Move(column(0), column(2), 2)]
    assert format_moves(position, moves) == ["12v2", "25", "13"]
    assert format_moves(position, moves, format="strict") == ["12v2", "25v2", "13"]
    single = [Move(column(0), column(1), 1), Move(column(3), column(4), 1)]
    assert format_moves(position, single) == ["12v1", "45"]
    assert format_moves(position, single, format="strict") == ["12v1", "45"]
    assert format_moves(position, single, format="fc-solve-snx") == ["12", "45"]


def test_fc_solve_counts_one_card_where_it_writes_no_count() -> None:
    position = three_empty()
    ruler = "-=-=-=-=-=-=-=-=-=-=-=-\n\n"
    assert parse_solution(ruler + "12", position).moves == (Move(column(0), column(1), 1),)
    assert parse_solution("Move: 12", position).moves == (Move(column(0), column(1), 1),)
    assert parse_solution(ruler + "12", position, format="standard").moves == (Move(column(0), column(1), 5),)


def test_supermoves_named_by_the_caller_overrule_the_header() -> None:
    position = three_empty("AC AD AH")
    text = "# supermoves: microsoft\n12"
    assert parse_solution(text, position).moves[0].count == 4
    solution = parse_solution(text, position, supermoves=Supermoves.SINGLE)
    assert solution.moves[0].count == 1
    assert solution.position.rules.supermoves is Supermoves.SINGLE


def test_a_line_that_names_no_rule_is_read_by_the_one_it_wins_under() -> None:
    text = (DATA / "wrong" / "autoplay-not-named.txt").read_text().replace("79", "7h")
    solution = parse_solution(text, start(text))
    assert solution.autoplay is Autoplay.SAFE
    verify(solution.position, solution.moves, solution.autoplay)


# Wrong ones

WRONG = {
    "after-the-win": (SuperfluousMoveError, 58, "the game is won"),
    "autoplay-not-named": (IllegalMoveError, 10, "no autoplay rule is named, and it is illegal under each"),
    "autoplay-twice": (NotationError, "line 4", "one line for autoplay only"),
    "count-above-the-run": (IllegalMoveError, 70, "6 cards are no sequence"),
    "count-zero": (NotationError, "line 12, column 28", "at least 1"),
    "from-home": (NotationError, "line 6, column 1", "a move such as"),
    "header-below": (NotationError, "line 11", "above the moves"),
    "illegal-move-17": (IllegalMoveError, 17, "black 8 on red 8"),
    "move-left-out": (IllegalMoveError, 8, "ace of diamonds must go there first"),
    "moves-exchanged": (IllegalMoveError, 4, "red 8 on black 3"),
    "no-solution": (NotationError, "line 6", "a solution"),
    "no-such-cell": (IllegalMoveError, 1, "no cell e"),
    "no-such-column": (IllegalMoveError, 1, "no column 9"),
    "not-a-move": (NotationError, "line 9, column 1", "a move such as"),
    "stock-later": (IllegalMoveError, 3, "the stock comes first"),
    "supermoves-single": (IllegalMoveError, 45, "only single cards"),
    "too-few-cells": (IllegalMoveError, 6, "no cell d"),
    "unfinished": (NotWonError, 40, "not won"),
    "unknown-autoplay": (NotationError, "line 3", "none, safe, max"),
    "unknown-deal-key": (NotationError, "line 3", "one of the keys"),
    "wrong-autoplay-none": (IllegalMoveError, 10, "red 2 on black 6"),
    "wrong-autoplay-safe": (IllegalMoveError, 3, "the 3 of diamonds must go there first"),
    "wrong-count": (IllegalMoveError, 77, "must go there first"),
    "wrong-deal": (IllegalMoveError, 5, "cell a is empty"),
    "wrong-game": (IllegalMoveError, 11, "suits must match"),
}


def test_every_wrong_solution_has_its_verdict() -> None:
    assert {path.stem for path in (DATA / "wrong").glob("*.txt")} == set(WRONG)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_solutions_are_refused_at_the_right_place(name: str) -> None:
    kind, place, reason = WRONG[name]
    text = (DATA / "wrong" / f"{name}.txt").read_text()
    with pytest.raises(kind) as error:
        verify((solution := parse_solution(text, start(text))).position, solution.moves, solution.autoplay)
    assert type(error.value) is kind
    assert reason in str(error.value)
    assert str(error.value).isprintable()
    if isinstance(error.value, NotationError):
        assert error.value.place == place
    elif not isinstance(error.value, NotWonError):
        assert isinstance(error.value, IllegalMoveError)
        assert error.value.ply == place


@pytest.mark.parametrize("path", sorted((DATA / "wrong").glob("*.board")), ids=lambda path: path.stem)
def test_wrong_boards_are_refused_in_one_line(path: Path) -> None:
    with pytest.raises((NotationError, SetupError)) as error:
        parse_board(path.read_bytes(), game("freecell")).position()
    assert str(error.value).isprintable()


def test_max_autoplay_can_lose_a_line_and_says_so() -> None:
    solution = read(DATA / "solutions" / "forecell-2.txt")
    with pytest.raises(IllegalMoveError, match="autoplay max has sent home what this line still needs"):
        under_autoplay(solution, Autoplay.MAX)


def test_unknown_formats_are_refused() -> None:
    position = deal(1)
    for call in (
        lambda: parse_solution("", position, format="xml"),
        lambda: format_solution(position, [], format="auto"),
        lambda: format_moves(position, [], format="fc-solve"),
    ):
        with pytest.raises(KiebitzError, match="unknown solution format"):
            call()


LONG = ["7a " * 3_400_000, b"\xff" * 10_000_000, "7a " * 100_000, "#" * 10_000_000, "7a\n" * 1_000_000]
LONG += [f"# game: a{' ' * 99_000}b", f"#{' ' * 99_000}a:", f"7a{' ' * 99_000}x", f"Move a card{' ' * 99_000}x"]


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_long_input_is_refused_at_once(text: str | bytes) -> None:
    position = deal(1)
    begin = time.process_time()
    with pytest.raises(KiebitzError) as error:
        parse_solution(text, position)
    assert time.process_time() - begin < 1
    assert len(str(error.value)) < 600


# Anything at all


@given(
    name=st.sampled_from(games()),
    number=st.integers(1, 32000),
    seed=st.integers(0, 2**32),
    rule=st.sampled_from(Autoplay),
)
def test_any_line_of_play_comes_back(name: str, number: int, seed: int, rule: Autoplay) -> None:
    first = deal(number, name)
    table = Table(first, rule)
    dice = random.Random(seed)
    for _ in range(60):
        moves = list(legal_moves(table.position))
        if not moves:
            break
        # Prefer moves of several cards, which are rare among legal moves but essential for notation.
        several = [move for move in moves if move.count > 1] or moves
        table.push(dice.choice(several if dice.random() < 0.5 else moves))
    moves = [turn.move for turn in table.history]
    comes_back = any(move.source.kind is PileKind.FOUNDATION for move in moves)
    for form in forms_for(first):
        if comes_back and form.startswith("fc-solve"):
            continue
        text = format_solution(first, moves, rule, "microsoft 1", form)
        assert list(parse_solution(text, first).moves) == moves
    everything = under_autoplay(Solution(parse_header(text), first, tuple(moves)), Autoplay.NONE)
    assert Table(first).position == first
    end = first
    for move in everything.moves:
        end = apply(end, move)
    assert end == table.position


WORDS = st.lists(st.text("1234567890abcdefghijklmnpqrsvwxyzAB", min_size=2, max_size=4), max_size=30).map(" ".join)
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(
            ["game", "deal", "autoplay", "supermoves", "cells", "columns", "build", "home_moves", "score", "note", "x"]
        ),
        st.sampled_from(
            [
                "freecell",
                "safe",
                "none",
                "max",
                "single",
                "any",
                "forced",
                "4",
                "8",
                "-1",
                "alternate_colour",
                "",
                "٣",
                "²",
            ]
        ),
    ).map(lambda pair: f"# {pair[0]}: {pair[1]}\n"),
    max_size=4,
).map("".join)
SENTENCES = st.lists(
    st.from_regex(
        r"Move (a card|\d cards) from (stack|freecell) \d{1,2} to (the foundations|(stack|freecell) \d)", fullmatch=True
    ),
    max_size=6,
).map("\n".join)
RULED = st.sampled_from(["", "-=-=-=-\n", "====\n", "Move: "])


@pytest.mark.parametrize("form", ["auto", *SOLUTION_FORMATS])
@given(
    text=st.text() | st.binary() | st.tuples(HEADERS, RULED, WORDS | SENTENCES).map("".join),
    name=st.sampled_from(games()),
)
def test_any_text_gives_a_solution_or_a_clear_complaint(form: str, text: str | bytes, name: str) -> None:
    complaint = ""
    try:
        parse_header(text).rules()
        parse_solution(text, deal(1, name), format=form)
    except KiebitzError as error:
        complaint = str(error)
    assert complaint.isprintable()
    assert len(complaint) < 600
