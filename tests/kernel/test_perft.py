"""The kernel counts move sequences as the referee does, in the same files."""

from __future__ import annotations

import pytest

from kiebitz import kernel
from perft_files import Record, records

# The kernel knows no stock; and its pure-Python twin takes its time.
RECORDS = [record for record in records() if not record.position.stock]
MOST = 10_000_000 if kernel.backend == "native" else 10_000


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_counts(record: Record) -> None:
    rules, position = record.position.rules.kernel_bytes(), record.position.kernel_bytes()
    for depth, count in enumerate(record.counts, 1):
        if count <= MOST:
            assert kernel.perft(rules, position, depth) == count
