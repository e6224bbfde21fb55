"""`kiebitz solve A-B`: figures that add up, whatever number of processes there is and whichever of them are killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from command_line import always_deadly, deadly, deadly_once
from kiebitz.cli import ranges
from kiebitz.cli.ranges import Job, Report, Tally, run_range
from kiebitz.errors import KiebitzError
from kiebitz.patience.games import game
from kiebitz.patience.solve import Limit

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

JOB = Job(game("solitaire_one_suit"), Limit(), complete=False, numbering="fisher-yates")


@pytest.mark.parametrize("jobs", [1, 2])
def test_figures_of_a_range(kiebitz: Kiebitz, jobs: int) -> None:
    ran = kiebitz("solve", "1-60", "--game", "solitaire_two_suits", "--jobs", jobs, "--json")
    assert (ran.code, ran.err) == (0, "")
    figures = json.loads(ran.out)
    promised = (
        "game first last numbering solved impossible undecided impossible_deals undecided_deals lost_deals states"
    )
    assert list(figures) == [*promised.split(), "seconds", "complete"]
    assert figures["solved"] + figures["impossible"] == 60
    assert len(figures["impossible_deals"]) == figures["impossible"] > 0
    for number in figures["impossible_deals"]:
        assert kiebitz("solve", number, "--game", "solitaire_two_suits").code == 1


def test_impossible_deals_are_listed_and_folded(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    ran = kiebitz("solve", "1-120", "--game", "solitaire_two_suits", "--prove")
    head, *rows = ran.out.splitlines()
    assert head.startswith("Solitaire with two suits deals 1 to 120: ")
    assert rows[0].startswith("impossible: ")
    assert rows[-1].endswith("every solution replayed")
    assert max(map(len, rows[:-1])) <= 30


def test_undecided_deals_are_listed_and_make_exit_code_3(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", "11981-11983", "--prove", "--limit-states", "300")
    assert ran.code == 3
    assert "undecided: 11981 11982 11983" in ran.out


def test_a_range_has_no_notation(kiebitz: Kiebitz, tmp_path: Path) -> None:
    ran = kiebitz("solve", "1-3", "--format", "notation", "-o", tmp_path / "lines.txt")
    assert ran.code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["3-3", "3\N{EN DASH}3", "0-0", "-1--1"])
def test_ways_to_write_a_range(kiebitz: Kiebitz, text: str) -> None:
    assert "deals" in kiebitz("solve", "--", text).out


def test_chunks_cover_the_range_once_whatever_they_cost() -> None:
    chunks = ranges._Chunks(1, 100_000, 3)
    seen = 0
    for cost in [0.1, 5.0, 1e-6, 1e-6, 0.02] * 10_000:
        chunk = chunks.take()
        if chunk is None:
            break
        assert chunk.first == seen + 1
        seen = chunk.last
        chunks.learn(chunk, Report(chunk.size, [], [], 1, cost))
    assert seen == 100_000


def test_a_killed_process_loses_nothing() -> None:
    tally = Tally()
    run_range(JOB, 1, 200, 2, tally, lambda: None, deadly_once)
    assert tally.done == tally.solved == 200
    assert tally.remarks == ["a process died; its deals were done again"]


def test_a_deal_that_kills_its_process_is_singled_out() -> None:
    tally = Tally()
    run_range(JOB, 1, 200, 2, tally, lambda: None, deadly)
    assert (tally.solved, tally.lost, tally.undecided_numbers()) == (199, [77], [77])
    assert tally.remarks[-1] == "deal 77 is undecided: every process that tried it died"


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(KiebitzError, match="processes died one after the other"):
        run_range(JOB, 77, 77 + 2**21, 2, Tally(), lambda: None, always_deadly)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_figures_so_far(jobs: str) -> None:
    command = [sys.executable, "-m", "kiebitz", "solve", "1-100000000", "--jobs", jobs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = process.communicate(timeout=20)
    assert time.monotonic() - start < 5
    assert process.returncode == 130
    assert out.startswith("FreeCell deals 1 to 100000000: ")
    assert "interrupted after " in out
    assert "Traceback" not in err
