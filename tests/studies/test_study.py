"""Studies: the same rows however they are run, killed and resumed; files that everybody reads; folders that say no."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest

import kiebitz
from kiebitz.errors import KiebitzError
from kiebitz.patience.best import random_scores
from kiebitz.patience.games import game, games
from kiebitz.patience.rules import Supermoves
from kiebitz.patience.solve import Limit, solve_range
from kiebitz.studies.study import Deals, Study, folder, questions, schema
from kiebitz.studies.study.chunks import chunks
from kiebitz.studies.study.figures import Filter, as_object, figures
from kiebitz.studies.study.folder import Folder
from kiebitz.studies.study.grid import RULES
from kiebitz.studies.study.plan import Plan
from kiebitz.studies.study.running import State, run_study
from processes import Started, children
from study_work import deadly, deadly_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.studies.study.questions import Rows

SMALL = Study("freecell", Deals(1, 150), cells=(0, 4), limit=Limit(states=3000))


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.dataset.dataset(path / "rows").to_table().to_pylist()
    return rows


def names_in(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir())


def key(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in (*RULES, "deal"))


@contextmanager
def two_threads() -> Iterator[tuple[Any, int]]:
    yield ThreadPoolExecutor, 2


# What a study is


def test_a_study_has_one_form() -> None:
    given = Study("FreeCell", Deals(1, 9), cells=(4, 0, 4), build=("same_suit", "alternate_colour"))
    assert given.game == "freecell"
    assert (given.cells, given.columns) == ((0, 4), (8,))
    assert given.build == ("alternate_colour", "same_suit")
    assert given == Study("freecell", Deals(1, 9), cells=(0, 4), build=("alternate_colour", "same_suit"))
    assert Study("freecell", Deals(1, 9)) == Study("freecell", Deals(1, 9), cells=(4,), columns=(8,))
    assert [(cell.values["cells"], cell.values["build"]) for cell in given.grid()] == [
        (0, "alternate_colour"),
        (0, "same_suit"),
        (4, "alternate_colour"),
        (4, "same_suit"),
    ]


@pytest.mark.parametrize("name", games())
def test_a_grid_of_one_cell_is_the_game(name: str) -> None:
    (cell,) = Study(name, Deals(1, 2)).grid()
    assert cell.rules == game(name)
    assert (cell.game, cell.title) == (name, game(name).title)
    assert {name: value for name, value in cell.values.items() if value is None} == {"contract": None}


@pytest.mark.parametrize(
    "study",
    [
        SMALL,
        Study("yukon", Deals.random(10, 3), times=True),
        Study("russian", Deals(5, 9, "wetherell", 1), "score", paths=True),
        Study("bakers_game", Deals(7, 7, "pysolfc"), limit=Limit(1, 2.5, 3), complete=True, supermoves=("whole",)),
    ],
)
def test_a_manifest_is_read_back(study: Study) -> None:
    plan = Plan(study, (7,) * len(study.grid()))
    text = plan.to_json(folder.program())
    assert Plan.from_json(text) == (plan, folder.program())
    assert text == plan.to_json(folder.program())


MANIFEST = Plan(SMALL, (7, 7)).to_json(folder.program())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        MANIFEST.replace('"version": 1', '"version": 2'),
        MANIFEST.replace('"first": 1', '"first": "1"'),
        MANIFEST.replace('"first": 1', '"first": 200'),
        MANIFEST.replace('"limit"', '"limits"'),
        MANIFEST.replace('"contracts"', '"contract"'),
        MANIFEST.replace('"contracts": []', '"contracts": ["grand"]'),
        MANIFEST.replace('"columns"', '"coloumns"'),
        MANIFEST.replace('"game": "freecell"', '"game": "bridge"'),
        MANIFEST.replace("7\n  ]", "0\n  ]"),
        MANIFEST.replace("7,\n", ""),
    ],
)
def test_no_manifest(text: str, tmp_path: Path) -> None:
    assert text != MANIFEST
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(KiebitzError, match=r"study\.json") as caught:
        Folder.read(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("bridge", Deals(1, 2)), {}, "unknown game"),
        (("freecell", Deals(1, 2)), {"cells": (13,)}, "13"),
        (("freecell", Deals(1, 2)), {"build": ("any",)}, "unknown build"),
        (("freecell", Deals(1, 2)), {"question": "strength"}, "unknown question"),
        (("freecell", Deals(1, 2)), {"paths": True}, "question score"),
        (("freecell", Deals.random(2)), {"question": "score"}, "Russian Solitaire"),
        (("russian", Deals(1, 2)), {"question": "score"}, "seed"),
        (("russian", Deals.random(2)), {"question": "score", "limit": Limit(5)}, "no limit"),
        (("russian", Deals.random(2)), {"question": "score", "columns": (7, 8)}, "columns"),
    ],
)
def test_studies_that_there_are_not(arguments: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(KiebitzError, match=message):
        Study(*arguments, **options)


@pytest.mark.parametrize(
    "arguments",
    [(2, 1), (-4, 1), (1, 2**63), (1, "2"), (0, 1, "nobody"), (0, 1, "microsoft", 1), (0, 2**64, "wetherell", 1)],
)
def test_deals_that_there_are_not(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(KiebitzError):
        Deals(*arguments)


def test_pieces_cover_every_deal_once() -> None:
    plan = Plan(SMALL, (40, 150))
    pieces = plan.pieces()
    assert [(piece.cell, piece.first, piece.last) for piece in pieces] == [
        (0, 1, 40),
        (0, 41, 80),
        (0, 81, 120),
        (0, 121, 150),
        (1, 1, 150),
    ]
    names = [plan.file(piece) for piece in pieces]
    assert len(set(names)) == 5
    assert names == sorted(names)
    assert names[1] == "cells-0.columns-8.alternate_colour.any.standard.041.parquet"


def test_chunks_are_larger_where_deals_are_easy_and_the_same_again() -> None:
    study = Study("freecell", Deals(1, 30_000), cells=(2, 4), limit=Limit(states=20_000))
    hard, easy = chunks(study)
    # With the slow kernel both are cut down to what the largest number of files allows.
    assert easy > (2 * hard if kiebitz.backend == "native" else hard - 1) > 0
    assert chunks(study) == (hard, easy)
    assert -(-30_000 // hard) <= 2000


# Rows


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_are_what_the_solver_says(tmp_path: Path, jobs: int) -> None:
    state = run_study(SMALL, tmp_path, jobs)
    assert (state.finished, state.total.deals, state.lost, state.remarks) == (True, 300, [], [])
    rows = rows_of(tmp_path)
    assert len(rows) == 300
    for cells in (0, 4):
        found = solve_range(game("freecell").with_(cells=cells), 1, 150, SMALL.limit, keep_lines=True)
        mine = [row for row in rows if row["cells"] == cells]
        assert [row["deal"] for row in mine] == list(range(1, 151))
        for row in mine:
            verdict = found.verdict(row["deal"]).value
            assert (row["verdict"], row["states"]) == (verdict, found.states[row["deal"] - 1])
            assert row["moves"] == (len(found.moves(row["deal"])) if verdict == "solved" else None)
            assert row["limit_hit"] == ("states" if verdict == "undecided" else None)
            assert (row["index"], row["score"], row["decisions"], row["seconds"]) == (None, None, None, None)
    assert {row["verdict"] for row in rows} == {"solved", "impossible", "undecided"}


@pytest.mark.parametrize("name", ["solitaire_one_suit", "yukon", "eight_off", "marseille", "russian"])
def test_random_deals_of_any_game(tmp_path: Path, name: str) -> None:
    study = Study(name, Deals(3, 12, "fisher-yates", 5), limit=Limit(states=300), times=True)
    run_study(study, tmp_path, 1)
    rows = rows_of(tmp_path)
    assert [row["index"] for row in rows] == list(range(3, 13))
    for row in rows:
        number = study.deals.number(row["index"])
        found = solve_range(game(name), number, number, study.limit, numbering="fisher-yates")
        assert (row["deal"], row["verdict"]) == (number, found.verdict(number).value)
        assert row["states"] == found.states[0]
        assert 0 < row["seconds"] < 100
    assert all(row["supermoves"] == game(name).supermoves.value for row in rows)


@pytest.mark.parametrize("paths", [False, True])
def test_best_scores(tmp_path: Path, paths: bool) -> None:
    run_study(Study("russian", Deals(10, 49, "wetherell", 3), "score", paths=paths), tmp_path, 1)
    rows = rows_of(tmp_path)
    played = random_scores(3, 10, 40, shuffle="wetherell", paths=paths)
    assert [row["score"] for row in rows] == list(played.scores)
    assert [row["states"] for row in rows] == list(played.states)
    assert [row["moves"] for row in rows] == (list(played.moves) if paths else [None] * 40)
    assert [row["decisions"] for row in rows] == (list(played.decisions) if paths else [None] * 40)
    assert all((row["score"] == 52) == (row["verdict"] == "solved") for row in rows)
    assert {row["limit_hit"] for row in rows} == {None}


def test_two_possible_limits_are_not_told_apart(tmp_path: Path) -> None:
    limit = Limit(states=10**9, seconds=1000.0, memory=400_000)
    run_study(Study("freecell", Deals(1, 8), cells=(1,), limit=limit, complete=True), tmp_path / "three", 1)
    one = Limit(memory=400_000)
    run_study(Study("freecell", Deals(1, 8), cells=(1,), limit=one, complete=True), tmp_path / "one", 1)
    for name, expected in (("three", None), ("one", "memory")):
        rows = rows_of(tmp_path / name)
        assert {row["limit_hit"] for row in rows if row["verdict"] == "undecided"} == {expected}


def test_the_schema_is_fixed(tmp_path: Path) -> None:
    run_study(Study("freecell", Deals(1, 3)), tmp_path / "solve", 1)
    run_study(Study("russian", Deals.random(3), "score", paths=True), tmp_path / "score", 1)
    run_study(Study("skat", Deals.random(3), "skat", contracts=("null",)), tmp_path / "skat", 1)
    for name in ("solve", "score", "skat"):
        (file,) = (tmp_path / name / "rows").iterdir()
        found = pa.parquet.read_schema(file)
        assert [(field.name, str(field.type), field.nullable) for field in found] == [
            ("game", "string", False),
            ("cells", "uint8", True),
            ("columns", "uint8", True),
            ("build", "string", True),
            ("empty_column", "string", True),
            ("supermoves", "string", True),
            ("contract", "string", True),
            ("numbering", "string", False),
            ("deal", "uint64", False),
            ("index", "uint64", True),
            ("verdict", "string", False),
            ("limit_hit", "string", True),
            ("states", "uint64", False),
            ("moves", "uint16", True),
            ("score", "uint8", True),
            ("decisions", "uint8", True),
            ("seconds", "float", True),
        ]
    assert [(column.name, column.nullable) for column in schema.COLUMNS] == [(f.name, f.nullable) for f in found]


@pytest.mark.parametrize("count", [1, 7, 8, 9, 255, 1000])
def test_bitmaps(count: int) -> None:
    flags = bytes(random.Random(count).choices((0, 1), k=count))
    array = pa.Array.from_buffers(pa.uint8(), count, [pa.py_buffer(schema._bits(flags)), pa.py_buffer(flags)])
    assert [value is not None for value in array.to_pylist()] == [bool(flag) for flag in flags]


@pytest.mark.filterwarnings("default")  # of other people's packages
def test_other_readers_agree(tmp_path: Path) -> None:
    study = Study("yukon", Deals.random(40, 2), limit=Limit(states=500))
    run_study(study, tmp_path / "a", 1)
    run_study(SMALL, tmp_path / "b", 1)
    import duckdb
    import pandas as pd
    import polars as pl

    for name in "ab":
        rows = sorted(rows_of(tmp_path / name), key=key)
        with duckdb.connect() as connection:
            answer = connection.execute(f"select * from '{tmp_path / name}/rows/*.parquet'")
            names = [column[0] for column in answer.description]
            found = [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
        assert sorted(found, key=key) == rows
        assert sorted(pl.read_parquet(tmp_path / name / "rows").to_dicts(), key=key) == rows
        frame = pd.read_parquet(tmp_path / name / "rows")
        assert list(frame.columns) == list(rows[0])
        assert sorted(frame["deal"].tolist()) == sorted(row["deal"] for row in rows)
        assert frame["moves"].isna().sum() == sum(row["moves"] is None for row in rows)


# Stopped, killed, resumed


def test_any_order_of_work_leaves_the_same_files(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "one", 1)
    run_study(SMALL, tmp_path / "threads", cluster=two_threads())
    assert (tmp_path / "one" / "study.json").read_bytes() == (tmp_path / "threads" / "study.json").read_bytes()
    names = names_in(tmp_path / "one" / "rows")
    assert names == names_in(tmp_path / "threads" / "rows")
    for name in names:
        tables = [pa.parquet.read_table(tmp_path / run / "rows" / name) for run in ("one", "threads")]
        assert tables[0].equals(tables[1])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_goes_on(tmp_path: Path, jobs: int) -> None:
    state = State()

    def stop() -> None:
        state.stopping = True

    study = Study("freecell", Deals(1, 2000), cells=(5,))
    run_study(study, tmp_path, jobs, state=state, progress=stop)
    assert 0 < state.since.deals < 2000
    assert not state.finished
    kept = {path: path.read_bytes() for path in (tmp_path / "rows").iterdir()}
    again = run_study(None, tmp_path, jobs)
    assert again.before == state.total
    assert again.finished
    assert {path: path.read_bytes() for path in kept} == kept
    assert sorted(row["deal"] for row in rows_of(tmp_path)) == list(range(1, 2001))
    assert run_study(study, tmp_path, jobs).since.deals == 0


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    state = run_study(SMALL, tmp_path, 2, work=deadly_once)
    assert (state.finished, state.lost) == (True, [])
    assert state.remarks == ["a process died; its deals were done again"]
    assert sorted(map(key, rows_of(tmp_path))) == sorted(
        (cells, 8, "alternate_colour", "any", "standard", deal) for cells in (0, 4) for deal in range(1, 151)
    )


def test_a_deadly_deal_is_singled_out(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "calm", 1)
    state = run_study(SMALL, tmp_path / "deadly", 2, work=deadly)
    assert state.finished
    assert state.lost == [77]
    calm, rows = (sorted(rows_of(tmp_path / name), key=key) for name in ("calm", "deadly"))
    differing = [row for row, other in zip(rows, calm, strict=True) if row != other]
    (lost,) = differing
    assert (lost["cells"], lost["deal"], lost["verdict"], lost["limit_hit"]) == (0, 77, "undecided", "process")
    assert (lost["states"], lost["moves"]) == (0, None)


SCRIPT = """
import sys
from kiebitz.patience.solve import Limit
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.running import run_study
if __name__ == "__main__":
    run_study(Study("freecell", Deals(1, 4000), cells=(0, 3), limit=Limit(states=3000)), sys.argv[1], 2)
"""


def killed_at_random(tmp_path: Path, kills: int, seed: int) -> None:
    """Kill the run or one of its processes, again and again, until so many have died; then let it end."""
    chance = random.Random(seed)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    calm, harried = tmp_path / "calm", tmp_path / "harried"
    subprocess.run([sys.executable, script, calm], check=True, timeout=300)
    done = 0
    while done < kills:
        with Started([sys.executable, str(script), str(harried)], stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and done < kills:
                time.sleep(chance.uniform(0.05, 1.2))
                workers = children(process.pid)
                if process.poll() is None:
                    victim = chance.choice([process.pid, *workers])
                    os.kill(victim, signal.SIGKILL)
                    done += 1
                    if victim == process.pid:
                        break
            process.wait(60)
        if process.returncode == 0 and done < kills:  # it was quicker than we are: take some files away
            for path in sorted((harried / "rows").iterdir())[::2]:
                path.unlink()
        seen = set(map(key, rows_of(harried))) if any(harried.glob("rows/*.parquet")) else set()
        assert len(seen) == sum(pa.parquet.read_metadata(path).num_rows for path in harried.glob("rows/*.parquet"))
    subprocess.run([sys.executable, script, harried], check=True, timeout=300)
    names = names_in(calm / "rows")
    assert names_in(harried / "rows") == names
    for name in names:
        assert pa.parquet.read_table(harried / "rows" / name).equals(pa.parquet.read_table(calm / "rows" / name)), name
    assert (harried / "study.json").read_bytes() == (calm / "study.json").read_bytes()
    assert len(rows_of(harried)) == 8000


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")


@needs_proc
def test_kills_at_random_moments(tmp_path: Path) -> None:
    killed_at_random(tmp_path, 4, 1)


@pytest.mark.slow
@needs_proc
def test_twenty_kills_at_random_moments(tmp_path: Path) -> None:
    killed_at_random(tmp_path, 20, 2)


def test_leftovers_are_cleared_away(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path, 1)
    leftover = tmp_path / "rows" / ".cells-0.columns-8.alternate_colour.any.standard.001.parquet.part"
    leftover.write_bytes(b"PAR1")
    (tmp_path / "rows" / leftover.name[1:-5]).unlink()
    state = run_study(SMALL, tmp_path, 1)
    assert state.finished
    assert 0 < state.since.deals < 300
    assert not leftover.exists()


def test_a_folder_without_its_manifest_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    (tmp_path / ".lock").touch()
    (tmp_path / ".study.json.part").write_text("{")
    assert run_study(SMALL, tmp_path, 1).finished


# Folders, files and disks that say no


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
    text = manifest.read_text()
    about = json.loads(text)["program"]
    for name, other in (("kiebitz", "0.0.1"), ("kernel", "abacus")):
        manifest.write_text(text.replace(f'"{name}": "{about[name]}"', f'"{name}": "{other}"'))
        with pytest.raises(KiebitzError, match=f"begun with {name} {other}"):
            run_study(SMALL, tmp_path, 1)


def test_a_strange_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear …")
    with pytest.raises(KiebitzError, match=r"holds no study, but 'letter\.txt'"):
        run_study(SMALL, tmp_path, 1)
    assert names_in(tmp_path) == ["letter.txt"]
    with pytest.raises(KiebitzError, match="holds no study"):
        run_study(None, tmp_path, 1)
    with pytest.raises(KiebitzError, match="cannot be written"):
        run_study(SMALL, tmp_path / "letter.txt" / "within", 1)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    refused = []

    def begin_another() -> None:
        with pytest.raises(KiebitzError, match="in use: another run is at work in it") as caught:
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
    without = text.replace('    "contracts": [],\n', "")
    assert without != text
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
    with pytest.raises(KiebitzError, match=f"{files[1].name}' is damaged; delete it"):
        run_study(SMALL, tmp_path, 1)
    files[1].unlink()
    assert run_study(SMALL, tmp_path, 1).finished
    assert len(rows_of(tmp_path)) == 300


FULL_DISK = """
import resource, signal, sys
from kiebitz.errors import KiebitzError
from kiebitz.patience.solve import Limit
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.running import run_study
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
    limit = next(size - 1 for before, size in pairwise(sizes) if size > before and size > max(sizes[:1]))
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path / "full"), str(limit)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.count("\n") == 1
    assert said.endswith("cannot be written: File too large; finished chunks are kept\n")
    kept = names_in(tmp_path / "full" / "rows")
    assert kept
    assert not [name for name in kept if name.startswith(".")]
    assert run_study(None, tmp_path / "full", 1).finished
    assert rows_of(tmp_path / "full") == rows_of(tmp_path / "calm")


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(KiebitzError, match=r"studies need pyarrow: pip install 'kiebitz\[study\]'"):
        run_study(SMALL, tmp_path, 1)
    assert names_in(tmp_path) == []


@pytest.mark.slow
def test_memory_stays_flat(tmp_path: Path) -> None:
    script = "import resource, sys\nfrom kiebitz.cli import main\nif __name__ == '__main__':\n"
    script += "    main(sys.argv[1:])\n    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    peaks = []
    for deals in (30_000, 300_000):
        command = [sys.executable, "-c", script, "study", "run", "--jobs", "1", "--cells", "6", "--deals", f"1-{deals}"]
        ran = subprocess.run([*command, "-o", tmp_path / str(deals)], capture_output=True, text=True, check=True)
        peaks.append(int(ran.stdout.split()[-1]))
    assert peaks[1] < 1.2 * peaks[0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0


def test_lengths_of_shortest_lines_are_rows(tmp_path: Path) -> None:
    deals = Deals(379948318, 379948322, "one-suit")
    study = Study(
        "solitaire_one_suit", deals, "shortest", supermoves=("single", "whole"), empty_column=("any", "kings")
    )
    run_study(study, tmp_path, 1)
    rows = rows_of(tmp_path)
    assert len(rows) == 20
    ascending = {(row["empty_column"], row["supermoves"]): row for row in rows if row["deal"] == 379948320}
    assert {rules: row["moves"] for rules, row in ascending.items()} == {
        ("any", "single"): 23,
        ("any", "whole"): 21,
        ("kings", "single"): None,
        ("kings", "whole"): 21,
    }
    for row in rows:
        assert row["verdict"] == ("impossible" if row["moves"] is None else "solved")
        assert (row["index"], row["score"], row["decisions"], row["limit_hit"]) == (None, None, None, None)


def test_supermoves_are_named_as_the_rules_name_them(tmp_path: Path) -> None:
    names = tuple(choice.value for choice in Supermoves if choice is not Supermoves.ANY)
    run_study(Study("freecell", Deals(5, 5), supermoves=names), tmp_path, 1)
    assert {row["supermoves"] for row in rows_of(tmp_path)} == set(names)


def test_rows_joined_are_the_rows_of_the_whole() -> None:
    parts = [questions.answer(SMALL, first, first + 9) for first in (0, 10, 20)]
    joined: Rows = questions.Rows.joined(parts)
    whole = questions.answer(SMALL, 0, 29)
    for name in ("numbers", "verdicts", "limits", "states", "moves", "scores", "decisions", "times"):
        assert getattr(joined, name) == getattr(whole, name)
    assert joined.count == 30
