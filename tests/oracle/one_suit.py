"""The pure-Python kernel's 13-card game: the lengths of its deals' shortest lines.

Lines are searched in `shortest` and judged in `checker`; deals are numbered in `deals`.
"""

from __future__ import annotations

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Lengths
from oracle import checker, shortest
from oracle.budget import Budget
from oracle.deals import ONE_SUIT_DEALS, joined, one_suit_columns, packed, parted
from oracle.table import BYTES_PER_MOVE, NO_CARD, Rules, State

_MOST_DEALS = 1 << 22  # in one call
_SPADES = 3


def one_suit(rules: bytes, first: int, count: int) -> Lengths:
    """Find the lengths of shortest lines of *count* deals of the 13-card game."""
    parsed = _checked(rules, first, count)
    deals = map(_deal, range(first, first + count))
    found = [shortest.search(parsed, start, Budget()) for start in deals]
    lengths = bytes(len(shortest.line) // BYTES_PER_MOVE for shortest in found)
    return Lengths(lengths, packed([shortest.stored for shortest in found]), *joined([one.line for one in found]))


def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int:
    """Return the index of the first deal whose line does not win in the moves claimed, or the number of deals."""
    parsed = _checked(rules, first, len(lengths))
    for index, (length, line) in enumerate(zip(lengths, parted(lines, ends, len(lengths)), strict=True)):
        if len(line) != BYTES_PER_MOVE * length:
            return index
        if length and checker.first_fault(parsed, _deal(first + index), line) >= 0:
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
    if not 0 <= first < ONE_SUIT_DEALS or not 0 <= count <= ONE_SUIT_DEALS - first:
        raise KernelInputError("deals", f"a range of deals from 0 to {ONE_SUIT_DEALS - 1} expected")
    if count > _MOST_DEALS:
        raise KernelInputError("count", f"at most {_MOST_DEALS} deals at a time expected, not {count}")
    return rules


def _deal(number: int) -> State:
    columns = [bytes(4 * rank + _SPADES for rank in column) for column in one_suit_columns(number)]
    return State(tuple(columns), bytes([NO_CARD]), (0, 0, 0, 0))
