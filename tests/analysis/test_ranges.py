"""Ranges: lengths of lines, and the decoding of verdicts, limits and scores."""

from __future__ import annotations

import pytest

import kernel_functions as kernel
from kiebitz.analysis.encoding import decode_numbers, encode_dealing, encode_play
from kiebitz.analysis.limits import LIMITS, Limit, Verdict
from kiebitz.analysis.ranges import RangeResult, dealt_by_kernel, solve_range
from kiebitz.analysis.solving import answer
from kiebitz.deals import NUMBERINGS
from kiebitz.deals.shuffles import nth
from kiebitz.errors import ChoiceError, InputError
from kiebitz.kernel.answers import Dealing, Limits
from kiebitz.patience.encoding import encode_layout, encode_position, encode_rules
from kiebitz.patience.games import game
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Autoplay

#: Some are solved, some undecided, within 100 positions.
HARD = game("freecell").with_(cells=3)


@pytest.fixture(scope="module")
def result() -> RangeResult:
    return solve_range(HARD, 1, 60, Limit(states=100), keep_lines=True)


def test_limits_are_of_deals_left_undecided(result: RangeResult) -> None:
    verdicts = [result.verdict(number) for number in range(1, 61)]
    assert {Verdict.SOLVED, Verdict.UNDECIDED} <= set(verdicts)
    limits = [LIMITS[code] for code in result.limits_of_undecided()]
    assert limits == ["states" if verdict is Verdict.UNDECIDED else None for verdict in verdicts]
    decided = solve_range(game("freecell"), 1, 5)
    assert decided.limits_of_undecided() == bytes(5)


def test_lengths_are_those_of_the_lines(result: RangeResult) -> None:
    lines = [len(result.moves(number)) or None for number in range(1, 61)]
    assert result.lengths() == lines
    assert None in lines
    with pytest.raises(InputError):
        solve_range(HARD, 1, 2, Limit(states=100)).lengths()


def test_who_deals() -> None:
    assert dealt_by_kernel(game("freecell"), "microsoft", 1, 9)
    assert dealt_by_kernel(game("freecell"), "fisher-yates", 1, 2**63 - 2)
    assert not dealt_by_kernel(game("freecell"), "fisher-yates", 1, 2**63 - 1)
    assert not dealt_by_kernel(game("freecell"), "microsoft", -1, 1)
    assert dealt_by_kernel(game("freecell"), "pysolfc", 1, 9)
    assert not dealt_by_kernel(game("solitaire_6x6"), "pysolfc", 1, 9)
    assert dealt_by_kernel(game("solitaire_one_suit"), "one-suit", 0, 9)
    assert not dealt_by_kernel(game("freecell"), "one-suit", 0, 9)
    for name in ("challenge_freecell", "solitaire_6x6_down", "solitaire_one_suit", "yukon", "russian"):
        assert dealt_by_kernel(game(name), "microsoft", 1, 9)


@pytest.mark.parametrize("numbering", ["fisher-yates", "wetherell"])
@pytest.mark.parametrize(
    "name",
    ["bakers_game", "challenge_freecell", "marseille", "solitaire_6x6_down", "solitaire_two_suits", "yukon", "russian"],
)
def test_places_of_a_run_are_its_numbers(numbering: str, name: str) -> None:
    limit = Limit(states=2_000)
    run = solve_range(game(name), 3, 12, limit, keep_lines=True, numbering=numbering, seed=7)
    for place in range(3, 13):
        position = Position.deal(game(name), NUMBERINGS[numbering].cards(nth(7, place), game(name).pack))
        assert run.position(place) == position
        alone = answer(position, limit)
        assert (run.verdict(place), run.states[place - 3]) == (alone.verdict, alone.states)
        if alone.verdict is Verdict.SOLVED:
            assert run.moves(place) == alone.moves
    assert Verdict.SOLVED in map(run.verdict, range(3, 13)) or name == "russian"


@pytest.mark.parametrize(
    ("name", "numbering", "firsts"),
    [
        ("freecell", "pysolfc", (0, 31_998, 2**32 - 2, 2**63 - 4)),
        ("bakers_game", "pysolfc", (123_456_789_012,)),
        ("solitaire_one_suit", "one-suit", (0, 195_782_219, 518_918_397)),
        ("solitaire_6x6_down", "microsoft", (0, 2**31 - 1, 2**33 - 3)),
        ("solitaire_two_suits", "wetherell", (2**62,)),
    ],
)
def test_each_numbering_is_dealt_by_the_kernel(name: str, numbering: str, firsts: tuple[int, ...]) -> None:
    rules, deals = game(name), encode_dealing(numbering, None)
    encoded = encode_rules(rules), encode_layout(rules)
    for first in firsts:
        result = kernel.solve_range(*encoded, first, first + 2, 0, Limits(3_000), deals=deals)
        assert (
            kernel.check_range(*encoded, first, first + 2, result.verdicts, result.lines, result.ends, deals)
            == first + 3
        )
        lines = []
        for index in range(3):
            position = Position.deal(rules, NUMBERINGS[numbering].cards(first + index, rules.pack))
            alone = kernel.solve(encode_rules(rules), encode_position(position), 0, Limits(3_000))
            assert (alone.verdict, alone.states) == (result.verdicts[index], decode_numbers(result.states)[index])
            lines.append(alone.line)
        assert result.lines == b"".join(lines)


def test_a_range_ends_where_whole_numbers_of_the_kernel_do() -> None:
    for first in (2**63 - 2, 2**63 - 1, 2**64 - 2):
        result = solve_range(game("freecell"), first, first + 1, numbering="fisher-yates")
        for number in (first, first + 1):
            assert result.verdict(number) is answer(result.position(number)).verdict


def test_only_shuffles_have_seeded_runs() -> None:
    with pytest.raises(ChoiceError, match="seeded run"):
        solve_range(game("freecell"), 1, 3, numbering="pysolfc", seed=7)


def test_the_kernel_deals_shuffles_by_number_and_by_run() -> None:
    rules, number = game("freecell"), nth(7, 2) >> 1
    encoded = encode_rules(rules), encode_layout(rules)
    for dealing in ("fisher-yates", "wetherell"):
        for first, deals in ((2, encode_dealing(dealing, 7)), (number, encode_dealing(dealing, None))):
            result = kernel.solve_range(*encoded, first, first, 0, Limits(200_000), deals=deals)
            claimed = result.verdicts, result.lines, result.ends
            assert kernel.check_range(*encoded, first, first, *claimed, deals) == first + 1
            assert kernel.check_range(*encoded, first, first, *claimed, encode_dealing(dealing, 8)) == first
            play = encode_play(rules, Autoplay.SAFE)
            made = kernel.player_lines(*encoded, first, first, *claimed, play, deals)
            assert kernel.check_player_lines(*encoded, first, first, *made, play, deals) == first + 1
            assert kernel.check_player_lines(*encoded, first, first, *made, play, encode_dealing(dealing, 8)) == first
    for first, deals in ((-1, Dealing(1)), (1, Dealing(5)), (1, Dealing(4)), (2, Dealing(-1, 5)), (-1, Dealing(2, 5))):
        with pytest.raises(ValueError, match=r"deal|layout"):
            kernel.solve_range(*encoded, first, 5, 0, Limits(10), deals=deals)
