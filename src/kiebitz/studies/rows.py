"""One row a deal, as CSV, JSON or Parquet: written in the order of the run, whatever order the chunks come in.

The rows are made where the deals are played, in whatever process that is; here they are put in order. Files and their
names are not opened here.
"""

from __future__ import annotations

from array import array
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from kiebitz.deals.shuffles import SplitMix64
from kiebitz.errors import KiebitzError, shown_file
from kiebitz.studies.engine import InOrder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    #: The rows of a chunk: one text, or for Parquet the columns as machine numbers.
    Payload = tuple[bytes, ...]

#: The columns: place in the run, number of the deal under the numbering that is called like the shuffle, best score,
#: positions that the search looked at, and moves and decision points of the shortest line where they were asked for.
COLUMNS = ("index", "deal", "score", "positions", "moves", "decisions")

_NO_BYTE = 0xFF  # no score, no number of moves
_NO_COUNT = 0xFFFFFFFF  # of positions
_GROUP = 1 << 16  # rows of a row group, so that the file does not depend on the chunks


class Form(Enum):
    """The forms of rows; the values are how the names of files end."""

    CSV = ".csv"
    JSON = ".json"
    JSON_LINES = ".jsonl"
    PARQUET = ".parquet"


def form_of(name: str) -> Form:
    """Return the form that the name of a file asks for; a `KiebitzError` lists the endings that would do."""
    for form in Form:
        if name.lower().endswith(form.value):
            return form
    endings = ", ".join(form.value for form in Form)
    raise KiebitzError(f"file {shown_file(name)} has no form for rows; expected a name that ends in one of: {endings}")


class Rows:
    """The rows of a chunk in the making."""

    def __init__(self, seed: int, form: Form) -> None:
        self._seed = seed
        self._form = form
        self._index: array[int] = array("Q")
        self._numbers: array[int] = array("Q")
        self._scores = bytearray()
        self._positions: array[int] = array("I")
        self._moves = bytearray()
        self._decisions = bytearray()

    def add(self, first: int, scores: bytes, positions: Sequence[int], moves: bytes, decisions: bytes) -> None:
        """Add the deals from place *first* of the run; *moves* and *decisions* may be empty."""
        count = len(scores)
        self._index.extend(range(first, first + count))
        generator = SplitMix64(self._seed)
        generator.skip(first)
        self._numbers.extend(generator.next() for _ in range(count))
        self._scores += scores
        self._positions.extend(positions)
        self._moves += moves or bytes([_NO_BYTE]) * count
        self._decisions += decisions or bytes([_NO_BYTE]) * count

    def lost(self, index: int) -> None:
        """Add a deal of which nothing is known."""
        self.add(index, bytes([_NO_BYTE]), [_NO_COUNT], b"", b"")

    def payload(self) -> Payload:
        """Return the rows as they travel."""
        if self._form is Form.PARQUET:
            return (
                self._index.tobytes(),
                self._numbers.tobytes(),
                bytes(self._scores),
                self._positions.tobytes(),
                bytes(self._moves),
                bytes(self._decisions),
            )
        rows = zip(self._index, self._numbers, self._scores, self._positions, self._moves, self._decisions, strict=True)
        csv = self._form is Form.CSV
        nothing = "" if csv else "null"
        template = "%d,%d,%s,%s,%s,%s" if csv else "{" + ", ".join(f'"{name}": %s' for name in COLUMNS) + "}"
        lines = [
            template
            % (
                index,
                number,
                nothing if score == _NO_BYTE else score,
                nothing if positions == _NO_COUNT else positions,
                nothing if moves == _NO_BYTE else moves,
                nothing if decisions == _NO_BYTE else decisions,
            )
            for index, number, score, positions, moves, decisions in rows
        ]
        between = ",\n" if self._form is Form.JSON else "\n"
        return ((between.join(lines) + ("" if self._form is Form.JSON else "\n")).encode(),)


class Sink(Protocol):
    """What rows are written to: a binary file, or what does the same."""

    def write(self, data: bytes, /) -> object:
        """Add these bytes."""


class RowWriter(Protocol):
    """Where rows go, chunks in any order."""

    def add(self, first: int, last: int, rows: Payload) -> None:
        """Take the rows of the deals *first* to *last*."""

    def close(self) -> None:
        """Write what ends the file."""


def writer(stream: Sink, form: Form, about: Mapping[str, str]) -> RowWriter:
    """Return what writes rows to a stream; *about* is what the file says of itself where its form has a place for it.

    A `KiebitzError` says how to get what Parquet needs.
    """
    return _Parquet(stream, about) if form is Form.PARQUET else _Text(stream, form)


class _Text:
    def __init__(self, stream: Sink, form: Form) -> None:
        self._stream = stream
        self._form = form
        self._begun = False
        self._order = InOrder(0, self._write)
        if form is Form.CSV:
            stream.write((",".join(COLUMNS) + "\n").encode())
        elif form is Form.JSON:
            stream.write(b"[\n")

    def add(self, first: int, last: int, rows: Payload) -> None:
        self._order.add(first, last, rows)

    def close(self) -> None:
        if self._form is Form.JSON:
            self._stream.write(b"\n]\n" if self._begun else b"]\n")

    def _write(self, rows: Payload) -> None:
        if self._form is Form.JSON and self._begun:
            self._stream.write(b",\n")
        self._begun = True
        self._stream.write(rows[0])


class _Parquet:
    """Rows in groups of one size, compressed with zstd."""

    def __init__(self, stream: Sink, about: Mapping[str, str]) -> None:
        pa, parquet = _pyarrow()
        types = (pa.int64(), pa.uint64(), pa.uint8(), pa.uint32(), pa.uint8(), pa.uint8())
        self._pa = pa
        self._types = types
        self._schema = pa.schema(
            [pa.field(name, kind, nullable=name not in COLUMNS[:2]) for name, kind in zip(COLUMNS, types, strict=True)],
            metadata=dict(about),
        )
        self._writer = parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._waiting = [bytearray() for _ in COLUMNS]
        self._order = InOrder(0, self._take)

    def add(self, first: int, last: int, rows: Payload) -> None:
        self._order.add(first, last, rows)

    def close(self) -> None:
        self._write_group(len(self._waiting[2]))
        self._writer.close()

    def _take(self, rows: Payload) -> None:
        for column, more in zip(self._waiting, rows, strict=True):
            column.extend(more)
        while len(self._waiting[2]) >= _GROUP:
            self._write_group(_GROUP)

    def _write_group(self, count: int) -> None:
        if not count:
            return
        arrays = []
        for kind, column in zip(self._types, self._waiting, strict=True):
            size = count * kind.bit_width // 8
            arrays.append(self._array(kind, bytes(column[:size]), count))
            del column[:size]
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=_GROUP)

    def _array(self, kind: Any, data: bytes, count: int) -> Any:
        nothing = {8: _NO_BYTE, 32: _NO_COUNT}.get(kind.bit_width)
        if nothing is None:
            return self._pa.Array.from_buffers(kind, count, [None, self._pa.py_buffer(data)])
        values = data if kind.bit_width == 8 else memoryview(data).cast("I")
        # Arrow's own way to put nulls in takes a library that is larger than all the rest.
        return self._pa.array([None if value == nothing else value for value in values], kind)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise KiebitzError("Parquet files need pyarrow: pip install 'kiebitz[study]'") from None
    # Arrow's other allocators keep for later what they once had; here one small table follows the other.
    pa.set_memory_pool(pa.system_memory_pool())
    return pa, pyarrow.parquet
