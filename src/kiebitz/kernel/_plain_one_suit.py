"""The pure-Python kernel's 13-card game: its numbered deals, and shortest lines, level by level.

All positions after one move are looked at, then those after two, and so on, so that the first one won is reached by a
shortest line. Lines are judged in `_plain_checker`.
"""

from __future__ import annotations

from array import array
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel import _plain_checker
from kiebitz.kernel._plain_game import after, key, moves, settled, unrolled
from kiebitz.kernel._plain_table import BYTES_PER_MOVE, NO_CARD, Rules, State, packed, read_ends
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
    found, states, lines, ends = bytearray(), array("I"), bytearray(), array("I")
    for number in range(first, first + count):
        line, looked_at = _shortest(parsed, _deal(number))
        found.append(len(line) // BYTES_PER_MOVE)
        states.append(looked_at)
        lines += line
        ends.append(len(lines))
    return Lengths(bytes(found), packed(states), bytes(lines), packed(ends))


def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int:
    """Return the index of the first deal whose line does not win in the moves claimed, or the number of deals."""
    parsed = _checked(rules, first, len(lengths))
    begin = 0
    for index, (length, end) in enumerate(zip(lengths, read_ends(ends, len(lengths), lines), strict=True)):
        line, begin = lines[begin:end], end
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


def _shortest(rules: Rules, start: State) -> tuple[bytes, int]:
    """Return a shortest line, empty if there is none, and the number of positions looked at."""
    level = [settled(rules, start, None)]
    seen = {key(level[0][0])}
    while level:
        following = []
        for state, line in level:
            if sum(state.home) == rules.number_of_cards:
                return unrolled(line), len(seen)
            for move in moves(rules, state):
                if move[2] > 1 and not rules.whole:
                    continue  # the cards of a sequence are counted one by one
                follower, longer = settled(rules, after(state, move), (line, move))
                name = key(follower)
                if name not in seen:
                    seen.add(name)
                    following.append((follower, longer))
        level = following
    return b"", len(seen)
