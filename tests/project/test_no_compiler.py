"""Installed where no compiler is found, the pure-Python kernel solves; and what a wheel holds."""

from __future__ import annotations

import csv
import shutil
import sys
import venv
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from kiebitz import kernel
from wheels import PIP, ROOT, pure_wheel, run

PAGE = "kiebitz/web/static/"
ARCHIVE = "kiebitz/web/static.zip.xz"
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
    source = ROOT / "src"
    files = (file.relative_to(source) for file in (source / "kiebitz").rglob("*") if file.is_file())
    assert names == {str(file) for file in files if file.suffix not in (".pyc", ".so", ".po")}


@pytest.mark.long
@pytest.mark.skipif(kernel.backend != "native", reason="there is no native module here")
def test_a_wheel_written_anew_is_small_and_is_installed_as_before(wheel: Path, tmp_path: Path) -> None:
    pytest.importorskip("zopfli")
    whole = Path(shutil.copy(wheel, tmp_path))
    (module,) = Path(kernel.__file__).parent.glob("_native.*.so")  # beside what is tested, installed or not
    with ZipFile(whole, "a", ZIP_DEFLATED) as packed:
        before = {part.filename: (part.CRC, part.date_time, part.external_attr) for part in packed.infolist()}
        packed.write(module, f"kiebitz/kernel/{module.name}")  # as in a wheel that was compiled
    size = whole.stat().st_size
    run(sys.executable, ROOT / "packaging" / "recompress.py", whole)  # fails where a wheel is too large
    assert whole.stat().st_size < size
    with ZipFile(whole) as packed:
        assert packed.testzip() is None
        after = {part.filename: (part.CRC, part.date_time, part.external_attr) for part in packed.infolist()}
        (record,) = (name for name in after if name.endswith(".dist-info/RECORD"))
        listed = {row[0]: row[1] for row in csv.reader(packed.read(record).decode().splitlines())}
        archive = packed.read(ARCHIVE)
    kept = {name: part for name, part in before.items() if not name.startswith(PAGE) and name != record}
    assert after.keys() - kept.keys() == {record, ARCHIVE, f"kiebitz/kernel/{module.name}"}
    assert after.items() >= kept.items()
    assert listed.keys() == {*kept, record, ARCHIVE}
    assert listed[ARCHIVE] == "sha256=" + urlsafe_b64encode(sha256(archive).digest()).decode().rstrip("=")
    site = tmp_path / "site"
    run(*PIP, "install", "--no-deps", "--no-index", "--target", site, whole)
    assert (site / "kiebitz" / "kernel" / module.name).read_bytes() == module.read_bytes()
    for written, path in (("ours", ROOT / "src"), ("theirs", site)):
        run(sys.executable, "-m", "kiebitz", "page", tmp_path / written, PYTHONPATH=str(path))
    ours, theirs = (folder_contents(tmp_path / written) for written in ("ours", "theirs"))
    assert theirs == ours


def folder_contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_solves_with_the_plain_kernel_and_says_so_once(installed: Path) -> None:
    done = run(installed, "-c", SOLVE)
    assert done.stdout == "plain SOLVED\n"
    assert done.stderr.count("pure-Python kernel works in its place") == 1


def test_the_command_works(installed: Path) -> None:
    done = run(installed.with_name("kiebitz"), "--version")
    assert "plain" in done.stdout
