"""The benchmark as a taskset of verifiers: prompts are the questions, rewards the scores."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from kiebitz.bench import create_dataset

FOLDER = Path(__file__).parents[2] / "packaging" / "verifiers"


def test_replies_are_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("verifiers.v1", reason="wants verifiers (570 MB), which no group installs")
    monkeypatch.syspath_prepend(str(FOLDER))
    package = importlib.import_module("kiebitz_verifiers")
    config = package.KiebitzConfig(question="plan", size=2, level="easy")
    tasks = list(package.KiebitzTaskset(config))
    assert [task.data.prompt for task in tasks] == [
        entry["question"] for entry in create_dataset("plan", size=2, level="easy")
    ]
    for task in tasks:
        right = task.data.answer
        for reply, reward, kept in ((right, 1, 1), (f"<think>end</think>\n{right}", 1, 1), ("I resign", 0, 0)):
            trace = SimpleNamespace(last_reply=reply)
            assert (asyncio.run(task.graded(trace)), asyncio.run(task.moves_kept(trace))) == (reward, kept)
