"""The figures of a study, cell by cell, read from its files one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.studies.columns import ANSWERS, LIMITS, VERDICTS
from kiebitz.studies.grid import DIMENSIONS
from kiebitz.studies.row_counts import CellFindings
from kiebitz.studies.study import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kiebitz.studies.sample_statistics import Distribution
    from kiebitz.studies.study.filters import Filter
    from kiebitz.studies.study.folder import Folder

#: The names of columns in reports, if different.
_REPORT_NAMES = {"seconds": "times"}


@dataclass(slots=True)
class Figures:
    """The figures of the rows on disk, for each cell of the grid that passes the filters."""

    cells: list[CellFindings]
    finished: bool

    @property
    def deals(self) -> int:
        return sum(cell.deals for cell in self.cells)


def figures(
    folder: Folder,
    filters: Sequence[Filter] = (),
    progress: Callable[[int], None] | None = None,
    *,
    verify: bool = False,
) -> Figures:
    """Return the figures of all rows that pass the filters; *progress* gets the number of rows read.

    Raises a `FileError` for damaged files; *verify* also checks their rows. The time of a cell is `None` if filters
    exclude some of its rows.
    """
    finished = folder.finished(bytes_too=True, rows_too=verify)
    study = folder.plan.study
    within = [each for each in filters if each.column not in ("game", *DIMENSIONS)]
    cells = {
        index: CellFindings(cell=cell, expected=study.deals.count, seconds=None if within else 0.0)
        for index, cell in enumerate(study.grid())
        if all(each.allows(cell) for each in filters)
    }
    done = 0
    for piece, stated in finished.items():
        done += piece.count
        findings = cells.get(piece.cell)
        if findings is None:
            continue
        columns = study.asks.columns
        findings.add(*schema.read(folder.rows / folder.plan.file(piece), columns, within), columns)
        if findings.seconds is not None:
            findings.seconds += stated.summary.seconds
        if progress is not None:
            progress(done)
    return Figures(list(cells.values()), done == study.size)


def as_object(folder: Folder, report: Figures, filters: Sequence[Filter]) -> dict[str, Any]:
    """Return the figures as an object for JSON."""
    study = folder.plan.study
    return {
        "question": study.question,
        "game": study.game,
        "study": study.to_object(),
        "program": folder.program,
        "filters": list(map(str, filters)),
        "deals": report.deals,
        "finished": report.finished,
        "cells": [_cell_object(cell) for cell in report.cells],
    }


def _cell_object(cell: CellFindings) -> dict[str, Any]:
    seconds = cell.seconds
    score = cell.values["score"].sample
    values = {_REPORT_NAMES.get(name, name): _distribution_object(values) for name, values in cell.values.items()}
    values["score"] |= {"standard_deviation": score.deviation, "interval_95": score.interval}
    standard = {_REPORT_NAMES.get(column.name, column.name) for column in ANSWERS}
    return {
        **cell.cell.values,
        "deals": cell.deals,
        "expected": cell.expected,
        **{verdict: _verdict_object(cell, verdict) for verdict in VERDICTS},
        "limits_hit": {name: cell.limits[name] for name in LIMITS},
        **{name: value for name, value in values.items() if name in standard},
        "seconds": None if seconds is None else round(seconds, 3),
        "rare_solved": cell.rare("solved"),
        "rare_impossible": cell.rare("impossible"),
        "undecided_deals": cell.undecided,
        **{name: value for name, value in values.items() if name not in standard},
    }


def _verdict_object(cell: CellFindings, verdict: str) -> Mapping[str, Any]:
    share = cell.share(verdict)
    return {"count": share.count, "share": share.value, "interval_95": cell.interval(verdict)}


def _distribution_object(values: Distribution) -> dict[str, Any]:
    return {
        "count": values.count,
        "mean": values.mean,
        "median": values.at(0.5),
        "percentile_99": values.at(0.99),
        "most": values.most,
        "most_deal": values.deal,
    }
