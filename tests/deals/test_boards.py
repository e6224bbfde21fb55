"""Rows and columns are converted back to their dealing order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card
from kiebitz.deals import columns, from_columns, from_rows, rows
from kiebitz.errors import KiebitzError, NumberRangeError
from strategies import packs, shuffled


@given(packs().flatmap(shuffled), st.integers(1, 60))
def test_tables_round_trip(deal: tuple[Card, ...], width: int) -> None:
    assert from_rows(rows(deal, width)) == deal
    assert from_columns(columns(deal, width)) == deal


@given(st.lists(st.lists(st.integers(0, 51).map(Card.from_index), max_size=4), max_size=5))
def test_columns_are_taken_only_with_the_heights_of_a_deal(table: list[list[Card]]) -> None:
    heights = [len(column) for column in table]
    if heights == sorted(heights, reverse=True) and max(heights, default=0) - min(heights, default=0) <= 1:
        assert columns(from_columns(table), max(len(table), 1)) == (table or [[]])
    else:
        with pytest.raises(KiebitzError, match="expected the heights of a fresh deal"):
            from_columns(table)


@pytest.mark.parametrize("width", [0, -1])
def test_a_table_has_columns(width: int) -> None:
    for lay in (rows, columns):
        with pytest.raises(NumberRangeError, match="at least one column"):
            lay([], width)


def test_no_columns_are_no_cards() -> None:
    assert from_columns([]) == ()
