"""The benchmarks and the programs of `research` start, print their usage, and measure something."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

import run
from kiebitz.errors import DependencyError

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(path for folder in ("bench", "research") for path in (ROOT / folder).glob("*.py"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_help(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    try:
        spec.loader.exec_module(module)
    except DependencyError as missing:
        pytest.skip(str(missing))
    if not hasattr(module, "argparse"):
        return
    monkeypatch.setattr(sys, "argv", [path.name, "--help"])
    with pytest.raises(SystemExit) as end:
        module.main()
    assert end.value.code == 0
    assert "usage: " in capsys.readouterr().out


def test_a_row_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    run.main(["--quick", "start"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| start ")]
    assert line.count("|") > 4
