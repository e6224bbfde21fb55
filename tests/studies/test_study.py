"""Descriptions of studies, their canonical form, and their pieces."""

from __future__ import annotations

import sys
from subprocess import run
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.analysis.limits import Limit
from kiebitz.errors import KiebitzError
from kiebitz.patience.games import game, games
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.studies.columns import COMMON
from kiebitz.studies.study import Deals, Study, folder
from kiebitz.studies.study.chunk_size import chunks
from kiebitz.studies.study.folder import Folder
from kiebitz.studies.study.plan import FIELDS, Plan
from small_study import SMALL

if TYPE_CHECKING:
    from pathlib import Path


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
        MANIFEST.replace('"version": 2', '"version": 3'),
        MANIFEST.replace('"states": 3000', '"states": 3001'),
        MANIFEST.replace('"first": 1', '"first": "1"'),
        MANIFEST.replace('"first": 1', '"first": 200'),
        MANIFEST.replace('"limit"', '"limits"'),
        MANIFEST.replace('"contracts"', '"contract"'),
        MANIFEST.replace('"contracts": []', '"contracts": ["grand"]'),
        MANIFEST.replace('"columns"', '"coloumns"'),
        MANIFEST.replace('"game": "freecell"', '"game": "bridge"'),
        MANIFEST.replace("7\n  ]", "0\n  ]"),
        MANIFEST.replace("7,\n", ""),
        Plan(SMALL, (7, 7)).to_json({}),
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
        (("freecell", Deals.random(2)), {"question": "score"}, "no best score"),
        (("russian", Deals.random(2)), {"question": "score", "complete": True}, "no proof"),
        (("solitaire_one_suit", Deals(1, 2, "one-suit")), {"question": "shortest", "limit": Limit(5)}, "no limit"),
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
    # With the slow kernel the maximum number of files determines both.
    assert easy > 2 * hard > 0
    assert chunks(study) == (hard, easy)
    assert -(-30_000 // hard) <= 2000


def test_a_study_s_grid_is_made_of_the_rules_that_studies_compare() -> None:
    studied = [rule for rule in CHANGEABLE if rule.studied]
    assert [name for name in FIELDS if name != "contract"] == [rule.name for rule in studied]
    assert set(FIELDS.values()) <= SMALL.to_object().keys()
    assert [column.name for column in COMMON if column.name in FIELDS] == list(FIELDS)


def test_marking_a_rule_as_studied_is_enough(tmp_path: Path) -> None:
    program = f"""
from kiebitz.patience import rule_options
next(rule for rule in rule_options.CHANGEABLE if rule.name == "foundations").studied = True
from kiebitz.cli import main
from kiebitz.studies.study import Deals, Study
study = Study("bakers_game", Deals(1, 2), foundations=("up", "down"))
assert (study.foundations, study.size) == (("up", "down"), 4)
assert Study.from_object(study.to_object()) == study
folder = {str(tmp_path / "study")!r}
assert main(["study", "run", "-o", folder, "--deals", "1-2", "--foundations", "up,down", "-j", "1"]) == 0
assert main(["study", "report", folder, "--where", "foundations=down"]) == 0
assert main(["study", "report", "--help"]) == 0
"""
    ran = run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "foundations" in ran.stdout
