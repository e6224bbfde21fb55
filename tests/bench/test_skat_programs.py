"""Programs at the Skat table: the example of the documentation plays, and faults are counted."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kiebitz.skat.dealing import deal
from kiebitz.skat.line_protocol import line_of
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session
from measuring.skat_outsider import Outsider

ROOT = Path(__file__).parents[2]


def ran(tmp_path: Path, *words: str, deals: int = 2, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a tournament and check its exit code."""
    command = [sys.executable, "bench/skat_tournament.py", str(tmp_path / "games.jsonl"), *words, "--deals", str(deals)]
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert process.returncode == code, process.stderr
    return process


def tournament(tmp_path: Path, *words: str, deals: int = 2) -> dict[str, object]:
    result: dict[str, object] = json.loads(ran(tmp_path, *words, "--json", deals=deals).stdout)
    return result


def program(code: str) -> str:
    """Return the command of a program in Python that starts fast."""
    return shlex.join([sys.executable, "-I", "-S", "-c", code])


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
    player = f"program:{shlex.join([sys.executable, '-m', 'kiebitz', *options])}"
    figures = tournament(tmp_path, player, "beginner")
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
    return ran(tmp_path, player, "--probe", "2").stdout.split(f"{player} alone", maxsplit=1)[0].splitlines()


def test_no_answer_depends_on_hidden_cards(tmp_path: Path, example: str) -> None:
    for player in ("rule", example.replace("program:", "world:")):
        (line,) = probe(tmp_path, player)
        assert re.fullmatch(r"probe: 0 of [1-9]\d+ answers changed", line)
        (tmp_path / "games.jsonl").unlink()


def test_a_program_that_listens_to_its_world_is_caught(tmp_path: Path) -> None:
    code = """for line in map(str.split, iter(input, "")):
    *hands, skat = line[-1].removeprefix("world=").split("/")
    assert line[1].removeprefix("hand=") in hands and len(skat.split(",")) == 2
    print("p" if skat[0] < "9" else "18", flush=True)
"""
    *changes, last = probe(tmp_path, f"world:{program(code)}")
    assert re.fullmatch(rf"probe: {len(changes)} of \d+ answers changed", last)
    assert changes[0].startswith("seat=")
    assert "with other hidden cards" in changes[0]


def test_a_probe_in_json_is_part_of_the_one_object(tmp_path: Path) -> None:
    checked = tournament(tmp_path, "rule", "--probe", "2")["probe"]
    assert isinstance(checked, dict)
    assert checked["questions"] > 0
    assert checked["changes"] == []
    assert tournament(tmp_path, "rule")["probe"] is None


def test_a_probe_of_a_complete_file_is_refused(tmp_path: Path) -> None:
    ran(tmp_path, "rule")
    refused = ran(tmp_path, "rule", "--probe", "2", code=2)
    reason = "all deals are in the file, so --probe asks nothing; expected a new file or other deals"
    assert refused.stderr == f"skat_tournament.py: {tmp_path / 'games.jsonl'}: {reason}\n"
    assert refused.stdout == ""


@pytest.mark.parametrize("command", ["/nonexistent/engine --fast", "'unclosed", ""])
def test_a_command_that_cannot_be_run_is_refused_in_one_line(tmp_path: Path, command: str) -> None:
    (line,) = ran(tmp_path, f"program:{command}", code=2).stderr.splitlines()
    assert line.startswith(f"skat_tournament.py: command '{command}' cannot be run: ")
    assert line.endswith("; expected a program and its arguments, such as python engine.py")
    assert not (tmp_path / "games.jsonl").exists()


def test_nonsense_is_counted_and_no_measurement(tmp_path: Path) -> None:
    player = f"program:{program('print(input())')}"
    figures = tournament(tmp_path, player, "rule", deals=1)
    assert figures["faults"] == 2 * int(str(figures["questions"])) > 0
    assert not figures["is_measurement"]


def test_nonsense_of_a_side_alone_is_no_measurement_either(tmp_path: Path) -> None:
    *_, faults, verdict = ran(tmp_path, f"program:{program('print(input())')}", deals=1).stdout.splitlines()
    match = re.fullmatch(r"programs: (\d+) faults in (\d+) questions", faults)
    assert match is not None
    assert int(match[1]) == 2 * int(match[2]) > 0
    assert verdict == "no measurement: more than one fault in 1,000 questions"


#: The view of the first seat to bid in two deals: a pass or 18 is legal in both.
VIEWS = [Session(deal(number)).view(Seat.MIDDLEHAND) for number in (1, 2)]


def test_after_the_deadline_the_program_is_started_anew_and_its_late_answer_is_not_read(tmp_path: Path) -> None:
    late = f"""import pathlib, time
seen = pathlib.Path({str(tmp_path / "seen")!r})
for line in iter(input, ""):
    was_asked = seen.exists()
    seen.write_text(line)
    if not was_asked:
        time.sleep(2)
    print("p" if was_asked else "18", flush=True)
"""
    outsider = Outsider(program(late), patience=1.5)
    try:
        assert outsider.decides(VIEWS[0]) == "p"
        assert (outsider.questions, outsider.faults) == (1, 1)
        time.sleep(1)  # by now, the first process would have answered
        assert outsider.decides(VIEWS[1]) == "p"
        assert (outsider.questions, outsider.faults) == (2, 1)
        assert (tmp_path / "seen").read_text() == line_of(VIEWS[1])
    finally:
        outsider.close()


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        pytest.param("input(); print('p', flush=True)", [0, 1], id="after an answer"),
        pytest.param("input()", [2, 4], id="without an answer"),
        pytest.param("", [2, 4], id="at once"),
    ],
)
def test_a_program_that_ends_is_started_anew(code: str, faults: list[int]) -> None:
    outsider, counts = Outsider(program(code)), []
    try:
        for view in VIEWS:
            outsider.decides(view)
            if outsider.faults == 0:
                outsider._process.wait()  # type: ignore[union-attr]
                time.sleep(0.2)  # for the end of its output
            counts.append(outsider.faults)
    finally:
        outsider.close()
    assert counts == faults


def test_a_second_line_for_a_question_is_not_taken_for_the_next_answer() -> None:
    outsider = Outsider(program("for line in iter(input, ''): print('18\\np', flush=True)"))
    try:
        assert outsider.decides(VIEWS[0]) == "18"
        time.sleep(0.2)  # for the second line
        assert outsider.decides(VIEWS[1]) == "18"
        assert outsider.faults == 1
    finally:
        outsider.close()


@pytest.mark.long
def test_announcements_are_judged_and_compared(tmp_path: Path) -> None:
    file = str(tmp_path / "announcements.jsonl")
    command = [sys.executable, "bench/skat_announcements.py", file, "--deals", "4", "--before", file]
    judged = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    first, *lines = judged.stdout.splitlines()
    assert re.fullmatch(r"[2-4] announcements: median \d+ ms of CPU, at most \d\.\d\d s", first)
    assert lines == [
        f"{first[0]} pairs: another contract in 0, another contract or discard in 0",
        "worth: +0.00 Seeger-Fabian points, 95 % +0.00 to +0.00",
    ]
