"""Where answers and remarks go: standard output, standard error or a file, as text or as one JSON object.

Signs that a terminal obeys are made visible here, because much of what is written was read from files of others; only
text that colours itself is passed on as it is.
"""

from __future__ import annotations

import os
import stat
import sys

from kiebitz import files
from kiebitz.cli.language import translated
from kiebitz.errors import FileError, UsageError, shown_file, visible

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from typing import Self, TextIO

_PATIENCE = 1.0  # seconds that a pipe may keep us waiting without a word
_KEPT = "\n\t"  # what lays text out and does no harm


def write(text: str, file: str | None = None, *, coloured: bool = False, within: bool = False) -> None:
    """Write a text to the file, or to standard output if there is none or it is `-`.

    Signs that are not printable are written out as `visible` has it, unless the text is *coloured* by codes of our own.
    The file appears complete or not at all, and *within* a folder that alone was named no link is followed; a
    `FileError` says why it can't be written.
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
    except UnicodeEncodeError:  # a terminal that knows no ♠
        encoding = sys.stdout.encoding
        sys.stdout.write(harmless.encode(encoding, errors="replace").decode(encoding))


def write_bytes(data: bytes, file: str | None = None, *, within: bool = False) -> None:
    """Write what is no text to the file, or to standard output unless that is a terminal; errors as of `write`."""
    if file is not None and file != "-":
        with File(file, binary=True, within=within) as part:
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


def warn(line: str, program: str = "kiebitz", hint: str = "") -> None:
    """Write a remark or a complaint to standard error, as one line in the language of the process, and a *hint*.

    If standard error can't be written, nothing happens.
    """
    write_error(visible(f"{program}: {translated(' '.join(line.splitlines()))}{hint}") + "\n")


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


class File(files.File):
    """A file as `kiebitz.files` has it, that SIGTERM and SIGHUP leave no unfinished one of, and pipes no riddle."""

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
    """Say whether colours are welcome: not in a file, not where NO_COLOR is set, and on terminals only.

    FORCE_COLOR asks for them elsewhere too (see no-color.org and force-color.org).
    """
    if file is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
