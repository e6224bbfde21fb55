"""Means, deviations, shares and intervals: compared with Python's own `statistics`, with tables, and by hand."""

from __future__ import annotations

import statistics
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.analysis.proportions import Z95, Share
from kiebitz.studies.sample_statistics import FEWEST, Sample

values = st.lists(st.integers(0, 52), min_size=2, max_size=200)


@given(values)
def test_mean_and_deviation_are_those_of_the_standard_library(numbers: list[int]) -> None:
    sample = Sample.of(Counter(numbers))
    assert sample.mean == pytest.approx(statistics.fmean(numbers), rel=1e-14)
    assert sample.deviation == pytest.approx(statistics.stdev(map(Fraction, numbers)), rel=1e-14)


@given(values, values)
def test_samples_add_up(some: list[int], others: list[int]) -> None:
    assert Sample.of(Counter(some)) + Sample.of(Counter(others)) == Sample.of(Counter(some + others))


def test_an_interval_by_hand() -> None:
    sample = Sample.of({0: 50, 10: 50})
    assert sample.mean == 5
    assert sample.deviation == pytest.approx((2500 / 99) ** 0.5, rel=1e-14)
    # 5.0251890762960605 / √100 · 1.959963984540054
    assert sample.half_width == pytest.approx(0.9849189605, abs=1e-9)
    assert sample.interval == pytest.approx((4.0150810395, 5.9849189605), abs=1e-9)


def test_an_interval_of_values_with_bounds_holds_of_few_as_well() -> None:
    """One in eight samples of thirty games has no win, and so underestimates mean and deviation."""
    scores, times = [0, 2, 5, 12, 52], [36, 30, 20, 7, 7]
    mean, chance = Sample.of(dict(zip(scores, times, strict=True))).mean or 0, Random(1)
    holds = Counter[str]()
    for _ in range(2_000):
        sample = Sample.of(Counter(chance.choices(scores, times, k=30)))
        for name, interval in (("normal", sample.interval), ("within", sample.interval_within(0, 52))):
            low, high = interval or (0, 0)
            holds[name] += low <= mean <= high
            assert name == "normal" or 0 <= low < high <= 52
    assert holds["normal"] < 1_850
    assert holds["within"] > 1_900
    assert Sample.of({7: 1}).interval_within(0, 52) is None
    assert Sample.of({0: 10**6, 52: 10**6}).interval_within(0, 52) == pytest.approx((25.964, 26.036), abs=1e-3)


def test_how_many_are_needed() -> None:
    sample = Sample.of({0: 50, 10: 50})
    needed = sample.needed(0.1)
    assert needed == 9701  # 98.49189605² = 9700.65
    assert sample.needed(1000) == Sample.of({3: 5}).needed(0.1) == FEWEST


def test_samples_too_small_say_nothing() -> None:
    assert (Sample().mean, Sample().deviation, Sample().interval) == (None, None, None)
    one = Sample.of({7: 1})
    assert (one.mean, one.deviation, one.half_width, one.interval, one.needed(0.1)) == (7, None, None, None, None)


def test_z_is_the_normal_distribution_s() -> None:
    assert statistics.NormalDist().cdf(Z95) == pytest.approx(0.975, abs=1e-15)


# The roots p of (count - of·p)² = z²·of·p·(1 - p), to seven digits.
@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (1, 10, 0.0178762, 0.4041500),
        (5, 10, 0.2365931, 0.7634069),
        (50, 100, 0.4038315, 0.5961685),
    ],
)
def test_wilson(count: int, of: int, low: float, high: float) -> None:
    assert Share(count, of).interval == pytest.approx((low, high), abs=1e-6)
    assert Share(count, of).value == count / of


@given(st.integers(0, 500), st.integers(0, 500))
def test_wilson_is_what_it_solves(count: int, rest: int) -> None:
    share = Share(count, count + rest)
    if share.interval is None:
        assert share == Share(0, 0)
        assert share.value is None
        return
    for border in share.interval:
        # The bounds are the shares at which the count is 1.96 standard deviations away.
        distance = abs(count - border * share.of)
        assert distance == pytest.approx(Z95 * (share.of * border * (1 - border)) ** 0.5, abs=1e-6)
