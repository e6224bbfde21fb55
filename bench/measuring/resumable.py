"""Files of JSON lines that a benchmark continues after an interruption."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def read_rows(file: Path) -> list[dict[str, Any]]:
    """Return the lines of JSON in a file, if it exists, and remove a line cut off by a kill."""
    old_lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    lines = [line for line in old_lines if line.endswith("\n")]
    if lines != old_lines:
        file.write_text("".join(lines))
    return [json.loads(line) for line in lines]
