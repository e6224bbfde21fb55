"""The examples in the docstrings, run in the package as it is installed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import kiebitz

#: Packages that want a library of the dependency group `outer`; they have no examples.
OUTER = ("kiebitz.mcp.",)
NO_EXAMPLES = ("kiebitz.__main__", "kiebitz.kernel._native")
FOUND = {module.name for module in pkgutil.walk_packages(kiebitz.__path__, "kiebitz.")}


@pytest.mark.parametrize(
    "name", ["kiebitz", *sorted(name for name in FOUND.difference(NO_EXAMPLES) if not name.startswith(OUTER))]
)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def test_outer_packages_have_no_examples() -> None:
    for path in kiebitz.__path__:
        for outer in OUTER:
            files = list(Path(path, *outer.split(".")[1:]).rglob("*.py"))
            assert files
            assert not [file for file in files if ">>> " in file.read_text(encoding="utf-8")]
