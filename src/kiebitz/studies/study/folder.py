"""The folder of a study: its manifest, one Parquet file for each finished piece, and the lock that keeps others out.

Every file appears complete or not at all, so that a kill at any moment leaves only finished pieces and rubbish that
the next run clears away.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from time import sleep
from typing import IO, TYPE_CHECKING

import kiebitz
from kiebitz.errors import KiebitzError, shown, shown_file
from kiebitz.patience.solve import kernel_build, kernel_name
from kiebitz.studies.study import schema
from kiebitz.studies.study.chunks import chunks
from kiebitz.studies.study.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from kiebitz.studies.study.plan import Piece, Study
    from kiebitz.studies.study.questions import Rows
    from kiebitz.studies.study.schema import Summary

MANIFEST = "study.json"
#: The folder within with the files, and nothing else, so that readers can be pointed at it.
ROWS = "rows"
_LOCK = ".lock"
_PART = ".part"
_OURS = {_LOCK, ROWS, f".{MANIFEST}{_PART}"}  # all that a run leaves which is killed before it has a manifest


class Folder:
    """A folder that holds a study: its `plan`, the `program` that began it, and what of it is finished."""

    def __init__(self, path: Path, plan: Plan, program: dict[str, str]) -> None:
        self.path = path
        self.plan = plan
        self.program = program

    @staticmethod
    def read(path: Path) -> Folder:
        """Return the study in a folder, to look at; a `KiebitzError` if there is none."""
        manifest = path / MANIFEST
        try:
            text = manifest.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            raise KiebitzError(f"folder {shown_file(str(path))} holds no study") from None
        except (OSError, ValueError) as error:
            raise _complaint(manifest, "read", error) from None
        try:
            return Folder(path, *Plan.from_json(text))
        except KiebitzError as error:
            raise KiebitzError(f"file {shown_file(str(manifest))}: {error}") from None

    @staticmethod
    @contextmanager
    def opened(path: Path, study: Study | None) -> Iterator[Folder]:
        """Return the folder of a study that is to be run, new or begun before, with everybody else kept out.

        Without a *study* the folder must hold one. A `KiebitzError` if it holds another one, something else, or if a
        run is at work in it.
        """
        if study is None:
            Folder.read(path)
        schema.need()
        try:
            path.mkdir(parents=True, exist_ok=True)
            found = {entry.name for entry in path.iterdir()}
            strange = MANIFEST not in found and bool(found - _OURS)
            lock = None if strange else (path / _LOCK).open("wb")
        except (OSError, ValueError) as error:
            raise _complaint(path, "written", error) from None
        if lock is None:
            what = f"holds no study, but {shown(min(found - _OURS))}; expected an empty one"
            raise KiebitzError(f"folder {shown_file(str(path))} {what}")
        with lock:
            if not _locked_soon(lock):
                raise KiebitzError(f"folder {shown_file(str(path))} is in use: another run is at work in it")
            if (path / MANIFEST).exists():
                folder = Folder.read(path)
                folder.check(study)
            elif study is None:
                raise KiebitzError(f"folder {shown_file(str(path))} holds no study")
            else:
                folder = Folder(path, Plan(study, chunks(study)), program())
                folder.begin()
            yield folder

    @property
    def rows(self) -> Path:
        """The folder with the Parquet files."""
        return self.path / ROWS

    def finished(self) -> dict[Piece, Summary]:
        """Return the finished pieces, with what each file says of itself; a `KiebitzError` about a damaged one."""
        try:
            names = {entry.name for entry in self.rows.iterdir()}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise _complaint(self.rows, "read", error) from None
        return {
            piece: schema.summary(self.rows / name, piece.count)
            for piece in self.plan.pieces()
            if (name := self.plan.file(piece)) in names
        }

    def add(self, piece: Piece, rows: Rows) -> None:
        """Write the file of a piece; a `KiebitzError` says why it can't be written."""
        try:
            _write(self.rows / self.plan.file(piece), lambda file: schema.write(file, self.plan, piece, rows))
        except KiebitzError as error:
            raise KiebitzError(f"{error}; finished chunks are kept") from None

    def at_work(self) -> bool:
        """Whether a run is at work in the folder."""
        try:
            with (self.path / _LOCK).open("rb") as lock:
                return not _locked(lock)
        except OSError:  # as in a folder that somebody has copied
            return False

    def begin(self) -> None:
        """Make the folder a study's: when the manifest is there, all is there."""
        text = self.plan.to_json(self.program)
        try:
            self.rows.mkdir(exist_ok=True)
        except OSError as error:
            raise _complaint(self.rows, "written", error) from None
        _write(self.path / MANIFEST, lambda file: file.write(text.encode()))

    def check(self, study: Study | None) -> None:
        """Refuse another study, and a program whose answers may differ; clear away what a killed run left."""
        if study is not None and study != self.plan.study:
            ours, theirs = study.to_object(), self.plan.study.to_object()
            name = next(name for name in ours if ours[name] != theirs[name])
            what = f"with {name} {_value(theirs[name])} instead of {_value(ours[name])}"
            raise KiebitzError(
                f"folder {shown_file(str(self.path))} holds another study, {what}; expected another folder"
            )
        for name in ("kiebitz", "kernel"):
            mine, before = program()[name], self.program.get(name)
            if mine != before:
                what = f"was begun with {name} {before}, this is {mine}"
                raise KiebitzError(f"folder {shown_file(str(self.path))} {what}; expected the same, or another folder")
        try:
            self.rows.mkdir(exist_ok=True)
            for leftover in self.rows.glob(f".*{_PART}"):
                leftover.unlink()
        except OSError as error:
            raise _complaint(self.rows, "written", error) from None


def program() -> dict[str, str]:
    """Return what the manifest says of this program: its version, its kernel, and how that was built."""
    kernel = kernel_name().split(",")[0]
    return {"kiebitz": kiebitz.__version__, "kernel": kernel, "build": kernel_build()}


def _value(value: object) -> str:
    return json.dumps(value)


def _write(path: Path, fill: Callable[[IO[bytes]], object]) -> None:
    """Let a file be filled under another name, and give it its own when all of it is on the disk."""
    part = path.with_name(f".{path.name}{_PART}")
    try:
        with part.open("wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _sync_folder(path.parent)
    except (OSError, ValueError) as error:
        part.unlink(missing_ok=True)
        raise _complaint(path, "written", error) from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _sync_folder(path: Path) -> None:
    if sys.platform == "win32":  # where folders cannot be opened
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


if sys.platform == "win32":
    import msvcrt

    def _locked(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the system takes it back, however the process ends
        except OSError:
            return False
        return True


def _locked_soon(file: IO[bytes]) -> bool:
    """Take the lock, with a little patience: whoever asks for a study's status holds it for a moment."""
    for _ in range(5):
        if _locked(file):
            return True
        sleep(0.05)
    return False


def _complaint(path: Path, what: str, error: Exception) -> KiebitzError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else error
    return KiebitzError(f"file {shown_file(str(path))} cannot be {what}: {reason}")
