"""What the answers about some deals come to: verdicts, limits that were hit, distributions, and which deals are rare.

They are counted from rows as they travel, wherever these come from: processes that answer, or files.
"""

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

#: Deals are rare, and listed, where this number of their kind or fewer are found.
RARE = 20
_NO_NUMBERS = ("verdict", "limit_hit")


@dataclass(slots=True)
class Findings:
    """What some deals came to.

    `values` has the distribution of each column of numbers. `few` has the numbers of the undecided deals, and of the
    others as long as they are rare; all of them where *lists_all*.
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

    def rare(self, verdict: str) -> list[int]:
        """Return the deals with a verdict if they are few, at most `RARE` and a tenth of all, else none."""
        return self.few[verdict] if self.verdicts[verdict] <= min(RARE, self.deals / 10) else []

    @property
    def undecided(self) -> list[int]:
        """The undecided deals, however many they are."""
        return self.few["undecided"]

    def add(self, rows: Rows, deals: Sequence[int], columns: Iterable[Column]) -> None:
        """Add rows with the numbers of their deals, and what is in their *columns*."""
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
    """The figures of one cell of a grid; `expected` is the number of deals that it has when its study is finished.

    `seconds` are those of one process that its deals took, `None` where only some of them are looked at.
    """

    cell: Cell = field(kw_only=True)
    expected: int = field(kw_only=True)
    seconds: float | None = None


def _places(codes: bytes, code: int) -> Iterable[int]:
    place = codes.find(code)
    while place >= 0:
        yield place
        place = codes.find(code, place + 1)
