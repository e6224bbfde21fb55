"""The state of `kiebitz play`: unfinished games as links, and the look, in the state folder of the XDG specification.

Each game has its own file, and the process that plays it locks a file beside it: games played at once do not overwrite
each other.
"""

from __future__ import annotations

import os
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kiebitz import files
from kiebitz.cli import output
from kiebitz.errors import FileError, InputError, KiebitzError, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience.session import Session

_NAMES = ("game.link", *(f"game-{number}.link" for number in range(2, 100)))
_LOOK_NAME = "look"
_FOUR_COLOURS = "four-colours"
_LONGEST = 1_000_000


class Saved:
    """The files of unfinished games and of the look, each written complete or not at all.

    The first read or write of a game locks a file for the life of this object: the latest that is not locked, or a new
    one.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or state_folder()
        self._file: Path | None = None
        self.look_file = self._folder / _LOOK_NAME

    @property
    def file(self) -> Path:
        """The file for this game, locked; a `FileError` if none is free."""
        if self._file is None:
            _make_folder(self._folder)
            for file in self._files():
                lock = _locked(file.with_suffix(".lock"))
                if lock is not None:
                    weakref.finalize(self, lock.close)
                    self._file = file
                    break
            else:
                raise FileError(str(self._folder), f"holds {len(_NAMES)} games that are being played", kind="folder")
        return self._file

    def _files(self) -> Iterator[Path]:
        """Yield possible files of a game: existing ones, latest first, then new ones."""
        there = _names_in(self._folder)
        yield from sorted((self._folder / name for name in _NAMES if name in there), key=_written, reverse=True)
        yield from (self._folder / name for name in _NAMES if name not in there)

    def keep(self, session: Session) -> None:
        """Write the game; remove the file if it is won, and do nothing if it has no moves."""
        from kiebitz.patience.links import write_link

        if session.is_won:
            self.forget()
        elif session.ply or session.undone:
            _write(self.file, write_link(session))

    def forget(self) -> None:
        """Remove the file of this game, if any."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()

    def game(self) -> Session | None:
        """Return the unfinished game, or None.

        Raise a `FileError` for an unusable file, a `InputError` if another process is playing the game.
        """
        from kiebitz.patience.links import read_link

        if _names_in(self._folder).isdisjoint(_NAMES):
            return None
        try:
            with files.opened(str(self.file)) as file:
                text = file.read(_LONGEST).decode()
        except FileNotFoundError:
            raise InputError("", "the unfinished game is being played already") from None
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not text"
            raise FileError(str(self.file), f"cannot be read: {reason}", kind="the saved game") from None
        try:
            return read_link(text.strip())
        except KiebitzError as error:
            raise FileError(str(self.file), f"cannot be opened: {error}", kind="the saved game") from None

    def keep_look(self, name: str, *, four_colours: bool) -> None:
        """Save the look."""
        _write(self.look_file, f"{name} {_FOUR_COLOURS}" if four_colours else name)

    def look(self) -> tuple[str, bool]:
        """Return the name of the saved look, empty if there is none, and whether it has four colours."""
        try:
            with files.opened(str(self.look_file)) as file:
                name, _, colours = file.read(_LONGEST).decode().strip().partition(" ")
        except (OSError, UnicodeError, FileError):  # not worth an error
            return "", False
        return name, colours == _FOUR_COLOURS


def _write(path: Path, line: str) -> None:
    _make_folder(path.parent)
    output.write(line + "\n", str(path), within=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise FileError(str(folder), f"cannot be made: {reason_of(error)}", kind="folder") from None


def _names_in(folder: Path) -> set[str]:
    """Return the names in a folder; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return {entry.name for entry in entries}
    except OSError:
        return set()


def _written(file: Path) -> int:
    """Return the time of the last write in nanoseconds; 0 for a missing file."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def _locked(file: Path) -> IO[bytes] | None:
    """Return *file*, locked until it is closed; None if another process or object holds the lock.

    If the file cannot be made, return the null device: there is no locking.
    """
    try:
        lock = files.opened_lock(str(file))
    except (OSError, FileError):
        return Path(os.devnull).open("rb")
    if files.locked(lock):
        return lock
    lock.close()
    return None


def state_folder() -> Path:
    """Return the state folder: below XDG_STATE_HOME if that is absolute, else the default of the system."""
    named = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):  # noqa: PTH117  the specification ignores relative paths
        return Path(named) / "kiebitz"
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "kiebitz"
    return Path.home() / ".local" / "state" / "kiebitz"
