"""`kiebitz read`: boards read off pictures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("PIL", reason="Pillow is not installed")

from kiebitz import backend, deal
from render.test_picture_file import without_suits

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

pytestmark = pytest.mark.skipif(backend != "native", reason="only the native kernel reads pictures")


def test_a_board_that_fits_is_printed_with_its_own_doubts(
    kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "screen.png").write_bytes(without_suits(deal(5_000_000_123), "9C 9S TC TS"))
    first, second = (json.loads(kiebitz("read", "screen.png", "--json", "--reading", n).out) for n in "12")
    for printed, reading in zip((first, second), first["readings"], strict=False):
        assert {key: printed[key] for key in reading} == reading
        for doubt in printed["doubtful"]:
            column, row = (int(word) for word in doubt["place"].replace(",", "").split() if word.isdigit())
            assert doubt["card"] == printed["columns"][column - 1][row - 1]
            assert doubt["card"] not in doubt["guesses"]
            assert len(doubt["guesses"]) <= 3
    cards = [{doubt["place"]: doubt for doubt in printed["doubtful"]} for printed in (first, second)]
    changed = [place for place, doubt in cards[0].items() if doubt["card"] != cards[1][place]["card"]]
    assert changed
    for place in changed:
        assert cards[0][place]["confidence"] + cards[1][place]["confidence"] <= 1.001
    assert first["columns"] != second["columns"]
    ran = kiebitz("read", "screen.png", "--reading", 2)
    assert f"{second['doubtful'][0]['place']}: {second['doubtful'][0]['card']} is doubtful" in ran.err
    refused = kiebitz("read", "screen.png", "--reading", 8)
    assert refused.code == 2
    assert refused.err == "kiebitz: boards that fit the picture: 4\n"
