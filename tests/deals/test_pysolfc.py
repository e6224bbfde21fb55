"""PySolFC's own numbers, compared with the package pysol_cards."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

from kiebitz.cards import PACKS
from kiebitz.deals import columns, microsoft, pysolfc
from kiebitz.errors import InputError, NumberRangeError


@given(st.integers(1, 10**20).filter(lambda number: number != 32_000))
@example(1)
@example(31_999)
@example(32_001)
@example(10**20)
def test_numbers_agree_with_pysol_cards(number: int) -> None:
    theirs = Game("freecell", number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    assert "".join(" ".join(map(str, column)) + "\n" for column in columns(pysolfc.cards(number))) == theirs


def test_at_32000_pysolfc_parts_from_microsoft_and_pysol_cards_one_later() -> None:
    theirs = Game("freecell", 32_000, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    by_microsoft = "".join(" ".join(map(str, column)) + "\n" for column in columns(microsoft.cards(32_000)))
    assert theirs == by_microsoft
    assert pysolfc.cards(31_999) == microsoft.cards(31_999)
    assert pysolfc.cards(32_000) != microsoft.cards(32_000)


@pytest.mark.parametrize("number", [-1, 10**20 + 1, 1.5, False, None])
def test_numbers_outside_the_range_are_refused(number: object) -> None:
    with pytest.raises(NumberRangeError, match="0 to 100000000000000000000"):
        pysolfc.cards(number)  # type: ignore[arg-type]


def test_other_packs_are_refused() -> None:
    with pytest.raises(InputError, match="numbering pysolfc deals 52 cards, not"):
        pysolfc.cards(1, PACKS["36"])
