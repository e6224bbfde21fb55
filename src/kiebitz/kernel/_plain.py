"""The kernel in pure Python: the same functions as the native module, with the same verdicts, many times slower.

It is the reference from which one learns what the native kernel computes, and serves where no compiler was found. The
searches behind these functions are in the other modules `_plain_…`; cards, rules and moves are the same bytes here.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

from kiebitz import check_certificate as small_checker
from kiebitz.errors import KernelInputError
from kiebitz.kernel import (
    _plain_checker,
    _plain_fewest,
    _plain_game,
    _plain_lines,
    _plain_search,
    _plain_short,
    _plain_shortest,
)
from kiebitz.kernel._plain_budget import IMPOSSIBLE, NO_LIMITS, SOLVED, UNDECIDED, Budget
from kiebitz.kernel._plain_certificate import certificate
from kiebitz.kernel._plain_etude import check_etude, etude
from kiebitz.kernel._plain_one_suit import check_one_suit, one_suit
from kiebitz.kernel._plain_scores import best_score, shortest
from kiebitz.kernel._plain_shuffle import check_number, nth, shuffled
from kiebitz.kernel._plain_skat import (
    skat_best,
    skat_best_discard,
    skat_levels,
    skat_moves,
    skat_reaches,
    skat_trace,
    skat_values,
    skat_worlds,
)
from kiebitz.kernel._plain_table import (
    Rules,
    State,
    check_destinations,
    check_numbers,
    deal_microsoft,
    deal_state,
    deck_places,
    packed,
    read_ends,
    read_state,
)
from kiebitz.kernel.answers import Answer, Batch, Deals, Limits, Play, PlayerLines, Short, Shortest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "best_score",
    "build_info",
    "certificate",
    "check",
    "check_certificate",
    "check_etude",
    "check_one_suit",
    "check_player_line",
    "check_player_lines",
    "check_range",
    "check_score",
    "etude",
    "fewest_moves",
    "find_microsoft",
    "one_suit",
    "perft",
    "player_line",
    "player_lines",
    "short_line",
    "shortest",
    "shortest_line",
    "shuffled",
    "simd",
    "skat_best",
    "skat_best_discard",
    "skat_levels",
    "skat_moves",
    "skat_reaches",
    "skat_trace",
    "skat_values",
    "skat_worlds",
    "solve",
    "solve_range",
]

_FIRST, _PROVE, _PLAIN = range(3)
_MOST_WIDTH = 1 << 20
_MICROSOFT = Deals()


def solve(
    rules: bytes, position: bytes, mode: int, limits: Limits = NO_LIMITS, seed: int = 0, ask: object | None = None
) -> Answer:
    """Search one position. *ask* is called now and then; what it raises ends the search."""
    parsed = Rules(rules)
    return _solve(parsed, read_state(parsed, position), _checked_mode(mode), limits, seed, ask)


def solve_range(
    rules: bytes,
    destinations: bytes,
    first: int,
    last: int,
    mode: int,
    limits: Limits = NO_LIMITS,
    lines: bool = True,
    deals: Deals = _MICROSOFT,
) -> Batch:
    """Search the deals first to last. Limits are per deal."""
    parsed = _numbered(Rules(rules))
    check_destinations(parsed, destinations)
    _check_numbers(deals, first, last)
    _checked_mode(mode)
    verdicts, limits_hit, all_lines = bytearray(), bytearray(), bytearray()
    counts, ends = array("I"), array("I")
    for number in range(first, last + 1):
        table = deal_state(parsed, destinations, _dealt(deals, number))
        found = _solve(parsed, table, mode, limits, 0)
        verdicts.append(found.verdict)
        limits_hit.append(found.limit_hit)
        counts.append(min(found.states, 2**32 - 1))
        all_lines += found.line if lines else b""
        ends.append(len(all_lines))
    return Batch(bytes(verdicts), packed(counts), bytes(all_lines), packed(ends), bytes(limits_hit))


def shortest_line(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    width: int = 0,
    prove: bool = True,
    progress: object | None = None,
    ask: object | None = None,
) -> Shortest:
    """Return a line with the fewest moves of single cards. A good line without proof is the first one met.

    *progress* is called with the bound and the length of the best line (−1: none); an *ask* that answers true ends the
    search, which gives what it knows.
    """
    parsed = Rules(rules)
    if parsed.any or parsed.whole or parsed.forced or parsed.whole_suits:
        raise KernelInputError("rules", "a game of single moves expected")
    if width < 0:
        raise KernelInputError("width", "0 or more expected")
    table = read_state(parsed, position)
    if table.stock:
        raise KernelInputError("position", "an empty stock expected")
    return _plain_shortest.search(parsed, table, Budget(limits, ask), progress, prove=prove)


def check(rules: bytes, position: bytes, line: bytes) -> int:
    """-1 for a line that is legal and wins; else the index of its first illegal move, or its length."""
    parsed = Rules(rules)
    return _plain_checker.first_fault(parsed, read_state(parsed, position), line)


def check_certificate(path: str) -> tuple[int, str]:
    """0 proven, 1 not proven, 2 unreadable; and what is proven, or why it is not."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  pathlib would slow the start
            return 0, small_checker.check(file)
    except small_checker.NotProven as fault:
        return 1, str(fault)
    except small_checker.Unreadable as fault:
        return 2, str(fault)
    except (OSError, ValueError) as error:
        return 2, str(getattr(error, "strerror", None) or error)


def _claimed(first: int, claims: bytes, lines: bytes, stops: Sequence[int]) -> Iterator[tuple[int, int, bytes]]:
    """Yield each deal of a batch: its number, what is claimed of it, and its line."""
    start = 0
    for number, (claim, stop) in enumerate(zip(claims, stops, strict=True), first):
        yield number, claim, lines[start:stop]
        start = stop


def check_range(
    rules: bytes,
    destinations: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    deals: Deals = _MICROSOFT,
) -> int:
    """Return the first deal whose claimed solution is wrong, or last + 1."""
    parsed = _numbered(Rules(rules))
    stops = _checked_answers(parsed, destinations, deals, first, last, verdicts, lines, ends)
    if max(verdicts) > 2:
        raise KernelInputError("verdicts", f"0, 1 or 2 expected, not {max(verdicts)}")
    for number, verdict, line in _claimed(first, verdicts, lines, stops):
        if verdict != SOLVED:
            right = not line  # who found no solution claims none
        elif len(line) % 3:
            right = False
        else:
            right = (
                _plain_checker.first_fault(parsed, deal_state(parsed, destinations, _dealt(deals, number)), line) == -1
            )
        if not right:
            return number
    return last + 1


def player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> bytes | None:
    """Return the player's moves of a line that wins, four bytes each; `None` if it does not survive autoplay."""
    parsed = Rules(rules)
    return _plain_lines.player_line(parsed, read_state(parsed, position), line, _checked_play(parsed, play))


def short_line(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    width: int,
    below: int = 0,
    ask: object | None = None,
) -> Short:
    """Return a line of few player's moves, by a search that keeps the best *width* positions of each level.

    The line has fewer moves than *below*, if that is given; `None` if none is found, which proves nothing.
    """
    parsed = Rules(rules)
    if not 0 < width <= _MOST_WIDTH:
        raise KernelInputError("width", f"1 to {_MOST_WIDTH} expected")
    start = read_state(parsed, position)
    return _plain_short.search(parsed, start, _checked_play(parsed, play), Budget(limits, ask), width, below)


def fewest_moves(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    known: int = 0,
    progress: object | None = None,
    ask: object | None = None,
) -> Shortest:
    """Return a line with the fewest player's moves, if it has fewer than *known* (0: none is known).

    *progress* and *ask* are as of `shortest_line`.
    """
    parsed = Rules(rules)
    if parsed.any or parsed.forced or parsed.whole_suits or parsed.stock:
        what = "sequences that move, cards that go home one by one and no stock expected"
        raise KernelInputError("rules", what)
    if known < 0:
        raise KernelInputError("known", "0 or more expected")
    start = read_state(parsed, position)
    return _plain_fewest.search(parsed, start, _checked_play(parsed, play), known, Budget(limits, ask), progress)


def player_lines(
    rules: bytes,
    destinations: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Deals = _MICROSOFT,
) -> PlayerLines:
    """Do the same for the solved deals of a batch."""
    parsed = _numbered(Rules(rules))
    play = _checked_play(parsed, play)
    stops = _checked_answers(parsed, destinations, deals, first, last, verdicts, lines, ends)
    made, written, borders = bytearray(), bytearray(), array("I")
    for number, verdict, line in _claimed(first, verdicts, lines, stops):
        moves = None
        if verdict == SOLVED:
            table = deal_state(parsed, destinations, _dealt(deals, number))
            moves = _plain_lines.player_line(parsed, table, line, play)
        made.append(moves is not None)
        written += moves or b""
        borders.append(len(written))
    return PlayerLines(bytes(made), bytes(written), packed(borders))


def check_player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> int:
    """-1 for player's moves that are legal and win; else the index of the first wrong one, or their number."""
    parsed = Rules(rules)
    return _plain_checker.first_fault_of_player(parsed, read_state(parsed, position), line, _checked_play(parsed, play))


def check_player_lines(
    rules: bytes,
    destinations: bytes,
    first: int,
    last: int,
    made: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Deals = _MICROSOFT,
) -> int:
    """Return the first deal whose player's moves are wrong, or last + 1."""
    parsed = _numbered(Rules(rules))
    play = _checked_play(parsed, play)
    stops = _checked_answers(parsed, destinations, deals, first, last, made, lines, ends)
    for number, has_line, line in _claimed(first, made, lines, stops):
        right = not line
        if has_line:
            table = deal_state(parsed, destinations, _dealt(deals, number))
            right = not len(line) % 4 and _plain_checker.first_fault_of_player(parsed, table, line, play) == -1
        if not right:
            return number
    return last + 1


def find_microsoft(cards: bytes, first: int, last: int) -> list[int]:
    """All Microsoft deal numbers from first to last whose 52 cards, in dealing order, are these."""
    if sorted(cards) != list(range(52)):
        raise KernelInputError("cards", "52 different card codes from 0 to 51 expected")
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
    """Return the number of sequences of *depth* single-card moves; of any moves where any card moves."""
    parsed = Rules(rules)
    if depth < 0:
        raise KernelInputError("depth", f"0 or more expected, not {depth}")
    return _plain_game.perft(parsed, read_state(parsed, position), depth)


def simd() -> str:
    """Return the instruction set that the quick search uses: there is none here."""
    return "none"


def build_info() -> str:
    """Return what runs this kernel in one line."""
    return f"pure Python, {sys.implementation.name} {sys.version.split()[0]}"


def check_score(rules: bytes, position: bytes, line: bytes) -> int:
    """Return how many cards are home after a line, or −1 − the index of its first illegal move."""
    parsed = Rules(rules)
    return _plain_checker.score(parsed, read_state(parsed, position), line)


# --- one search ---


def _numbered(rules: Rules) -> Rules:
    if rules.any:
        raise KernelInputError("rules", "no game in which any card moves expected for numbered deals")
    return rules


def _checked_answers(
    rules: Rules, destinations: bytes, deals: Deals, first: int, last: int, verdicts: bytes, lines: bytes, ends: bytes
) -> array[int]:
    """Return where each line of a range ends; a `KernelInputError` unless there is a byte and an end for each deal."""
    check_destinations(rules, destinations)
    _check_numbers(deals, first, last)
    if not len(verdicts) == last - first + 1 > 0:
        raise KernelInputError("verdicts", f"one for each of the deals {first} to {last} expected, not {len(verdicts)}")
    return read_ends(ends, len(verdicts), lines)


def _checked_play(rules: Rules, play: Play) -> Play:
    autoplay, at_once = play
    if autoplay not in range(3) or at_once not in range(3):
        raise KernelInputError("play", f"choices 0 to 2 expected, not {autoplay} and {at_once}")
    if at_once and (rules.whole or rules.any):
        raise KernelInputError("play", "no limit on sequences expected where they move whole")
    return Play(autoplay, at_once)


def _check_numbers(deals: Deals, first: int, last: int) -> None:
    dealing, seed = deals
    if dealing not in range(3):
        raise KernelInputError("deals", f"0 (microsoft), 1 (fisher-yates) or 2 (wetherell) expected, not {dealing}")
    if not dealing:
        check_numbers(first, last)
        return
    for number in (first, last, seed or 0):
        check_number(number, "number of a deal")


def _dealt(deals: Deals, number: int) -> Sequence[int]:
    """Return the cards of a deal in dealing order."""
    dealing, seed = deals
    if not dealing:
        return deal_microsoft(number)
    return shuffled(dealing - 1, number if seed is None else nth(seed, number))


def _checked_mode(mode: int) -> int:
    if mode not in (_FIRST, _PROVE, _PLAIN):
        raise KernelInputError("mode", f"0 (first), 1 (prove) or 2 (plain) expected, not {mode}")
    return mode


def _solve(
    rules: Rules,
    start: State,
    mode: int,
    limits: Limits,
    seed: int,
    ask: object | None = None,
) -> Answer:
    budget = Budget(limits, ask)
    found = _plain_search.search(rules, start, budget, reduced=mode != _PLAIN, seed=seed)
    won = found.home == rules.number_of_cards
    verdict = SOLVED if won else UNDECIDED if found.limit else IMPOSSIBLE
    line = found.line if won else b""
    return Answer(verdict, line, found.limit, budget.states, budget.stored, budget.memory)
