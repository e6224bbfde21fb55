"""The numbering of all deals of the 13-card game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.deals import numbering
from kiebitz.deals.one_suit import RANGE, columns, number_of
from kiebitz.errors import KiebitzError, NumberRangeError
from kiebitz.patience.dealing import deal

numbers = st.integers(0, RANGE.stop - 1)


def test_there_are_as_many_as_ways_to_deal() -> None:
    assert len(RANGE) == 6_227_020_800 // 12


@given(numbers)
def test_a_number_is_found_again_whatever_the_order_of_equal_columns(number: int) -> None:
    board = columns(number)
    assert [len(column) for column in board] == [3, 3, 3, 2, 2]
    assert sorted(rank for column in board for rank in column) == list(range(1, 14))
    assert number_of(board) == number
    assert number_of([board[2], board[0], board[1], board[4], board[3]]) == number


@given(numbers)
def test_it_is_dealt_row_by_row(number: int) -> None:
    position = deal(number, "solitaire_one_suit", "one-suit")
    assert tuple(tuple(int(card.rank) for card in column) for column in position.columns) == columns(number)


def test_the_first_and_the_last() -> None:
    assert columns(0) == ((5, 6, 7), (8, 9, 10), (11, 12, 13), (1, 2), (3, 4))
    assert columns(RANGE.stop - 1) == ((9, 8, 1), (7, 6, 2), (5, 4, 3), (13, 10), (12, 11))


@pytest.mark.parametrize("number", [-1, RANGE.stop, 1.0, True, "1"])
def test_other_numbers_are_refused(number: Any) -> None:
    with pytest.raises(NumberRangeError, match="0 to 518918399"):
        columns(number)


@pytest.mark.parametrize("board", [[], [(1, 2, 3)] * 5, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11), (12, 12)]])
def test_other_boards_are_refused(board: Any) -> None:
    with pytest.raises(KiebitzError, match="1 to 13"):
        number_of(board)


def test_other_packs_are_refused() -> None:
    with pytest.raises(KiebitzError, match="deals 13 cards, not 52"):
        numbering("one-suit").cards(0)
