"""The files of a study: which columns they have, what each says of itself, and the way from rows to a file and back.

How machine numbers become Parquet is for `parquet`, and which file is written when, for `folder`.
"""

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

    from kiebitz.studies.questions import Asked, Question
    from kiebitz.studies.study.filters import Filter
    from kiebitz.studies.study.plan import Piece, Plan

#: The key under which a file says how many of its deals are solved, impossible and undecided, and what they took.
_SUMMARY = "kiebitz.summary"
#: The key under which it says which file of which study it is, and which of its deals have been given up.
_FILE = "kiebitz.file"
#: The list of the files' checksums, in the folder of the study; `sha256sum -c` reads it.
CHECKSUMS = "rows.sha256"
_LONGEST = 1e9  # seconds


@dataclass(frozen=True, slots=True)
class Summary:
    """What a file says of its rows: how many have each verdict, and the wall time of one process that they took."""

    solved: int = 0
    impossible: int = 0
    undecided: int = 0
    seconds: float = 0.0

    @staticmethod
    def of(rows: Rows) -> Summary:
        """Return the summary of rows."""
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
        """How many deals these are."""
        return self.solved + self.impossible + self.undecided

    @property
    def is_plausible(self) -> bool:
        """Whether these are numbers of deals and a time, which what was read from a file need not be."""
        counts = (self.solved, self.impossible, self.undecided)
        return all(type(count) is int and count >= 0 for count in counts) and (
            isinstance(self.seconds, int | float) and 0 <= self.seconds < _LONGEST
        )


def columns_of(question: Question) -> tuple[Column, ...]:
    """Return the columns of the files of a study: those of all studies, and after them what only this question has."""
    own = {column.name: column for column in question.columns}
    return (*COMMON, *(own.pop(column.name, column) for column in ANSWERS), *own.values())


@dataclass(frozen=True, slots=True)
class Statement:
    """What a file says of itself: what its rows come to, and which rows are of deals whose processes died.

    *asked_again* says that these have been asked once more, alone, and died again. *answers* is the checksum of the
    question's columns; version 0.1 of Kiebitz wrote none.
    """

    summary: Summary
    lost: tuple[int, ...] = ()
    asked_again: bool = False
    answers: str | None = None


def write(stream: IO[bytes], plan: Plan, piece: Piece, rows: Rows, *, asked_again: bool = False) -> None:
    """Write the rows of one piece as a Parquet file."""
    study, count = plan.study, rows.count
    asked = study.asked()[piece.cell]
    columns = {column.name: column for column in columns_of(asked.question)}
    data = {name: rows.columns[name] for name in columns if name in rows.columns}
    for name, value in _everywhere(asked).items():
        if isinstance(value, str):
            columns[name] = replace(columns[name], words=(value,))
            data[name] = bytes(count)
        elif isinstance(value, int):
            data[name] = columns[name].numbers([value]) * count
    data["deal"] = columns["deal"].numbers(asked.numbers(piece.first, piece.last))
    if asked.seed is not None:
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
        "answers": _checksum(asked.question.columns, rows),
    }
    writer.close({_SUMMARY: json.dumps(summary), _FILE: json.dumps(file)})


def _checksum(columns: Sequence[Column], rows: Rows) -> str:
    """Return the checksum of the columns that rows fill; one that is null throughout counts as not filled."""
    found = hashlib.sha256()
    for column in columns:
        data = rows.columns.get(column.name)
        if data and data != column.numbers([None]) * rows.count:
            found.update(f"{column.name} {len(data)}\n".encode())
            found.update(data)
    return found.hexdigest()


def statement(path: Path, plan: Plan, piece: Piece) -> Statement:
    """Return what a file says of itself; a `FileError` unless it is whole, and that of this piece of this study."""
    pa, pq = parquet.need()
    del pa
    try:
        about = pq.read_metadata(path)
        summary = Summary(**json.loads(about.metadata[_SUMMARY.encode()]))
        file = json.loads(about.metadata.get(_FILE.encode(), b"null"))
        rows = about.num_rows
    except Exception:  # noqa: BLE001  whatever reading a damaged file leads to
        raise damaged(path, "it cannot be read") from None
    if not summary.is_plausible:
        raise damaged(path, "it does not say what its rows come to")
    if rows != piece.count or summary.deals != piece.count:
        raise damaged(path, f"it has {rows} rows, {summary.deals} of them counted, instead of {piece.count}")
    if file is None and plan.version == 1:  # as version 0.1 of Kiebitz wrote them
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
    """Return the complaint about a file of a study that cannot be used."""
    return FileError(str(path), f"is damaged, {reason}", "what the study wrote there; kiebitz study run makes it again")


def check_bytes(path: Path, checksum: str) -> None:
    """Raise a `FileError` unless a file has this checksum."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != checksum:
        raise damaged(path, f"its checksum is not the one in {CHECKSUMS}")


def check_rows(path: Path, plan: Plan, piece: Piece) -> None:
    """Raise a `FileError` unless the rows of a file are those of its piece, and what the file says of them."""
    asked = plan.study.asked()[piece.cell]
    stated = statement(path, plan, piece)
    if not _is_whole(path, asked.question):
        raise damaged(path, "it cannot be read")
    rows, deals = read(path, asked.question.columns)
    places = None if asked.seed is None else list(range(piece.first, piece.last + 1))
    everywhere = _everywhere(asked)
    if plan.version == 1:  # version 0.1 of Kiebitz knew fewer columns
        _, pq = parquet.need()
        everywhere = {name: everywhere[name] for name in pq.read_schema(path).names if name in everywhere}
    if list(deals) != list(asked.numbers(piece.first, piece.last)) or not _is_of(path, everywhere, places):
        raise damaged(path, "its deals are not those of its name")
    answers = _checksum(asked.question.columns, rows)
    if replace(stated.summary, seconds=0.0) != Summary.of(rows) or stated.answers not in (answers, None):
        raise damaged(path, "its rows are not what it says of them")


def _is_whole(path: Path, question: Question) -> bool:
    """Say whether every column of a file can be read, those that no figure needs among them, and there is no other."""
    _, pq = parquet.need()
    known = {column.name for column in columns_of(question)}
    try:
        names = pq.read_schema(path).names
        if known.issuperset(names):
            parquet.read(path, names)
    except Exception:  # noqa: BLE001  whatever reading a damaged file leads to
        return False
    return known.issuperset(names)


def _is_of(path: Path, everywhere: Mapping[str, object], places: list[int] | None) -> bool:
    """Say whether the columns that are the same in all rows of a file have these values, and the places are these."""
    try:
        table = parquet.read(path, [*everywhere, "index"])
        if places is not None and table["index"].to_pylist() != places:
            return False
        return all(_has_only(table[name], value) for name, value in everywhere.items())
    except Exception:  # noqa: BLE001  whatever reading a damaged file leads to
        return False


def _has_only(column: Any, value: object) -> bool:
    if isinstance(value, str):
        return bool(parquet.codes(column, [value]).null_count == 0)
    return bool(column.unique().to_pylist() == [value])


def _everywhere(asked: Asked) -> dict[str, object]:
    """Return the columns that have the same value in all rows of a cell of the grid."""
    return {"game": asked.cell.game, **asked.cell.values, "numbering": asked.numbering}


def read(path: Path, columns: Sequence[Column], filters: Sequence[Filter] = ()) -> tuple[Rows, Sequence[int]]:
    """Return the rows of a file that stand the filters, with these columns, and the numbers of their deals."""
    names = dict.fromkeys([DEAL.name, *(column.name for column in columns), *(wanted.column for wanted in filters)])
    try:
        table = parquet.read(path, list(names))
        for wanted in filters:
            table = wanted.left(table)
        data = parquet.machine_numbers(table, [DEAL, *columns])
    except Exception as error:  # noqa: BLE001  whatever reading a damaged file leads to
        if isinstance(error, OSError) and error.errno:
            raise FileError(str(path), f"cannot be read: {os.strerror(error.errno)}") from None
        raise damaged(path, "it cannot be read") from None
    deals = DEAL.values(data.pop(DEAL.name, b""))
    return Rows({"verdict": b"", **data}, 0.0), deals
