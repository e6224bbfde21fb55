"""Installed where no compiler is found, the pure-Python kernel solves; and what a wheel holds."""

from __future__ import annotations

import venv
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from wheels import PIP, ROOT, pure_wheel, run

if TYPE_CHECKING:
    from pathlib import Path

SOLVE = """
import kiebitz
rules = kiebitz.game("solitaire_one_suit")
result = kiebitz.solve(kiebitz.Position.deal(rules, rules.pack.cards[::-1]))
print(kiebitz.backend, result.verdict.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is made where there is no compiler."""
    work = tmp_path_factory.mktemp("no-compiler")
    missing = str(work / "no-such-compiler")
    return pure_wheel(work, CC=missing, CXX=missing)


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The Python of an environment in which Kiebitz was installed without a compiler."""
    venv.create(wheel.parent / "venv", with_pip=False)
    python = wheel.parent / "venv" / "bin" / "python"
    run(*PIP, "--python", python, "install", "--no-deps", "--no-index", wheel)
    return python


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        size = sum(part.compress_size for part in packed.infolist())
    source = ROOT / "src"
    files = (file.relative_to(source) for file in (source / "kiebitz").rglob("*") if file.is_file())
    assert names == {str(file) for file in files if file.suffix not in (".pyc", ".so", ".po")}
    assert size < 1_000_000


def test_solves_with_the_plain_kernel_and_says_so_once(installed: Path) -> None:
    done = run(installed, "-c", SOLVE)
    assert done.stdout == "plain SOLVED\n"
    assert done.stderr.count("pure-Python kernel works in its place") == 1


def test_the_command_works(installed: Path) -> None:
    done = run(installed.with_name("kiebitz"), "--version")
    assert "plain" in done.stdout
