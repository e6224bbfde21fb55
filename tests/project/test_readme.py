"""The README: its first parts, and its Python as a program. `tests/docs` runs its commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


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
