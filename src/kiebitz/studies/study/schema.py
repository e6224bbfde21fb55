"""The files of a study: their columns and metadata, and reading, writing and checking them."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kiebitz.errors import FileError, shown_file
from kiebitz.studies import parquet
from kiebitz.studies.columns import ANSWERS, COMMON, DEAL, LIMIT_PROCESS, Column, Rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import IO

    from kiebitz.studies.questions import Question, Request
    from kiebitz.studies.study.filters import Filter
    from kiebitz.studies.study.plan import Piece, Plan

#: The metadata key of a file's `Summary`.
_SUMMARY = "kiebitz.summary"
#: The metadata key of a file's identity and of the deals given up.
_FILE = "kiebitz.file"
#: The list of checksums in the folder of a study, in the format of `sha256sum -c`.
CHECKSUMS = "rows.sha256"
_LONGEST = 1e9  # seconds


@dataclass(frozen=True, slots=True)
class Summary:
    """The number of rows with each verdict, and their wall time in one process."""

    solved: int = 0
    impossible: int = 0
    undecided: int = 0
    seconds: float = 0.0

    @staticmethod
    def of(rows: Rows) -> Summary:
        solved, impossible, undecided = rows.verdicts()
        return Summary(solved, impossible, undecided, rows.seconds)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.solved + other.solved,
            self.impossible + other.impossible,
            self.undecided + other.undecided,
            self.seconds + other.seconds,
        )

    @property
    def deals(self) -> int:
        return self.solved + self.impossible + self.undecided

    @property
    def is_plausible(self) -> bool:
        """Whether the values, read from a file, are valid counts and a valid time."""
        counts = (self.solved, self.impossible, self.undecided)
        return all(type(count) is int and count >= 0 for count in counts) and (
            isinstance(self.seconds, int | float) and 0 <= self.seconds < _LONGEST
        )


def columns_of(question: Question) -> tuple[Column, ...]:
    """Return the columns of a study's files: the standard columns, then the question's own."""
    own = {column.name: column for column in question.columns}
    return (*COMMON, *(own.pop(column.name, column) for column in ANSWERS), *own.values())


@dataclass(frozen=True, slots=True)
class Statement:
    """The metadata of a file: the summary of its rows, and the places of deals whose processes died (*lost*).

    *asked_again*: they died again when tried alone. *answers*: the checksum of the question's columns, `None` in
    version 0.1.
    """

    summary: Summary
    lost: tuple[int, ...] = ()
    asked_again: bool = False
    answers: str | None = None


def write(stream: IO[bytes], plan: Plan, piece: Piece, rows: Rows, *, asked_again: bool = False) -> None:
    study, count = plan.study, rows.count
    request = study.requests()[piece.cell]
    columns = {column.name: column for column in columns_of(request.question)}
    data = {name: rows.columns[name] for name in columns if name in rows.columns}
    for name, value in _everywhere(request).items():
        if isinstance(value, str):
            columns[name] = replace(columns[name], words=(value,))
            data[name] = bytes(count)
        elif isinstance(value, int):
            data[name] = columns[name].numbers([value]) * count
    data["deal"] = columns["deal"].numbers(request.numbers(piece.first, piece.last))
    if request.seed is not None:
        data["index"] = columns["index"].numbers(range(piece.first, piece.last + 1))
    writer = parquet.Writer(stream, list(columns.values()))
    writer.add(data, count)
    summary = {name: getattr(Summary.of(rows), name) for name in Summary.__slots__}
    limits = rows.columns.get("limit_hit", b"")
    lost = [place for place, code in enumerate(limits) if code == LIMIT_PROCESS]
    file = {
        "study": plan.checksum,
        "file": plan.file(piece),
        "lost": lost,
        "asked_again": asked_again,
        "answers": _checksum(request.question.columns, rows),
    }
    writer.close({_SUMMARY: json.dumps(summary), _FILE: json.dumps(file)})


def _checksum(columns: Sequence[Column], rows: Rows) -> str:
    """Return the checksum of the columns of rows that are not null throughout."""
    checksum = hashlib.sha256()
    for column in columns:
        data = rows.columns.get(column.name)
        if data and data != column.numbers([None]) * rows.count:
            checksum.update(f"{column.name} {len(data)}\n".encode())
            checksum.update(data)
    return checksum.hexdigest()


def statement(path: Path, plan: Plan, piece: Piece) -> Statement:
    """Return the statement of a file; a `FileError` if it is damaged or belongs elsewhere."""
    pa, pq = parquet.need()
    del pa
    try:
        about = pq.read_metadata(path)
        summary = Summary(**json.loads(about.metadata[_SUMMARY.encode()]))
        file = json.loads(about.metadata.get(_FILE.encode(), b"null"))
        rows = about.num_rows
    except Exception:  # noqa: BLE001  depends on the damage
        raise damaged(path, "it cannot be read") from None
    if not summary.is_plausible:
        raise damaged(path, "it does not say what its rows come to")
    if rows != piece.count or summary.deals != piece.count:
        raise damaged(path, f"it has {rows} rows, {summary.deals} of them counted, instead of {piece.count}")
    if file is None and plan.version == 1:  # written by Kiebitz 0.1
        return Statement(summary)
    try:
        if file["file"] != plan.file(piece):
            raise damaged(path, f"it is a copy of {shown_file(file['file'])}")
        if file["study"] != plan.checksum:
            raise damaged(path, "it belongs to another study")
        return Statement(summary, tuple(map(int, file["lost"])), bool(file["asked_again"]), str(file["answers"]))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise damaged(path, "it does not say of which deals it is") from None


def damaged(path: Path, reason: str) -> FileError:
    return FileError(str(path), f"is damaged, {reason}", "what the study wrote there; kiebitz study run makes it again")


def check_bytes(path: Path, checksum: str) -> None:
    with path.open("rb") as file:
        actual = hashlib.file_digest(file, "sha256").hexdigest()
    if actual != checksum:
        raise damaged(path, f"its checksum is not the one in {CHECKSUMS}")


def check_rows(path: Path, plan: Plan, piece: Piece) -> None:
    """Raise a `FileError` unless the rows of a file agree with its piece and its statement."""
    request = plan.study.requests()[piece.cell]
    stated = statement(path, plan, piece)
    if not _is_whole(path, request.question):
        raise damaged(path, "it cannot be read")
    rows, deals = read(path, request.question.columns)
    places = None if request.seed is None else list(range(piece.first, piece.last + 1))
    everywhere = _everywhere(request)
    if plan.version == 1:  # Kiebitz 0.1 had fewer columns
        _, pq = parquet.need()
        everywhere = {name: everywhere[name] for name in pq.read_schema(path).names if name in everywhere}
    if list(deals) != list(request.numbers(piece.first, piece.last)) or not _is_of(path, everywhere, places):
        raise damaged(path, "its deals are not those of its name")
    answers = _checksum(request.question.columns, rows)
    if replace(stated.summary, seconds=0.0) != Summary.of(rows) or stated.answers not in (answers, None):
        raise damaged(path, "its rows are not what it says of them")


def _is_whole(path: Path, question: Question) -> bool:
    """Return whether every column of a file can be read and belongs to the question."""
    _, pq = parquet.need()
    expected = {column.name for column in columns_of(question)}
    try:
        names = pq.read_schema(path).names
        if expected.issuperset(names):
            parquet.read(path, names)
    except Exception:  # noqa: BLE001  depends on the damage
        return False
    return expected.issuperset(names)


def _is_of(path: Path, everywhere: Mapping[str, object], places: list[int] | None) -> bool:
    """Return whether the constant columns of a file have these values, and its indices are *places*."""
    try:
        table = parquet.read(path, [*everywhere, "index"])
        if places is not None and table["index"].to_pylist() != places:
            return False
        return all(_has_only(table[name], value) for name, value in everywhere.items())
    except Exception:  # noqa: BLE001  depends on the damage
        return False


def _has_only(column: Any, value: object) -> bool:
    if isinstance(value, str):
        return bool(parquet.codes(column, [value]).null_count == 0)
    return bool(column.unique().to_pylist() == [value])


def _everywhere(request: Request) -> dict[str, object]:
    """Return the columns that are constant within a cell of the grid, with their values."""
    return {"game": request.cell.game, **request.cell.values, "numbering": request.numbering}


def read(path: Path, columns: Sequence[Column], filters: Sequence[Filter] = ()) -> tuple[Rows, Sequence[int]]:
    """Return the rows of a file that pass the filters, and the numbers of their deals."""
    names = dict.fromkeys([DEAL.name, *(column.name for column in columns), *(each.column for each in filters)])
    try:
        table = parquet.read(path, list(names))
        for each in filters:
            table = each.applied(table)
        data = parquet.machine_numbers(table, [DEAL, *columns])
    except Exception as error:  # noqa: BLE001  depends on the damage
        if isinstance(error, OSError) and error.errno:
            raise FileError(str(path), f"cannot be read: {os.strerror(error.errno)}") from None
        raise damaged(path, "it cannot be read") from None
    deals = DEAL.values(data.pop(DEAL.name, b""))
    return Rows({"verdict": b"", **data}, 0.0), deals
