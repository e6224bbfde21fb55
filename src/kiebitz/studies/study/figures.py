"""What a study found: counts, shares with their intervals, and how hard the deals were, for each cell of its grid.

The files are read one after the other, so that a study of any size can be reported on; words are put by the command
line, plots drawn by `plots`.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kiebitz.errors import KiebitzError, shown
from kiebitz.studies.samples import Sample, Share
from kiebitz.studies.study import schema
from kiebitz.studies.study.grid import DIMENSIONS
from kiebitz.studies.study.questions import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kiebitz.studies.study.folder import Folder
    from kiebitz.studies.study.grid import Cell

#: Deals are rare, and listed, where so many of their kind or fewer are found in a cell of the grid.
RARE = 20

_COMPARISON = re.compile(r"\s*(\w*)\s*(<=|>=|!=|=|<|>)(.*)", re.DOTALL)
_KINDS = {column.name: column.kind for column in schema.COLUMNS}


@dataclass(frozen=True, slots=True)
class Filter:
    """One comparison that rows must stand, such as `cells=4` or `states>1000`; null stands none."""

    column: str
    sign: str
    value: str | float

    @staticmethod
    def parse(text: str) -> Filter:
        """Read a comparison; a `KiebitzError` about an unknown column or a value that it cannot have."""
        match = _COMPARISON.fullmatch(text)
        if match is None:
            raise KiebitzError(f"filter {shown(text)} cannot be read; expected COLUMN=VALUE, or one of != < <= > >=")
        name, sign, value = match[1], match[2], match[3].strip()
        kind = _KINDS.get(name)
        if kind is None:
            raise KiebitzError(
                f"filter {shown(text)}: no column is called {shown(name)}; expected one of: {', '.join(_KINDS)}"
            )
        if kind == "string":
            if sign not in ("=", "!="):
                raise KiebitzError(f"filter {shown(text)}: column {name} holds words; expected = or !=")
            return Filter(name, sign, value)
        number = float if kind == "float32" else int
        if not re.fullmatch(r"\d{1,15}(\.\d{1,9})?" if number is float else r"\d{1,20}", value, re.ASCII):
            what = "a number" if number is float else "a whole number"
            raise KiebitzError(f"filter {shown(text)}: {shown(value)} cannot be read; expected {what}")
        return Filter(name, sign, number(value))

    def __str__(self) -> str:
        return f"{self.column}{self.sign}{self.value}"

    def allows(self, cell: Cell) -> bool:
        """Say whether a cell of the grid can have rows that stand this."""
        own = {"game": cell.game, **cell.values}
        if self.column not in own:
            return True
        value = own[self.column]
        return value is not None and bool(_COMPARE[self.sign](value, self.value))


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARROW = {"=": "equal", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal"}


@dataclass(slots=True)
class Distribution:
    """How often each value occurred, with the deal that has the largest.

    >>> numbers = Distribution(Counter({1: 98, 7: 2}))
    >>> numbers.mean, numbers.at(0.5), numbers.at(0.99), numbers.most
    (1.12, 1, 7, 7)
    """

    counts: Counter[float] = field(default_factory=Counter)
    deal: int | None = None  # with the largest value

    @property
    def count(self) -> int:
        """How many values there are."""
        return self.counts.total()

    @property
    def mean(self) -> float | None:
        """The mean, `None` of nothing."""
        return sum(value * times for value, times in self.counts.items()) / self.count if self.counts else None

    @property
    def most(self) -> float | None:
        """The largest value, `None` of nothing."""
        return max(self.counts, default=None)

    def at(self, share: float) -> float | None:
        """Return the smallest value that so large a share of all is not above; `None` of nothing."""
        left = share * self.count
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left <= 1e-9:
                return value
        return None

    def add(self, values: Any, deals: Any) -> None:
        """Add a column, and the column with the numbers of its deals."""
        before = self.most
        for entry in values.drop_null().value_counts().to_pylist():
            self.counts[entry["values"]] += entry["counts"]
        most = self.most
        if most is not None and (before is None or most > before):
            import pyarrow as pa

            self.deal = deals[values.index(pa.scalar(most, values.type)).as_py()].as_py()


@dataclass(slots=True)
class CellFigures:
    """The figures of one cell of the grid; `expected` is the number of deals that it has when the study is finished."""

    cell: Cell
    expected: int
    verdicts: Counter[str] = field(default_factory=Counter)
    limits: Counter[str] = field(default_factory=Counter)
    states: Distribution = field(default_factory=Distribution)
    moves: Distribution = field(default_factory=Distribution)
    scores: Distribution = field(default_factory=Distribution)
    decisions: Distribution = field(default_factory=Distribution)
    times: Distribution = field(default_factory=Distribution)
    seconds: float | None = None
    few: dict[str, list[int]] = field(default_factory=lambda: {verdict: [] for verdict in VERDICTS})

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.verdicts.total()

    def share(self, verdict: str) -> Share:
        """Return the share of deals with a verdict."""
        return Share(self.verdicts[verdict], self.deals)

    def interval(self, verdict: str) -> tuple[float, float] | None:
        """Return a 95 % interval that holds whatever the undecided deals may be; `None` of nothing.

        Its lower border is that of Wilson's interval with none of them counted in, its upper border with all.
        """
        low = self.share(verdict).interval
        undecided = 0 if verdict == "undecided" else self.verdicts["undecided"]
        high = Share(self.verdicts[verdict] + undecided, self.deals).interval
        return None if low is None or high is None else (low[0], high[1])

    @property
    def score(self) -> Sample:
        """The sample of scores."""
        return Sample.of({int(value): times for value, times in self.scores.counts.items()})

    def rare(self, verdict: str) -> list[int]:
        """Return the deals with a verdict if they are few, at most `RARE` and a tenth of all, else none."""
        return self.few[verdict] if self.verdicts[verdict] <= min(RARE, self.deals / 10) else []

    @property
    def undecided(self) -> list[int]:
        """The undecided deals, however many they are."""
        return self.few["undecided"]

    def add(self, table: Any) -> None:
        """Add the rows of a file."""
        deals = table["deal"]
        for entry in table["verdict"].value_counts().to_pylist():
            verdict = entry["values"]
            self.verdicts[verdict] += entry["counts"]
            few = self.few[verdict]
            if verdict == "undecided" or len(few) <= RARE:
                import pyarrow.compute as pc

                few += deals.filter(pc.equal(table["verdict"], verdict)).to_pylist()
        for entry in table["limit_hit"].drop_null().value_counts().to_pylist():
            self.limits[entry["values"]] += entry["counts"]
        for distribution, column in (
            (self.states, "states"),
            (self.moves, "moves"),
            (self.scores, "score"),
            (self.decisions, "decisions"),
            (self.times, "seconds"),
        ):
            distribution.add(table[column], deals)


@dataclass(slots=True)
class Figures:
    """The figures of a study as far as it has come: those of each cell of its grid that the filters leave."""

    cells: list[CellFigures]
    finished: bool

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(cell.deals for cell in self.cells)


_READ = ("deal", "verdict", "limit_hit", "states", "moves", "score", "decisions", "seconds")


def figures(folder: Folder, filters: Sequence[Filter] = (), progress: Callable[[int], None] | None = None) -> Figures:
    """Return the figures of all rows that stand the filters; *progress* hears how many rows have been read.

    A `KiebitzError` about a file that can't be read. The time that a cell of the grid took is known if nothing within
    it is filtered out.
    """
    finished = folder.finished()
    within = [wanted for wanted in filters if wanted.column not in ("game", *DIMENSIONS)]
    cells = {
        index: CellFigures(cell, folder.plan.study.deals.count, seconds=None if within else 0.0)
        for index, cell in enumerate(folder.plan.study.grid())
        if all(wanted.allows(cell) for wanted in filters)
    }
    columns = [*_READ, *dict.fromkeys(wanted.column for wanted in within if wanted.column not in _READ)]
    done = 0
    for piece, summary in finished.items():
        done += piece.count
        found = cells.get(piece.cell)
        if found is None:
            continue
        found.add(_left(schema.read(folder.rows / folder.plan.file(piece), columns), within))
        if found.seconds is not None:
            found.seconds += summary.seconds
        if progress is not None:
            progress(done)
    return Figures(list(cells.values()), done == folder.plan.study.size)


def _left(table: Any, filters: Iterable[Filter]) -> Any:
    """Return the rows that stand the filters."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for wanted in filters:
        column = table[wanted.column]
        kind = pa.decimal128(38) if isinstance(wanted.value, int) else column.type
        if isinstance(wanted.value, int):  # which may be larger than anything that the column holds
            column = column.cast(kind)
        table = table.filter(getattr(pc, _ARROW[wanted.sign])(column, pa.scalar(wanted.value, kind)))
    return table


def as_object(folder: Folder, found: Figures, filters: Sequence[Filter]) -> dict[str, Any]:
    """Return the figures as one object of plain values."""
    study = folder.plan.study
    return {
        "question": study.question,
        "game": study.game,
        "study": study.to_object(),
        "program": folder.program,
        "filters": list(map(str, filters)),
        "deals": found.deals,
        "finished": found.finished,
        "cells": [_cell_object(cell) for cell in found.cells],
    }


def _cell_object(cell: CellFigures) -> dict[str, Any]:
    sample = cell.score
    score = {"standard_deviation": sample.deviation, "interval_95": sample.interval}
    seconds = cell.seconds
    return {
        **cell.cell.values,
        "deals": cell.deals,
        "expected": cell.expected,
        **{verdict: _verdict_object(cell, verdict) for verdict in VERDICTS},
        "limits_hit": {name: cell.limits[name] for name in ("states", "seconds", "memory", "process")},
        "states": _distribution_object(cell.states),
        "moves": _distribution_object(cell.moves),
        "score": _distribution_object(cell.scores) | score,
        "decisions": _distribution_object(cell.decisions),
        "times": _distribution_object(cell.times),
        "seconds": None if seconds is None else round(seconds, 3),
        "rare_solved": cell.rare("solved"),
        "rare_impossible": cell.rare("impossible"),
        "undecided_deals": cell.undecided,
    }


def _verdict_object(cell: CellFigures, verdict: str) -> Mapping[str, Any]:
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
