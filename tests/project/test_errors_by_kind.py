"""Errors are raised by their kind: whoever catches one knows what happened without reading its message."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "kiebitz"
#: The kernel refuses what no user can write, bytes that do not fit together; natively it has one class, so here too.
KERNEL = PACKAGE / "kernel"
#: An error taken apart: told by exactly one class, or its message cut at a word.
TAKEN_APART = re.compile(r"type\(\w*(error|failure|exc)\w*\) (is|==)|str\(\w*(error|failure)\w*\)\.(split|r?partition)")


def test_no_error_is_of_no_kind() -> None:
    files = [file for file in PACKAGE.rglob("*.py") if KERNEL not in file.parents]
    assert len(files) > 100
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "raise KiebitzError(" not in text, file
        assert TAKEN_APART.search(text) is None, file
