"""The examples in the docstrings, run in the installed package."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import kiebitz

#: Packages that need a library of the dependency group `outer`; their long tests run these examples.
OUTER = ("kiebitz.envs.", "kiebitz.mcp.", "kiebitz.notebook.board")
NO_EXAMPLES = ("kiebitz.__main__", "kiebitz.kernel._native", "kiebitz.kernel._pyodide")
FOUND = {module.name for module in pkgutil.walk_packages(kiebitz.__path__, "kiebitz.")}


@pytest.mark.parametrize(
    "name", ["kiebitz", *sorted(name for name in FOUND.difference(NO_EXAMPLES) if not name.startswith(OUTER))]
)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
