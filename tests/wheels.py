"""Build wheels from this checkout, without network and earlier build results."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
_FILES = ("pyproject.toml", "README.md", "LICENSE")
_FOLDERS = ("native", "packaging", "src")


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command without the environment of Kiebitz; it must succeed."""
    env = {k: v for k, v in os.environ.items() if k not in ("KIEBITZ_BACKEND", "PYTHONPATH")} | environment
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done


def pure_wheel(work: Path, *options: str, **environment: str) -> Path:
    """Build the pure Python wheel, selected by options or environment, in an empty folder."""
    for part in _FILES:
        shutil.copy(ROOT / part, work)
    for part in _FOLDERS:
        shutil.copytree(ROOT / part, work / part, ignore=shutil.ignore_patterns("__pycache__", "_native.*.so"))
    alone = ("--no-build-isolation", "--no-deps", "--no-index")
    run(*PIP, "wheel", *alone, *options, "-w", work, work, **environment)
    (built,) = work.glob("*.whl")
    assert built.name.endswith("-py3-none-any.whl")
    return built
