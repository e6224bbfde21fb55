"""Verdicts of every search against the oracle; counts of moves; rejected arguments."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_functions as kernel
import oracle
from kiebitz.deals import microsoft
from kiebitz.patience import Ace, Build, EmptyColumn, Foundations, HomeMoves, Position, Rules, Supermoves, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.referee import perft, verify
from strategies import microsoft_numbers
from tables import deals, small_rules, walk

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
FIRST, PROVE, PLAIN = MODES = range(3)
FREECELL = game("freecell")


def check_verdicts(position: Position, largest: int) -> int:
    """Compare the verdicts with the oracle's unless the game is too large; the referee replays the lines."""
    winnable = oracle.can_be_won(position, largest)
    if winnable is None:
        return UNDECIDED
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    for mode in MODES:
        code, line, limit, *_ = kernel.solve(rule_bytes, board, mode)
        assert (code, limit) == (SOLVED if winnable else IMPOSSIBLE, 0), (mode, position)
        if code == SOLVED:
            verify(position, decode_moves(line))
            assert kernel.check(rule_bytes, board, line) == -1
        else:
            assert line == b""
    return SOLVED if winnable else IMPOSSIBLE


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
def test_deals_of_small_games(some: Rules) -> None:
    assert UNDECIDED not in {check_verdicts(position, 20_000) for position in deals(some, 12)}


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A position of a small game with any rules, often after some moves."""
    some = small_rules(
        draw(st.integers(2, 6)),
        draw(st.sampled_from(["CDHS", "CDHS", "CDS", "CHS", "CS", "DH", "CD", "HS"])),
        columns=draw(st.integers(2, 5)),
        cells=draw(st.integers(0, 2)),
        build=draw(st.sampled_from(Build)),
        empty_column=draw(st.sampled_from(EmptyColumn)),
        supermoves=draw(st.sampled_from([Supermoves.STANDARD, Supermoves.WHOLE])),
        foundations=draw(st.sampled_from(Foundations)),
        home_moves=draw(st.sampled_from(HomeMoves)),
        ace=draw(st.sampled_from(Ace)),
    )
    return walk(some, draw(st.integers(0, 2**32)), draw(st.integers(0, 6)))[-1]


@given(small_positions())
@settings(max_examples=300, deadline=None)
def test_positions_of_small_games(position: Position) -> None:
    check_verdicts(position, 3_000)


@given(small_positions())
@settings(max_examples=100, deadline=None)
def test_counts_in_small_games(position: Position) -> None:
    """Sequences are counted as if no move were forced."""
    position = position.under(replace(position.rules, home_moves=HomeMoves.FREE))
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    assert kernel.perft(rule_bytes, board, 0) == 1
    assert kernel.perft(rule_bytes, board, 3) == perft(position, 3) == oracle.perft(position, 3)


def test_a_won_position_needs_no_move() -> None:
    board = bytes((13, 13, 13, 13, 4, *[255] * 4, 8, *[0] * 8))
    for mode in MODES:
        assert kernel.solve(encode_rules(FREECELL), board, mode)[:3] == (SOLVED, b"", 0)


def test_a_seed_makes_another_attempt_the_same_again() -> None:
    rule_bytes, board = encode_rules(game("bakers_game")), encode_position(deal(3, "bakers_game"))
    answers = [kernel.solve(rule_bytes, board, FIRST, seed=seed) for seed in (0, 1, 2, 1, 0)]
    assert answers[0] == answers[4]
    assert answers[1] == answers[3]
    assert len({answer[1] for answer in answers}) == 3


# --- the finder ---


@given(microsoft_numbers(first=0))
@settings(max_examples=50, deadline=None)
def test_numbers_are_dealt_and_found(number: int) -> None:
    codes = bytes(card.index for card in microsoft.cards(number))
    first, last = max(number - 60, 0), min(number + 60, microsoft.LAST)
    assert kernel.find_microsoft(codes, first, last) == [number]
    assert kernel.find_microsoft(codes, last, first) == []


def test_numbers_are_found_among_a_thousand() -> None:
    chance = Random(1)
    for number in [chance.randrange(2**33 - 500) for _ in range(200)]:
        codes = bytes(card.index for card in microsoft.cards(number))
        assert kernel.find_microsoft(codes, max(number - 500, 0), number + 500) == [number]


# --- rejected arguments ---


def test_malformed_arguments() -> None:
    rule_bytes, board = encode_rules(FREECELL), encode_position(deal(1))
    layout = encode_layout(FREECELL)
    with pytest.raises(ValueError, match=r"^mode: 0 \(first\), 1 \(prove\) or 2 \(exhaustive\) expected"):
        kernel.solve(rule_bytes, board, 3)
    with pytest.raises(ValueError, match=r"^rules: "):
        kernel.solve(rule_bytes[:8], board, 0)
    with pytest.raises(ValueError, match=r"^rules: 1 to 18 columns expected"):
        kernel.solve(rule_bytes[:2] + bytes((19,)) + rule_bytes[3:], board, 0)
    with pytest.raises(ValueError, match=r"^position: "):
        kernel.solve(rule_bytes, board[:-1], 0)
    with pytest.raises(ValueError, match=r"^position: "):
        kernel.solve(rule_bytes, board + b"\0", 0)
    with pytest.raises(ValueError, match=r"^position: a card twice"):
        kernel.perft(rule_bytes, board[:-1] + board[-2:-1], 1)
    with pytest.raises(ValueError, match=r"^depth: "):
        kernel.perft(rule_bytes, board, -1)
    with pytest.raises(ValueError, match=r"^range: deals 0 to 9223372036854775806 expected"):
        kernel.solve_range(rule_bytes, layout, -1, 1, 0)
    with pytest.raises(ValueError, match=r"^cards: "):
        kernel.find_microsoft(bytes(52), 1, 2)
    with pytest.raises(ValueError, match="0 to 8589934591"):
        kernel.find_microsoft(bytes(range(52)), 0, 2**33)
