"""Files that appear complete or not at all, and locks: all disk writes of Kiebitz.

Links in a path that the user named are followed. Inside a folder that may be a stranger's, links are not followed and
nothing blocks.
"""

from __future__ import annotations

import errno
import os
import stat
import sys

from kiebitz.errors import FileError, reason_of

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from typing import IO, Any, Self

#: Prefix and suffix of the names of unfinished files.
PART = (".kiebitz-", ".part")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_IRREGULAR = (errno.ELOOP, errno.EMLINK, errno.ENXIO, errno.EISDIR)  # links (EMLINK on BSD), sockets, folders


class File:
    """A text (or *binary*) file that appears complete or not at all; use it as a context manager.

    It is written under a temporary name and renamed at the end, unless an exception ends the block. A replaced file
    passes on its mode; read-only files are not replaced. Links are followed and special files such as `/dev/null`
    written directly; *within* a folder, both are replaced. Raises `FileError`.
    """

    def __init__(self, name: str, *, binary: bool = False, within: bool = False) -> None:
        self._name = name
        self._binary = binary
        self._within = within
        self._place = name
        self._unfinished = ""
        self._part: IO[Any] | None = None
        self._synced = False

    def __enter__(self) -> Self:
        try:
            mode = self._prepare()
            self._open(mode)
        except (OSError, ValueError) as error:
            self.__exit__(type(error), error, None)
            raise self._error(error) from None
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def _prepare(self) -> int | None:
        """Choose place and temporary name, and return the mode of the file to replace."""
        try:
            mode = os.stat(self._name, follow_symlinks=not self._within).st_mode  # noqa: PTH116
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            if not self._within:
                return None  # a link to a pipe, as /dev/stdout may be, has no other name
            mode = None
        if not self._within and os.path.islink(self._name):  # noqa: PTH114
            self._place = os.path.realpath(self._name)
        folder, _ = os.path.split(self._place)
        if mode is None and _holds_devices(folder):
            raise OSError("there is no such device")
        if mode is not None and not (mode & 0o222 and os.access(self._place, os.W_OK)):
            raise OSError("it is read-only")
        # The file's own name may already have the maximum length.
        self._unfinished = os.path.join(folder, os.urandom(6).hex().join(PART))  # noqa: PTH118
        return None if mode is None else mode & 0o777

    def _open(self, mode: int | None) -> None:
        name, mode_letter = self._unfinished or self._place, "x" if self._unfinished else "w"
        if self._binary:
            self._part = open(name, mode_letter + "b")  # noqa: PTH123, SIM115
        else:
            self._part = open(name, mode_letter, encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115
        if mode is not None:
            os.chmod(name, mode)  # noqa: PTH101

    def write(self, part: str | bytes) -> None:
        """Append text, or bytes to a binary file."""
        if self._part is None:
            raise ValueError("not in its with block")
        try:
            self._part.write(part)
        except (OSError, ValueError) as error:
            raise self._error(error) from None

    def flush(self) -> None:
        """Do nothing: the end of the block writes everything."""

    def sync(self) -> None:
        """Flush to disk; the end of the block then also syncs the folder."""
        if self._part is None:
            raise ValueError("not in its with block")
        try:
            self._part.flush()
            os.fsync(self._part.fileno())
        except OSError as error:
            raise self._error(error) from None
        self._synced = True

    @property
    def closed(self) -> bool:
        """Whether the block has not begun, or has ended."""
        return self._part is None or self._part.closed

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if self._part is not None:
                self._part.close()
            if kind is None and self._unfinished:
                os.replace(self._unfinished, self._place)  # noqa: PTH105
                self._unfinished = ""
                if self._synced:
                    _sync_folder(os.path.dirname(self._place))  # noqa: PTH120
        except OSError as failure:
            if kind is None:
                raise self._error(failure) from None
        finally:
            if self._unfinished and os.path.exists(self._unfinished):  # noqa: PTH110
                os.unlink(self._unfinished)  # noqa: PTH108

    def _error(self, error: Exception) -> FileError:
        return FileError(self._name, f"cannot be written: {reason_of(error)}")


def opened(name: str, flags: int = os.O_RDONLY) -> IO[bytes]:
    """Open a regular file with these *flags* of `os.open`, without following links or blocking.

    Raises `FileError` for other kinds of files, `OSError` if it cannot be opened.
    """
    try:
        number = None if os.path.islink(name) else os.open(name, flags | _NO_LINK, 0o666)  # noqa: PTH114
    except OSError as error:
        if error.errno not in _IRREGULAR:
            raise
        number = None
    if number is None:
        raise _irregular(name)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise _irregular(name)
    return os.fdopen(number, "ab" if flags & os.O_APPEND else "r+b" if flags & os.O_RDWR else "rb")


def _irregular(name: str) -> FileError:
    fault = "is a link" if os.path.islink(name) else "is no regular file"  # noqa: PTH114
    return FileError(name, fault, "what Kiebitz wrote there")


def opened_lock(name: str) -> IO[bytes]:
    """Open or create a lock file; errors as in `opened`."""
    return opened(name, os.O_RDWR | os.O_CREAT)


def locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed or the process ends; return false if it is locked already.

    On file systems without locks, every call succeeds.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # already locked, on POSIX and on Windows
        return False
    except OSError:
        pass
    return True


def _holds_devices(folder: str) -> bool:
    """Return whether a folder belongs to /dev itself, where creating a file is a mistake."""
    place = os.path.realpath(folder)
    return (place + os.sep).startswith("/dev/") and os.stat(place).st_dev == os.stat("/dev").st_dev  # noqa: PTH116


def _sync_folder(folder: str) -> None:
    if sys.platform == "win32":  # cannot open folders
        return
    number = os.open(folder or os.curdir, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
