"""Studies refused by folders, files and disks."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from kiebitz.errors import FileError, KiebitzError
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.figures import as_object, figures
from kiebitz.studies.study.filters import Filter
from kiebitz.studies.study.folder import Folder
from kiebitz.studies.study.plan import Plan
from kiebitz.studies.study.runner import run_study
from small_study import SMALL, names_in, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_other_parameters_are_refused(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path, 1)
    before = (tmp_path / "study.json").read_bytes()
    for other, name in (
        (Study("freecell", Deals(1, 150), cells=(0, 4)), "limit"),
        (Study("freecell", Deals(1, 151), cells=(0, 4), limit=SMALL.limit), "deals"),
        (Study("freecell", Deals(1, 150), cells=(4,), limit=SMALL.limit), "cells"),
        (Study("bakers_game", Deals(1, 150), cells=(0, 4), limit=SMALL.limit), "game"),
    ):
        with pytest.raises(KiebitzError, match=f"holds another study, with {name} "):
            run_study(other, tmp_path, 1)
    assert (tmp_path / "study.json").read_bytes() == before


def test_another_program_is_refused(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path, 1)
    manifest = tmp_path / "study.json"
    plan, about = Plan.from_json(manifest.read_text())
    for name, other in (("kiebitz", "0.0.1"), ("kernel", "abacus")):
        manifest.write_text(plan.to_json(about | {name: other}))
        with pytest.raises(KiebitzError, match=f"begun with {name} {other}"):
            run_study(SMALL, tmp_path, 1)


def test_a_strange_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear …")
    with pytest.raises(KiebitzError, match=r"'letter\.txt'"):
        run_study(SMALL, tmp_path, 1)
    assert names_in(tmp_path) == ["letter.txt"]
    with pytest.raises(KiebitzError, match="holds no study"):
        run_study(None, tmp_path, 1)
    with pytest.raises(KiebitzError, match="cannot be written"):
        run_study(SMALL, tmp_path / "letter.txt" / "within", 1)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    refused = []

    def begin_another() -> None:
        with pytest.raises(KiebitzError, match="in use: ") as caught:
            run_study(SMALL, tmp_path, 1)
        refused.append(str(caught.value))

    state = run_study(SMALL, tmp_path, 1, progress=begin_another)
    assert state.finished
    assert refused
    assert not Folder.read(tmp_path).at_work()


def test_a_cluster_that_cannot_be_reached_leaves_no_study(tmp_path: Path) -> None:
    @contextmanager
    def nobody() -> Iterator[tuple[Any, int]]:
        if tmp_path.exists():
            raise KiebitzError("scheduler 'x' does not answer")
        yield ThreadPoolExecutor, 1

    with pytest.raises(KiebitzError, match="does not answer"):
        run_study(SMALL, tmp_path / "study", cluster=nobody())
    assert names_in(tmp_path) == []


def test_folders_from_before_there_was_skat(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path, 1)
    expected = as_object(Folder.read(tmp_path), figures(Folder.read(tmp_path)), [])
    manifest = tmp_path / "study.json"
    text = manifest.read_text()
    without = text.replace('    "contracts": [],\n', "").replace('"version": 2', '"version": 1')
    assert len(without) < len(text)
    (tmp_path / "rows.sha256").unlink()
    manifest.write_text(without)
    for path in (tmp_path / "rows").iterdir():
        about = pa.parquet.read_metadata(path).metadata
        table = pa.parquet.read_table(path).drop_columns(["contract"]).replace_schema_metadata(about)
        pa.parquet.write_table(table, path)
    assert as_object(Folder.read(tmp_path), figures(Folder.read(tmp_path)), []) == expected
    assert figures(Folder.read(tmp_path), [Filter.parse("contract=grand")]).deals == 0
    min((tmp_path / "rows").iterdir()).unlink()
    assert run_study(SMALL, tmp_path, 1).finished


@pytest.mark.parametrize("damage", [b"", b"PAR1", None])
def test_a_damaged_file_is_named(tmp_path: Path, damage: bytes | None) -> None:
    run_study(SMALL, tmp_path, 1)
    files = sorted((tmp_path / "rows").iterdir())
    files[1].write_bytes(files[0].read_bytes()[:-100] if damage is None else damage)
    with pytest.raises(FileError, match=f"{files[1].name}' is damaged, "):
        Folder.read(tmp_path).finished()
    state = run_study(SMALL, tmp_path, 1)
    assert state.finished
    assert f"{files[1].name}' is damaged, " in state.remarks[0]
    assert len(rows_of(tmp_path)) == 300


FULL_DISK = """
import resource, signal, sys
from kiebitz.errors import FileError, KiebitzError
from kiebitz.analysis.limits import Limit
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import run_study
if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    try:
        run_study(Study("freecell", Deals(1, 150), cells=(0, 4), limit=Limit(states=3000)), sys.argv[1], 1)
    except KiebitzError as error:
        print(error)
"""


def test_a_full_disk_keeps_what_is_finished(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "calm", 1)
    sizes = [path.stat().st_size for path in sorted((tmp_path / "calm" / "rows").iterdir())]
    limit = (sizes[0] + max(sizes)) // 2  # sizes differ by some bytes from run to run
    assert max(sizes) - sizes[0] > 20
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path / "full"), str(limit)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert text.count("\n") == 1
    assert text.endswith("cannot be written: File too large; finished chunks are kept\n")
    kept = names_in(tmp_path / "full" / "rows")
    assert kept
    assert not [name for name in kept if name.startswith(".")]
    assert run_study(None, tmp_path / "full", 1).finished
    assert rows_of(tmp_path / "full") == rows_of(tmp_path / "calm")


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(KiebitzError, match=r"pyarrow: .*'kiebitz\[study\]'"):
        run_study(SMALL, tmp_path, 1)
    assert names_in(tmp_path) == []
