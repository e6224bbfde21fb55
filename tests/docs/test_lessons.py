"""The lessons: with the solutions every cell runs and every exercise is right, with both kernels; without, none is."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
LESSONS = sorted(page.stem for page in DOCS.glob("lesson-*.md"))
EXERCISES = {lesson: (DOCS / f"{lesson}.md").read_text("utf-8").count("**Exercise ") for lesson in LESSONS}


def program(lesson: str, folder: Path, *options: str) -> list[str]:
    """Return the cells of code of a notebook."""
    subprocess.run([sys.executable, DOCS / "write_notebooks.py", folder, *options], check=True)
    cells = json.loads((folder / f"{lesson}.ipynb").read_text("utf-8"))["cells"]
    return [cell["source"] for cell in cells if cell["cell_type"] == "code"]


def judged(source: str, backend: str) -> list[str]:
    """Run a program and return its words on the exercises."""
    environment = {**os.environ, "KIEBITZ_BACKEND": backend, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", source], env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert not done.returncode, done.stderr
    return re.findall(r"^Exercise \d+: (.+)\.$", done.stdout, re.MULTILINE)


def test_there_are_five_lessons() -> None:
    assert len(LESSONS) == 5
    assert all(count >= 7 for count in EXERCISES.values())


@pytest.mark.parametrize("backend", ["native", pytest.param("wasm", marks=pytest.mark.long)])
@pytest.mark.parametrize("lesson", LESSONS)
def test_the_solutions_are_right(lesson: str, backend: str, tmp_path: Path) -> None:
    source = "\n".join(program(lesson, tmp_path, "--solved"))
    assert judged(source, backend) == ["right"] * EXERCISES[lesson]


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_exercise_is_solved_before_the_pupil_begins(lesson: str, tmp_path: Path) -> None:
    assert judged("\n".join(program(lesson, tmp_path)), "native") == ["not yet"] * EXERCISES[lesson]


def test_the_checker_of_proofs_has_thirty_lines(tmp_path: Path) -> None:
    checker = ("start", "successors", "proves_loss", "next_number", "read", "accepts")
    functions = {}
    for cell in program("lesson-proof", tmp_path, "--solved"):
        for node in ast.parse(cell).body:
            if isinstance(node, ast.FunctionDef) and node.name in checker:
                if ast.get_docstring(node):
                    del node.body[0]
                lines = cell.splitlines()[node.body[0].lineno - 1 : node.end_lineno]
                functions[node.name] = [line for line in lines if line.strip()]
    assert functions.keys() == set(checker)
    assert sum(1 + len(lines) for lines in functions.values()) == 30
