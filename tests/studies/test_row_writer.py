"""Files of rows: independent of the chunks, in every form, in constant memory."""

from __future__ import annotations

import csv
import io
import json
import random
import sys
import tracemalloc
from itertools import pairwise

import pytest

from kiebitz.deals.shuffles import nth
from kiebitz.errors import KiebitzError
from kiebitz.studies import parquet as writing
from kiebitz.studies.columns import DECISIONS, MOVES, SCORE, STATES, Rows
from kiebitz.studies.etude import Etude
from kiebitz.studies.row_writer import COLUMNS, Form, RowWriter, form_of

SEED = 617
COUNT = 300
LOST = 123


REQUEST = Etude(seed=SEED).request


def chunk(first: int, last: int) -> Rows | None:
    """Rows as in a run: shortest lines for the first hundred deals, one deal lost."""
    if first == last == LOST:
        return None
    places = range(first, last + 1)
    short = [place % 40 if place < 100 else None for place in places]
    columns = {
        "verdict": bytes(len(places)),
        "score": SCORE.numbers(place % 53 for place in places),
        "states": STATES.numbers(place * 7 for place in places),
        "moves": MOVES.numbers(short),
        "decisions": DECISIONS.numbers(short),
    }
    return Rows(columns, 0.0)


def file(form: Form, size: int) -> bytes:
    stream = io.BytesIO()
    out = RowWriter(stream, form, REQUEST, {"seed": str(SEED)})
    cuts = sorted({*range(0, COUNT, size), LOST, LOST + 1, COUNT})
    parts = [(first, end - 1) for first, end in pairwise(cuts)]
    random.Random(size).shuffle(parts)
    for first, last in parts:
        out.add(first, last, chunk(first, last))
    out.close()
    return stream.getvalue()


def expected() -> list[dict[str, int | None]]:
    table = []
    names = [column.name for column in COLUMNS]
    for index in range(COUNT):
        short = index % 40 if index < 100 else None
        score, positions = (None, None) if index == LOST else (index % 53, index * 7)
        table.append(dict(zip(names, (index, nth(SEED, index), score, positions, short, short), strict=True)))
    return table


def read(form: Form, data: bytes) -> list[dict[str, int | None]]:
    if form is Form.CSV:
        return [
            {name: int(value) if value else None for name, value in row.items()}
            for row in csv.DictReader(io.StringIO(data.decode()))
        ]
    if form is Form.JSON:
        table: list[dict[str, int | None]] = json.loads(data)
        return table
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.parametrize("form", [Form.CSV, Form.JSON, Form.JSON_LINES])
@pytest.mark.parametrize("size", [1, 7, 300])
def test_rows_are_read_back(form: Form, size: int) -> None:
    assert read(form, file(form, size)) == expected()


@pytest.mark.parametrize("size", [7, 300])
def test_parquet_is_read_back(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(writing, "_GROUP", 128)
    table = parquet.ParquetFile(io.BytesIO(file(Form.PARQUET, size)))
    assert table.read().to_pylist() == expected()
    assert table.metadata.num_row_groups == 3
    assert [(field.name, str(field.type), field.nullable) for field in table.schema_arrow] == [
        ("index", "int64", False),
        ("deal", "uint64", False),
        ("score", "uint8", True),
        ("positions", "uint32", True),
        ("moves", "uint8", True),
        ("decisions", "uint8", True),
    ]
    assert table.schema_arrow.metadata[b"seed"] == b"617"


@pytest.mark.parametrize("form", list(Form))
def test_files_do_not_depend_on_the_chunks(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_GROUP", 128)
    assert file(form, 1) == file(form, 29) == file(form, 300)


class Nowhere:
    """A file that discards all writes."""

    closed = False

    def write(self, data: bytes, /) -> object:
        return len(data)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("form", list(Form))
def test_memory_does_not_grow_with_the_rows(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_GROUP", 2048)
    peaks = []
    for count in (5_000, 200_000):
        out = RowWriter(Nowhere(), form, REQUEST, {})
        tracemalloc.start()
        for first in range(0, count, 500):
            columns = {"verdict": bytes(500), "score": bytes(500), "states": STATES.numbers([1] * 500)}
            out.add(first, first + 499, Rows(columns, 0.0))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        out.close()
    # Stored rows would take at least 9 bytes each, 1.8 MB in all; allow a little for the rest of the process.
    assert peaks[1] < peaks[0] + 200_000


def test_forms_by_name() -> None:
    assert [form_of(name) for name in ("a.csv", "B.JSON", "c.jsonl", "d.x.parquet")] == list(Form)
    with pytest.raises(KiebitzError, match=r"\.csv, \.json, \.jsonl, \.parquet"):
        form_of("scores.txt")


def test_parquet_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(KiebitzError, match=r"pip install 'kiebitz\[study\]'"):
        RowWriter(io.BytesIO(), Form.PARQUET, REQUEST, {})
