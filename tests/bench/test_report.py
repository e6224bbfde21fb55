"""The benchmarks' own parts: processes timed from outside, spreads, and the table."""

from __future__ import annotations

import json
import sys

import pytest

import run
import worker
from measuring import machine, processes
from measuring.processes import Spread
from measuring.rows import IMPOSSIBLE, NEED_PEER, ROWS, Row


def test_a_process_is_measured() -> None:
    done = processes.run([sys.executable, "-c", "print(sum(range(300_000)))"])
    assert done.output == "44999850000\n"
    assert done.cpu > 0
    assert 0 < done.wall < 60
    assert 2_000_000 < done.peak < 1_000_000_000


def test_a_failing_process_is_told_in_one_line() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no such deal')"]
    with pytest.raises(RuntimeError, match=r"exit code 1: no such deal$"):
        processes.run(command)
    assert processes.run(command, (0, 1)).output == ""


def test_spread() -> None:
    assert Spread.of([3.0, 1.0, 2.5]) == Spread(2.5, 1.0, 3.0)
    assert str(Spread.of([3.0, 1.0, 2.5])) == "2.50 (1.00–3.00)"


def test_processor_is_found() -> None:
    assert machine.processor_in("processor\t: 0\nmodel name\t: AMD EPYC\nflags\t: avx2\n") == "AMD EPYC"
    assert machine.processor_in("processor\t: 0\nBogoMIPS\t: 50.00\n") == ""


def test_table_has_a_line_for_each_row() -> None:
    rows = {
        "one": Row("first", "≥ 4.0", "5 µs", ok=True, ratio="4.10", commands=["solve 1"], notes=["quick"]),
        "two": Row("second", "≤ 5", "6 ms", ok=False),
        "three": Row("third", "none", "7 MB", ok=None),
    }
    text = run.report(rows, {"cores": 2}, quick=False)
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(line) for line in table}) == 1
    assert [line.split("|")[-2].strip() for line in table[2:]] == ["ok", "short", "–"]
    assert "cores: 2" in text
    assert "one:\n  $ solve 1\n  quick" in text


def test_rows_that_need_the_peer_exist() -> None:
    assert set(ROWS) >= NEED_PEER


def test_unknown_row_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run.main(["firts"])
    assert caught.value.code == 2
    assert "'firts': one of first, fresh, " in capsys.readouterr().err


def test_worker_tells_what_came_of_deals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["worker.py", "range", "1", "3"])
    worker.main()
    told = json.loads(capsys.readouterr().out)
    assert (told["deals"], told["impossible"], told["undecided"], told["wrong"]) == (3, [], [], None)
    assert told["moves"] > 3 * 40
    monkeypatch.setattr(sys, "argv", ["worker.py", "--mode", "prove", "deals", str(IMPOSSIBLE[1])])
    worker.main()
    (told,) = json.loads(capsys.readouterr().out)["deals"]
    assert (told["deal"], told["verdict"], told["wrong"]) == (146_692, "impossible", False)
    assert told["stored"] > 1000
