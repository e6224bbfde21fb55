"""Spans of deals: pairs of the first and last of some consecutive numbers, in ascending order and apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Span: TypeAlias = tuple[int, int]
_MOST_SHOWN = 8


def size(spans: Sequence[Span]) -> int:
    return sum(last - first + 1 for first, last in spans)


def number_at(spans: Sequence[Span], index: int) -> int:
    """Return the deal at *index*, 0 for the first; an `IndexError` beyond the last.

    >>> number_at([(1, 2), (5, 9)], 3)
    6
    """
    for first, last in spans:
        if index <= last - first:
            return first + index
        index -= last - first + 1
    raise IndexError(index)


def index_of(spans: Sequence[Span], number: int) -> int:
    """Return the index of a deal, the inverse of `number_at`; a `ValueError` if it is in no span."""
    index = 0
    for first, last in spans:
        if first <= number <= last:
            return index + number - first
        index += last - first + 1
    raise ValueError(number)


def head(spans: Sequence[Span], count: int) -> list[Span]:
    """Return the spans of the first *count* deals.

    >>> head([(1, 2), (5, 9)], 4)
    [(1, 2), (5, 6)]
    """
    kept = []
    for first, last in spans:
        if count <= 0:
            break
        kept.append((first, min(last, first + count - 1)))
        count -= last - first + 1
    return kept


def in_words(spans: Sequence[Span]) -> str:
    """Return spans as text.

    >>> in_words([(1, 2), (4, 4), (6, 9)])
    '1 to 2, 4, 6 to 9'
    """
    return ", ".join(f"{first} to {last}" if last > first else f"{first}" for first, last in spans)


def shortened(spans: Sequence[Span]) -> str:
    """Return spans as text; more than eight are shortened to the first seven, the last, and the number of deals.

    >>> shortened([(1, 2), (4, 4), (6, 9)])
    '1 to 2, 4, 6 to 9'
    >>> shortened([(number, number) for number in range(0, 2000, 2)])
    '0, 2, 4, 6, 8, 10, 12, …, 1998, 1,000 in all'
    """
    if len(spans) <= _MOST_SHOWN:
        return in_words(spans)
    return f"{in_words(spans[: _MOST_SHOWN - 1])}, …, {in_words(spans[-1:])}, {size(spans):,} in all"
