"""The pages as a web site: Sphinx builds them without a warning, and every public name stands in the reference."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz

ROOT = Path(__file__).parents[2]

pytest.importorskip("sphinx", reason="wants the dependency group `docs`")
pytest.importorskip("myst_parser", reason="wants the dependency group `docs`")
pytest.importorskip("furo", reason="wants the dependency group `docs`")


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    undescribed = {"KiebitzError", "__version__", "backend"}  # the first stands among the errors, the others are values
    assert [
        name for name in kiebitz.__all__ if f'id="kiebitz.{name}"' not in reference and name not in undescribed
    ] == []
    start = (tmp_path / "index.html").read_text(encoding="utf-8")
    for page in (ROOT / "docs").iterdir():
        if page.suffix in (".md", ".rst") and page.stem != "index":
            assert f'href="{page.stem}.html"' in start, page
