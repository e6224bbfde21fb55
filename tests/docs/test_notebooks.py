"""The tour as a notebook: every command that needs no shell is a cell, and each cell runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kiebitz.cli import main, run_line

DOCS = Path(__file__).parents[2] / "docs"
IN_IPYTHON = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for source in json.load(sys.stdin):
    print("$", source.partition("\\n")[0], flush=True)
    shell.run_cell(source).raise_error()
"""


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("notebooks")
    subprocess.run([sys.executable, DOCS / "write_notebooks.py", folder], check=True)
    content = json.loads((folder / "tour.ipynb").read_text("utf-8"))
    return [cell["source"] for cell in content["cells"] if cell["cell_type"] == "code"]


def test_the_commands_of_the_tour_are_cells(cells: list[str]) -> None:
    examples = re.findall(r"^\$ (.+)$", (DOCS / "tour.md").read_text("utf-8"), re.MULTILINE)
    plain = [each for each in examples if each.startswith("kiebitz ") and "|" not in each]
    assert len(plain) >= len(examples) - 5
    assert [cell[1:] for cell in cells if cell.startswith("%kiebitz")] == plain


@pytest.mark.long
def test_the_cells_of_the_tour_run(cells: list[str], tmp_path: Path) -> None:
    pytest.importorskip("IPython", reason="wants the dependency group `outer`")
    command = [sys.executable, "-c", IN_IPYTHON]
    done = subprocess.run(
        command, input=json.dumps(cells), cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert not done.returncode, done.stdout + done.stderr
    assert "kiebitz: " not in done.stdout + done.stderr
    printed = dict(part.partition("\n")[::2] for part in done.stdout.split("$ %kiebitz ")[1:])
    assert printed["find board.txt"] == "617\n"
    assert printed["verify lines.txt"] == "correct: 3 lines of 145 moves in all win\n"
    assert printed["solve middle.txt"].startswith("FreeCell board: solved in ")


def test_a_line_runs_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    main(["light", "game=freecell&deal=617&moves=2a+27"])
    by_command = capsys.readouterr().out
    assert run_line("light 'game=freecell&deal=617&moves=2a+27'") is None  # type: ignore[func-returns-value]
    assert capsys.readouterr().out.partition("(")[0] == by_command.partition("(")[0] != ""
