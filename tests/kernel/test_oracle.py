"""The oracle: known answers, sound reductions, kept limits; and the kernel's answers."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle as plain
from backends import backend
from kiebitz.deals import microsoft
from kiebitz.errors import KiebitzError
from kiebitz.kernel.answers import Limits
from kiebitz.patience import Ace, Build, EmptyColumn, Foundations, Position, Rules, Supermoves, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.referee import perft, verify
from perft_files import Record, records
from strategies import microsoft_numbers
from tables import deals, reachable, small_rules, walk, winnable

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
FIRST, PROVE, PLAIN = range(3)
FREECELL = game("freecell")
IMPOSSIBLE_DEALS = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)


def verdict(position: Position, mode: int, states: int = 0, forced: bool = False) -> int:
    """The verdict of the kernel in pure Python; its line is replayed by the referee first."""
    rule_bytes = bytes((*encode_rules(position.rules)[:8], forced, *encode_rules(position.rules)[9:]))
    code, line, *_ = plain.solve(rule_bytes, encode_position(position), mode, Limits(states))
    if code == SOLVED:
        verify(position, decode_moves(line))
        assert plain.check(rule_bytes, encode_position(position), line) == -1
    else:
        assert line == b""
    return code


# --- known answers ---


@pytest.mark.parametrize("mode", [FIRST, PROVE])
@pytest.mark.parametrize("number", [1, 2, 617, -3, -4])
def test_typical_deals_are_solved(number: int, mode: int) -> None:
    assert verdict(deal(number), mode) == SOLVED


@pytest.mark.parametrize("number", [IMPOSSIBLE_DEALS[0], -1])
def test_impossible_deals_are_proven(number: int) -> None:
    assert verdict(deal(number), PROVE) == IMPOSSIBLE


@pytest.mark.slow
@pytest.mark.parametrize("number", [*IMPOSSIBLE_DEALS, -2])
def test_all_impossible_deals_are_proven(number: int) -> None:
    assert verdict(deal(number), FIRST) == IMPOSSIBLE


def test_the_first_deals_are_solved() -> None:
    rule_bytes, layout = encode_rules(FREECELL), encode_layout(FREECELL)
    verdicts, _, lines, ends, *_ = plain.solve_range(rule_bytes, layout, 1, 15, FIRST)
    assert verdicts == bytes(15)
    assert plain.check_range(rule_bytes, layout, 1, 15, verdicts, lines, ends) == 16


# --- reductions: against a search without them, and that one against the referee's graph of positions ---

SMALL = [
    small_rules(3, "CDHS", columns=3, cells=0),
    small_rules(4, "CDHS", columns=3, cells=1, empty_column=EmptyColumn.KINGS),
    small_rules(4, "CDS", columns=3, cells=1, supermoves=Supermoves.WHOLE),
    small_rules(5, "CH", columns=3, cells=1, build=Build.SAME_SUIT),
    small_rules(4, "CHS", columns=2, cells=2, foundations=Foundations.DOWN),
    small_rules(
        5, "DS", columns=3, cells=1, build=Build.SAME_SUIT, foundations=Foundations.DOWN, supermoves=Supermoves.WHOLE
    ),
    small_rules(4, "CDHS", columns=4, cells=0, empty_column=EmptyColumn.NONE),
]


@pytest.mark.parametrize("some", SMALL, ids=lambda some: str(SMALL.index(some)))
def test_all_modes_are_the_referee_s_graph(some: Rules) -> None:
    for position in deals(some, 4):
        graph = reachable(position)
        expected = SOLVED if position in winnable(graph) else IMPOSSIBLE
        assert [verdict(position, mode) for mode in (PLAIN, PROVE, FIRST)] == [expected] * 3


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A position of a small game with any rules, often after a few moves."""
    some = small_rules(
        draw(st.integers(2, 6)),
        draw(st.sampled_from(["CDHS", "CDHS", "CDS", "CHS", "CS", "DH", "CD", "HS"])),
        columns=draw(st.integers(2, 5)),
        cells=draw(st.integers(0, 2)),
        build=draw(st.sampled_from(Build)),
        empty_column=draw(st.sampled_from(EmptyColumn)),
        supermoves=draw(st.sampled_from([Supermoves.STANDARD, Supermoves.WHOLE])),
        foundations=draw(st.sampled_from(Foundations)),
        ace=draw(st.sampled_from(Ace)),
    )
    return walk(some, draw(st.integers(0, 2**32)), draw(st.integers(0, 6)))[-1]


@given(small_positions(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_reductions_change_no_verdict(position: Position, forced: bool) -> None:
    expected = verdict(position, PLAIN, states=20_000, forced=forced)
    if expected != UNDECIDED:
        assert verdict(position, PROVE, forced=forced) == expected
        assert verdict(position, FIRST, forced=forced) == expected


# --- counts ---

RECORDS = list(records())


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_counts_of_move_sequences(record: Record) -> None:
    rule_bytes, board = encode_rules(record.position.rules), encode_position(record.position)
    for depth, count in enumerate(record.counts, 1):
        if count <= 20_000:
            assert plain.perft(rule_bytes, board, depth) == count
    assert plain.perft(rule_bytes, board, 0) == 1


@given(small_positions())
@settings(max_examples=50, deadline=None)
def test_counts_in_small_games(position: Position) -> None:
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    assert plain.perft(rule_bytes, board, 3) == perft(position, 3)


# --- limits ---


@pytest.mark.parametrize("mode", [FIRST, PROVE, PLAIN])
def test_limit_of_states(mode: int) -> None:
    rule_bytes, board = encode_rules(FREECELL), encode_position(deal(11982))
    for states in (1, 2, 100, 1500):
        assert plain.solve(rule_bytes, board, mode, Limits(states))[:4] == (UNDECIDED, b"", 1, states)


@pytest.mark.parametrize("mode", [FIRST, PROVE, PLAIN])
def test_limit_of_time(mode: int) -> None:
    rule_bytes, board = encode_rules(FREECELL), encode_position(deal(11982))
    start = time.monotonic()
    assert plain.solve(rule_bytes, board, mode, Limits(0, 0.05, 0))[:3] == (UNDECIDED, b"", 2)
    assert 0.04 < time.monotonic() - start < 10


@pytest.mark.parametrize("mode", [FIRST, PROVE, PLAIN])
def test_limit_of_memory(mode: int) -> None:
    import tracemalloc

    rule_bytes, board, most = encode_rules(FREECELL), encode_position(deal(11982)), 1_000_000
    tracemalloc.start()
    try:
        *answer, peak = plain.solve(rule_bytes, board, mode, Limits(0, 0.0, most))
        measured = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer[:3] == [UNDECIDED, b"", 3]
    assert most * 0.9 < peak <= most
    assert measured < 1.2 * most


def test_a_seed_makes_another_attempt_the_same_again() -> None:
    rule_bytes, board = encode_rules(FREECELL), encode_position(deal(617))
    answers = [plain.solve(rule_bytes, board, FIRST, seed=seed) for seed in (0, 1, 2, 1, 0)]
    assert answers[0] == answers[4]
    assert answers[1] == answers[3]
    assert len({answer[1] for answer in answers}) == 3


# --- ranges and the finder ---


def test_a_range_is_its_deals() -> None:
    bakers = game("bakers_game")
    rule_bytes, layout = encode_rules(bakers), encode_layout(bakers)
    verdicts, states, lines, ends, *_ = plain.solve_range(rule_bytes, layout, 1, 8, PROVE, Limits(2000))
    begin = 0
    for index in range(8):
        board = encode_position(deal(index + 1, bakers))
        code, line, _, count, _, _ = plain.solve(rule_bytes, board, PROVE, Limits(2000))
        end = int.from_bytes(ends[4 * index : 4 * index + 4], "little")
        assert (code, line) == (verdicts[index], lines[begin:end])
        assert count == int.from_bytes(states[4 * index : 4 * index + 4], "little")
        begin = end
    short = plain.solve_range(rule_bytes, layout, 1, 8, PROVE, Limits(2000), lines=False)
    assert short[:4] == (verdicts, states, b"", bytes(32))


@given(microsoft_numbers(first=0))
@settings(max_examples=50, deadline=None)
def test_numbers_are_dealt_and_found(number: int) -> None:
    codes = bytes(card.index for card in microsoft.cards(number))
    first, last = max(number - 60, 0), min(number + 60, microsoft.LAST)
    assert plain.find_microsoft(codes, first, last) == [number]
    assert plain.find_microsoft(codes, last, first) == []


# --- what is refused ---


def test_malformed_arguments() -> None:
    rule_bytes, board = encode_rules(FREECELL), encode_position(deal(1))
    layout = encode_layout(FREECELL)
    with pytest.raises(KiebitzError, match="mode"):
        plain.solve(rule_bytes, board, 3)
    with pytest.raises(KiebitzError, match="limits"):
        plain.solve(rule_bytes, board, 0, Limits(-1))
    with pytest.raises(KiebitzError, match="rules"):
        plain.solve(rule_bytes[:8], board, 0)
    with pytest.raises(KiebitzError, match="rules, byte 2: 1 to 18 expected, not 19"):
        plain.solve(rule_bytes[:2] + bytes((19,)) + rule_bytes[3:], board, 0)
    with pytest.raises(KiebitzError, match="ends too early"):
        plain.solve(rule_bytes, board[:-1], 0)
    with pytest.raises(KiebitzError, match="1 bytes left over"):
        plain.solve(rule_bytes, board + b"\0", 0)
    with pytest.raises(KiebitzError, match="each of the 52 cards"):
        plain.perft(rule_bytes, board[:-1] + board[-2:-1], 1)
    with pytest.raises(KiebitzError, match="depth"):
        plain.perft(rule_bytes, board, -1)
    with pytest.raises(KiebitzError, match="number of a deal"):
        plain.solve_range(rule_bytes, layout, -1, 1, 0)
    with pytest.raises(KiebitzError, match="52 different"):
        plain.find_microsoft(bytes(52), 1, 2)
    with pytest.raises(KiebitzError, match="number of a deal"):
        plain.find_microsoft(bytes(range(52)), 0, 2**33)


def test_names_of_the_kernel() -> None:
    assert plain.simd() == "none"
    assert plain.build_info().startswith("pure Python, ")


# --- the native kernel ---


@pytest.mark.parametrize("name", ["freecell", "bakers_game", "forecell", "seahaven_towers", "relaxed_seahaven_towers"])
def test_both_kernels_give_the_same_verdicts(name: str) -> None:
    some = game(name)
    rule_bytes, layout = encode_rules(some), encode_layout(some)
    ours = plain.solve_range(rule_bytes, layout, 1, 25, PROVE, Limits(10_000))[0]
    theirs = backend("kernel").solve_range(rule_bytes, layout, 1, 25, FIRST, Limits(100_000))[0]
    decided = [(a, b) for a, b in zip(ours, theirs, strict=True) if UNDECIDED not in (a, b)]
    assert [pair for pair in decided if pair[0] != pair[1]] == []
    assert len(decided) >= 15


@given(small_positions(), st.sampled_from([FIRST, PROVE, PLAIN]), st.booleans())
@settings(max_examples=200, deadline=None)
def test_both_kernels_agree_on_small_games(position: Position, mode: int, forced: bool) -> None:
    rule_bytes, board = (
        bytes((*encode_rules(position.rules)[:8], forced, *encode_rules(position.rules)[9:])),
        encode_position(position),
    )
    code, line, *_ = backend("kernel").solve(rule_bytes, board, mode)
    assert code == verdict(position, PROVE, forced=forced)
    if code == SOLVED:
        assert plain.check(rule_bytes, board, line) == -1


@given(small_positions())
@settings(max_examples=50, deadline=None)
def test_both_kernels_count_the_same(position: Position) -> None:
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    assert backend("kernel").perft(rule_bytes, board, 3) == plain.perft(rule_bytes, board, 3)


def test_both_kernels_find_the_same_numbers() -> None:
    chance = Random(1)
    for number in [chance.randrange(2**33) for _ in range(200)]:
        codes = bytes(card.index for card in microsoft.cards(number))
        assert backend("kernel").find_microsoft(codes, max(number - 500, 0), number + 500) == [number]


def test_a_won_position_needs_no_move() -> None:
    board = bytes((13, 13, 13, 13, 4, *[255] * 4, 8, *[0] * 8))
    for mode in (FIRST, PROVE, PLAIN):
        assert plain.solve(encode_rules(FREECELL), board, mode)[:3] == (SOLVED, b"", 0)
