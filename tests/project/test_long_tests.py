"""The lists of long tests in `tests/conftest.py` name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_each_entry_names_a_file_or_a_test() -> None:
    lists = re.findall(r"^(?:LONG|FIRST) = \((.*?)^\)", (TESTS / "conftest.py").read_text(), re.MULTILINE | re.DOTALL)
    entries = re.findall(r'^    "(.+)",$', "".join(lists), re.MULTILINE)
    stale = []
    for entry in entries:
        path, _, test = entry.partition("::")
        name = test.partition("[")[0]
        if not (TESTS / path).exists() or (name and f"def {name}(" not in (TESTS / path).read_text()):
            stale.append(entry)
    assert len(lists) == 2
    assert len(entries) > 50
    assert not stale
