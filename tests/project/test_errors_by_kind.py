"""Errors are raised by class, so that programs need not parse messages."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "kiebitz"
#: The kernel raises a single class for malformed arguments, which no user can write.
KERNEL = PACKAGE / "kernel"
#: Code that compares exact classes, or parses a message.
TAKEN_APART = re.compile(r"type\(\w*(error|failure|exc)\w*\) (is|==)|str\(\w*(error|failure)\w*\)\.(split|r?partition)")


def test_no_error_is_of_no_kind() -> None:
    files = [file for file in PACKAGE.rglob("*.py") if KERNEL not in file.parents]
    assert len(files) > 100
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "raise KiebitzError(" not in text, file
        assert TAKEN_APART.search(text) is None, file
