"""The linters as tests: style, types, and allowed imports."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "ruff check": ["ruff", "check", "--no-cache", "."],
    "ruff format": ["ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as c; c(['--no-cache'])"],
    "clang-format": [
        "-c", "from clang_format import clang_format as c; c()", "--dry-run", "-Werror",
        *(str(path) for kind in ("cpp", "hpp") for path in sorted(ROOT.glob(f"native/**/*.{kind}"))),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_lint(name: str) -> None:
    if name == "clang-format" and importlib.util.find_spec("clang_format") is None:
        pytest.skip("clang-format is not installed: pip install -c constraints.txt --group lint")
    command = COMMANDS[name]
    start = [sys.executable] if command[0] == "-c" else [sys.executable, "-m"]
    run = subprocess.run([*start, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{name}:\n{run.stdout}{run.stderr}"


def test_page_lint() -> None:
    if shutil.which("npx") is None:
        pytest.skip("npx is not installed")
    run = subprocess.run([ROOT / ".ci" / "page-lint", "--offline"], capture_output=True, text=True, check=False)
    if "ENOTCACHED" in run.stderr or "only-if-cached" in run.stderr:
        pytest.skip("TypeScript and Biome are not there: run .ci/page-lint once")
    assert run.returncode == 0, f"{run.stdout}{run.stderr}"
