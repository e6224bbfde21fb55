"""Piles and moves: letters, codes, texts that evaluate back."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Suit
from kiebitz.errors import KiebitzError, NumberRangeError
from kiebitz.patience import STOCK, Move, Pile, PileKind, cell, column, foundation
from kiebitz.patience.encoding import decode_moves, encode_move
from kiebitz.patience.moves import move_of_codes
from kiebitz.patience.piles import from_code
from kiebitz.patience.rule_options import MAX_CELLS, MAX_COLUMNS

PILES = [*map(column, range(MAX_COLUMNS)), *map(cell, range(MAX_CELLS)), *map(foundation, Suit), STOCK]


def test_letters_are_those_of_standard_notation() -> None:
    assert "".join(pile.letter for pile in PILES) == "1234567890NPQRWXYZabcdefgijklmhhhhs"


def test_codes_are_those_of_the_kernel() -> None:
    assert [pile.code for pile in PILES] == [*range(18), *range(32, 44), *range(48, 53)]
    assert [from_code(pile.code) for pile in PILES] == PILES


@pytest.mark.parametrize("pile", PILES)
def test_a_pile_is_one_object_and_its_repr_evaluates_back(pile: Pile) -> None:
    assert eval(repr(pile)) is pile
    assert pickle.loads(pickle.dumps(pile)) == pile


def test_only_foundations_share_a_letter() -> None:
    letters = [pile.letter for pile in PILES if pile.kind is not PileKind.FOUNDATION]
    assert len(set(letters)) == len(letters)
    assert "h" not in letters


@pytest.mark.parametrize("code", [18, 31, 44, 47, 53, 255, -1])
def test_codes_of_no_pile(code: int) -> None:
    with pytest.raises(NumberRangeError, match=str(code)):
        from_code(code)


def test_piles_that_do_not_exist() -> None:
    for wrong in (-1, MAX_COLUMNS):
        with pytest.raises(NumberRangeError, match="0 to 17"):
            column(wrong)
    with pytest.raises(NumberRangeError, match="0 to 11"):
        cell(12)


@given(st.sampled_from(PILES), st.sampled_from(PILES), st.integers(1, 52))
def test_moves_travel_through_bytes_and_text(source: Pile, target: Pile, count: int) -> None:
    move = Move(source, target, count)
    assert decode_moves(encode_move(move)) == (move,)
    assert move_of_codes(source.code, target.code, count) == move
    assert eval(repr(move)) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert str(move) == source.sign + target.letter


def test_lines_of_the_kernel() -> None:
    assert [str(move) for move in decode_moves(bytes([1, 5, 3, 32, 50, 1]))] == ["26", "ah"]
    assert decode_moves(b"") == ()
    with pytest.raises(KiebitzError, match="multiple of 3"):
        decode_moves(b"1234")
