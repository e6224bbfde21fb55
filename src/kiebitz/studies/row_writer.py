"""Writer of one row per deal, as CSV, JSON or Parquet, in the order of the run."""

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
    from kiebitz.studies.questions import Request

INDEX = Column("index", "int64", "place in the run, 0 the first", nullable=False)
#: The columns; moves and decision points are null unless shortest lines were requested.
COLUMNS = (
    INDEX,
    DEAL,
    Column("score", "uint8", "best score", "cards"),
    Column("positions", "uint32", "positions that the search looked at", "positions"),
    Column("moves", "uint8", "moves between columns on the shortest line", "moves"),
    Column("decisions", "uint8", "decision points of it", "positions"),
)
_SOURCES = {"positions": "states"}  # names of columns in the question's rows, if different


class Form(Enum):
    """The forms of rows; the values are file name extensions."""

    CSV = ".csv"
    JSON = ".json"
    JSON_LINES = ".jsonl"
    PARQUET = ".parquet"


def form_of(name: str) -> Form:
    """Return the form for a file's name; a `FileError` lists the known extensions."""
    for form in Form:
        if name.lower().endswith(form.value):
            return form
    endings = ", ".join(form.value for form in Form)
    raise FileError(name, "has no form for rows", f"a name that ends in one of: {endings}")


class RowWriter:
    """Writes the rows of a run in order; *about* is the metadata of a Parquet file.

    A `DependencyError` if pyarrow is needed and missing.
    """

    def __init__(self, stream: Sink, form: Form, request: Request, about: Mapping[str, str]) -> None:
        self._request = request
        self._about = about
        self._file = parquet.Writer(stream, COLUMNS) if form is Form.PARQUET else _Text(stream, form)
        self._order = InOrder([(0, 0)], self._write)

    def add(self, first: int, last: int, rows: Rows | None) -> None:
        """Add the rows of the deals in the places *first* to *last*; `None` for lost deals."""
        self._order.add(first, last, (first, last, rows))

    def close(self) -> None:
        self._file.close(self._about)

    def _write(self, part: tuple[int, int, Rows | None]) -> None:
        first, last, rows = part
        data = {
            INDEX.name: INDEX.numbers(range(first, last + 1)),
            DEAL.name: DEAL.numbers(self._request.numbers(first, last)),
        }
        for column in COLUMNS if rows is not None else ():
            name = _SOURCES.get(column.name, column.name)
            if rows is not None and name in rows.columns:
                data[column.name] = column.converted(self._request.question.column(name), rows.columns[name])
        self._file.add(data, last - first + 1)


class _Text:
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
        """Write the end; these forms have no place for metadata."""
        del about
        if self._form is Form.JSON:
            self._stream.write(b"\n]\n" if self._begun else b"]\n")
