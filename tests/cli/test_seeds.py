"""Tests of `kiebitz seeds`: files that go on, and files that are refused in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

OPTIONS = ("seeds", "--game", "solitaire_6x6", "--level", "hard")


def test_a_larger_count_goes_on_with_the_file(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file, whole = tmp_path / "some.seeds", tmp_path / "whole.seeds"
    for count in (2, 5):
        assert kiebitz(*OPTIONS, "--count", count, "-o", file).out.startswith(f"{count} deals in ")
    assert kiebitz(*OPTIONS, "--count", 5, "-o", whole).code == 0
    assert file.read_bytes() == whole.read_bytes()
    listed = json.loads(kiebitz("seeds", "--list", file, "--json").out)
    assert [deal["level"] for deal in listed["deals"]] == 5 * ["hard"]
    numbers = [str(deal["number"]) for deal in listed["deals"]]
    assert kiebitz("seeds", "--list", file).out.split() == numbers


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("seeds", (*OPTIONS, "-o"), ": seeds of other deals; expected another name, or the options of before"),
        ("text", (*OPTIONS, "-o"), " cannot be continued: no file of kiebitz seeds, version 1; expected a file of"),
        ("text", ("seeds", "--list"), " cannot be read: no file of kiebitz seeds, version 1\n"),
        ("", ("seeds", "--list"), " cannot be read: No such file or directory\n"),
    ],
)
def test_files_that_do_not_fit_are_named(
    kiebitz: Kiebitz, tmp_path: Path, content: str, options: tuple[str, ...], words: str
) -> None:
    file = tmp_path / "some.seeds"
    if content == "seeds":
        kiebitz("seeds", "--game", "solitaire_6x6", "--count", 1, "-o", file)
    elif content:
        file.write_text(content)
    before = file.read_bytes() if content else b""
    ran = kiebitz(*options, file)
    assert (ran.code, ran.out, ran.err.count("\n"), ran.err.count("expected")) == (2, "", 1, words.count("expected"))
    assert words in ran.err
    assert not content or file.read_bytes() == before
