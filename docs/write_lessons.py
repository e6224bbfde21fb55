"""Write the lessons as notebooks: each fenced block of Python becomes a cell, all other text cells of Markdown.

    python docs/write_lessons.py FOLDER [--solved]

A solution stays folded in the text; with `--solved` its code takes the place of the cell before it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
LESSONS = sorted(DOCS.glob("lesson-*.md"))
_CODE = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_DETAILS = re.compile(r"^<details>.*?^</details>\n", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")  # notebooks are read where the other pages are not


def notebook(text: str, *, solved: bool = False) -> dict[str, Any]:
    """Return a lesson as the JSON object of a notebook."""
    cells: list[dict[str, Any]] = []
    end = 0
    for solution in [*_DETAILS.finditer(text), None]:
        start = solution.start() if solution else len(text)
        _add(cells, text[end:start])
        if solution and solved:
            cells.pop()
            cells.append(_code("\n\n".join(_CODE.findall(solution[0]))))
        elif solution:
            cells.append(_markdown(solution[0]))
        end = solution.end() if solution else start
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _add(cells: list[dict[str, Any]], text: str) -> None:
    """Add the cells of a text without solutions."""
    for place, part in enumerate(_CODE.split(text)):
        if part.strip():
            cells.append(_code(part) if place % 2 else _markdown(part))


def _code(text: str) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": text.strip()}


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": _LINK.sub(r"\1", text.strip())}


def write(folder: Path, *, solved: bool = False) -> list[Path]:
    """Write all lessons into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for page in LESSONS:
        file = folder / f"{page.stem}.ipynb"
        content = notebook(page.read_text(encoding="utf-8"), solved=solved)
        file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        files.append(file)
    return files


if __name__ == "__main__":
    write(Path(sys.argv[1]), solved="--solved" in sys.argv[2:])
