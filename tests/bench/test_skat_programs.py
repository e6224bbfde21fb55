"""Programs at the Skat table: the example of the documentation plays, and faults are counted."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tournament(tmp_path: Path, *sides: str, deals: int = 2) -> dict[str, object]:
    command = [sys.executable, "bench/skat_tournament.py", str(tmp_path / "games.jsonl"), *sides]
    options = ["--deals", str(deals), "--json"]
    ran = subprocess.run([*command, *options], capture_output=True, text=True, check=True, cwd=ROOT)
    result: dict[str, object] = json.loads(ran.stdout)
    return result


@pytest.fixture
def example(tmp_path: Path) -> str:
    """The side of the documentation's example engine."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/skat-engine.md").read_text("utf-8"), re.DOTALL)
    file = tmp_path / "engine.py"
    file.write_text(code, "utf-8")
    return f"program:{shlex.join([sys.executable, str(file)])}"


def test_the_example_plays_without_a_fault_and_equals_itself(tmp_path: Path, example: str) -> None:
    figures = tournament(tmp_path, example, example)
    assert figures["seeger_fabian"] == figures["score"] == [0, 0]
    assert (figures["deals"], figures["faults"], figures["is_measurement"]) == (2, 0, True)
    assert int(str(figures["questions"])) > 20


def test_the_engine_plays_by_the_protocol_as_it_does_itself(tmp_path: Path) -> None:
    options = ["skat", "engine", "--level", "beginner", "--seed", "20261122"]  # the tournament's seed
    program = f"program:{shlex.join([sys.executable, '-m', 'kiebitz', *options])}"
    figures = tournament(tmp_path, program, "beginner")
    assert figures["seeger_fabian"] == [0, 0]
    assert figures["faults"] == 0


def test_nonsense_is_counted_and_no_measurement(tmp_path: Path) -> None:
    figures = tournament(tmp_path, f"program:{shlex.join([sys.executable, '-c', 'print(input())'])}", "rule", deals=1)
    assert figures["faults"] == 2 * int(str(figures["questions"])) > 0
    assert not figures["is_measurement"]
