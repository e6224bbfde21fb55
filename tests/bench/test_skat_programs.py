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


def test_the_parts_of_a_lead_add_up_to_it(tmp_path: Path) -> None:
    figures = tournament(tmp_path, "rule", "beginner")
    parts = figures["by_stage"]
    assert isinstance(parts, dict)
    assert isinstance(figures["seeger_fabian"], list)
    assert sum(mean for mean, _ in parts.values()) == pytest.approx(figures["seeger_fabian"][0])


def probe(tmp_path: Path, player: str) -> list[str]:
    """Return the lines of a probe before the report."""
    command = [sys.executable, "bench/skat_tournament.py", str(tmp_path / "probed.jsonl"), player]
    options = ["--deals", "2", "--probe", "2"]
    ran = subprocess.run([*command, *options], capture_output=True, text=True, check=True, cwd=ROOT)
    return ran.stdout.split(f"{player} alone", maxsplit=1)[0].splitlines()


def test_no_answer_depends_on_hidden_cards(tmp_path: Path, example: str) -> None:
    for player in ("rule", example.replace("program:", "world:")):
        (line,) = probe(tmp_path, player)
        assert re.fullmatch(r"probe: 0 of [1-9]\d+ answers changed", line)
        (tmp_path / "probed.jsonl").unlink()


def test_a_program_that_listens_to_its_world_is_caught(tmp_path: Path) -> None:
    program = """for line in map(str.split, iter(input, "")):
    *hands, skat = line[-1].removeprefix("world=").split("/")
    assert line[1].removeprefix("hand=") in hands and len(skat.split(",")) == 2
    print("p" if skat[0] < "9" else "18", flush=True)
"""
    *changes, last = probe(tmp_path, f"world:{shlex.join([sys.executable, '-c', program])}")
    assert re.fullmatch(rf"probe: {len(changes)} of \d+ answers changed", last)
    assert changes[0].startswith("seat=")
    assert "with other hidden cards" in changes[0]


def test_nonsense_is_counted_and_no_measurement(tmp_path: Path) -> None:
    figures = tournament(tmp_path, f"program:{shlex.join([sys.executable, '-c', 'print(input())'])}", "rule", deals=1)
    assert figures["faults"] == 2 * int(str(figures["questions"])) > 0
    assert not figures["is_measurement"]


@pytest.mark.long
def test_announcements_are_judged_and_compared(tmp_path: Path) -> None:
    file = str(tmp_path / "announcements.jsonl")
    command = [sys.executable, "bench/skat_announcements.py", file, "--deals", "4", "--before", file]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    first, *lines = ran.stdout.splitlines()
    assert re.fullmatch(r"[2-4] announcements: median \d+ ms of CPU, at most \d\.\d\d s", first)
    assert lines == [
        f"{first[0]} pairs: another contract in 0, another contract or discard in 0",
        "worth: +0.00 Seeger-Fabian points, 95 % +0.00 to +0.00",
    ]
