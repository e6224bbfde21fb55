"""Each card of a recorded game that was a choice is asked for once, and broken off games are left out."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import skat_experts
from kiebitz import kernel

RECORDS = Path(__file__).parents[1] / "data" / "iss"


@pytest.mark.skipif(kernel.backend == "plain", reason="minutes a game with the kernel in Python")
def test_cards_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(RECORDS / f"{name}.sgf") for name in ("lost", "broken-off-by-leaving", "passed")]
    monkeypatch.setattr(sys, "argv", ["skat_experts.py", "--level", "beginner", *files])
    skat_experts.main()
    head, *sides = capsys.readouterr().out.splitlines()
    assert head == "1 games, 2 left out; level beginner"
    # The same 24 cards that the fair view judges.
    assert sum(int(re.findall(r": (\d+) cards", line)[0]) for line in sides) == 24
    for line in sides:
        same, equal = (int(share) for share in re.findall(r"(\d+) % \(", line))
        assert same <= equal
