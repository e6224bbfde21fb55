"""Files that appear complete or not at all, and locks: the one place where Kiebitz writes to a disk.

A name that the user gave means what it leads to. Of what lies within a folder nobody has said anything, and the folder
may be a stranger's: there no link is followed, and nothing is waited for.
"""

from __future__ import annotations

import errno
import os
import stat
import sys

from kiebitz.errors import FileError, reason_of

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from typing import IO, Any, Self

#: How the names of files begin and end that are not complete.
PART = (".kiebitz-", ".part")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_IRREGULAR = (errno.ELOOP, errno.EMLINK, errno.ENXIO, errno.EISDIR)  # of a link on BSD, too, a socket, a folder


class File:
    """A text file, or a *binary* one, that appears complete or not at all, as a context manager; `write` adds to it.

    It is written under another name beside its place and gets its own name at the end, unless an exception ends the
    block. A file that it replaces gives it its mode, unless it is read-only: then it stays. What is no regular file,
    such as `/dev/null`, is written directly, and a link stays a link; but *within* a folder that alone was named, the
    file takes the place of either. A `FileError` says why it can't be written.
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
            raise self._complaint(error) from None
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def _prepare(self) -> int | None:
        """Find out where and under which name to write, and return the mode of the file that will be replaced."""
        try:
            mode = os.stat(self._name, follow_symlinks=not self._within).st_mode  # noqa: PTH116
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            if not self._within:
                return None  # by the name it was given: a link to a pipe, as /dev/stdout may be, leads to no other name
            mode = None
        if not self._within and os.path.islink(self._name):  # noqa: PTH114
            self._place = os.path.realpath(self._name)
        folder, _ = os.path.split(self._place)
        if mode is None and _holds_devices(folder):
            raise OSError("there is no such device")
        if mode is not None and not (mode & 0o222 and os.access(self._place, os.W_OK)):
            raise OSError("it is read-only")
        # Not made from the file's own name, which may be as long as names can be.
        self._unfinished = os.path.join(folder, os.urandom(6).hex().join(PART))  # noqa: PTH118
        return None if mode is None else mode & 0o777

    def _open(self, mode: int | None) -> None:
        name, how = self._unfinished or self._place, "x" if self._unfinished else "w"
        if self._binary:
            self._part = open(name, how + "b")  # noqa: PTH123, SIM115
        else:
            self._part = open(name, how, encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115
        if mode is not None:
            os.chmod(name, mode)  # noqa: PTH101

    def write(self, part: str | bytes) -> None:
        """Add a text, or bytes to a binary file."""
        if self._part is None:
            raise ValueError("not in its with block")
        try:
            self._part.write(part)
        except (OSError, ValueError) as error:
            raise self._complaint(error) from None

    def flush(self) -> None:
        """Do nothing: all is written at the end of the block at the latest."""

    def sync(self) -> None:
        """Wait until what was written is on the disk; at the end of the block its name will be, too."""
        if self._part is None:
            raise ValueError("not in its with block")
        try:
            self._part.flush()
            os.fsync(self._part.fileno())
        except OSError as error:
            raise self._complaint(error) from None
        self._synced = True

    @property
    def closed(self) -> bool:
        """Whether its block has not begun, or has ended."""
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
                raise self._complaint(failure) from None
        finally:
            if self._unfinished and os.path.exists(self._unfinished):  # noqa: PTH110
                os.unlink(self._unfinished)  # noqa: PTH108

    def _complaint(self, error: Exception) -> FileError:
        return FileError(self._name, f"cannot be written: {reason_of(error)}")


def opened(name: str, flags: int = os.O_RDONLY) -> IO[bytes]:
    """Open a regular file with these *flags* of `os.open`, following no link and waiting for nobody.

    A `FileError` where it is something else, an `OSError` where it cannot be opened.
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
    what = "is a link" if os.path.islink(name) else "is no regular file"  # noqa: PTH114
    return FileError(name, what, "what Kiebitz wrote there")


def opened_lock(name: str) -> IO[bytes]:
    """Open the file of a lock, which is made where there is none and never written to; errors as of `opened`."""
    return opened(name, os.O_RDWR | os.O_CREAT)


def locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, however the process ends; false if another process, or object, has the lock.

    Where there can be no locks, because of the file system, everybody gets one.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # what POSIX and Windows say of a lock that another one has
        return False
    except OSError:
        pass
    return True


def _holds_devices(folder: str) -> bool:
    """Say whether a folder belongs to /dev itself, where a new file is a slip; other file systems may lie below it."""
    place = os.path.realpath(folder)
    return (place + os.sep).startswith("/dev/") and os.stat(place).st_dev == os.stat("/dev").st_dev  # noqa: PTH116


def _sync_folder(folder: str) -> None:
    if sys.platform == "win32":  # where folders cannot be opened
        return
    number = os.open(folder or os.curdir, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
