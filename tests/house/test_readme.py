"""The README's tour: its commands print what it shows, and its Python runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_console_examples(tmp_path: Path) -> None:
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
    shown = 0
    for example in "".join(blocks("console")).split("$ ")[1:]:
        command, _, expected = example.partition("\n")
        expected = expected.strip()
        if not expected and ">" not in command:
            continue  # only what is shown, and what later commands read, is run
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "PYTHONWARNINGS": "ignore"},  # whichever kernel answers
            capture_output=True,
            text=True,
            check=False,
        )
        printed = (done.stdout + done.stderr).strip()
        assert fnmatchcase(printed, expected.replace("…", "*")), f"{command}\n{printed}"
        shown += bool(expected)
    assert shown >= 4


def test_python_example() -> None:
    (example,) = blocks("python")
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "SOLVED" in done.stdout
    assert "IMPOSSIBLE" in done.stdout


def test_the_commands_that_install_and_test_come_first() -> None:
    install, test = blocks("sh")
    assert install.splitlines()[-1].endswith("kiebitz solve 617")
    assert "pytest" in test.splitlines()[-1]
