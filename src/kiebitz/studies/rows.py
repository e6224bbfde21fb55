"""One row a deal, as CSV, JSON or Parquet: written in the order of the run, whatever order its chunks come in.

Whoever asks for them has opened the file.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.errors import FileError
from kiebitz.studies import parquet
from kiebitz.studies.chunks import InOrder
from kiebitz.studies.columns import DEAL, Column

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiebitz.studies.columns import Rows
    from kiebitz.studies.parquet import Sink
    from kiebitz.studies.questions import Asked

INDEX = Column("index", "int64", "place in the run, 0 the first", nullable=False)
#: The columns: place in the run, number of the deal under the numbering that is called like the shuffle, best score,
#: positions that the search looked at, and moves and decision points of the shortest line where they were asked for.
COLUMNS = (
    INDEX,
    DEAL,
    Column("score", "uint8", "best score", "cards"),
    Column("positions", "uint32", "positions that the search looked at", "positions"),
    Column("moves", "uint8", "moves between columns on the shortest line", "moves"),
    Column("decisions", "uint8", "decision points of it", "positions"),
)
_FOUND_IN = {"positions": "states"}  # where the name in the rows of the question is another one


class Form(Enum):
    """The forms of rows; the values are how the names of files end."""

    CSV = ".csv"
    JSON = ".json"
    JSON_LINES = ".jsonl"
    PARQUET = ".parquet"


def form_of(name: str) -> Form:
    """Return the form that the name of a file asks for; a `FileError` lists the endings that would do."""
    for form in Form:
        if name.lower().endswith(form.value):
            return form
    endings = ", ".join(form.value for form in Form)
    raise FileError(name, "has no form for rows", f"a name that ends in one of: {endings}")


class RowWriter:
    """Where the rows of a run go, chunks in any order; *about* is what a Parquet file says of itself.

    A `KiebitzError` says how to get what Parquet needs.
    """

    def __init__(self, stream: Sink, form: Form, asked: Asked, about: Mapping[str, str]) -> None:
        self._asked = asked
        self._about = about
        self._file = parquet.Writer(stream, COLUMNS) if form is Form.PARQUET else _Text(stream, form)
        self._order = InOrder([(0, 0)], self._write)

    def add(self, first: int, last: int, rows: Rows | None) -> None:
        """Take the rows of the deals in the places *first* to *last*; `None` where nothing is known of them."""
        self._order.add(first, last, (first, last, rows))

    def close(self) -> None:
        """Write the end of the file."""
        self._file.close(self._about)

    def _write(self, part: tuple[int, int, Rows | None]) -> None:
        first, last, rows = part
        data = {
            INDEX.name: INDEX.numbers(range(first, last + 1)),
            DEAL.name: DEAL.numbers(self._asked.numbers(first, last)),
        }
        for column in COLUMNS if rows is not None else ():
            name = _FOUND_IN.get(column.name, column.name)
            if rows is not None and name in rows.columns:
                data[column.name] = column.converted(self._asked.question.column(name), rows.columns[name])
        self._file.add(data, last - first + 1)


class _Text:
    """Rows as CSV or JSON, on their way into one file."""

    def __init__(self, stream: Sink, form: Form) -> None:
        self._stream = stream
        self._form = form
        self._begun = False
        names = [column.name for column in COLUMNS]
        self._template = "{" + ", ".join(f'"{name}": %s' for name in names) + "}"
        if form is Form.CSV:
            self._template = ",".join(["%s"] * len(names))
            stream.write((",".join(names) + "\n").encode())
        elif form is Form.JSON:
            stream.write(b"[\n")

    def add(self, data: Mapping[str, bytes], count: int) -> None:
        """Add *count* rows; a column that is not among the *data* is null in them."""
        null = "" if self._form is Form.CSV else "null"
        columns = []
        for column in COLUMNS:
            nothing = column.nothing
            values = column.values(data[column.name]) if column.name in data else [nothing] * count
            columns.append([null if value == nothing else value for value in values] if column.nullable else values)
        lines = map(self._template.__mod__, zip(*columns, strict=True))
        if self._form is Form.JSON:
            text = (",\n" if self._begun else "") + ",\n".join(lines)
        else:
            text = "\n".join(lines) + "\n"
        self._begun = True
        self._stream.write(text.encode())

    def close(self, about: Mapping[str, str]) -> None:
        """Write the end; there is no place for what the file says of itself."""
        del about
        if self._form is Form.JSON:
            self._stream.write(b"\n]\n" if self._begun else b"]\n")
