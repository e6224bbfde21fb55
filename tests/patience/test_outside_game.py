"""A game of a known family from one TOML file: every front end and every search accepts it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

import kiebitz
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.patience import game_files
from kiebitz.patience.games import catalogue, game, games
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.session import Session
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import run_study
from kiebitz.web.game_catalogue import rules_data

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = """
title = "Two Cells, Whole Runs"
title_ru = "Две ячейки"
aliases = ["pair"]
description = "A game of this test."
source = "this test"
based_on = "freecell"
cells = 2
supermoves = "whole"
"""
CACHES = (game_files.ids, game_files.game_file, catalogue._names, catalogue._read)


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = tmp_path / "games"
    shutil.copytree(game_files._FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pair_of_cells.toml").write_text(FILE, encoding="utf-8")
    monkeypatch.setattr(game_files, "_FOLDER", folder)
    for cache in CACHES:
        cache.cache_clear()
    yield "pair_of_cells"
    for cache in CACHES:
        cache.cache_clear()


def test_a_file_is_a_game(pair: str, tmp_path: Path) -> None:
    assert pair in games()
    rules = game("pair")
    assert (rules.game, rules.cells, rules.changes) == (pair, 2, ())
    position = kiebitz.deal(1, rules)
    result = kiebitz.solve(position, Limit(states=500_000))
    assert result.verdict is Verdict.SOLVED
    kiebitz.verify(position, result.moves, result.autoplay)
    assert kiebitz.light(position).verdict is Verdict.SOLVED
    session = Session.new(pair, 1)
    assert read_link(write_link(session)) == session
    assert rules_data(rules).supermoves == "whole"
    run_study(Study(pair, Deals(1, 20), limit=Limit(states=5000)), tmp_path / "study", 1)
    assert list((tmp_path / "study" / "rows").glob("*.parquet"))
