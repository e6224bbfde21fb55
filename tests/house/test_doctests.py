"""The examples in the docstrings, run in the package as it is installed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import kiebitz

MODULES = ["kiebitz"] + sorted(
    module.name
    for module in pkgutil.walk_packages(kiebitz.__path__, "kiebitz.")
    if module.name not in ("kiebitz.__main__", "kiebitz.kernel._native")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
