"""Shares of deals or worlds, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

#: The two-sided 95 % quantile of the standard normal distribution.
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """*count* of a total, *of*.

    >>> Share(1, 4).value
    0.25
    """

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, `None` if the total is 0."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927), `None` if the total is 0.

        It stays within 0 and 1 and has a width even if the count is 0 or the total.
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
