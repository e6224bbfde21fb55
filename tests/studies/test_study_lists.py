"""Studies of lists of deals: the same rows as in a study of the whole range, and no others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.studies.spans import index_of, number_at
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.folder import Folder, program
from kiebitz.studies.study.plan import Plan
from kiebitz.studies.study.runner import State, run_study
from small_study import SMALL, key, rows_of
from study_work import deadly

if TYPE_CHECKING:
    from pathlib import Path

SPANS = ((1, 2), (5, 40), (70, 70), (77, 140))
NUMBERS = [number for first, last in SPANS for number in range(first, last + 1)]
LIST = Study("freecell", Deals.of(SPANS), cells=(0, 4), limit=SMALL.limit)


def answers(path: Path) -> list[dict[str, Any]]:
    return sorted(rows_of(path), key=key)


def test_places_and_indices_are_each_other_s_inverse() -> None:
    assert LIST.deals.count == len(NUMBERS)
    assert [LIST.deals.place(index) for index in range(len(NUMBERS))] == NUMBERS
    assert [LIST.deals.index(number) for number in NUMBERS] == list(range(len(NUMBERS)))
    with pytest.raises(IndexError):
        number_at(SPANS, len(NUMBERS))
    with pytest.raises(ValueError, match="71"):
        index_of(SPANS, 71)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_list_has_the_rows_of_its_deals_stopped_or_not(tmp_path: Path, jobs: int) -> None:
    run_study(SMALL, tmp_path / "whole", 1)
    state = State()

    def stop() -> None:
        state.stopping = True

    run_study(LIST, tmp_path / "list", jobs, state=state, progress=stop)
    again = run_study(None, tmp_path / "list", jobs)
    assert again.finished
    assert again.total.deals == LIST.size == 2 * len(NUMBERS)
    assert answers(tmp_path / "list") == [row for row in answers(tmp_path / "whole") if row["deal"] in NUMBERS]
    folder = Folder.read(tmp_path / "list")
    assert folder.plan.study == LIST
    assert len(folder.finished(bytes_too=True, rows_too=True)) == len(folder.plan.pieces())


def test_a_deadly_deal_is_named_by_its_number(tmp_path: Path) -> None:
    deals = Deals.of([(1, 40), (101, 150)])  # the deadly row 76 is deal 137
    state = run_study(Study("freecell", deals, cells=(0, 4), limit=SMALL.limit), tmp_path, 2, work=deadly)
    assert (state.finished, state.lost) == (True, [137])
    (row,) = (row for row in rows_of(tmp_path) if row["limit_hit"] == "process")
    assert (row["cells"], row["deal"]) == (0, 137)


def test_files_stay_within_spans_and_are_named_by_their_first_deal() -> None:
    plan = Plan(LIST, (30, 100))
    pieces = [(piece.first, piece.last) for piece in plan.pieces() if piece.cell == 0]
    assert pieces == [(1, 2), (5, 34), (35, 40), (70, 70), (77, 106), (107, 136), (137, 140)]
    assert [piece[0] for piece in pieces] == [int(plan.file(piece).split(".")[-2]) for piece in plan.pieces()[:7]]
    assert [plan.row(piece) for piece in plan.pieces()[7:]] == [103, 105, 141, 142]


def test_a_manifest_names_spans_only_if_there_are_several() -> None:
    assert "spans" not in Study("freecell", Deals.of([(1, 9)])).to_object()["deals"]
    text = Plan(LIST, (9, 9)).to_json(program())
    assert json.loads(text)["study"]["deals"]["spans"] == [list(span) for span in SPANS]
    assert Plan.from_json(text)[0].study == LIST


@pytest.mark.parametrize(
    "spans",
    [((1, 5), (5, 9)), ((5, 9), (1, 3)), ((1, 2), (3, 4)), ((1, 2), (9, 5)), ((1, 2),), ((1, 2), (5, 8)), ((1, "9"),)],
)
def test_spans_are_in_order_apart_and_within_their_bounds(spans: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(KiebitzError):
        Deals(1, 9, spans=spans)
