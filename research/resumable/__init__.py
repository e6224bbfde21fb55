"""Files of JSON lines that a program continues after an interruption."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def read_rows(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, if it exists, without a line cut off by a kill."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]


def rows_to_continue(file: Path) -> list[dict[str, Any]]:
    """Return the same, and remove a line cut off by a kill, so that rows can be appended."""
    if file.exists():
        with file.open("r+b") as data:
            data.truncate(data.read().rfind(b"\n") + 1)
    return read_rows(file)


def json_lines(rows: list[dict[str, Any]]) -> str:
    """Return the text of such a file."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def write_rows(file: Path, rows: list[dict[str, Any]]) -> None:
    """Write all rows atomically."""
    unfinished = file.with_name(file.name + ".part")
    unfinished.write_text(json_lines(rows))
    unfinished.replace(file)
