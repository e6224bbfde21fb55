"""The race with Solvitaire, run with a program in its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import kiebitz
import solvitaire

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """#!/bin/sh
echo "$*" >> {folder}/calls
case "$*" in *--deal-only*) cat {folder}/board ;; *--random*) {answer} ;; esac
"""


@pytest.mark.parametrize(
    ("answer", "limit", "code", "counts", "searches"),
    [
        ("echo '1, solved, 20, solved'", 2, 0, "2 / 0 / 0", 0),
        ("echo '1, unsolvable, 20, unsolvable'", 2, 1, "0 / 2 / 0", 2),  # streamliners prove nothing
        ("while true; do :; done", 0.15, 0, "0 / 0 / 2", 4),  # until its time is up; with more time again
    ],
)
def test_verdicts_are_compared_and_open_deals_repeated(
    tmp_path: Path, answer: str, limit: float, code: int, counts: str, searches: int,
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    columns = [list(map(str, column)) for column in kiebitz.deal(1).columns]
    board = {"tableau piles": columns, "cells": [""] * 4, "foundations": [""] * 4}
    (tmp_path / "board").write_text(json.dumps(board))
    program = tmp_path / "solvitaire"
    program.write_text(PROGRAM.format(folder=tmp_path, answer=answer))
    program.chmod(0o755)
    monkeypatch.setattr(solvitaire, "GAMES", {"freecell": "free-cell"})
    monkeypatch.setattr(solvitaire, "PROGRAM", str(program))
    for factor in (1, 1, 2):
        arguments = ["--deals", "2", "--limit-seconds", str(factor * limit)]
        monkeypatch.setattr("sys.argv", ["", str(tmp_path / "rows"), *arguments])
        assert solvitaire.main() == code
        assert f"| freecell | 2 | 2 / 0 / 0 | {counts} | {2 * code} |" in capfd.readouterr().out
    assert (tmp_path / "calls").read_text().count("--streamliners none") == searches


def test_an_absent_program_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(solvitaire, "PROGRAM", "no-such-program")
    monkeypatch.setattr("sys.argv", ["", "rows"])
    assert solvitaire.main() == 2
    assert "no-such-program is not on the PATH" in capsys.readouterr().err
