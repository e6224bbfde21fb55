"""The kernel in pure Python: the same functions as the native module, with the same answers, many times slower.

It serves where no compiler was found, and the tests compare the two. Like the whole room it knows no card, no game and
no notation; the search, the checker and the yardsticks have files of their own.
"""

from __future__ import annotations

import sys
from array import array

from kiebitz.errors import KiebitzError
from kiebitz.kernel import (
    _plain_checker,
    _plain_etude,
    _plain_one_suit,
    _plain_russian,
    _plain_search,
    _plain_shuffle,
    _plain_skat,
    _plain_yardstick,
    _plain_yukon,
    _plain_yukon_search,
)
from kiebitz.kernel._plain_etude import Run
from kiebitz.kernel._plain_limits import SOLVED, Budget
from kiebitz.kernel._plain_store import Store
from kiebitz.kernel._plain_table import (
    Rules,
    Table,
    check_destinations,
    check_numbers,
    deal_microsoft,
    deal_table,
    deck_places,
    packed,
    read_ends,
    read_table,
)

_FIRST, _PROVE, _PLAIN = range(3)


def solve(
    rules: bytes,
    position: bytes,
    mode: int,
    states: int,
    seconds: float,
    memory: int,
    seed: int = 0,
    ask: object | None = None,
) -> tuple[int, bytes, int, int, int, int]:
    """Search one position: (verdict, line, limit hit, states, stored, memory in bytes).

    *ask* is called now and then; what it raises ends the search.
    """
    law = Rules(rules)
    return _solve(law, read_table(law, position), _checked_mode(mode), states, seconds, memory, seed, ask)


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
    law = _numbered(Rules(rules))
    check_destinations(law, destinations)
    check_numbers(first, last)
    _checked_mode(mode)
    verdicts, all_lines = bytearray(), bytearray()
    counts, ends = array("I"), array("I")
    for number in range(first, last + 1):
        table = deal_table(law, destinations, deal_microsoft(number))
        verdict, line, _, searched, _, _ = _solve(law, table, mode, states, seconds, memory, 0)
        verdicts.append(verdict)
        counts.append(min(searched, 2**32 - 1))
        all_lines += line if lines else b""
        ends.append(len(all_lines))
    return bytes(verdicts), packed(counts), bytes(all_lines), packed(ends)


def check(rules: bytes, position: bytes, line: bytes) -> int:
    """-1 for a line that is legal and wins; else the index of its first illegal move, or its length."""
    law = Rules(rules)
    return _plain_checker.first_fault(law, read_table(law, position), line)


def check_range(
    rules: bytes, destinations: bytes, first: int, last: int, verdicts: bytes, lines: bytes, ends: bytes
) -> int:
    """Return the first deal whose claimed solution is wrong, or last + 1."""
    law = _numbered(Rules(rules))
    check_destinations(law, destinations)
    check_numbers(first, last)
    if not len(verdicts) == last - first + 1 > 0:
        raise KiebitzError(f"verdicts: one for each of the deals {first} to {last} expected, not {len(verdicts)}")
    stops = read_ends(ends, len(verdicts), lines)
    if max(verdicts) > 2:
        raise KiebitzError(f"verdicts: 0, 1 or 2 expected, not {max(verdicts)}")
    start = 0
    for number, verdict, stop in zip(range(first, last + 1), verdicts, stops, strict=True):
        line = lines[start:stop]
        start = stop
        if verdict != SOLVED:
            right = not line  # who found no solution claims none
        elif len(line) % 3:
            right = False
        else:
            right = _plain_checker.first_fault(law, deal_table(law, destinations, deal_microsoft(number)), line) == -1
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
    """Return the number of sequences of so many single-card moves; of any moves where any card moves."""
    law = Rules(rules)
    if depth < 0:
        raise KiebitzError(f"depth: 0 or more expected, not {depth}")
    count = _plain_yukon.perft if law.any else _plain_yardstick.perft
    return count(law, read_table(law, position), depth)


def simd() -> str:
    """Return the instruction set that the quick search uses: there is none here."""
    return "none"


def build_info() -> str:
    """Return what runs this kernel in one line."""
    return f"pure Python, {sys.implementation.name} {sys.version.split()[0]}"


# --- games scored by the cards brought home ---


def best_score(
    rules: bytes,
    position: bytes,
    plain: bool,
    states: int,
    seconds: float,
    memory: int,
    store: int,
    eviction: int,
) -> tuple[int, int, bytes, int, int, int, int, int, int, int]:
    """Find the most cards that come home.

    The answer is (score, bound, line, limit hit, states, entries, lookups, hits, evictions, bytes).
    """
    law = _scored(Rules(rules), plain=plain)
    table = read_table(law, position)
    return _plain_etude.best_score(law, table, plain, _budget(states, seconds, memory), Store(store, eviction))


def shortest(
    rules: bytes, position: bytes, score: int, states: int, seconds: float, memory: int
) -> tuple[bytes, int, int, int, int, int]:
    """Find a shortest line to a score: (line, moves, decisions, limit hit, states, bytes)."""
    law = _scored(Rules(rules))
    table = read_table(law, position)
    if not 0 <= score <= 52:
        raise KiebitzError(f"score: 0 to 52 expected, not {score}")
    budget = _budget(states, seconds, memory)
    return *_plain_russian.shortest(law, table, score, budget), budget.states, budget.memory


def check_score(rules: bytes, position: bytes, line: bytes) -> int:
    """Return how many cards are home after a line, or −1 − the index of its first illegal move."""
    law = Rules(rules)
    return _plain_checker.score(law, read_table(law, position), line)


def etude(
    rules: bytes,
    destinations: bytes,
    face_down: bytes,
    shuffle: int,
    seed: int,
    first: int,
    count: int,
    plain: bool,
    store: int,
    eviction: int,
    lines: bool,
    paths: bool,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, int, int, int, int, int, bytes]:
    """Find the best scores of a run's deals.

    They are (scores, states, lines, ends, moves, decisions, entries, lookups, hits, evictions, bytes, choices).
    """
    law = _scored(Rules(rules), plain=plain and not paths)
    run = Run(law, destinations, face_down, shuffle, seed, first)
    Store(store, eviction)  # refuses what is wrong even where there is no deal
    if count < 0:
        raise KiebitzError(f"count: 0 or more expected, not {count}")
    return _plain_etude.etude(law, run, count, plain, store, eviction, lines, paths)


def check_etude(
    rules: bytes,
    destinations: bytes,
    face_down: bytes,
    shuffle: int,
    seed: int,
    first: int,
    scores: bytes,
    lines: bytes,
    ends: bytes,
) -> int:
    """Return the index of the first deal whose line does not lead to its score, or the number of deals."""
    law = Rules(rules)
    run = Run(law, destinations, face_down, shuffle, seed, first)
    return _plain_etude.first_fault(law, run, scores, lines, read_ends(ends, len(scores), lines))


def shuffled(shuffle: int, number: int) -> bytes:
    """Return the pack in dealing order as card codes."""
    _plain_shuffle.check_shuffle(shuffle)
    if not 0 <= number < 2**64:
        raise KiebitzError(f"number of a shuffle: 0 to {2**64 - 1} expected, not {number}")
    return bytes(_plain_shuffle.shuffled(shuffle, number))


def one_suit(rules: bytes, first: int, count: int) -> tuple[bytes, bytes, bytes, bytes]:
    """Find the lengths of shortest lines of so many deals of the 13-card game: (lengths, states, lines, ends)."""
    return _plain_one_suit.lengths(Rules(rules), first, count)


def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int:
    """Return the index of the first deal whose line does not win in so many moves, or the number of deals."""
    return _plain_one_suit.first_fault(Rules(rules), first, lengths, lines, ends)


# --- Skat: what it answers is said beside the search ---

skat_best = _plain_skat.skat_best
skat_moves = _plain_skat.skat_moves
skat_reaches = _plain_skat.skat_reaches
skat_values = _plain_skat.skat_values
skat_worlds = _plain_skat.skat_worlds


# --- one search ---


def _numbered(rules: Rules) -> Rules:
    if rules.any:
        raise KiebitzError("rules: no game in which any card moves expected for numbered deals")
    return rules


def _scored(rules: Rules, *, plain: bool = False) -> Rules:
    """Return rules of a game whose best score can be asked for: by the plain search, or by the clever one."""
    if not rules.any:
        raise KiebitzError("rules: a game in which any card moves expected")
    if not plain:
        _plain_russian.check_rules(rules)
    return rules


def _checked_mode(mode: int) -> int:
    if mode not in (_FIRST, _PROVE, _PLAIN):
        raise KiebitzError(f"mode: 0 (first), 1 (prove) or 2 (plain) expected, not {mode}")
    return mode


def _solve(
    rules: Rules,
    table: Table,
    mode: int,
    states: int,
    seconds: float,
    memory: int,
    seed: int,
    ask: object | None = None,
) -> tuple[int, bytes, int, int, int, int]:
    budget = _budget(states, seconds, memory, ask)
    if rules.any:
        search = _plain_yukon.exhaust if mode == _PLAIN else _plain_yukon_search.search
        verdict, line, limit = search(rules, table, budget)
    elif mode == _PLAIN:
        verdict, line, limit = _plain_yardstick.exhaust(rules, table, budget)
    else:
        verdict, line, limit = _plain_search.search(rules, table, budget, quick=mode == _FIRST, seed=seed)
    return verdict, line, limit, budget.states, budget.stored, budget.memory


def _budget(states: int, seconds: float, memory: int, ask: object | None = None) -> Budget:
    if states < 0 or seconds < 0 or memory < 0:
        raise KiebitzError("limits: 0 (none) or more expected")
    return Budget(states, seconds, memory, ask)
