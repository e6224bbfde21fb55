"""Kiebitz in Python in Node, as in a browser (Pyodide): chosen tests pass, and the page's kernel answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from kiebitz.kernel import host
from wheels import ROOT, pure_wheel, run

HERE = Path(__file__).parent
PACKAGE = "pyodide@314.0.7"
#: Packages needed for tests there; Hypothesis is unavailable because part of it is compiled.
MODULES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the npm package."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("no Node, or no npm")
    folder = tmp_path_factory.mktemp("pyodide")
    fetch = ("npm", "install", "--silent", "--prefix", folder, PACKAGE)
    if subprocess.run(fetch, capture_output=True, check=False).returncode:
        pytest.skip(f"{PACKAGE} cannot be fetched")
    return folder / "node_modules" / "pyodide"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the pure Python wheel, as in a release."""
    return pure_wheel(tmp_path_factory.mktemp("pure"), KIEBITZ_PURE="1")


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the modules that tests need."""
    folder = tmp_path_factory.mktemp("modules")
    for name in MODULES:
        for file in distribution(name).files or ():
            if file.suffix == ".py":
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path(file.locate()), folder / file)
    return folder


def there(program: Path, pyodide: Path, wheel: Path, modules: Path) -> str:
    return run("node", HERE / "pyodide.mjs", pyodide, wheel, modules, ROOT / "tests", program).stdout


def test_chosen_tests_pass(pyodide: Path, wheel: Path, modules: Path) -> None:
    last = there(HERE / "chosen_tests.py", pyodide, wheel, modules).splitlines()[-1]
    assert int(last.split(" passed")[0]) > 200
    assert "failed" not in last


@pytest.mark.skipif(host.backend != "native", reason="compared with the native kernel")
def test_the_kernel_of_the_page_answers_there_as_here(
    pyodide: Path, wheel: Path, modules: Path, tmp_path: Path
) -> None:
    program = HERE / "kernel_answers.py"
    which = tmp_path / "which.py"
    which.write_text("import kiebitz; print(kiebitz.backend)", encoding="utf-8")
    assert there(which, pyodide, wheel, modules) == "wasm\n"
    with_tests = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    here = subprocess.run([sys.executable, program], env=with_tests, capture_output=True, text=True, check=True).stdout
    assert json.loads(there(program, pyodide, wheel, modules)) == json.loads(here)
