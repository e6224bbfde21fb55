"""Solving: known verdicts, verified lines, limits, and consistent ranges."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.analysis.analyst import Analyst, hint
from kiebitz.analysis.answers import Line, Result
from kiebitz.analysis.backend import kernel_name
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.ranges import solve_range
from kiebitz.analysis.solving import answer, prove, short, solve
from kiebitz.deals import numbering
from kiebitz.errors import KernelFaultError, KiebitzError, LimitError, NumberRangeError
from kiebitz.kernel import analyst as kernel
from kiebitz.kernel.host import backend
from kiebitz.patience import referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_move
from kiebitz.patience.games import game, games
from kiebitz.patience.piles import STOCK
from kiebitz.patience.position import Position, Setup
from kiebitz.patience.rule_options import Autoplay, Supermoves

if TYPE_CHECKING:
    from collections.abc import Callable

ENOUGH = Limit(states=200_000)
SMALL = ("solitaire_one_suit", "solitaire_two_suits")


def check(result: Result) -> None:
    """Check the answer's own claims."""
    if result.verdict is Verdict.SOLVED:
        referee.verify(result.position, result.moves, result.autoplay)
        assert result.limit_hit is None
    else:
        if result.score is None:
            assert result.moves == ()
        else:
            referee.verify(result.position, result.moves, result.autoplay, result.score)
        assert (result.limit_hit is None) == (result.verdict is Verdict.IMPOSSIBLE)


@pytest.mark.parametrize(
    "autoplay",
    [*(rule for rule in Autoplay if rule is not Autoplay.MAX), pytest.param(Autoplay.MAX, marks=pytest.mark.long)],
)
@pytest.mark.parametrize("supermoves", [rule for rule in Supermoves if rule is not Supermoves.ANY])
def test_deal_617_is_solved_under_every_rule(supermoves: Supermoves, autoplay: Autoplay) -> None:
    result = solve(deal(617, game("freecell").with_(supermoves=supermoves)), autoplay=autoplay)
    check(result)
    assert result.verdict is Verdict.SOLVED
    # Whether a line is legal under `max` depends on the line, and on the limit of a second search.
    assert result.autoplay is autoplay or autoplay is Autoplay.MAX
    if supermoves is Supermoves.SINGLE:
        assert {move.count for move in result.moves} == {1}


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        (
            "freecell",
            {"supermoves": "any"},
            "FreeCell cannot be solved with supermoves any; expected single, standard, microsoft or whole",
        ),
        ("yukon", {"cells": 1}, "Yukon cannot be solved with 1 free cell; expected none"),
        (
            "yukon",
            {"supermoves": "whole"},
            "Yukon cannot be solved with supermoves whole; expected any",
        ),
        (
            "freecell",
            {"home_moves": "forced"},
            "FreeCell cannot be solved with home moves forced; expected free or both_ways",
        ),
    ],
)
def test_mixes_of_rules_that_the_search_does_not_know_are_refused(
    name: str, changes: dict[str, object], message: str
) -> None:
    rules = game(name).with_(**changes)
    position = deal(1, rules)
    for ask in (solve, prove, hint):
        with pytest.raises(KiebitzError) as caught:
            ask(position)
        assert str(caught.value) == message
    with pytest.raises(KiebitzError) as caught:
        solve_range(rules, 1, 2)
    assert str(caught.value) == message


def test_lines_for_max_are_found() -> None:
    """Each of the first hundred deals has one, independent of the search's first line."""
    last = 100 if backend == "native" else 3
    for number in range(1, last + 1):
        assert solve(deal(number), autoplay=Autoplay.MAX).autoplay is Autoplay.MAX, number


@pytest.mark.parametrize("number", [11982, -1])
def test_impossible_deals_are_proven(number: int) -> None:
    result = prove(deal(number))
    check(result)
    assert result.verdict is Verdict.IMPOSSIBLE
    assert 0 < result.statistics.states < 150_000
    assert hint(deal(number)) is None


@pytest.mark.parametrize("number", [-3, -4])
def test_jokes_win_themselves(number: int) -> None:
    result = solve(deal(number))
    check(result)
    assert len(result.moves) == 1


#: The impossible ones among the first two deals of each game; Marseille's first exceeds the limit here.
LOST = {
    ("beleaguered_castle", 1), ("forecell", 1), ("kings_only_bakers_game", 1), ("russian", 1), ("russian", 2),
    ("somerset", 1), ("somerset", 2), ("streets_and_alleys", 1), ("streets_and_alleys", 2),
    ("thirty", 1), ("thirty", 2),
}  # fmt: skip
#: Deals that exceed the limit here.
LONG = {("fan", 1), ("king_albert", 1), ("raglan", 1), ("simple_simon", 1), ("simple_simon", 2)}


@pytest.mark.parametrize("name", games())
def test_every_game_is_answered(name: str) -> None:
    for number in (1, 2):
        result = solve(deal(number, name), Limit(states=20_000))
        check(result)
        assert result.statistics.states < 40_000
        expected = Verdict.IMPOSSIBLE if (name, number) in LOST else Verdict.SOLVED
        if backend == "native" and (name, number) not in LONG:
            assert result.verdict is expected
        else:  # some need more states
            assert result.verdict in (expected, Verdict.UNDECIDED)


@pytest.mark.parametrize("number", [3000014, 3000024, 3000072, 3000100])
def test_suits_that_columns_do_not_distinguish_count_as_one(number: int) -> None:
    result = solve(deal(number, "streets_and_alleys"), Limit(states=30_000))
    check(result)
    assert result.verdict is Verdict.SOLVED  # with all suits apart, two million states do not suffice


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(SMALL), seed=st.integers(0, 10**6), turns=st.integers(0, 12), data=st.data())
def test_positions_under_way_are_solved_too(name: str, seed: int, turns: int, data: st.DataObject) -> None:
    position = deal(seed, name, "fisher-yates")
    for _ in range(turns):
        moves = list(referee.legal_moves(position))
        if not moves:
            break
        position = referee.apply(position, data.draw(st.sampled_from(moves)))
    first, second = solve(position, ENOUGH), prove(position, ENOUGH)
    check(first)
    check(second)
    if Verdict.UNDECIDED not in (first.verdict, second.verdict):
        assert first.verdict is second.verdict


@pytest.mark.parametrize(
    ("name", "number"), [("solitaire_two_suits", 3), ("solitaire_two_suits", 5), ("bakers_game", 3)]
)
def test_hints_lead_to_the_end(name: str, number: int) -> None:
    table = referee.Table(deal(number, name), Autoplay.SAFE)
    for _ in range(200):
        move = hint(table.position)
        if move is None:
            break
        table.push(move)
    assert table.is_won


def test_won_positions_need_no_moves() -> None:
    position = Setup(game("freecell"), [], foundations=[13, 13, 13, 13]).position()
    assert solve(position) == Result(verdict=Verdict.SOLVED, line=Line(position=position, autoplay=Autoplay.SAFE))
    assert hint(position) is None


def test_where_max_loses_the_line_is_for_a_lesser_rule() -> None:
    """Microsoft's deal 1941 is winnable only if autoplay can be declined."""
    result = solve(deal(1941), autoplay=Autoplay.MAX)
    check(result)
    assert (result.verdict, result.autoplay) == (Verdict.SOLVED, Autoplay.SAFE)


# Limits


@pytest.mark.parametrize(
    ("limit", "name"),
    [(Limit(states=50), "states"), (Limit(seconds=1e-5), "seconds"), (Limit(memory=20_000), "memory")],
)
def test_limits_leave_it_undecided_and_are_named(limit: Limit, name: str) -> None:
    result = prove(deal(11982), limit)
    check(result)
    assert (result.verdict, result.limit_hit) == (Verdict.UNDECIDED, name)


@pytest.mark.parametrize(
    "wrong", [{"states": 0}, {"states": -1}, {"states": 1.5}, {"states": True}, {"memory": 2**63}, {"seconds": 0}]
)
def test_limits_that_make_no_sense(wrong: dict[str, int]) -> None:
    with pytest.raises(LimitError, match=r"expected a (whole )?number above 0 and below 2\^63$"):
        Limit(**wrong)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", 10**19, 2.0**63, -1])
def test_times_that_make_no_sense(value: float) -> None:
    with pytest.raises(LimitError, match=r"2\^63$"):
        Limit(seconds=value)


# The stock of Marseille


def test_a_stock_is_placed_and_the_line_begins_with_it() -> None:
    rules = game("marseille")
    for number in range(1, 30):
        result = solve(deal(number, rules), Limit(states=20_000))
        check(result)
        if result.verdict is Verdict.SOLVED:
            assert all(move.source.letter == "s" for move in result.moves[:3])
            return
    pytest.fail("none of 29 deals solved")


def test_impossible_with_a_stock_means_after_every_placement() -> None:
    rules = game("marseille")
    columns = ["KS QS", "KH QH"]
    position = Setup(rules, columns, stock="JS KC JH", foundations=[12, 13, 10, 10]).position()
    result = prove(position, ENOUGH)
    check(result)
    assert result.verdict is Verdict.SOLVED
    assert [move.source for move in result.moves[:3]] == [STOCK] * 3
    # The stock goes home from anywhere; kings on queens stay without a cell or an empty column.
    columns = ["QH KH", "QS KS"]
    position = Setup(
        rules.with_(columns=2, cells=0), columns, stock="JS KC JH", foundations=[12, 13, 10, 10]
    ).position()
    result = prove(position, ENOUGH)
    check(result)
    assert result.verdict is Verdict.IMPOSSIBLE


def test_limits_hold_for_all_placements_together() -> None:
    result = prove(deal(1, game("marseille").with_(cells=1)), Limit(states=3_000))
    check(result)
    assert (result.verdict, result.limit_hit) == (Verdict.UNDECIDED, "states")
    assert result.statistics.states <= 4_100


# Ranges


@pytest.mark.parametrize("changes", [{"ace": "high"}, {"ace": "high", "foundations": "ace_down", "cells": 3}])
def test_a_range_is_dealt_by_the_place_of_the_ace(changes: dict[str, object]) -> None:
    rules = game("freecell").with_(**changes)
    results = solve_range(rules, 1, 12, Limit(states=20_000))
    alone = [answer(deal(number, rules), Limit(states=20_000)) for number in range(1, 13)]
    assert [list(Verdict)[verdict] for verdict in results.verdicts] == [one.verdict for one in alone]
    assert list(results.states) == [one.states for one in alone]


@pytest.mark.parametrize("name", ["freecell", "bakers_game", "solitaire_two_suits", "challenge_freecell"])
def test_ranges_agree_with_single_answers(name: str) -> None:
    rules = game(name)
    results = solve_range(rules, 1, 12, ENOUGH, keep_lines=True)
    assert (results.first, results.last, len(results.verdicts), len(results.states)) == (1, 12, 12, 12)
    for number in range(1, 13):
        assert results.verdict(number) is solve(deal(number, rules), ENOUGH).verdict
        if results.verdict(number) is Verdict.SOLVED:
            referee.verify(deal(number, rules), results.moves(number))
        else:
            assert results.moves(number) == ()
    assert sum(results.count(verdict) for verdict in Verdict) == 12


def test_ranges_list_their_numbers() -> None:
    results = solve_range(game("freecell"), -1, 3)
    assert results.numbers(Verdict.IMPOSSIBLE) == [-1]
    assert results.numbers(Verdict.SOLVED) == [0, 1, 2, 3]


def test_ranges_of_other_numberings() -> None:
    results = solve_range(game("freecell"), 32_000, 32_002, keep_lines=True, numbering="pysolfc")
    for number in results.numbers(Verdict.SOLVED):
        cards = numbering("pysolfc").cards(number)
        referee.verify(Position.deal(game("freecell"), cards), results.moves(number))
    assert results.count(Verdict.SOLVED) == 3


def test_ranges_with_a_stock() -> None:
    rules = game("marseille")
    results = solve_range(rules, 1, 4, Limit(states=20_000), keep_lines=True)
    for number in results.numbers(Verdict.SOLVED):
        referee.verify(deal(number, rules), results.moves(number))


def test_ranges_forget_lines_unless_asked() -> None:
    results = solve_range(game("freecell"), 1, 3)
    with pytest.raises(KiebitzError, match="keep_lines"):
        results.moves(2)
    assert pickle.loads(pickle.dumps(results)) == results  # between processes


@pytest.mark.parametrize(("first", "last"), [(3, 1), (-5, 1), (1, 2**33)])
def test_ranges_that_make_no_sense(first: int, last: int) -> None:
    with pytest.raises(NumberRangeError):
        solve_range(game("freecell"), first, last)


def test_deals_outside_a_result() -> None:
    with pytest.raises(NumberRangeError, match="a deal from 1 to 3"):
        solve_range(game("freecell"), 1, 3).verdict(4)


@pytest.mark.parametrize("name", ["freecell", "challenge_freecell", "solitaire_6x6_down"])
def test_ranges_hand_out_the_solutions_that_solve_does(name: str) -> None:
    rules = game(name)
    results = solve_range(rules, 1, 6, keep_lines=True)
    for number in range(1, 7):
        for autoplay in (Autoplay.NONE, Autoplay.SAFE):
            alone = solve(deal(number, rules), autoplay=autoplay)
            assert results.solution(number, autoplay) == (alone.moves, autoplay)
            if alone.verdict is Verdict.SOLVED:
                referee.verify(alone.position, alone.moves, autoplay)


# Verification


def forged(moves: bytes) -> Callable[..., kernel.Solution]:
    """Return a kernel answer that a deal is solved by these moves, four bytes each."""
    return lambda *_, **__: kernel.Solution(0, None, None, b"", 0, 1, 1, 1, 0.0, moves, 0, 1)


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (bytes((0, 48, 1, 1)), r"must go there first|built by suit"),
        (bytes((1, 0, 1, 1)), "internal error, please report it: "),
        (b"\0", "a line of 1 bytes"),
        (b"\0\xff\1\1", "internal error, please report it: "),
        (b"\0\1\0\0", "internal error, please report it: "),
    ],
)
def test_a_wrong_line_of_the_kernel_does_not_get_out(
    monkeypatch: pytest.MonkeyPatch, moves: bytes, reason: str
) -> None:
    monkeypatch.setattr(kernel, "solution", forged(moves))
    with pytest.raises(KernelFaultError, match=reason):
        solve(deal(617))


def test_a_line_that_ends_too_early_does_not_get_out(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = encode_move(next(iter(referee.legal_moves(deal(617)))))
    monkeypatch.setattr(kernel, "solution", forged(legal + b"\1"))
    with pytest.raises(KernelFaultError, match="not home: 52"):
        solve(deal(617))


def test_what_the_checker_refuses_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise RuntimeError("deal 3: the checker refuses the line that the search found")

    monkeypatch.setattr(kernel, "answer_range", refused)
    with pytest.raises(KernelFaultError, match="deal 3: "):
        solve_range(game("freecell"), 1, 3)


def test_kernel_name() -> None:
    assert kernel_name().startswith(backend)


@pytest.mark.parametrize("ask", [solve, prove])
def test_a_search_is_stopped_when_nobody_waits_any_more(ask: Callable[..., Result]) -> None:
    """Deal 982 with two cells keeps a complete search busy for minutes."""
    endless = deal(982, game("freecell").with_(cells=2))
    questions = []

    def stop() -> bool:
        questions.append("still there?")
        return len(questions) > 5

    result = ask(endless, stop=stop)
    assert (result.verdict, result.limit_hit, result.moves) == (Verdict.UNDECIDED, "stopped", ())
    assert len(questions) == 6
    assert hint(endless, stop=lambda: True) is None


def test_what_is_asked_may_fail() -> None:
    def stop() -> bool:
        raise OSError("the line is dead")

    with pytest.raises(OSError, match="the line is dead"):
        solve(deal(982, game("freecell").with_(cells=2)), stop=stop)


# --- short lines ---


@pytest.mark.parametrize("autoplay", [Autoplay.SAFE, Autoplay.MAX])
def test_a_short_line_is_shorter_and_wins(autoplay: Autoplay) -> None:
    first = solve(deal(2_000_007), autoplay=autoplay)
    result = Analyst().solution(deal(2_000_007), autoplay=autoplay)
    check(result)
    assert result.autoplay is first.autoplay
    assert len(result.moves) <= len(first.moves) - 5


def test_more_width_more_states_and_limits_hold() -> None:
    dealt = deal(2_000_007)
    result = short(dealt)
    check(result)
    assert len(result.moves) <= len(Analyst().solution(dealt).moves)
    limited = short(dealt, Limit(states=3_000))
    check(limited)
    assert limited.statistics.states <= 3_000
    assert limited.moves == solve(dealt).moves


def test_short_says_what_solve_says_where_there_is_no_shorter_line() -> None:
    lost = deal(-1)
    assert short(lost).verdict is Verdict.IMPOSSIBLE
    scored = deal(2, "russian")
    assert short(scored).moves == solve(scored).moves
    hard = deal(982, game("freecell").with_(cells=2))
    assert short(hard, Limit(states=300)).limit_hit == "states"
    result = solve(deal(2_000_007))
    won = short(referee.replay(result.position, result.moves, result.autoplay))
    assert (won.verdict, won.moves) == (Verdict.SOLVED, ())
