"""A numbering of all deals of the 13-card game: three columns of three cards and two of two.

Deals that differ only in the order of columns of equal height are one.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, factorial

from kiebitz.cards import PACKS, Card
from kiebitz.errors import InputError, NumberRangeError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.cards import Pack

_PACK = PACKS["13"]
_HEIGHTS = (3, 3, 3, 2, 2)
_SHORT = 4  # cards in the columns of two
# The digits of a number: the cards in the columns of two; the partner of the lowest of them; the partners of the lowest
# other card, and of the lowest one that remains; the order in each column.
_BASES = (comb(13, _SHORT), 3, comb(8, 2), comb(5, 2), *reversed([factorial(height) for height in _HEIGHTS]))

#: The valid numbers: 13! / (3! · 2!) = 518,918,400.
RANGE = range(factorial(13) // (factorial(3) * factorial(2)))


def columns(number: int) -> tuple[tuple[int, ...], ...]:
    """Return the five columns of a deal as ranks (1 the ace), the first card first.

    Raises `NumberRangeError` for a number outside 0 … 518,918,399.

    >>> columns(0)
    ((5, 6, 7), (8, 9, 10), (11, 12, 13), (1, 2), (3, 4))
    """
    if type(number) is not int or number not in RANGE:
        highest = RANGE.stop - 1
        expected = f"a whole number from 0 to {highest} (all deals of the 13-card game)"
        raise NumberRangeError(number, expected, least=0, most=highest)
    digits = []
    for base in reversed(_BASES):
        number, digit = divmod(number, base)
        digits.append(digit)
    *orders, second, first, pair, short = digits
    in_short = list(_nth(combinations(range(1, 14), _SHORT), short))
    in_long = [rank for rank in range(1, 14) if rank not in in_short]
    sets = [_take(in_long, 3, first), _take(in_long, 3, second), _take(in_long, 3, 0)]
    sets += [_take(in_short, 2, pair), _take(in_short, 2, 0)]
    return tuple(_nth(permutations(ranks), order) for ranks, order in zip(sets, orders, strict=True))


def number_of(board: Sequence[Sequence[int]]) -> int:
    """Return the number of a deal from its columns as ranks, in any order; an `InputError` if it is not a deal.

    >>> number_of([(1, 6, 11), (2, 7, 12), (3, 8, 13), (4, 9), (5, 10)])
    379948320
    """
    by_height = sorted(map(tuple, board), key=lambda ranks: (-len(ranks), min(ranks, default=0)))
    ranks = [rank for column in by_height for rank in column]
    if tuple(map(len, by_height)) != _HEIGHTS or sorted(ranks) != list(range(1, 14)):
        raise InputError("", "no deal of the 13-card game", "the ranks 1 to 13 in three columns of 3 and two of 2")
    in_short = sorted(ranks[-_SHORT:])
    in_long = sorted(ranks[:-_SHORT])
    digits = [
        _place(combinations(range(1, 14), _SHORT), in_short),
        _place(combinations(in_short[1:], 1), sorted(by_height[3])[1:]),
        _place(combinations(in_long[1:], 2), sorted(by_height[0])[1:]),
    ]
    remaining = sorted(rank for column in by_height[1:3] for rank in column)
    digits.append(_place(combinations(remaining[1:], 2), sorted(by_height[1])[1:]))
    digits += [_place(permutations(sorted(column)), column) for column in reversed(by_height)]
    number = 0
    for base, digit in zip(_BASES, digits, strict=True):
        number = number * base + digit
    return number


def cards(number: int, pack: Pack = _PACK) -> tuple[Card, ...]:
    """Return the cards of a deal in dealing order; an `InputError` unless *pack* is 13 cards of a suit."""
    board = columns(number)
    if len(pack.suits) != 1 or pack.rank_order != _PACK.rank_order:
        raise InputError("", f"numbering one-suit deals 13 cards, not {len(pack)}", "a game with one suit")
    rows = max(_HEIGHTS)
    ranks = [column[row] for row in range(rows) for column in board if row < len(column)]
    return tuple(pack.cards[rank - 1] for rank in ranks)


def _take(ranks: list[int], size: int, index: int) -> tuple[int, ...]:
    """Remove from *ranks*, and return, the lowest one and the set of others with this index."""
    chosen = (ranks[0], *_nth(combinations(ranks[1:], size - 1), index))
    ranks[:] = [rank for rank in ranks if rank not in chosen]
    return chosen


def _nth(choices: Iterable[tuple[int, ...]], index: int) -> tuple[int, ...]:
    return next(choice for place, choice in enumerate(choices) if place == index)


def _place(choices: Iterable[tuple[int, ...]], sought: Sequence[int]) -> int:
    return next(place for place, choice in enumerate(choices) if choice == tuple(sought))
