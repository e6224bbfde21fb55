"""The page's pars and fewest moves against the published tables."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: kiebitz[study]")

from pyarrow import parquet

from web.pars_file import BEST, CONTENT, DAILY, LEAST, PARS

DATA = Path(__file__).parents[2] / "research" / "data"


def test_the_pars_are_the_proven_lengths_of_the_study() -> None:
    rows = parquet.read_table(DATA / "shortest-lines.parquet").to_pylist()
    proven = {row["deal"]: row["moves"] for row in rows if row["moves"] and row["moves"] == row["bound"]}
    assert proven == PARS
    assert proven.keys() >= set(range(1, DAILY + 1))
    assert len(CONTENT) <= 40_000


def test_the_fewest_moves_are_those_of_the_table() -> None:
    rows = parquet.read_table(DATA / "players-moves.parquet").to_pylist()
    safe = {row["deal"]: row for row in rows if row["autoplay"] == "safe"}
    daily = range(1, DAILY + 1)
    assert {deal: safe[deal]["bound"] for deal in daily} == LEAST
    assert {deal: safe[deal]["moves"] for deal in daily if safe[deal]["moves"]} == BEST


def test_no_bound_contradicts_another() -> None:
    steps = {row["deal"]: row["moves"] for row in parquet.read_table(DATA / "shortest-lines.parquet").to_pylist()}
    rows = [row for row in parquet.read_table(DATA / "players-moves.parquet").to_pylist() if row["moves"]]
    assert len(rows) > 31_000
    for row in rows:
        assert row["bound"] <= row["moves"]
        # A player makes each step of a line in one move at most.
        assert row["bound"] <= (steps[row["deal"]] or row["bound"])
