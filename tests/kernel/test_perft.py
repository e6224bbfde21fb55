"""The kernel's counts of move sequences against the stored ones."""

from __future__ import annotations

import pytest

import kernel_functions as kernel
from kiebitz.patience.encoding import encode_position, encode_rules
from perft_files import Record, records

RECORDS = list(records())


@pytest.mark.parametrize("most", [300_000, pytest.param(10_000_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_counts(record: Record, most: int) -> None:
    rules, position = encode_rules(record.position.rules), encode_position(record.position)
    for depth, count in enumerate(record.counts, 1):
        if count <= most:
            assert kernel.perft(rules, position, depth) == count
