"""Untrusted folders: a run neither changes nor waits for the user's files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from kiebitz.errors import FileError
from kiebitz.studies import parquet_bounds
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.folder import Folder, program
from kiebitz.studies.study.plan import Plan
from kiebitz.studies.study.runner import run_study
from small_study import SMALL, names_in, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

MINE = "what I wrote\n"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "study"
    run_study(SMALL, path, 1)
    return path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    file.write_text(MINE)
    return file


@pytest.fixture
def study(sound: Path, tmp_path: Path) -> Path:
    """Return a study without one of its files, so that a run has something to write."""
    path = Path(shutil.copytree(sound, tmp_path / "study"))
    min((path / "rows").iterdir()).unlink()
    return path


@pytest.mark.parametrize("begun", [False, True])
def test_a_lock_that_is_a_link_is_refused(study: Path, mine: Path, tmp_path: Path, *, begun: bool) -> None:
    path = study if begun else tmp_path / "new"
    path.mkdir(exist_ok=True)
    (path / ".lock").unlink(missing_ok=True)
    for target in (mine, tmp_path / "nothing"):
        (path / ".lock").symlink_to(target)
        with pytest.raises(FileError, match="lock'"):
            run_study(SMALL, path, 1)
        assert not Folder.read(study).at_work()
        (path / ".lock").unlink()
    assert mine.read_text() == MINE
    assert not (tmp_path / "nothing").exists()


def test_a_lock_with_another_name_is_not_emptied(study: Path, mine: Path) -> None:
    (study / ".lock").unlink()
    (study / ".lock").hardlink_to(mine)
    assert run_study(SMALL, study, 1).finished
    assert mine.read_text() == MINE


@pytest.mark.parametrize("name", [".study.json.part", ".kiebitz-000000000000.part"])
def test_a_part_of_a_manifest_that_is_a_link_is_not_followed(mine: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / "new"
    path.mkdir()
    (path / name).symlink_to(mine)
    assert run_study(SMALL, path, 1).finished
    assert mine.read_text() == MINE
    run_study(SMALL, path, 1)
    assert names_in(path) == [".lock", "rows", "rows.sha256", "study.json"]


def test_parts_of_rows_that_are_links_are_not_followed(study: Path, sound: Path, mine: Path) -> None:
    for file in (sound / "rows").iterdir():
        (study / "rows" / f".{file.name}.part").symlink_to(mine)
    (study / ".rows.sha256.part").symlink_to(mine)
    (study / "rows.sha256").write_text("half a line")
    assert run_study(None, study, 1).finished
    assert mine.read_text() == MINE
    assert names_in(study / "rows") == names_in(sound / "rows")


@pytest.mark.parametrize("name", ["rows", "rows.sha256", "damaged", "study.json"])
def test_links_in_the_places_of_what_is_written_are_refused(study: Path, tmp_path: Path, name: str) -> None:
    place, elsewhere = study / name, tmp_path / "elsewhere"
    if place.exists():
        place.rename(elsewhere)
    else:
        elsewhere.mkdir()
        max((study / "rows").iterdir()).write_bytes(b"damaged")
    before = names_in(elsewhere) if elsewhere.is_dir() else elsewhere.read_bytes()
    place.symlink_to(elsewhere)
    with pytest.raises(FileError, match=f"{name}' is a link; expected what the study wrote there"):
        run_study(SMALL, study, 1)
    assert (names_in(elsewhere) if elsewhere.is_dir() else elsewhere.read_bytes()) == before


def test_rows_that_are_a_link_take_no_new_study(tmp_path: Path) -> None:
    elsewhere, path = tmp_path / "elsewhere", tmp_path / "new"
    elsewhere.mkdir()
    path.mkdir()
    (elsewhere / ".mine.part").write_text(MINE)
    (path / "rows").symlink_to(elsewhere)
    with pytest.raises(FileError, match="rows'"):
        run_study(SMALL, path, 1)
    assert names_in(elsewhere) == [".mine.part"]


def test_checksums_with_another_name_are_written_anew(study: Path, tmp_path: Path) -> None:
    """A backup may consist of hard links."""
    backup = tmp_path / "backup"
    checksums = study / "rows.sha256"
    kept = [line for line in checksums.read_text().splitlines(keepends=True) if (study / line[66:-1]).exists()]
    checksums.write_text("".join(sorted(kept)))
    backup.hardlink_to(checksums)
    before = backup.read_text()
    assert run_study(None, study, 1).finished
    assert (backup.read_text(), checksums.read_text().count("\n")) == (before, before.count("\n") + 1)


def test_a_study_may_be_read_through_links(study: Path, sound: Path, tmp_path: Path) -> None:
    """Some programs store large files elsewhere; reading through links is harmless."""
    (study / "rows").rename(tmp_path / "large")
    (study / "rows").symlink_to(tmp_path / "large")
    Folder.read(study).finished(rows_too=True)
    (study / "study.json").unlink()
    (study / "study.json").symlink_to(sound / "study.json")
    Folder.read(study).finished(rows_too=True)
    assert rows_of(study)


# Files that unpack to much more than their size

ROWS = 800
LONG = "a" * 300_000


def long_words() -> Any:
    return pa.array([LONG] * ROWS)


def long_lists() -> Any:
    return pa.ListArray.from_arrays(range(0, 100_000 * (ROWS + 1), 100_000), pa.nulls(100_000 * ROWS, pa.int8()))


#: What makes the column `game` of a file, and how it is written.
LARGE: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "a long word, again and again": (
        long_words,
        {"use_dictionary": False, "data_page_size": 1 << 30, "store_schema": False},
    ),
    "a long word by a number": (long_words, {"store_schema": False}),
    "a word like the one before": (
        long_words,
        {"use_dictionary": False, "column_encoding": {"game": "DELTA_BYTE_ARRAY"}, "store_schema": False},
    ),
    "long lists of nothing": (long_lists, {}),
}
REPORT = """
import re, sys
from pathlib import Path
from kiebitz.cli import main
if __name__ == "__main__":
    try:
        code = main(["study", "report", sys.argv[1]])
    except SystemExit as end:
        code = end.code
    print(code, re.search("VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("one_file") / "study"
    path.mkdir()
    Folder(path, Plan(Study("freecell", Deals(1, ROWS), cells=(4,)), (ROWS,)), program()).begin()
    run_study(None, path, 1)
    (path / "rows.sha256").unlink()
    return path


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the memory of a process from /proc")
@pytest.mark.parametrize("what", LARGE)
def test_a_file_that_unpacks_to_gigabytes_is_refused_before(one_file: Path, tmp_path: Path, what: str) -> None:
    path = Path(shutil.copytree(one_file, tmp_path / "study"))
    (file,) = (path / "rows").iterdir()
    about, table = pa.parquet.read_metadata(file).metadata, pa.parquet.read_table(file)
    column, how = LARGE[what]
    table = table.set_column(table.column_names.index("game"), "game", column()).replace_schema_metadata({})
    with pa.parquet.ParquetWriter(file, table.schema, compression="zstd", **how) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({key: value for key, value in about.items() if key.startswith(b"kiebitz.")})
    assert file.stat().st_size < 150_000
    ran = subprocess.run([sys.executable, "-c", REPORT, str(path)], capture_output=True, text=True, check=True)
    assert f"{file.name}' is damaged, it cannot be read" in ran.stderr
    code, memory = ran.stdout.split()
    assert (code, int(memory) < 200_000) == ("2", True)


def test_a_column_that_no_study_has_is_damage(one_file: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(one_file, tmp_path / "study"))
    (file,) = (path / "rows").iterdir()
    table = pa.parquet.read_table(file)
    pa.parquet.write_table(table.append_column("more", table["deal"]), file)
    with pytest.raises(FileError, match="is damaged, it cannot be read"):
        Folder.read(path).finished(rows_too=True)


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        (b"\x15\x04\x15\x80\x80\x80\x80\x08\x15\x04\x4c\x15\x02\x15\x00\x00\x00", "unpacks to too much"),
        (b"\x15\x04\x15\x02\x15\x04\x4c\x15\x02\x15\x0e\x00\x00", "encoded in another way"),
        (b"\x15\x00\x15\x02\x15\x04\x2c\x15\xc8\x01\x15\x00\x15\x06\x15\x06\x00\x00", "unpacks to too much"),
        (b"\x15\x04\x15\x02\x15\x40\x4c\x15\x02\x15\x00\x00\x00", "does not end where its column does"),
        (b"\x15\x04\x15\x01\x15\x04\x4c\x15\x02\x15\x00\x00\x00", "does not end where its column does"),
        (b"\x15\x04\x19\x02\x15\x04\x4c\x15\x02\x15\x00\x00\x00", "an unknown field"),
    ],
)
def test_headers_of_pages_that_are_refused(header: bytes, fault: str) -> None:
    """The bytes are Thrift's compact protocol, written by hand; two bytes of a page follow."""
    harmless = b"\x15\x04\x15\x02\x15\x04\x4c\x15\x02\x15\x00\x00\x00"
    parquet_bounds._check_pages((harmless + b"ab") * 2, 10)
    with pytest.raises(ValueError, match=fault):
        parquet_bounds._check_pages(header + b"ab", 10)
