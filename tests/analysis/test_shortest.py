"""Shortest lines: the 13-card game against the general search, and single positions against both."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import kernel_functions as kernel
import oracle
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.shortest import shortest, shortest_lines
from kiebitz.analysis.solving import prove
from kiebitz.deals.one_suit import RANGE
from kiebitz.errors import KernelFaultError, KiebitzError, NumberRangeError, UnsupportedRulesError
from kiebitz.patience import Rules, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_rules
from kiebitz.patience.position import Setup
from kiebitz.patience.referee import verify

ONE_SUIT = game("solitaire_one_suit")
ALL_RULES = [
    ONE_SUIT.with_(supermoves=supermoves, empty_column=empty_column)
    for supermoves in ("single", "whole")
    for empty_column in ("any", "kings")
]
ASCENDING = 379948320
# Impossible with single-card moves, by the general search among 100,000 random deals.
LOST = (195782220, 511819879, 167658588, 265507104, 168411192)


def some_deals(count: int, seed: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.choice(RANGE) for _ in range(count)]


def test_the_pack_dealt_in_ascending_order_takes_23_moves() -> None:
    result = shortest_lines(ALL_RULES[0], ASCENDING)
    assert list(result.lengths) == [23]
    assert len(result.moves(ASCENDING)) == 23


@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_a_deal_has_a_line_if_and_only_if_it_can_be_won(rules: Rules) -> None:
    for number in (*some_deals(40, 5), *LOST, ASCENDING):
        result = shortest_lines(rules, number)
        verdict = prove(deal(number, rules, "one-suit")).verdict
        assert verdict is (Verdict.SOLVED if result.lengths[0] else Verdict.IMPOSSIBLE)
        assert len(result.moves(number)) == result.lengths[0]  # replayed by the referee


def check_length(rules: Rules, number: int) -> None:
    rule_bytes = encode_rules(rules)
    lengths, _, lines, ends = kernel.one_suit(rule_bytes, number, 1)
    assert lengths[0] == max(0, oracle.fewest(deal(number, rules, "one-suit")) or 0), number
    assert kernel.check_one_suit(rule_bytes, number, lengths, lines, ends) == 1


@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_no_line_is_shorter(rules: Rules) -> None:
    check_length(rules, 19769062)  # few reachable positions; `native/tests/one_suit.cpp` has more deals
    if rules.supermoves.value == "single":
        check_length(rules, LOST[0])


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_no_line_of_many_deals_is_shorter(rules: Rules) -> None:
    for number in some_deals(60, 7):
        check_length(rules, number)


def test_a_wrong_claim_is_refused() -> None:
    rule_bytes = encode_rules(ALL_RULES[0])
    lengths, _, lines, ends = kernel.one_suit(rule_bytes, ASCENDING, 3)
    assert kernel.check_one_suit(rule_bytes, ASCENDING, lengths, lines, ends) == 3
    longer = bytes((lengths[0], lengths[1] + 1, lengths[2]))
    assert kernel.check_one_suit(rule_bytes, ASCENDING, longer, lines, ends) == 1
    denied = bytes((0, *lengths[1:]))
    assert kernel.check_one_suit(rule_bytes, ASCENDING, denied, lines, ends) == 0
    bent = lines[:-3] + bytes((99, 99, 1))
    assert kernel.check_one_suit(rule_bytes, ASCENDING, lengths, bent, ends) == 2


def test_what_no_caller_should_ask_is_refused() -> None:
    rule_bytes = encode_rules(ALL_RULES[0])
    for wrong in (encode_rules(game("freecell")), encode_rules(ONE_SUIT.with_(cells=2)), rule_bytes[:-1]):
        with pytest.raises(ValueError, match="rules"):
            kernel.one_suit(wrong, 0, 1)
    for first, count in ((RANGE.stop, 1), (RANGE.stop - 1, 2)):
        with pytest.raises(ValueError, match="deals"):
            kernel.one_suit(rule_bytes, first, count)
    with pytest.raises(ValueError, match="count"):
        kernel.one_suit(rule_bytes, 0, 2**22 + 1)


@pytest.mark.parametrize(
    ("rules", "first", "count", "complaint"),
    [
        (ONE_SUIT, 0, 1, "expected single or whole"),
        (game("freecell").with_(supermoves="single"), 0, 1, "pack 52; expected 13"),
        (ALL_RULES[0].with_(empty_column="none"), 0, 1, "empty column none; expected any or kings"),
        (ALL_RULES[0], RANGE.stop, 1, "expected a whole number"),
        (ALL_RULES[0], RANGE.stop - 1, 2, "expected a whole number"),
        (ALL_RULES[0], 0, 0, "deals at a time"),
    ],
)
def test_questions_without_an_answer(rules: Rules, first: int, count: int, complaint: str) -> None:
    with pytest.raises(KiebitzError, match=complaint):
        shortest_lines(rules, first, count)


def test_a_line_that_the_referee_refuses_goes_no_further() -> None:
    result = shortest_lines(ALL_RULES[0], ASCENDING)
    forged: Any = bytes((0, 2, 1)) + result.lines[3:]
    bad = replace(result, lines=forged)
    with pytest.raises(KernelFaultError, match=str(ASCENDING)):
        bad.moves(ASCENDING)
    with pytest.raises(NumberRangeError):
        result.moves(ASCENDING + 1)


# --- one position ---


def test_one_position_and_deals_in_a_row_have_the_same_lengths() -> None:
    for number in (*some_deals(40, 8), *LOST, ASCENDING):
        for rules in ALL_RULES:
            if rules.supermoves.value == "single":
                result = shortest(deal(number, rules, "one-suit"))
                assert (result.length or 0) == shortest_lines(rules, number).lengths[0]
                assert result.proven
                assert result.limit_hit is None
                if result.length:
                    verify(result.position, result.moves)


def test_a_game_that_is_won_takes_no_move() -> None:
    won = Setup(game("freecell"), [""] * 8, foundations=[13] * 4).position()
    assert (shortest(won).length, shortest(won).bound, shortest(won).proven) == (0, 0, True)


def test_a_wider_search_has_a_line_before_the_proof() -> None:
    limit = Limit(states=30_000)
    assert shortest(deal(1), limit, width=1).length is None
    line = shortest(deal(1), limit, width=64)
    assert line.length is not None
    assert line.bound < line.length


def test_progress_ends_at_the_answer() -> None:
    reports: list[tuple[int, int | None]] = []
    result = shortest(deal(3), Limit(states=15_000), progress=lambda *figures: reports.append(figures))
    assert reports[-1] == (result.bound, result.length)
    assert [bound for bound, _ in reports] == sorted(bound for bound, _ in reports)


def test_nobody_waits() -> None:
    result = shortest(deal(1), stop=lambda: True)
    assert (result.verdict, result.limit_hit, result.proven) == (Verdict.UNDECIDED, "stopped", False)
    assert (result.length, result.moves) == (None, ())


@pytest.mark.parametrize("name", ["beleaguered_castle", "king_albert", "simple_simon"])
def test_rules_that_the_search_for_a_shortest_line_lacks_are_refused(name: str) -> None:
    with pytest.raises(UnsupportedRulesError):
        shortest(deal(1, name))


def test_a_reserve_is_no_free_cell_of_the_13_card_game() -> None:
    with pytest.raises(UnsupportedRulesError):
        shortest_lines(game("solitaire_one_suit").with_(cell_use="reserve", supermoves="single"), 1)
