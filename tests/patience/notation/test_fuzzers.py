"""The fuzzers of `fuzz/` stay in working order: their targets take every fixture, with atheris or a stand-in for it."""

from __future__ import annotations

import contextlib
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]
FIXTURES = sorted(path for folder in ("solutions", "wrong") for path in (ROOT / "tests" / "data" / folder).iterdir())


@pytest.fixture
def atheris(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = ModuleType("atheris")
    stand_in.instrument_imports = lambda **_: contextlib.nullcontext()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "atheris", stand_in)


@pytest.mark.usefixtures("atheris")
@pytest.mark.parametrize("name", ["boards", "cards", "links", "solutions"])
def test_fuzz_targets_take_every_fixture(name: str) -> None:
    target = runpy.run_path(str(ROOT / "fuzz" / f"{name}.py"))["test_one_input"]
    for path in FIXTURES:
        target(path.read_bytes())
