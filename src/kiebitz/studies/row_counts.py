"""Counts of rows: verdicts, limits hit, distributions of columns, and rare deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Share
from kiebitz.studies.columns import ANSWERS, LIMITS, VERDICTS
from kiebitz.studies.sample_statistics import Distribution

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.studies.columns import Column, Rows
    from kiebitz.studies.grid import Cell

#: Deals with a verdict are rare, and listed, up to this number.
RARE = 20
_NO_NUMBERS = ("verdict", "limit_hit")


@dataclass(slots=True)
class Findings:
    """The counts of some deals: distributions of the columns in `values`, deals by verdict in `few`.

    `few` is complete for the verdicts in *lists_all*, and for others as long as they are rare.
    """

    verdicts: Counter[str] = field(default_factory=Counter)
    limits: Counter[str] = field(default_factory=Counter)
    values: dict[str, Distribution] = field(
        default_factory=lambda: {column.name: Distribution() for column in ANSWERS if column.name not in _NO_NUMBERS}
    )
    few: dict[str, list[int]] = field(default_factory=lambda: {verdict: [] for verdict in VERDICTS})
    lists_all: tuple[str, ...] = ("undecided",)

    @property
    def deals(self) -> int:
        return self.verdicts.total()

    def share(self, verdict: str) -> Share:
        return Share(self.verdicts[verdict], self.deals)

    def interval(self, verdict: str) -> tuple[float, float] | None:
        """Return a 95 % interval of the share, whatever the undecided deals are; `None` without deals.

        It goes from Wilson's lower bound without them to his upper bound with all of them.
        """
        low = self.share(verdict).interval
        undecided = 0 if verdict == "undecided" else self.verdicts["undecided"]
        high = Share(self.verdicts[verdict] + undecided, self.deals).interval
        return None if low is None or high is None else (low[0], high[1])

    def rare(self, verdict: str) -> list[int]:
        """Return the deals with a verdict if at most `RARE` and a tenth of all, else none."""
        return self.few[verdict] if self.verdicts[verdict] <= min(RARE, self.deals / 10) else []

    @property
    def undecided(self) -> list[int]:
        return self.few["undecided"]

    def add(self, rows: Rows, deals: Sequence[int], columns: Iterable[Column]) -> None:
        codes = rows.columns["verdict"]
        for code, (verdict, count) in enumerate(zip(VERDICTS, rows.verdicts(), strict=True)):
            if not count:
                continue
            self.verdicts[verdict] += count
            few = self.few[verdict]
            if verdict in self.lists_all or len(few) <= RARE:
                few += [deals[place] for place in _places(codes, code)]
        for column in columns:
            data = rows.columns.get(column.name)
            if data is None:
                continue
            if column.name == "limit_hit":
                self.limits.update({limit: count for code, limit in enumerate(LIMITS) if (count := data.count(code))})
            elif not column.words:
                self.values.setdefault(column.name, Distribution()).add(column, column.values(data), deals)


@dataclass(slots=True)
class CellFindings(Findings):
    """The counts of a cell of a grid; `expected` is its number of deals in the finished study.

    `seconds` is the time of its deals in one process, `None` if only some are counted.
    """

    cell: Cell = field(kw_only=True)
    expected: int = field(kw_only=True)
    seconds: float | None = None


def _places(codes: bytes, code: int) -> Iterable[int]:
    place = codes.find(code)
    while place >= 0:
        yield place
        place = codes.find(code, place + 1)
