"""Run chosen tests in a Python in WebAssembly, which has neither processes nor all libraries of the other tests."""

from __future__ import annotations

import os
import sys

import pytest

#: Tests that need pytest alone.
CHOSEN = (
    "analysis/test_lines.py",
    "patience/test_editions.py",
    "patience/test_open_patience.py",
    "patience/test_pickles.py",
    "patience/test_readings.py",
    "patience/test_supermoves.py",
    "skat/test_game_text.py",
)

os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
sys.path.append("tests")
code = pytest.main(["-q", "--noconftest", "-p", "no:cacheprovider", *(f"tests/{name}" for name in CHOSEN)])
if code:
    raise SystemExit(f"exit code {code}")
