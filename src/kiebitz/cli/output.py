"""Where answers go: standard output or a file, as text or as one JSON object, with or without colour.

What the answers are is none of this module's business.
"""

from __future__ import annotations

import os
import sys

from kiebitz.errors import KiebitzError, shown_file

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import IO, Any, Self


def write(text: str, file: str | None = None) -> None:
    """Write a text to the file, or to standard output if there is none or it is `-`.

    The file appears complete or not at all; a `KiebitzError` says why it can't be written.
    """
    if file is None or file == "-":
        if sys.stdout is None:
            raise KiebitzError("standard output is closed")
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:  # a terminal that knows no ♠
            encoding = sys.stdout.encoding
            sys.stdout.write(text.encode(encoding, errors="replace").decode(encoding))
        return
    with File(file) as part:
        part.write(text)


def write_bytes(data: bytes, file: str | None = None) -> None:
    """Write what is no text to the file, or to standard output unless that is a terminal; errors as of `write`."""
    if file is not None and file != "-":
        with File(file, binary=True) as part:
            part.write(data)
        return
    if sys.stdout is None:
        raise KiebitzError("standard output is closed")
    if sys.stdout.isatty():
        raise KiebitzError("a picture is nothing for a terminal; expected --output FILE")
    sys.stdout.buffer.write(data)


class File:
    """A text file, or a *binary* one, that appears complete or not at all, as a context manager; `write` adds to it.

    It is written under another name beside its place and gets its own name at the end, unless an exception ends the
    block. What is no regular file, such as `/dev/null`, is written directly, and a link stays a link. A `KiebitzError`
    says why it can't be written.
    """

    def __init__(self, name: str, *, binary: bool = False) -> None:
        self._name = name
        self._binary = binary
        self._place = name
        self._unfinished = ""
        self._part: IO[Any] | None = None

    def __enter__(self) -> Self:
        try:
            if os.path.isfile(self._name) or not os.path.exists(self._name):  # noqa: PTH110, PTH113
                if os.path.islink(self._name):  # noqa: PTH114
                    self._place = os.path.realpath(self._name)
                folder, own = os.path.split(self._place)
                self._unfinished = os.path.join(folder, f".{own}.{os.getpid()}.part")  # noqa: PTH118
            name, mode = self._unfinished or self._place, "x" if self._unfinished else "w"
            if self._binary:
                self._part = open(name, mode + "b")  # noqa: PTH123
            else:
                self._part = open(name, mode, encoding="utf-8", newline="\n")  # noqa: PTH123
        except (OSError, ValueError) as error:
            raise self._complaint(error) from None
        return self

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
        if self._part is None:
            return
        try:
            self._part.close()
            if kind is None and self._unfinished:
                os.replace(self._unfinished, self._place)  # noqa: PTH105
        except OSError as failure:
            if kind is None:
                kind = type(failure)
                raise self._complaint(failure) from None
        finally:
            if kind is not None and self._unfinished and os.path.exists(self._unfinished):  # noqa: PTH110
                os.unlink(self._unfinished)  # noqa: PTH108

    def _complaint(self, error: Exception) -> KiebitzError:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        return KiebitzError(f"file {shown_file(self._name)} cannot be written: {reason}")


def write_json(answer: Mapping[str, object], file: str | None = None) -> None:
    """Write one JSON object in one line."""
    import json

    write(json.dumps(answer, ensure_ascii=False) + "\n", file)


def wants_colour(file: str | None = None) -> bool:
    """Say whether colours are welcome: not in a file, not where NO_COLOR is set, and on terminals only.

    FORCE_COLOR asks for them elsewhere too (see no-color.org and force-color.org).
    """
    if file is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
