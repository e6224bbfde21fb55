"""Tests of `kiebitz bench`: the table of players, questions written and graded, and lines that are no answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kiebitz.bench import TASKS
from kiebitz.bench.players import PLAYERS
from kiebitz.cli import bench

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


def test_names_are_those_of_the_benchmark() -> None:
    assert list(bench.TASKS) == list(TASKS)
    assert list(bench.PLAYERS) == list(PLAYERS)


def test_the_analyst_is_right_and_others_are_not_always(kiebitz: Kiebitz) -> None:
    ran = kiebitz("bench", "shortest", "skat_open", "--size", 4, "--json")
    assert (ran.code, ran.err) == (0, "")
    results = {(row["task"], row["player"]): row for row in json.loads(ran.out)["results"]}
    assert set(results) == {("shortest", name) for name in ("random", "greedy1", "greedy2", "analyst")} | {
        ("skat_open", name) for name in ("random", "thumb", "analyst")
    }
    for (_, player), row in results.items():
        assert row["questions"] == 4
        assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1
        assert (row["score"] == 1) == (player == "analyst")


@pytest.mark.parametrize("options", [(), ("--disguised",)])
def test_written_questions_are_graded(kiebitz: Kiebitz, tmp_path: Path, options: tuple[str, ...]) -> None:
    file = tmp_path / "questions.jsonl"
    ran = kiebitz("bench", "lost", "losing_move", "--size", 2, *options, "--output", file)
    assert (ran.code, ran.out) == (0, f"4 questions in {file}\n")
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    entries[0]["answer"] = "perhaps"
    file.write_text("\n".join(map(json.dumps, entries)))
    rows = kiebitz("bench", "--answers", file).out.splitlines()[1:]
    assert [row.split()[:4] for row in rows] == [
        ["lost", "answers", "2", "0.500"],
        ["losing_move", "answers", "2", "1.000"],
    ]


@pytest.mark.parametrize(
    "line", ["{", "[]", "7", '{"answer": 1}', '{"answer": "a", "metadata": {"task": "win", "deal": "x"}}', "[" * 9999]
)
def test_other_lines_are_refused_in_one_line(kiebitz: Kiebitz, tmp_path: Path, line: str) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(line + "\n")
    ran = kiebitz("bench", "--answers", file)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "answers.jsonl" in ran.err
