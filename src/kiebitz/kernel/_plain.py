"""The kernel in pure Python: the same functions as the native module, with the same answers, many times slower.

It serves where no compiler was found, and the tests compare the two. Like the whole room it knows no card, no game and
no notation; the search, the checker and the yardsticks have files of their own.
"""

from __future__ import annotations

import sys
from array import array

from kiebitz.errors import KiebitzError
from kiebitz.kernel import _plain_checker, _plain_search, _plain_yardstick
from kiebitz.kernel._plain_limits import SOLVED, Budget
from kiebitz.kernel._plain_table import (
    Rules,
    Table,
    check_destinations,
    check_numbers,
    deal_microsoft,
    deal_table,
    deck_places,
    read_table,
)

_FIRST, _PROVE, _PLAIN = range(3)


def solve(
    rules: bytes, position: bytes, mode: int, states: int, seconds: float, memory: int, seed: int = 0
) -> tuple[int, bytes, int, int, int, int]:
    """Search one position: (verdict, line, limit hit, states, stored, memory in bytes)."""
    law = Rules(rules)
    return _solve(law, read_table(law, position), _checked_mode(mode), states, seconds, memory, seed)


def solve_range(
    rules: bytes,
    destinations: bytes,
    first: int,
    last: int,
    mode: int,
    states: int,
    seconds: float,
    memory: int,
    lines: bool,
) -> tuple[bytes, bytes, bytes, bytes]:
    """Search Microsoft's deals first to last: (verdicts, states, lines, ends). Limits are per deal."""
    law = Rules(rules)
    check_destinations(law, destinations)
    check_numbers(first, last)
    _checked_mode(mode)
    verdicts, all_lines = bytearray(), bytearray()
    counts, ends = array("I"), array("I")
    for number in range(first, last + 1):
        table = deal_table(law, destinations, number)
        verdict, line, _, searched, _, _ = _solve(law, table, mode, states, seconds, memory, 0)
        verdicts.append(verdict)
        counts.append(min(searched, 2**32 - 1))
        all_lines += line if lines else b""
        ends.append(len(all_lines))
    return bytes(verdicts), _packed(counts), bytes(all_lines), _packed(ends)


def check(rules: bytes, position: bytes, line: bytes) -> int:
    """-1 for a line that is legal and wins; else the index of its first illegal move, or its length."""
    law = Rules(rules)
    return _plain_checker.first_fault(law, read_table(law, position), line)


def check_range(
    rules: bytes, destinations: bytes, first: int, last: int, verdicts: bytes, lines: bytes, ends: bytes
) -> int:
    """Return the first deal whose claimed solution is wrong, or last + 1."""
    law = Rules(rules)
    check_destinations(law, destinations)
    check_numbers(first, last)
    stops = _unpacked(ends)
    if not len(verdicts) == len(stops) == last - first + 1 > 0:
        raise KiebitzError(f"verdicts and ends: one each for the deals {first} to {last} expected")
    if max(verdicts) > 2:
        raise KiebitzError(f"verdicts: 0, 1 or 2 expected, not {max(verdicts)}")
    if sorted(stops) != list(stops) or stops[-1] != len(lines):
        raise KiebitzError("ends: ascending places in the lines expected, the last at their end")
    start = 0
    for number, verdict, stop in zip(range(first, last + 1), verdicts, stops, strict=True):
        line = lines[start:stop]
        start = stop
        if verdict != SOLVED:
            right = not line  # who found no solution claims none
        elif len(line) % 3:
            right = False
        else:
            right = _plain_checker.first_fault(law, deal_table(law, destinations, number), line) == -1
        if not right:
            return number
    return last + 1


def find_microsoft(cards: bytes, first: int, last: int) -> list[int]:
    """All Microsoft deal numbers from first to last whose 52 cards, in dealing order, are these."""
    if sorted(cards) != list(range(52)):
        raise KiebitzError("cards: 52 different card codes from 0 to 51 expected")
    check_numbers(first, last)
    wanted = list(cards)
    # The first card is the first place in the full deck, so that one number in 52 is dealt to the end.
    found = []
    for number in range(first, last + 1):
        places = deck_places(number)
        if next(places) == wanted[0] and deal_microsoft(number) == wanted:
            found.append(number)
    return found


def perft(rules: bytes, position: bytes, depth: int) -> int:
    """Return the number of sequences of so many single-card moves."""
    law = Rules(rules)
    if depth < 0:
        raise KiebitzError(f"depth: 0 or more expected, not {depth}")
    return _plain_yardstick.perft(law, read_table(law, position), depth)


def simd() -> str:
    """Return the instruction set that the quick search uses: there is none here."""
    return "none"


def build_info() -> str:
    """Return what runs this kernel in one line."""
    return f"pure Python, {sys.implementation.name} {sys.version.split()[0]}"


# --- one search ---


def _checked_mode(mode: int) -> int:
    if mode not in (_FIRST, _PROVE, _PLAIN):
        raise KiebitzError(f"mode: 0 (first), 1 (prove) or 2 (plain) expected, not {mode}")
    return mode


def _solve(
    rules: Rules, table: Table, mode: int, states: int, seconds: float, memory: int, seed: int
) -> tuple[int, bytes, int, int, int, int]:
    if states < 0 or seconds < 0 or memory < 0:
        raise KiebitzError("limits: 0 (none) or more expected")
    budget = Budget(states, seconds, memory)
    if mode == _PLAIN:
        verdict, line, limit = _plain_yardstick.exhaust(rules, table, budget)
    else:
        verdict, line, limit = _plain_search.search(rules, table, budget, quick=mode == _FIRST, seed=seed)
    return verdict, line, limit, budget.states, budget.stored, budget.memory


def _packed(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _unpacked(packed: bytes) -> array[int]:
    if len(packed) % 4:
        raise KiebitzError("ends: four bytes a deal expected")
    numbers = array("I", packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
