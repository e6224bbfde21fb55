"""The file of `kiebitz solve A-B --output FILE` read back: a line a deal, with its number, verdict and solution.

Text and JSON lines are read; the moves of each line are for `kiebitz.patience.notation`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTE = b"# note: number, verdict, solution"
_VERDICTS = ("solved", "impossible", "undecided")


class Listed(NamedTuple):
    """A line: the deal's number, its verdict, the rule of autoplay if it is not the header's, and the moves."""

    number: int
    verdict: str
    autoplay: str | None
    moves: str


def is_listing(text: bytes) -> bool:
    """Tell whether a text is such a file."""
    head = text[:2000]
    return _NOTE in head or (head.lstrip().startswith(b'{"deal": ') and b'"verdict"' in head)


def header_in(text: bytes) -> bytes:
    """Return the lines above the deals, which say what the file is about."""
    return b"".join(line for line in text[:2000].splitlines(keepends=True) if line.startswith(b"#"))


def lines_in(text: bytes) -> Iterator[tuple[int, Listed | None]]:
    """Yield each line with its place in the file, counted from 1; None for one that cannot be read."""
    for place, line in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield place, _of_json(line) if line.startswith("{") else _of_text(line)


def _of_json(line: str) -> Listed | None:
    try:
        found = json.loads(line)
        listed = Listed(found["deal"], found["verdict"], found["autoplay"], found["notation"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    right = type(listed.number) is int and all(isinstance(value, str) for value in listed[1:])
    return listed if right and listed.verdict in _VERDICTS else None


def _of_text(line: str) -> Listed | None:
    number, _, rest = line.partition(" ")
    verdict, _, moves = rest.partition(" ")
    if not number.removeprefix("-").isdecimal() or verdict not in _VERDICTS:
        return None
    autoplay = None
    if moves.startswith("(autoplay "):
        autoplay, _, moves = moves.removeprefix("(autoplay ").partition(")")
    return Listed(int(number), verdict, autoplay, moves.strip())
