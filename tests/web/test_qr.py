"""The page's QR codes against segno's: equal modules for links of every length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

segno = pytest.importorskip("segno", reason="segno is not installed: kiebitz[web]")

if TYPE_CHECKING:
    from web.page_modules import Answers

_LINK = "http://192.168.178.23:8000/?light=off&hints=off#game=freecell&deal=617"
_MOST = 666  # bytes, of version 20


@pytest.fixture
def by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make segno pad to a whole byte as the standard requires; it adds a byte of zeros to complete ones."""
    monkeypatch.setattr(
        "segno.encoder.write_padding_bits", lambda buffer, _, length: buffer.extend([0] * (-length % 8))
    )


@pytest.mark.usefixtures("by_the_book")
def test_codes_are_those_of_segno(answers: Answers) -> None:
    texts = [_LINK, "ä✓" * 20, *("x1" * (size // 2) for size in range(2, _MOST, 26)), "y" * _MOST]
    for text, rows in zip(texts, answers([{"kind": "qr", "text": text} for text in texts]), strict=True):
        code = segno.make(text.encode(), mode="byte", error="m", mask=0, micro=False, boost_error=False)
        assert rows == [list(map(bool, row)) for row in code.matrix], text


def test_a_text_that_is_too_long_has_no_code(answers: Answers) -> None:
    assert answers([{"kind": "qr", "text": "y" * (_MOST + 1)}]) == [None]
