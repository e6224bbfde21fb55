"""Write the lessons and the tour as notebooks: fenced blocks become cells of code, all other text cells of Markdown.

    python docs/write_notebooks.py FOLDER [--solved]

A command becomes a cell `%kiebitz …`; one that needs a shell stays in the text, as do outputs of both. A solution stays
folded in the text; with `--solved` its code takes the place of the cell before it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from examples import arguments, blocks, examples

DOCS = Path(__file__).parent
PAGES = [*sorted(DOCS.glob("lesson-*.md")), DOCS / "tour.md"]
_DETAILS = re.compile(r"^<details>.*?^</details>\n", re.MULTILINE | re.DOTALL)
#: Notebooks are read where other pages and pictures are not.
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)\s]+\)\n", re.MULTILINE)

Cells = list[dict[str, Any]]


def notebook(text: str, *, solved: bool = False) -> dict[str, Any]:
    """Return a page as the JSON object of a notebook."""
    cells: Cells = []
    end = 0
    for solution in [*_DETAILS.finditer(text), None]:
        start = solution.start() if solution else len(text)
        _add(cells, text[end:start])
        if solution and solved:
            cells.pop()
            cells.append(_code("\n\n".join(block.text for block in blocks(solution[0]) if block.language == "python")))
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


def _add(cells: Cells, text: str) -> None:
    """Add the cells of a text without solutions."""
    end = 0
    for block in blocks(text):
        if before := text[end : block.start].strip():
            cells.append(_markdown(before))
        if block.language == "python":
            cells.append(_code(block.text))
        elif block.language == "console":
            _add_commands(cells, block.text)
        elif block.file:
            cells.append(_code(f"%%writefile {block.file}\n{block.text}"))
        else:
            cells.append(_markdown(text[block.start : block.end]))
        end = block.end
    if after := text[end:].strip():
        cells.append(_markdown(after))


def _add_commands(cells: Cells, text: str) -> None:
    """Add the examples of a block: commands with their outputs."""
    if not any(cell["cell_type"] == "code" for cell in cells):
        cells.append(_code("import kiebitz  # brings the command %kiebitz"))
    for command, output in examples(text):
        is_plain = arguments(command) is not None
        cells.append(_code(f"%{command}") if is_plain else _markdown(f"```console\n$ {command}\n{output.strip()}\n```"))


def _code(text: str) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": text.strip()}


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": _LINK.sub(r"\1", _PICTURE.sub("", text)).strip()}


def write(folder: Path, *, solved: bool = False) -> list[Path]:
    """Write all notebooks into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for page in PAGES:
        file = folder / f"{page.stem}.ipynb"
        content = notebook(page.read_text(encoding="utf-8"), solved=solved)
        file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        files.append(file)
    return files


if __name__ == "__main__":
    write(Path(sys.argv[1]), solved="--solved" in sys.argv[2:])
