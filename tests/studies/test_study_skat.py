"""Studies of Skat: rows confirmed by the referee's deals, null in columns of other games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest

from kiebitz.analysis.limits import Limit
from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.errors import KiebitzError
from kiebitz.skat.contract import Game
from kiebitz.skat.deal_text import read_deal
from kiebitz.skat.seats import FOREHAND
from kiebitz.studies.grid import RULES, Cell
from kiebitz.studies.sample_statistics import Sample
from kiebitz.studies.study import Deals, Study, folder
from kiebitz.studies.study.figures import figures
from kiebitz.studies.study.filters import Filter
from kiebitz.studies.study.folder import Folder
from kiebitz.studies.study.plan import Plan
from kiebitz.studies.study.runner import run_study
from study_work import deadly

if TYPE_CHECKING:
    from pathlib import Path

# Quick deals, some of them won.
FEW = Study("skat", Deals(389, 391, "fisher-yates", 1), "skat", contracts=("clubs", "grand", "null"))
NULLS = Study("skat", Deals.random(150, 2), "skat", contracts=("null",))  # quick to search


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.dataset.dataset(path / "rows").to_table().to_pylist()
    return rows


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("few")
    assert run_study(FEW, path, 1).finished
    return path


# Descriptions


def test_contracts_have_one_form() -> None:
    given = Study("Skat", Deals.random(2), "skat", contracts=("null", "clubs", "null"))
    assert (given.game, given.contracts, given.size) == ("skat", ("clubs", "null"), 4)
    assert (given.cells, given.columns, given.build, given.empty_column, given.supermoves) == ((), (), (), (), ())
    assert given.varied == ("contract",)
    everything = Study("skat", Deals.random(1), "skat")
    assert everything.contracts == tuple(game.value for game in Game)
    assert everything.grid()[4] == Cell.of_contract("grand")
    assert everything.grid()[4].rules is None


def test_its_manifest_is_read_back() -> None:
    plan = Plan(FEW, (1, 2, 3))
    assert Plan.from_json(plan.to_json(folder.program())) == (plan, folder.program())
    assert [plan.file(piece) for piece in plan.pieces()] == [
        "clubs.389.parquet",
        "clubs.390.parquet",
        "clubs.391.parquet",
        "grand.389.parquet",
        "grand.391.parquet",
        "null.389.parquet",
    ]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("freecell", Deals.random(2), "skat"), {}, "question skat is asked about game skat"),
        (("skat", Deals.random(2)), {}, "question skat is asked about game skat"),
        (("skat", Deals.random(2), "score"), {}, "question skat is asked about game skat"),
        (("skat", Deals.random(2), "skat"), {"cells": (4,)}, "expected no values for cells"),
        (("freecell", Deals(1, 2)), {"contracts": ("grand",)}, "expected no values for contract"),
        (("skat", Deals.random(2), "skat"), {"contracts": ("ramsch",)}, "unknown contract 'ramsch'; expected one of"),
        (("skat", Deals.random(2), "skat"), {"contracts": (4,)}, "unknown contract '4'"),
        (("skat", Deals(1, 2), "skat"), {}, "numbering fisher-yates"),
        (("skat", Deals(0, 2, "wetherell", 1), "skat"), {}, "numbering fisher-yates"),
        (("skat", Deals.random(2), "skat"), {"limit": Limit(5)}, "no limit"),
        (("skat", Deals.random(2), "skat"), {"complete": True}, "no proof"),
        (("skat", Deals.random(2), "skat"), {"paths": True}, "question score"),
    ],
)
def test_studies_that_there_are_not(arguments: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(KiebitzError, match=message):
        Study(*arguments, **options)


# Rows


def test_scores_are_borne_out_by_the_referee_s_deal(few: Path) -> None:
    rows = rows_of(few)
    assert {row["verdict"] for row in rows} == {"solved", "impossible"}
    assert [(row["contract"], row["index"]) for row in rows] == [
        (contract, place) for contract in ("clubs", "grand", "null") for place in (389, 390, 391)
    ]
    for row in rows:
        assert row["deal"] == FEW.deals.number(row["index"])
        deal = read_deal(" ".join(map(str, fisher_yates(row["deal"], PACKS["32"]))))
        play = deal.play(Game(row["contract"]), FOREHAND)
        if row["contract"] == "null":
            assert row["score"] is None
            won = solve(play).reached
        else:
            assert row["score"] == solve(play).points
            won = row["score"] >= 61
        assert row["verdict"] == ("solved" if won else "impossible")
        assert row["states"] > 0
        assert (row["game"], row["numbering"]) == ("skat", "fisher-yates")
        unknown = (*RULES, "limit_hit", "moves", "decisions", "seconds")
        assert {name: row[name] for name in unknown} == dict.fromkeys(unknown)


def test_a_row_does_not_depend_on_its_chunk(few: Path, tmp_path: Path) -> None:
    for place in (389, 391):
        one = Study("skat", Deals(place, place, "fisher-yates", 1), "skat", contracts=("clubs", "null"), times=True)
        run_study(one, tmp_path / str(place), 1)
        rows = rows_of(tmp_path / str(place))
        assert all(row["seconds"] > 0 for row in rows)
        expected = [row for row in rows_of(few) if row["index"] == place and row["contract"] != "grand"]
        assert [row | {"seconds": None} for row in rows] == expected


def test_numbered_deals(few: Path, tmp_path: Path) -> None:
    number = FEW.deals.number(389)
    run_study(Study("skat", Deals(number, number, "fisher-yates"), "skat", contracts=("null",)), tmp_path, 1)
    (row,) = rows_of(tmp_path)
    (same,) = [each for each in rows_of(few) if (each["contract"], each["index"]) == ("null", 389)]
    assert row == same | {"index": None}


# Stopped, killed, resumed


def test_what_is_missing_is_done_again(tmp_path: Path) -> None:
    run_study(NULLS, tmp_path / "calm", 1)
    run_study(NULLS, tmp_path / "resumed", 1)
    files = sorted((tmp_path / "resumed" / "rows").iterdir())
    assert len(files) > 1
    files[1].unlink()
    state = run_study(None, tmp_path / "resumed", 2)
    assert state.finished
    assert 0 < state.since.deals < 150
    assert rows_of(tmp_path / "resumed") == rows_of(tmp_path / "calm")


def test_a_deadly_deal_is_singled_out(tmp_path: Path) -> None:
    run_study(NULLS, tmp_path / "calm", 1)
    state = run_study(NULLS, tmp_path / "deadly", 2, work=deadly)
    assert state.finished
    assert state.lost == [NULLS.deals.number(76)]
    differing = [
        row for row, other in zip(rows_of(tmp_path / "deadly"), rows_of(tmp_path / "calm"), strict=True) if row != other
    ]
    (lost,) = differing
    assert (lost["index"], lost["verdict"], lost["limit_hit"], lost["score"]) == (76, "undecided", "process", None)


# Figures


def test_figures_of_skat(few: Path) -> None:
    rows, result = rows_of(few), figures(Folder.read(few))
    assert [cell.cell.values["contract"] for cell in result.cells] == ["clubs", "grand", "null"]
    for cell in result.cells:
        mine = [row for row in rows if row["contract"] == cell.cell.values["contract"]]
        won = sum(row["verdict"] == "solved" for row in mine)
        assert cell.share("solved") == Share(won, 3)
        assert cell.interval("solved") == Share(won, 3).interval
        points = [row["score"] for row in mine if row["score"] is not None]
        assert (cell.values["score"].sample.count, cell.values["score"].sample.total) == (len(points), sum(points))
    assert result.cells[2].values["score"].sample == Sample()


@pytest.mark.parametrize(
    ("text", "deals"),
    [("contract=grand", 3), ("contract!=grand", 6), ("contract=spades", 0), ("cells=4", 0), ("cells!=4", 0)],
)
def test_filters(few: Path, text: str, deals: int) -> None:
    assert figures(Folder.read(few), [Filter.parse(text)]).deals == deals
