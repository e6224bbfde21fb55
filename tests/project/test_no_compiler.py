"""Installation without a compiler: the page's kernel solves; the contents and dependencies of wheels."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import venv
from base64 import urlsafe_b64encode
from email.parser import Parser
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from packaging.requirements import Requirement

from kiebitz.kernel import host
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
    """Build the wheel that results without a compiler."""
    work = tmp_path_factory.mktemp("no-compiler")
    missing = str(work / "no-such-compiler")
    return pure_wheel(work, CC=missing, CXX=missing)


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Give the Python of an environment in which Kiebitz was installed without a compiler."""
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
@pytest.mark.skipif(host.backend != "native", reason="there is no native module here")
def test_a_wheel_written_anew_is_small_and_is_installed_as_before(wheel: Path, tmp_path: Path) -> None:
    pytest.importorskip("zopfli")
    whole = Path(shutil.copy(wheel, tmp_path))
    (module,) = Path(host.__file__).parent.glob("_native.*.so")  # the module of the tested package, installed or not
    with ZipFile(whole, "a", ZIP_DEFLATED) as packed:
        before = {part.filename: (part.CRC, part.date_time, part.external_attr) for part in packed.infolist()}
        packed.write(module, f"kiebitz/kernel/{module.name}")  # as in a compiled wheel
    size = whole.stat().st_size
    run(sys.executable, ROOT / "packaging" / "recompress.py", whole)  # fails if a wheel is too large
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


def wasmtime_beside(installed: Path) -> dict[str, str]:
    """Give an environment whose Python finds the wasmtime of this one."""
    site = installed.parents[1] / "with-wasmtime"
    site.mkdir(exist_ok=True)
    for file in distribution("wasmtime").files or ():
        place = site / file
        if not place.exists() and ".." not in file.parts:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(Path(file.locate()))
    return {"PYTHONPATH": str(site)}


def test_wasmtime_runs_the_kernel(installed: Path) -> None:
    done = run(installed, "-c", SOLVE, **wasmtime_beside(installed))
    assert (done.stdout, done.stderr) == ("wasm SOLVED\n", "")


def test_the_command_works(installed: Path) -> None:
    assert "wasm, vector" in run(installed.with_name("kiebitz"), "--version", **wasmtime_beside(installed)).stdout


def test_without_wasmtime_one_line_says_what_to_install(installed: Path) -> None:
    done = subprocess.run(
        [installed.with_name("kiebitz"), "solve", "617"],
        env={k: v for k, v in os.environ.items() if k not in ("KIEBITZ_BACKEND", "PYTHONPATH")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "`pip install wasmtime`" in done.stderr


def dependencies(wheel: Path) -> list[str]:
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(packed.read(name).decode())
    return [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]


def test_a_wheel_made_without_a_compiler_asks_for_wasmtime(wheel: Path, tmp_path: Path) -> None:
    requirements = dependencies(wheel)
    assert [Requirement(line).name for line in requirements] == ["rich", "shtab", "wasmtime"]
    where = Requirement(requirements[-1]).marker
    assert where is not None
    for system, machine, there in (
        ("linux", "x86_64", True), ("linux", "aarch64", True), ("darwin", "arm64", True), ("win32", "AMD64", True),
        ("win32", "ARM64", True), ("linux", "", False), ("linux", "i686", False), ("linux", "arm", False),
        ("win32", "x86", False), ("emscripten", "wasm32", False), ("freebsd14", "amd64", False),
    ):  # fmt: skip
        assert where.evaluate({"sys_platform": system, "platform_machine": machine}) == there
    assert dependencies(pure_wheel(tmp_path, KIEBITZ_PURE="1")) == requirements  # as in a release
