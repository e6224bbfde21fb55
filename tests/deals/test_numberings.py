"""The table of numberings: names, ranges, and numbers read from text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import PACKS
from kiebitz.deals import NUMBERINGS, Numbering, microsoft, numbering
from kiebitz.errors import KiebitzError, NumberRangeError


@pytest.mark.parametrize("each", NUMBERINGS.values(), ids=str)
def test_both_ends_of_each_range_are_dealt_and_no_more(each: Numbering) -> None:
    pack = PACKS["13" if each.name == "one-suit" else "52"]
    for number in (each.range.start, each.range.stop - 1):
        assert sorted(each.cards(number, pack)) == sorted(pack.cards)
        assert each.parse(str(number)) == number
    for number in (each.range.start - 1, each.range.stop):
        with pytest.raises(NumberRangeError, match=f"'{number}'"):
            each.cards(number, pack)
        with pytest.raises(NumberRangeError, match=f"'{number}'"):
            each.parse(str(number))
    assert each.source
    assert each.title


def test_numberings_are_asked_for_by_name() -> None:
    assert numbering("microsoft").cards(617) == microsoft.cards(617)
    assert eval(repr(numbering("pysolfc")), {"NUMBERINGS": NUMBERINGS}) is numbering("pysolfc")
    with pytest.raises(
        KiebitzError,
        match="'msft'",
    ):
        numbering("msft")


@pytest.mark.parametrize(("text", "number"), [("617", 617), (" 1,000,000\n", 1_000_000), ("-1", -1), ("−2", -2)])
def test_numbers_are_read(text: str, number: int) -> None:
    assert NUMBERINGS["microsoft"].parse(text) == number


@pytest.mark.parametrize("text", ["", "x", "1_0", "1.0", "--1", "+", "٣", "²", "9" * 5000, "1 2", "0x10"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(NumberRangeError, match="-4 to 8589934591"):
        NUMBERINGS["microsoft"].parse(text)


@given(st.text())
def test_any_text_is_a_number_or_a_clear_error(text: str) -> None:
    message = ""
    try:
        assert NUMBERINGS["pysolfc"].parse(text) in NUMBERINGS["pysolfc"].range
    except NumberRangeError as error:
        message = str(error)
    assert message.isprintable()
