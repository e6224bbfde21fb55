"""The pure-Python kernel's 13-card game: its numbered deals, and the lengths of shortest lines.

Lines are searched in `_plain_shortest` and judged in `_plain_checker`.
"""

from __future__ import annotations

from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel import _plain_checker, _plain_shortest
from kiebitz.kernel._plain_budget import Budget
from kiebitz.kernel._plain_deals import joined, packed, parted
from kiebitz.kernel._plain_table import BYTES_PER_MOVE, NO_CARD, Rules, State
from kiebitz.kernel.answers import Lengths

if TYPE_CHECKING:
    from collections.abc import Iterable

DEALS = 518_918_400
_MOST_DEALS = 1 << 22  # in one call
_HEIGHTS = (3, 3, 3, 2, 2)
_SPADES = 3


def one_suit(rules: bytes, first: int, count: int) -> Lengths:
    """Find the lengths of shortest lines of *count* deals of the 13-card game."""
    parsed = _checked(rules, first, count)
    deals = map(_deal, range(first, first + count))
    found = [_plain_shortest.search(parsed, start, Budget()) for start in deals]
    lengths = bytes(len(shortest.line) // BYTES_PER_MOVE for shortest in found)
    return Lengths(lengths, packed([shortest.stored for shortest in found]), *joined([one.line for one in found]))


def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int:
    """Return the index of the first deal whose line does not win in the moves claimed, or the number of deals."""
    parsed = _checked(rules, first, len(lengths))
    for index, (length, line) in enumerate(zip(lengths, parted(lines, ends, len(lengths)), strict=True)):
        if len(line) != BYTES_PER_MOVE * length:
            return index
        if length and _plain_checker.first_fault(parsed, _deal(first + index), line) >= 0:
            return index
    return len(lengths)


def _checked(code: bytes, first: int, count: int) -> Rules:
    rules = Rules(code)
    own = (rules.ranks, rules.suits, rules.columns, rules.cells, rules.by_suit, rules.from_king)
    others = rules.any, rules.forced, rules.reserve, rules.whole_suits
    if own != (13, (_SPADES,), 5, 1, True, False) or any(others) or not rules.opens[-1]:
        raise KernelInputError(
            "rules", "those of the 13-card game expected (13 spades, five columns, one cell, by suit)"
        )
    if not 0 <= first < DEALS or not 0 <= count <= DEALS - first:
        raise KernelInputError("deals", f"a range of deals from 0 to {DEALS - 1} expected")
    if count > _MOST_DEALS:
        raise KernelInputError("count", f"at most {_MOST_DEALS} deals at a time expected, not {count}")
    return rules


def _deal(number: int) -> State:
    """Deal a number: which cards lie in which column, then in which order they lie there."""
    orders = []
    for base in (6, 6, 6, 2, 2):
        number, order = divmod(number, base)
        orders.append(order)
    number, second = divmod(number, 10)
    number, first = divmod(number, 28)
    short, pair = divmod(number, 3)
    pack = [4 * step + _SPADES for step in range(13)]
    in_short = list(_nth(combinations(pack, 4), short))
    in_long = [card for card in pack if card not in in_short]
    parts = ((in_long, first), (in_long, second), (in_long, 0), (in_short, pair), (in_short, 0))
    columns = []
    for (cards, index), height, order in zip(parts, _HEIGHTS, orders, strict=True):
        # The column with the lowest rank left comes first among those of its height.
        column = cards[:1] + list(_nth(combinations(cards[1:], height - 1), index))
        cards[:] = [card for card in cards if card not in column]
        columns.append(bytes(_nth(permutations(column), order)))
    return State(tuple(columns), bytes([NO_CARD]), (0, 0, 0, 0))


def _nth(choices: Iterable[tuple[int, ...]], index: int) -> tuple[int, ...]:
    return next(islice(choices, index, None))
