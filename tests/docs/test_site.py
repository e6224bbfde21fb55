"""The pages as a web site: Sphinx builds them without a warning, and every public name is in the reference."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import kiebitz

ROOT = Path(__file__).parents[2]

pytest.importorskip("sphinx", reason="wants the dependency group `docs`")
pytest.importorskip("myst_parser", reason="wants the dependency group `docs`")
pytest.importorskip("furo", reason="wants the dependency group `docs`")


def imported_on_pages() -> set[str]:
    """Return the names that examples on the pages import; modules, are left out."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    lines = re.findall(r"^>>> from (kiebitz[\w.]*) import ([\w ,]+)", text, re.MULTILINE)
    names = {(module, name.split(" as ")[0].strip()) for module, listed in lines for name in listed.split(",")}
    assert len(names) > 50
    return {name for module, name in names if not isinstance(getattr(import_module(module), name, sys), ModuleType)}


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    reference = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "reference").glob("*.html"))
    described = set(re.findall(r'id="kiebitz\.(?:\w+\.)*(\w+)"', reference))
    undescribed = {"__version__", "backend"}  # values, not functions or classes
    assert set(kiebitz.__all__) - described - undescribed == set()
    assert imported_on_pages() - described == set()
    start = (tmp_path / "index.html").read_text(encoding="utf-8")
    for page in (ROOT / "docs").iterdir():
        if page.suffix in (".md", ".rst") and page.stem != "index":
            assert f'href="{page.stem}.html"' in start, page
