"""The rows of a study: values, schema, and other programs as readers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet
import pytest

from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.ranges import solve_range
from kiebitz.analysis.scores import best_score, random_scores
from kiebitz.analysis.shortest import shortest
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.rule_options import Supermoves
from kiebitz.studies import parquet
from kiebitz.studies.columns import COLUMNS, VERDICTS, Rows
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import Job, answer, run_study
from small_study import SMALL, key, rows_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_are_what_the_solver_says(tmp_path: Path, jobs: int) -> None:
    state = run_study(SMALL, tmp_path, jobs)
    assert (state.finished, state.total.deals, state.lost, state.remarks) == (True, 300, [], [])
    rows = rows_of(tmp_path)
    assert len(rows) == 300
    for cells in (0, 4):
        results = solve_range(game("freecell").with_(cells=cells), 1, 150, SMALL.limit, keep_lines=True)
        mine = [row for row in rows if row["cells"] == cells]
        assert [row["deal"] for row in mine] == list(range(1, 151))
        for row in mine:
            verdict = results.verdict(row["deal"]).value
            assert (row["verdict"], row["states"]) == (verdict, results.states[row["deal"] - 1])
            assert row["moves"] == (len(results.moves(row["deal"])) if verdict == "solved" else None)
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
        results = solve_range(game(name), number, number, study.limit, numbering="fisher-yates")
        assert (row["deal"], row["verdict"]) == (number, results.verdict(number).value)
        assert row["states"] == results.states[0]
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


def test_the_limit_that_was_hit_is_named(tmp_path: Path) -> None:
    limit = Limit(states=10**9, seconds=1000.0, memory=400_000)
    run_study(Study("freecell", Deals(1, 8), cells=(1,), limit=limit, complete=True), tmp_path / "three", 1)
    one = Limit(memory=400_000)
    run_study(Study("freecell", Deals(1, 8), cells=(1,), limit=one, complete=True), tmp_path / "one", 1)
    for name, expected in (("three", "memory"), ("one", "memory")):
        rows = rows_of(tmp_path / name)
        assert {row["limit_hit"] for row in rows if row["verdict"] == "undecided"} == {expected}


def test_the_schema_is_fixed(tmp_path: Path) -> None:
    run_study(Study("freecell", Deals(1, 3)), tmp_path / "solve", 1)
    run_study(Study("russian", Deals.random(3), "score", paths=True), tmp_path / "score", 1)
    run_study(Study("skat", Deals.random(3), "skat", contracts=("null",)), tmp_path / "skat", 1)
    for name in ("solve", "score", "skat"):
        (file,) = (tmp_path / name / "rows").iterdir()
        result = pa.parquet.read_schema(file)
        assert [(field.name, str(field.type), field.nullable) for field in result] == [
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
    assert [(column.name, column.nullable) for column in COLUMNS] == [(f.name, f.nullable) for f in result]


@pytest.mark.parametrize("count", [1, 7, 8, 9, 255, 1000])
def test_bitmaps(count: int) -> None:
    flags = bytes(random.Random(count).choices((0, 1), k=count))
    array = pa.Array.from_buffers(pa.uint8(), count, [pa.py_buffer(parquet._bits(flags)), pa.py_buffer(flags)])
    assert [value is not None for value in array.to_pylist()] == [bool(flag) for flag in flags]


@pytest.mark.filterwarnings("default")  # from other packages
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
            values = [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
        assert sorted(values, key=key) == rows
        assert sorted(pl.read_parquet(tmp_path / name / "rows").to_dicts(), key=key) == rows
        frame = pd.read_parquet(tmp_path / name / "rows")
        assert list(frame.columns) == list(rows[0])
        assert sorted(frame["deal"].tolist()) == sorted(row["deal"] for row in rows)
        assert frame["moves"].isna().sum() == sum(row["moves"] is None for row in rows)


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


def test_lengths_within_limits_are_rows(tmp_path: Path) -> None:
    study = Study("freecell", Deals(1, 3), "shortest", cells=(2, 4), limit=Limit(1000))
    run_study(study, tmp_path, 1)
    rows = rows_of(tmp_path)
    assert len(rows) == 6
    for row in rows:
        result = shortest(deal(row["deal"], game("freecell").with_(cells=row["cells"])), Limit(1000))
        assert (row["verdict"], row["moves"], row["bound"]) == (result.verdict.value, result.length, result.bound)
        assert (row["limit_hit"], row["states"]) == (result.limit_hit, result.statistics.states)


def test_supermoves_are_named_as_the_rules_name_them(tmp_path: Path) -> None:
    names = tuple(choice.value for choice in Supermoves if choice is not Supermoves.ANY)
    run_study(Study("freecell", Deals(5, 5), supermoves=names), tmp_path, 1)
    assert {row["supermoves"] for row in rows_of(tmp_path)} == set(names)


def test_rows_joined_are_the_rows_of_the_whole() -> None:
    job = Job(SMALL.asks, SMALL)
    parts = [answer(job, first, first + 9) for first in (0, 10, 20)]
    joined = Rows.joined(parts, SMALL.asks.columns)
    assert joined.columns == answer(job, 0, 29).columns
    assert joined.count == 30


def test_verdicts_are_the_solver_s() -> None:
    assert tuple(verdict.value for verdict in Verdict) == VERDICTS


@pytest.mark.parametrize("times", [False, True])  # in one call of the kernel, and one by one
@pytest.mark.parametrize("deals", [Deals(1, 40), Deals.random(40, 2)])
def test_scores_of_numbered_deals_and_within_a_limit(tmp_path: Path, deals: Deals, times: bool) -> None:
    for name, limit in (("all", Limit()), ("some", Limit(states=10))):
        run_study(Study("russian", deals, "score", limit=limit, paths=True, times=times), tmp_path / name, 1)
    for row, short in zip(rows_of(tmp_path / "all"), rows_of(tmp_path / "some"), strict=True):
        best = best_score(deal(row["deal"], "russian", row["numbering"]), shortest=True)
        assert best.path is not None
        assert (row["score"], row["moves"], row["decisions"]) == (best.score, best.path.moves, best.path.decisions)
        assert row["verdict"] == ("solved" if best.score == 52 else "impossible")
        assert (row["seconds"] is not None) == times
        assert short["score"] in (row["score"], None)
        assert short["verdict"] in (row["verdict"], "undecided")
        assert (short["limit_hit"] is None) == (short["score"] is not None)
