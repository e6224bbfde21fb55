"""Messages of values: round trips, and rejected messages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.kernel import functions as kernel
from kiebitz.kernel import host
from kiebitz.kernel.answers import Limits
from kiebitz.kernel.wire import pack, unpack
from kiebitz.patience import game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_position, encode_rules

START = encode_rules(game("freecell")), encode_position(deal(617))

values = st.recursive(
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.binary(),
    lambda some: st.lists(some, max_size=4),
    max_leaves=12,
)


@given(st.lists(values))
def test_values_come_back(some: list[Any]) -> None:
    assert unpack(pack("any", some)) == [b"any", *some]


def test_the_forms_of_values() -> None:
    message = pack("f", [None, -2, 1.5, b"ab", [True, 2**64 - 1]])
    assert message.hex(" ", 1).upper() == (
        "03 01 00 00 00 66 "
        "00 "
        "01 FE FF FF FF FF FF FF FF "
        "02 00 00 00 00 00 00 F8 3F "
        "03 02 00 00 00 61 62 "
        "04 02 00 00 00 01 01 00 00 00 00 00 00 00 01 FF FF FF FF FF FF FF FF"
    )


@pytest.mark.parametrize("wrong", [2**64, -(2**63) - 1, "text", {}])
def test_what_is_no_value_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError):
        pack("f", [wrong])


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("solved", START, "function: 'solved' is not known"),
        ("solve", START, "value 3 of the request: a whole number of 64 bits expected"),
        ("solve", (*START, 0.0), "value 3 of the request: a whole number of 64 bits expected"),
        ("solve", (*START, 0, 0, 0, 0, 0, 0), "value 8 of the request: no more values expected"),
        ("solve", (b"", None), "value 2 of the request: bytes expected"),
        (
            "check_range",
            (*START, 1, 2, b"", b"", b"abc"),
            "value 7 of the request: bytes, four a number expected",
        ),
        ("perft", (*START, 2**31), "value 3 of the request: a whole number of 32 bits expected"),
    ],
)
def test_what_the_kernel_does_not_take_is_refused(name: str, given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=r"expected|known") as refusal:
        host.call(name, *given)
    assert str(refusal.value) == message


@pytest.mark.parametrize("cut", range(1, 30))
def test_a_message_that_is_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        host._host.call(pack("solve", (*START, 0, 1, 0.0, 0, 0))[:-cut], None, None)


def test_a_whole_number_will_do_for_a_real_one() -> None:
    assert kernel.solve(*START, 0, Limits(0, 100, 0)).verdict == 0
