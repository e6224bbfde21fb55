"""Reader of the files that `kiebitz solve A-B --output FILE` writes: text, JSON lines or Parquet."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import DependencyError, NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_NOTE = b"# note: number, verdict, solution"
_PARQUET = b"PAR1"
_VERDICTS = ("solved", "impossible", "undecided")


class Listed(NamedTuple):
    """A line: number, verdict, autoplay rule (None: the header's) and moves."""

    number: int
    verdict: str
    autoplay: str | None
    moves: str


def is_listing(text: bytes) -> bool:
    """Return whether *text* is such a file."""
    head = text[:200].lstrip()
    return text.startswith(_PARQUET) or (head.startswith(b'{"deal": ') and b'"verdict"' in head) or _NOTE in _head(text)


def _head(text: bytes) -> bytes:
    """Return the blank and comment lines at the start of *text*."""
    end = 0
    while end < len(text):
        next_line = text.find(b"\n", end) + 1 or len(text)
        line = text[end:next_line].removeprefix(BOM_UTF8).strip()
        if line and not line.startswith(b"#"):
            break
        end = next_line
    return text[:end]


def header_in(text: bytes) -> bytes:
    """Return the header lines of a file; a `NotationError` for a damaged Parquet file."""
    if not text.startswith(_PARQUET):
        return _head(text)
    from kiebitz.studies import parquet

    try:
        about = parquet.metadata(text)
    except DependencyError:
        raise
    except Exception:  # noqa: BLE001  depends on the damage
        raise _damaged() from None
    # Kiebitz 0.2.0 wrote no header.
    older = "# game: {game}\n# deal: {deals}\n# autoplay: {autoplay}\n"
    try:
        return (about.get("header") or older.format_map(about)).encode()
    except KeyError:
        raise _damaged() from None


def lines_in(text: bytes) -> Iterator[tuple[str, Listed | None]]:
    """Yield each line, or None if it is malformed, after its place such as `line 1`.

    Raise a `NotationError` for a damaged Parquet file.
    """
    if text.startswith(_PARQUET):
        yield from _rows_in(text)
        return
    for place, line in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
        if line.strip() and not line.removeprefix("\ufeff").startswith("#"):
            yield f"line {place}", _of_json(line) if line.startswith("{") else _of_text(line)


def _rows_in(text: bytes) -> Iterator[tuple[str, Listed | None]]:
    from kiebitz.studies import parquet

    try:
        for place, row in enumerate(parquet.rows(text, ("deal", "verdict", "autoplay", "notation")), 1):
            yield f"row {place}", _checked(row)
    except Exception:  # noqa: BLE001  depends on the damage
        raise _damaged() from None


def _damaged() -> NotationError:
    return NotationError("PAR1", "", "a whole Parquet file as kiebitz solve A-B --output writes it")


def _checked(values: tuple[Any, ...]) -> Listed | None:
    is_typed = type(values[0]) is int and all(isinstance(value, str) for value in values[1:])
    return Listed(*values) if is_typed and values[1] in _VERDICTS else None


def _of_json(line: str) -> Listed | None:
    try:
        fields = json.loads(line)
        return _checked((fields["deal"], fields["verdict"], fields["autoplay"], fields["notation"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _of_text(line: str) -> Listed | None:
    number, _, text = line.partition(" ")
    verdict, _, moves = text.partition(" ")
    if not number.removeprefix("-").isdecimal() or verdict not in _VERDICTS:
        return None
    autoplay = None
    if moves.startswith("(autoplay "):
        autoplay, _, moves = moves.removeprefix("(autoplay ").partition(")")
    return Listed(int(number), verdict, autoplay, moves.strip())
