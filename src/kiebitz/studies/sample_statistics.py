"""Samples and distributions: means, standard deviations and confidence intervals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import ceil, isnan, sqrt
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Z95

if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping, Sequence

    from kiebitz.studies.columns import Column

#: Below this number of values the normal approximation of a mean is poor.
FEWEST = 30


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of whole numbers: their *count*, *total* and sum of *squares*, which add up exactly.

    >>> sample = Sample.of({2: 1, 4: 3})
    >>> sample.mean, sample.deviation
    (3.5, 1.0)
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    @staticmethod
    def of(histogram: Mapping[int, int]) -> Sample:
        """Return the sample of a histogram, which maps values to counts."""
        return Sample(
            sum(histogram.values()),
            sum(value * times for value, times in histogram.items()),
            sum(value * value * times for value, times in histogram.items()),
        )

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation with divisor count − 1, `None` for fewer than two values."""
        if self.count < 2:
            return None
        # A quotient of whole numbers, so nothing is lost by cancellation.
        return sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    @property
    def half_width(self) -> float | None:
        deviation = self.deviation
        return None if deviation is None else Z95 * deviation / sqrt(self.count)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean by the normal distribution, `None` for fewer than two values."""
        mean, half = self.mean, self.half_width
        return None if mean is None or half is None else (mean - half, mean + half)

    def interval_within(self, least: int, most: int) -> tuple[float, float] | None:
        """Return the 95 % interval of the mean of values in *least* to *most*, `None` for fewer than two values.

        *least* and *most* are added to the sample, as A. Agresti and B. A. Coull add successes and failures (The
        American Statistician 52, 1998), because small samples may lack rare large values. For the coverage see
        `research/interval_coverage.py`.

        >>> [round(border, 2) for border in Sample.of({0: 15, 3: 15}).interval_within(0, 52)]
        [0, 6.17]
        """
        if self.count < 2:
            return None
        interval = (self + Sample.of({least: 1, most: 1})).interval
        return interval and (max(interval[0], least), min(interval[1], most))

    def needed(self, precision: float) -> int | None:
        """Return the number of values, at least `FEWEST`, that makes `half_width` at most *precision*.

        `None` for fewer than two values.
        """
        deviation = self.deviation
        return None if deviation is None else max(FEWEST, ceil((Z95 * deviation / precision) ** 2))


@dataclass(slots=True)
class Distribution:
    """The counts of a column's values without nulls, and a deal with the largest value."""

    counts: Counter[float] = field(default_factory=Counter)
    deal: int | None = None

    @property
    def count(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float | None:
        return sum(value * times for value, times in self.counts.items()) / self.count if self.counts else None

    @property
    def most(self) -> float | None:
        return max(self.counts, default=None)

    @property
    def sample(self) -> Sample:
        """The sample of the values, if whole numbers."""
        return Sample.of({int(value): times for value, times in self.counts.items()})

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean, as `Sample.interval`, for any numbers."""
        mean, count = self.mean, self.count
        if mean is None or count < 2:
            return None
        squares = sum(times * (value - mean) ** 2 for value, times in self.counts.items())
        half = Z95 * sqrt(squares / (count * (count - 1)))
        return mean - half, mean + half

    @property
    def whole(self) -> bool:
        return all(value == int(value) for value in self.counts)

    def at(self, share: float) -> float | None:
        """Return a quantile: the smallest value that this share does not exceed."""
        remaining = share * self.count
        for value in sorted(self.counts):
            remaining -= self.counts[value]
            if remaining <= 1e-9:
                return value
        return None

    def add(self, column: Column, values: array[float], deals: Sequence[int]) -> None:
        before = self.most
        more = Counter(values if column.kind != "float32" else (value for value in values if not isnan(value)))
        more.pop(column.nothing, None)
        self.counts.update(more)
        highest = max(more, default=None)
        if highest is not None and (before is None or highest > before):
            self.deal = deals[values.index(highest)]
