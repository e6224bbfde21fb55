"""Text on best scores, for the étude and for ranges of scored games: mean, shares, and a histogram."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from kiebitz.cli.language import translated
from kiebitz.cli.parser import terminal_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kiebitz.analysis.proportions import Share
    from kiebitz.studies.sample_statistics import Sample

# The cards of the pack, the highest score.
_ALL = 52
# The groups of the histogram: most scores are low, and 11 is the casino's break-even.
_GROUPS = [(score, score) for score in range(12)] + [(low, low + 7) for low in range(12, _ALL, 8)] + [(_ALL, _ALL)]
_SIGNS = "±é█▏…"
_WITHOUT_UNICODE = {"±": "+-", "é": "e", "…": "..."}


def folded(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines translated, folded to the terminal's width, and without signs that the output lacks."""
    ascii_only = not _can_print(_SIGNS)
    for line in map(translated, lines):
        text = "".join(_WITHOUT_UNICODE.get(sign, sign) for sign in line) if ascii_only else line
        yield from textwrap.wrap(text, terminal_width(), subsequent_indent="  ") or [""]


def mean_lines(score: Sample) -> Iterator[str]:
    """Yield mean and standard deviation."""
    yield f"mean score: {with_interval(score.mean, score.interval_within(0, _ALL), 3)}"
    yield f"standard deviation: {number(score.deviation, 3)}"


def histogram(scores: Mapping[float, int]) -> Iterator[str]:
    """Yield a line for each group of scores: share and bar."""
    counts = [sum(scores.get(score, 0) for score in range(low, high + 1)) for low, high in _GROUPS]
    yield "score, share of games in %"
    longest, games = max(counts), sum(counts)
    room = max(4, terminal_width() - 13)
    bar = _bar if _can_print(_SIGNS) else _bar_of_letters
    for (low, high), count in zip(_GROUPS, counts, strict=True):
        name = f"{low}-{high}" if high > low else str(low)
        yield f"{name:>5} {100 * count / games:6.2f} {bar(room * count / longest)}".rstrip()


def _bar(length: float) -> str:
    eighths = round(8 * length) or int(length > 0)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _bar_of_letters(length: float) -> str:
    return "#" * round(length) or ("." if length else "")


def _can_print(signs: str) -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        signs.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def counts(histogram: Mapping[float, int], last: int | None = None) -> list[int]:
    """Return the counts of the values 0, 1, … up to the largest or to *last*."""
    highest = int(max(histogram, default=-1)) if last is None else last
    return [histogram.get(value, 0) for value in range(highest + 1)]


def number(value: float | None, digits: int) -> str:
    """Return a number with *digits* decimals."""
    return "unknown" if value is None else f"{value:,.{digits}f}"


def with_interval(value: float | None, interval: tuple[float, float] | None, digits: int, unit: str = "") -> str:
    """Return a number and its 95 % interval."""
    borders = "unknown" if interval is None else " to ".join(number(border, digits) for border in interval)
    return f"{number(value, digits)}{unit}, 95 % interval {borders}"


def percent(share: Share, interval: tuple[float, float] | None = None) -> str:
    """Return a share and its 95 % interval or *interval*, with decimals by the interval's width."""
    value, (low, high) = 100 * (share.value or 0), interval or share.interval or (0.0, 1.0)
    width = 100 * (high - low)
    digits = 2 if width > 0.1 else 3 if width > 0.01 else 4
    return f"{value:.{digits}f} %, 95 % interval {100 * low:.{digits}f} to {100 * high:.{digits}f} %"
