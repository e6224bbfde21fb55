"""What a sample tells: mean, standard deviation, shares, and how far they can be trusted.

Sums are whole numbers, so that samples add up to exactly the same in any order; no game and no deal is known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Standard deviations of a normal distribution to either side that hold 95 % of it.
Z95 = 1.959963984540054
#: Below so many values the normal distribution says little about a mean.
FEWEST = 30


@dataclass(frozen=True, slots=True)
class Sample:
    """Whole numbers of which only their *count*, their *total* and the sum of their *squares* are kept.

    >>> sample = Sample.of({2: 1, 4: 3})
    >>> sample.mean, sample.deviation
    (3.5, 1.0)
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    @staticmethod
    def of(histogram: Mapping[int, int]) -> Sample:
        """Return the sample in which each value occurs so many times."""
        return Sample(
            sum(histogram.values()),
            sum(value * times for value, times in histogram.items()),
            sum(value * value * times for value, times in histogram.items()),
        )

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float | None:
        """The mean, `None` of nothing."""
        return self.total / self.count if self.count else None

    @property
    def deviation(self) -> float | None:
        """The sample standard deviation (divisor: count − 1), `None` of fewer than two values."""
        if self.count < 2:
            return None
        # A quotient of whole numbers: no sum of squared differences could lose anything here.
        return sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    @property
    def half_width(self) -> float | None:
        """Half the width of `interval`."""
        deviation = self.deviation
        return None if deviation is None else Z95 * deviation / sqrt(self.count)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the mean by the normal distribution, `None` of fewer than two values."""
        mean, half = self.mean, self.half_width
        return None if mean is None or half is None else (mean - half, mean + half)

    def needed(self, precision: float) -> int | None:
        """Return how many values would make `half_width` no more than *precision*, given this deviation.

        At least `FEWEST`; `None` of fewer than two values.
        """
        deviation = self.deviation
        return None if deviation is None else max(FEWEST, ceil((Z95 * deviation / precision) ** 2))


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many.

    >>> Share(1, 4).value
    0.25
    """

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, `None` of nothing."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927), `None` of nothing.

        It stays within 0 and 1, and says something even where the count is 0 or all.
        """
        if not self.of:
            return None
        share, z2 = self.count / self.of, Z95 * Z95
        middle = share + z2 / (2 * self.of)
        half = Z95 * sqrt(share * (1 - share) / self.of + z2 / (4 * self.of * self.of))
        scale = 1 + z2 / self.of
        low = 0.0 if self.count == 0 else (middle - half) / scale
        high = 1.0 if self.count == self.of else (middle + half) / scale
        return low, high
