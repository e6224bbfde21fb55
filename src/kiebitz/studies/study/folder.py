"""The folder of a study: manifest, a Parquet file for each finished piece, and a lock against other runs.

Files appear complete or not at all; a kill leaves only finished pieces and temporary files.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from time import sleep
from typing import TYPE_CHECKING

import kiebitz
from kiebitz.analysis.backend import backend, kernel_build
from kiebitz.errors import ContentError, FileError, KiebitzError, reason_of, shown, shown_file
from kiebitz.files import PART, File, locked, opened, opened_lock
from kiebitz.studies import parquet
from kiebitz.studies.study import schema
from kiebitz.studies.study.chunk_size import chunks
from kiebitz.studies.study.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path
    from typing import IO

    from kiebitz.studies.columns import Rows
    from kiebitz.studies.study.plan import Piece, Study
    from kiebitz.studies.study.schema import Statement

MANIFEST = "study.json"
#: The subfolder of the Parquet files, for readers of whole folders.
ROWS = "rows"
#: The subfolder of damaged files.
ASIDE = "damaged"
_LOCK = ".lock"
_OLD_PARTS = (f".{MANIFEST}.part", f".{schema.CHECKSUMS}.part")  # temporary files of versions up to 0.2
_OURS = {_LOCK, ROWS}  # what a run leaves, besides temporary files, if killed before it has a manifest


class Folder:
    """A folder that holds a study: its `plan`, the `program` that began it, and its finished pieces."""

    def __init__(self, path: Path, plan: Plan, program: dict[str, str]) -> None:
        self.path = path
        self.plan = plan
        self.program = program

    @staticmethod
    def read(path: Path) -> Folder:
        """Return the study in a folder; a `FileError` if there is none, a `ContentError` if damaged."""
        manifest = path / MANIFEST
        try:
            text = _text_of(manifest)
        except (FileNotFoundError, NotADirectoryError):
            raise FileError(str(path), "holds no study", kind="folder") from None
        except (OSError, ValueError) as error:  # ValueError: a null character in the name
            raise _complaint(manifest, "read", error) from None
        try:
            return Folder(path, *Plan.from_json(text))
        except KiebitzError as error:
            raise ContentError(str(manifest), error) from None

    @staticmethod
    @contextmanager
    def opened(path: Path, study: Study | None) -> Iterator[Folder]:
        """Provide a locked folder for running a study, new or begun before.

        Without *study* the folder must hold one. Raises a `FileError` for a folder with other contents or another run.
        """
        if study is None:
            Folder.read(path)
        parquet.need()
        try:
            path.mkdir(parents=True, exist_ok=True)
            names = {entry.name for entry in path.iterdir()}
            strange = set() if MANIFEST in names else {name for name in names - _OURS if not _is_part(name)}
            _refuse_links(path, names)
            lock = None if strange else opened_lock(str(path / _LOCK))
        except FileError:
            raise
        except (OSError, ValueError) as error:
            raise _complaint(path, "written", error) from None
        if lock is None:
            fault = f"holds no study, but {shown(min(strange))}"
            raise FileError(str(path), fault, "an empty one", "folder")
        with lock:
            if not _locked_soon(lock):
                raise FileError(str(path), "is in use: another run is at work in it", kind="folder")
            if (path / MANIFEST).exists():
                folder = Folder.read(path)
                folder.check(study)
            elif study is None:
                raise FileError(str(path), "holds no study", kind="folder")
            else:
                folder = Folder(path, Plan(study, chunks(study)), program())
                folder.begin()
            yield folder

    @property
    def rows(self) -> Path:
        return self.path / ROWS

    def finished(self, *, bytes_too: bool = False, rows_too: bool = False) -> dict[Piece, Statement]:
        """Return the finished pieces and their files' statements; a `FileError` for a damaged file.

        *bytes_too* verifies checksums, or rows of files without one; *rows_too* verifies all rows.
        """
        checksums = _checksums_in(self._checksum_text()) if bytes_too else {}
        return {
            piece: self._checked(piece, checksums, rows_too=rows_too or (bytes_too and name not in checksums))
            for piece, name in self._pieces_with_files()
        }

    def sound(self, remark: Callable[[str], None]) -> dict[Piece, Statement]:
        """Return the finished pieces after moving damaged files aside."""
        try:
            text = self._checksum_text()
        except FileError as error:
            self._put_aside(self.path / schema.CHECKSUMS, error.fault, remark)
            text = ""
        checksums = _checksums_in(text)
        statements = {}
        for piece, name in self._pieces_with_files():
            try:
                statements[piece] = self._checked(piece, checksums, rows_too=name not in checksums)
            except FileError as error:
                self._put_aside(self.rows / name, error.fault, remark, ", and its deals are asked again")
        names = {self.plan.file(piece) for piece in statements} & checksums.keys()
        lines = {_checksum_line(name, checksums[name]) for name in names}
        # Also rewrite a list that ends in half a line or has hard links, as in some copies.
        if set(text.splitlines(keepends=True)) != lines or self._has_checksums_elsewhere():
            _write(self.path / schema.CHECKSUMS, "".join(sorted(lines)))
        return statements

    def _put_aside(self, file: Path, fault: str, remark: Callable[[str], None], then: str = "") -> None:
        aside = self.path / ASIDE
        try:
            aside.mkdir(exist_ok=True)
            place = aside / file.name
            for number in count(2):  # earlier files keep their names
                if not place.exists():
                    break
                place = aside / f"{file.name}.{number}"
            file.rename(place)
        except OSError as failure:
            raise _complaint(aside, "written", failure) from None
        remark(f"file {shown_file(str(file))} {fault}; it now lies in {shown_file(str(aside))}{then}")

    def _pieces_with_files(self) -> list[tuple[Piece, str]]:
        try:
            names = {entry.name for entry in self.rows.iterdir()}
        except FileNotFoundError:
            return []
        except OSError as error:
            raise _complaint(self.rows, "read", error) from None
        return [(piece, name) for piece in self.plan.pieces() if (name := self.plan.file(piece)) in names]

    def _checked(self, piece: Piece, checksums: Mapping[str, str], *, rows_too: bool) -> Statement:
        name = self.plan.file(piece)
        path = self.rows / name
        try:
            if not path.is_file():
                raise schema.damaged(path, "it is no regular file")
            stated = schema.statement(path, self.plan, piece)
            if name in checksums:
                schema.check_bytes(path, checksums[name])
            if rows_too:
                schema.check_rows(path, self.plan, piece)
        except OSError as error:
            raise _complaint(path, "read", error) from None
        return stated

    def add(self, piece: Piece, rows: Rows, *, asked_again: bool = False) -> None:
        name = self.plan.file(piece)
        data = BytesIO()
        schema.write(data, self.plan, piece, rows, asked_again=asked_again)
        line = _checksum_line(name, hashlib.sha256(data.getbuffer()).hexdigest())
        try:
            with File(str(self.rows / name), binary=True, within=True) as file:
                file.write(data.getvalue())
                file.sync()
                self._add_checksum(line)  # before the file gets its name, so that each file has a checksum
        except FileError as error:
            raise FileError(error.name, f"{error.fault}; finished chunks are kept", error.expected) from None

    def _has_checksums_elsewhere(self) -> bool:
        try:
            return (self.path / schema.CHECKSUMS).stat().st_nlink > 1
        except OSError:
            return False

    def _add_checksum(self, line: str) -> None:
        place = self.path / schema.CHECKSUMS
        try:
            with opened(str(place), os.O_WRONLY | os.O_APPEND | os.O_CREAT) as lines:
                lines.write(line.encode())
        except OSError as error:
            raise _complaint(place, "written", error) from None

    def _checksum_text(self) -> str:
        try:
            return _text_of(self.path / schema.CHECKSUMS)
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise _complaint(self.path / schema.CHECKSUMS, "read", error) from None

    def at_work(self) -> bool:
        try:
            with opened(str(self.path / _LOCK)) as lock:
                return not locked(lock)
        except (OSError, FileError):  # for example in a copied folder
            return False

    def begin(self) -> None:
        """Begin the study in the folder; the manifest is written last."""
        text = self.plan.to_json(self.program)
        try:
            self.rows.mkdir(exist_ok=True)
        except OSError as error:
            raise _complaint(self.rows, "written", error) from None
        _write(self.path / MANIFEST, text)

    def check(self, study: Study | None) -> None:
        """Raise a `FileError` for another study or program; remove temporary files of a killed run."""
        if study is not None and study != self.plan.study:
            new, old = study.to_object(), self.plan.study.to_object()
            name = next(name for name in new if new[name] != old[name])
            difference = f"with {name} {json.dumps(old[name])} instead of {json.dumps(new[name])}"
            raise FileError(str(self.path), f"holds another study, {difference}", "another folder", "folder")
        for name in ("kiebitz", "kernel"):
            ours, theirs = program()[name], self.program.get(name)
            if ours != theirs:
                fault = f"was begun with {name} {theirs}, this is {ours}"
                raise FileError(str(self.path), fault, "the same, or another folder", "folder")
        try:
            self.rows.mkdir(exist_ok=True)
        except OSError as error:
            raise _complaint(self.rows, "written", error) from None
        parts = (entry for entry in self.path.iterdir() if _is_part(entry.name))
        for leftover in (*self.rows.glob(".*.part"), *parts):
            try:
                leftover.rmdir() if leftover.is_dir() and not leftover.is_symlink() else leftover.unlink()
            except OSError as error:
                raise _complaint(leftover, "cleared away", error) from None


def program() -> dict[str, str]:
    """Return the manifest's entry on this program: version, kernel, and build of the kernel."""
    return {"kiebitz": kiebitz.__version__, "kernel": backend(), "build": kernel_build()}


def _checksums_in(text: str) -> dict[str, str]:
    """Return the checksums by file name; the last one of a file counts."""
    lines = (line.split("  ", 1) for line in text.splitlines() if line.endswith(".parquet"))
    return {parts[1].removeprefix(f"{ROWS}/"): parts[0] for parts in lines if len(parts) == 2}


def _checksum_line(name: str, checksum: str) -> str:
    return f"{checksum}  {ROWS}/{name}\n"


def _refuse_links(path: Path, names: set[str]) -> None:
    """Raise a `FileError` for links where a run writes: in a stranger's folder they may lead to other files."""
    for name in names & {MANIFEST, ROWS, ASIDE, schema.CHECKSUMS}:
        if (path / name).is_symlink():
            raise FileError(str(path / name), "is a link", "what the study wrote there")


def _is_part(name: str) -> bool:
    return name in _OLD_PARTS or (name.startswith(PART[0]) and name.endswith(PART[1]))


def _write(path: Path, text: str) -> None:
    with File(str(path), within=True) as file:
        file.write(text)
        file.sync()


def _text_of(path: Path) -> str:
    """Return the text of a file; invalid UTF-8 is replaced and fails in parsing."""
    if path.exists() and not path.is_file():  # reading a pipe would block
        raise FileError(str(path), "is no regular file", "what the study wrote there")
    return path.read_text(encoding="utf-8", errors="replace")


def _locked_soon(file: IO[bytes]) -> bool:
    """Take the lock, with retries, since `study status` holds it for a moment."""
    for _ in range(5):
        if locked(file):
            return True
        sleep(0.05)
    return False


def _complaint(path: Path, what: str, error: Exception) -> FileError:
    return FileError(str(path), f"cannot be {what}: {reason_of(error)}")
