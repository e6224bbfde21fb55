"""Microsoft's numbers: published deals, an independent implementation over the whole range, and the jokes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

from kiebitz.cards import PACKS, Card
from kiebitz.deals import columns, deal_board, microsoft, rows
from kiebitz.errors import NumberRangeError
from strategies import microsoft_numbers

_DATA = Path(__file__).parent.parent / "data" / "deals" / "microsoft.txt"


def _published() -> dict[int, list[list[str]]]:
    boards: dict[int, list[list[str]]] = {}
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.isdigit():
            board = boards.setdefault(int(line), [])
        elif line and not line.startswith("#"):
            board.append(line.split())
    return boards


def _by_pysol_cards(number: int) -> str:
    return str(Game("freecell", number, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True)))


def _as_columns(cards: tuple[Card, ...]) -> str:
    return "".join(" ".join(map(str, column)) + "\n" for column in columns(cards))


@pytest.mark.parametrize("number", [1, 617, 11982])
def test_published_deals(number: int) -> None:
    board = deal_board(number)
    assert board == _published()[number]
    assert [len(row) for row in board] == [8, 8, 8, 8, 8, 8, 4]


@given(microsoft_numbers(first=1))
def test_numbers_of_the_whole_range_agree_with_pysol_cards(number: int) -> None:
    assert _as_columns(microsoft.cards(number)) == _by_pysol_cards(number)


@pytest.mark.parametrize("number", [1, 32_000, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1])
def test_the_borders_of_the_ranges_agree_with_pysol_cards(number: int) -> None:
    assert _as_columns(microsoft.cards(number)) == _by_pysol_cards(number)


@given(microsoft_numbers())
def test_every_deal_holds_the_whole_pack(number: int) -> None:
    assert sorted(microsoft.cards(number)) == list(PACKS["52"].cards)


@given(st.integers(0, 2**33 - 1), st.sampled_from(["36", "32", "26", "13"]))
def test_smaller_packs_are_dealt_whole(number: int, name: str) -> None:
    assert sorted(microsoft.cards(number, PACKS[name])) == sorted(PACKS[name].cards)


@pytest.mark.parametrize("number", [-5, 2**33, 10**30, -(10**30), 1.0, True, "617", None])
def test_numbers_outside_the_range_are_refused(number: object) -> None:
    with pytest.raises(NumberRangeError, match="-4 to 8589934591"):
        microsoft.cards(number)  # type: ignore[arg-type]


def test_the_jokes_are_no_deals_of_smaller_packs() -> None:
    with pytest.raises(NumberRangeError, match="from 0 to"):
        microsoft.cards(-1, PACKS["36"])


@pytest.mark.parametrize(
    ("number", "first_row", "last_rows"),
    [
        (-1, "AC AD AH AS QC QD QH QS", ["JC JD JH JS 2C 2D 2H 2S", "KC KD KH KS"]),
        (-2, "AS AH AD AC 7S 7H 7D 7C", ["9S 9H 9D 9C 2S 2H 2D 2C", "8S 8H 8D 8C"]),
        (-3, "KS KH KD KC 6S 6H 6D 6C", ["8S 8H 8D 8C AS AH AD AC", "7S 7H 7D 7C"]),
        (-4, "KS QC TD 8H 6S 5D 3S 2D", ["QH TS 9C 7D 5H 4C 2H AC", "QD TH 8S 7C"]),
    ],
)
def test_the_jokes_lie_as_described(number: int, first_row: str, last_rows: list[str]) -> None:
    board = [" ".join(row) for row in deal_board(number)]
    assert board[0] == first_row
    assert board[-2:] == last_rows
    assert "joke" in microsoft.note(number)


def test_only_jokes_carry_a_note() -> None:
    assert microsoft.note(617) == ""
    assert "single printed source" in microsoft.note(-3)
    assert "inferred" in microsoft.note(-4)


@pytest.mark.parametrize("number", [-3, -4])
def test_two_jokes_win_by_moves_to_the_foundations_alone(number: int) -> None:
    piles = columns(microsoft.cards(number))
    home = dict.fromkeys("CDHS", 0)
    while playable := [pile for pile in piles if pile and pile[-1].rank == home[pile[-1].suit.letter] + 1]:
        home[playable[0].pop().suit.letter] += 1
    assert home == dict.fromkeys("CDHS", 13)


def test_rows_and_columns_show_the_same_table() -> None:
    cards = microsoft.cards(617)
    table = rows(cards)
    assert [[row[column] for row in table if column < len(row)] for column in range(8)] == columns(cards)
