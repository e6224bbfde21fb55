"""Output of answers and remarks to standard output, standard error or a file, as text or as one JSON object.

Control characters are escaped, because texts may come from other people's files; only coloured text is written
unchanged.
"""

from __future__ import annotations

import os
import stat
import sys

from kiebitz import files
from kiebitz.cli.language import translated
from kiebitz.errors import FileError, InputError, shown_file, visible

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Self, TextIO

_PATIENCE = 1.0  # seconds of waiting for a pipe before a remark
_KEPT = "\n\t"  # harmless layout


def write(text: str, file: str | None = None, *, coloured: bool = False, within: bool = False) -> None:
    """Write a text to *file*, or to standard output for None or `-`; a `FileError` if it can't be written.

    Characters that are not printable are escaped by `visible`, unless the text is *coloured* by our own codes. The file
    appears complete or not at all. *within*: only the folder was named by the user, so no link is followed.
    """
    harmless = text if coloured else visible(text, _KEPT)
    if file is not None and file != "-":
        with File(file, within=within) as part:
            part.write(harmless)
        return
    if sys.stdout is None:
        raise FileError("", "is closed", kind="standard output")
    try:
        sys.stdout.write(harmless)
    except UnicodeEncodeError:  # a terminal without ♠
        encoding = sys.stdout.encoding
        sys.stdout.write(harmless.encode(encoding, errors="replace").decode(encoding))


def aligned(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """Return a table's rows as lines, columns two spaces apart: those numbered in *left* flush left, others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def write_bytes(data: bytes, file: str | None = None, *, within: bool = False) -> None:
    """Write bytes to *file*, or to standard output unless that is a terminal; errors as in `write`."""
    if file is not None and file != "-":
        with File(file, binary=True, within=within) as part:
            part.write(data)
        return
    if sys.stdout is None:
        raise FileError("", "is closed", kind="standard output")
    if sys.stdout.isatty():
        raise InputError("", "a picture cannot be printed on a terminal", "--output FILE")
    sys.stdout.buffer.write(data)


def write_json(answer: Mapping[str, object], file: str | None = None) -> None:
    """Write a JSON object in one line, with escapes for characters that are not printable."""
    import json

    text = json.dumps(answer, ensure_ascii=False)
    if not text.isprintable():  # these occur in strings only
        text = "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)
    write(text + "\n", file)


def warn(line: str, program: str = "kiebitz", hint: str = "") -> None:
    """Write a remark or an error to standard error, in one line and in the language of the process, with a *hint*."""
    write_error(visible(f"{program}: {translated(' '.join(line.splitlines()))}{hint}") + "\n")


def write_error(text: str) -> None:
    """Write to standard error; ignore an error, since there is no other place to report it."""
    try:
        if text:  # notebooks show a frame even for an empty one
            sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that Python's flush at exit does not fail."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
    except (OSError, ValueError):  # no real file, as in tests
        pass


class waiting:  # noqa: N801  used as a function: `with waiting(…)`
    """Context manager that warns after a second of waiting for another program, if the file *name* is a pipe."""

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


class File(files.File):
    """A `files.File` that SIGTERM and SIGHUP do not leave unfinished, with a remark on waiting for a pipe."""

    _stopping: AbstractContextManager[None] | None = None

    def __enter__(self) -> Self:
        from kiebitz.cli.signals import stopped_like_ctrl_c

        self._stopping = stopped_like_ctrl_c()
        self._stopping.__enter__()
        with waiting(self._name, "read from it"):
            return super().__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            super().__exit__(kind, error, trace)
        finally:
            if self._stopping is not None:
                self._stopping.__exit__(None, None, None)
                self._stopping = None


def wants_colour(file: str | None = None) -> bool:
    """Return whether to write colours: on terminals only, and not with NO_COLOR.

    FORCE_COLOR enables them elsewhere, except in files (see no-color.org and force-color.org).
    """
    if file is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
