"""What the benchmarks read out of the peer's output, and what they say without a peer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import run
from measuring import peer

if TYPE_CHECKING:
    import pytest

# The forms of freecell-solver-range-parallel-solve 5.0.0.
OUTPUT = """\
Started at 1795244440.176920
Unsolved Board No. 10 at 1795244440.224373
Reached Board No. 10 at 1795244440.224377 (total_num_iters=55898)
Intractable Board No. 14 at 1795244440.231340
Reached Board No. 20 at 1795244440.236196 (total_num_iters=73886)
"""


def test_unsolved_deals_are_found() -> None:
    assert peer.unsolved_in(OUTPUT) == [10, 14]
    assert peer.unsolved_in("Started at 1795244440.176920\n") == []


def test_version_is_found() -> None:
    assert peer.version_in("fc-solve\nlibfreecell-solver version 5.0.0\n") == "5.0.0"
    assert peer.version_in("") == "of unknown version"


def test_command_reports_once() -> None:
    assert peer.command(500_001, 504_000, ("-l", "lg")) == [peer.PROGRAM, "500001", "504000", "4000", "-l", "lg"]


def test_missing_peer_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert run.main(["first"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "apt-get install freecell-solver-bin" in said.err
