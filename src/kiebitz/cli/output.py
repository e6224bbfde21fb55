"""Where answers and remarks go: standard output, standard error or a file, as text or as one JSON object.

Signs that a terminal obeys are made visible here, because much of what is written was read from files of others; only
text that colours itself is passed on as it is.
"""

from __future__ import annotations

import os
import stat
import sys

from kiebitz.errors import FileError, UsageError, reason_of, shown_file, visible

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from typing import IO, Any, Self, TextIO

_PATIENCE = 1.0  # seconds that a pipe may keep us waiting without a word
_KEPT = "\n\t"  # what lays text out and does no harm


def write(text: str, file: str | None = None, *, coloured: bool = False) -> None:
    """Write a text to the file, or to standard output if there is none or it is `-`.

    Signs that are not printable are written out as `visible` has it, unless the text is *coloured* by codes of our own.
    The file appears complete or not at all; a `FileError` says why it can't be written.
    """
    harmless = text if coloured else visible(text, _KEPT)
    if file is not None and file != "-":
        with File(file) as part:
            part.write(harmless)
        return
    if sys.stdout is None:
        raise FileError("", "is closed", kind="standard output")
    try:
        sys.stdout.write(harmless)
    except UnicodeEncodeError:  # a terminal that knows no ♠
        encoding = sys.stdout.encoding
        sys.stdout.write(harmless.encode(encoding, errors="replace").decode(encoding))


def write_bytes(data: bytes, file: str | None = None) -> None:
    """Write what is no text to the file, or to standard output unless that is a terminal; errors as of `write`."""
    if file is not None and file != "-":
        with File(file, binary=True) as part:
            part.write(data)
        return
    if sys.stdout is None:
        raise FileError("", "is closed", kind="standard output")
    if sys.stdout.isatty():
        raise UsageError("", "a picture is nothing for a terminal", "--output FILE")
    sys.stdout.buffer.write(data)


def write_json(answer: Mapping[str, object], file: str | None = None) -> None:
    """Write one JSON object in one line; signs that are not printable as JSON escapes them."""
    import json

    text = json.dumps(answer, ensure_ascii=False)
    if not text.isprintable():  # outside of strings JSON has printable signs only
        text = "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)
    write(text + "\n", file)


def warn(line: str, program: str = "kiebitz") -> None:
    """Write a remark or a complaint to standard error, as one line; where that can't be written, nothing happens."""
    write_error(visible(f"{program}: {' '.join(line.splitlines())}") + "\n")


def write_error(text: str) -> None:
    """Write to standard error; if that can't be written, nobody is told, since there is no place to tell it."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Point a stream at nothing, so that Python's own flush at the end has nothing to complain about."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
    except (OSError, ValueError):  # no real file behind it, as in tests
        pass


class waiting:  # noqa: N801  used as a function: `with waiting(…)`
    """Say after a second that a pipe keeps us waiting for another program, if the file of this *name* is one."""

    def __init__(self, name: str, what_for: str) -> None:
        self._line = f"{shown_file(name)} is a pipe: waiting for another program to {what_for}"
        try:
            self._may_last = stat.S_ISFIFO(os.stat(name).st_mode)  # noqa: PTH116  pathlib would slow the start
        except (OSError, ValueError):
            self._may_last = False

    def __enter__(self) -> None:
        if self._may_last:
            from threading import Timer

            self._timer = Timer(_PATIENCE, warn, [self._line])
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._may_last:
            self._timer.cancel()


class File:
    """A text file, or a *binary* one, that appears complete or not at all, as a context manager; `write` adds to it.

    It is written under another name beside its place and gets its own name at the end, unless an exception ends the
    block; SIGTERM and SIGHUP become one. A file that it replaces gives it its mode, unless it is read-only: then it
    stays. What is no regular file, such as `/dev/null`, is written directly, and a link stays a link. A `FileError`
    says why it can't be written.
    """

    def __init__(self, name: str, *, binary: bool = False) -> None:
        self._name = name
        self._binary = binary
        self._place = name
        self._unfinished = ""
        self._part: IO[Any] | None = None
        self._stopping: AbstractContextManager[None] | None = None

    def __enter__(self) -> Self:
        from kiebitz.cli.signals import stopped_like_ctrl_c

        try:
            mode = self._prepare()
            self._stopping = stopped_like_ctrl_c()
            self._stopping.__enter__()
            with waiting(self._name, "read from it"):
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
            mode = os.stat(self._name).st_mode  # noqa: PTH116
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            return None  # by the name it was given: a link to a pipe, as /dev/stdout may be, leads to no other name
        if os.path.islink(self._name):  # noqa: PTH114
            self._place = os.path.realpath(self._name)
        folder, _ = os.path.split(self._place)
        if mode is None and _holds_devices(folder):
            raise OSError("there is no such device")
        if mode is not None and not (mode & 0o222 and os.access(self._place, os.W_OK)):
            raise OSError("it is read-only")
        # Not made from the file's own name, which may be as long as names can be.
        self._unfinished = os.path.join(folder, f".kiebitz-{os.urandom(6).hex()}.part")  # noqa: PTH118
        return None if mode is None else stat.S_IMODE(mode)

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
        except OSError as failure:
            if kind is None:
                raise self._complaint(failure) from None
        finally:
            if self._unfinished and os.path.exists(self._unfinished):  # noqa: PTH110
                os.unlink(self._unfinished)  # noqa: PTH108
            if self._stopping is not None:
                self._stopping.__exit__(None, None, None)
                self._stopping = None

    def _complaint(self, error: Exception) -> FileError:
        return FileError(self._name, f"cannot be written: {reason_of(error)}")


def _holds_devices(folder: str) -> bool:
    """Say whether a folder belongs to /dev itself, where a new file is a slip; other file systems may lie below it."""
    place = os.path.realpath(folder)
    return (place + os.sep).startswith("/dev/") and os.stat(place).st_dev == os.stat("/dev").st_dev  # noqa: PTH116


def wants_colour(file: str | None = None) -> bool:
    """Say whether colours are welcome: not in a file, not where NO_COLOR is set, and on terminals only.

    FORCE_COLOR asks for them elsewhere too (see no-color.org and force-color.org).
    """
    if file is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
