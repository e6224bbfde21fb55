"""Where answers go: standard output or a file, as text or as one JSON object, with or without colour.

What the answers are is none of this module's business.
"""

from __future__ import annotations

import os
import sys

from kiebitz.errors import KiebitzError, shown

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Mapping


def write(text: str, file: str | None = None) -> None:
    """Write a text to the file, or to standard output if there is none or it is `-`.

    The file appears complete or not at all; a `KiebitzError` says why it can't be written.
    """
    if file is None or file == "-":
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:  # a terminal that knows no ♠
            encoding = sys.stdout.encoding
            sys.stdout.write(text.encode(encoding, errors="replace").decode(encoding))
        return
    folder, name = os.path.split(file)
    unfinished = os.path.join(folder, f".{name}.{os.getpid()}.part")  # noqa: PTH118  pathlib would slow the start
    try:
        try:
            with open(unfinished, "x", encoding="utf-8", newline="\n") as part:  # noqa: PTH123
                part.write(text)
            os.replace(unfinished, file)  # noqa: PTH105
        except BaseException:
            if os.path.exists(unfinished):  # noqa: PTH110
                os.unlink(unfinished)  # noqa: PTH108
            raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise KiebitzError(f"file {shown(file)} cannot be written: {reason}") from None


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
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
