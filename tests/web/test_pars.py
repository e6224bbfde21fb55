"""The page's pars against the published study of shortest lines."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: kiebitz[study]")

from pyarrow import parquet

from kiebitz.web.site import FOLDER

TABLE = Path(__file__).parents[2] / "research" / "data" / "shortest-lines.parquet"


def test_the_pars_are_the_proven_lengths_of_the_study() -> None:
    rows = parquet.read_table(TABLE).to_pylist()
    proven = {row["deal"]: row["moves"] for row in rows if row["moves"] and row["moves"] == row["bound"]}
    pars = (FOLDER / "pars.bin").read_bytes()
    assert {deal: par for deal, par in enumerate(pars, 1) if par} == proven
    assert all(pars[:4000])  # the daily deals
    assert len(pars) < 40_000
