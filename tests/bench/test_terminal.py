"""The row about the terminal: what counts as a board, and that one comes."""

from __future__ import annotations

import sys

import pytest

from measuring import terminal


def test_steering_is_taken_out() -> None:
    assert (
        terminal.text_of(b"\x1b[?1049h\x1b[38;2;1;2;3m6\xe2\x99\xa0\x1b[0m\x1b]0;kiebitz\x07 q\x1b[?2026$p") == "6♠ q"
    )


def test_half_a_board_is_none() -> None:
    whole = "6♠ 9♣ 2♥ 6♥ ? shows all keys  q quit".encode()
    assert terminal.is_board(whole)
    assert not terminal.is_board(whole[:20])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_process_without_a_board_is_told() -> None:
    with pytest.raises(RuntimeError, match="no board, but 'no such game'"):
        terminal.first_board(["sh", "-c", "printf 'no such game'"])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_time_ends_with_the_board() -> None:
    script = "printf '6♠ 9♣ 2♥ 6♥ keys '; sleep 0.3; printf quit; sleep 0.1"
    assert 0.3 <= terminal.first_board(["sh", "-c", script]) < 5
