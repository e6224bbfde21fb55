"""The kernel against published figures on Microsoft's deals, and deals that others misjudged."""

from __future__ import annotations

import pytest

import kernel_functions as kernel
from kiebitz.kernel.answers import Limits
from kiebitz.patience import Rules, game
from kiebitz.patience.encoding import encode_layout, encode_rules

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
FIRST, PROVE = 0, 1

# Winnable deals among 1 to 32000 by number of cells, from the lists published on github.com/shlomif, except for one and
# two cells, where some deals need tens of millions of positions.
WINNABLE = {0: 69, 3: 31_801, 4: 31_999, 5: 32_000}
# Baker's Game 1 to 2000: 1,528 can be won, including these, which solvers that move whole runs only counted as lost
# after "could not solve".
BAKERS_GAME_WON = 1528
BAKERS_GAME_DOUBTED = (276, 278, 761, 860, 915, 937, 1005, 1028, 1030, 1188, 1534, 1535, 1548)
# The impossible deals with four cells among the first million.
IMPOSSIBLE_DEALS = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]


def verdicts(rules: Rules, first: int, last: int, mode: int = FIRST, states: int = 0) -> bytes:
    """Return the verdicts of a range once the checker has replayed its lines."""
    rule_bytes, layout = encode_rules(rules), encode_layout(rules)
    codes, _, lines, ends, *_ = kernel.solve_range(rule_bytes, layout, first, last, mode, Limits(states))
    assert kernel.check_range(rule_bytes, layout, first, last, codes, lines, ends) == last + 1
    return bytes(codes)


@pytest.mark.parametrize("mode", [FIRST, PROVE])
@pytest.mark.parametrize("number", BAKERS_GAME_DOUBTED)
def test_doubted_deals_of_bakers_game_are_won(number: int, mode: int) -> None:
    assert verdicts(game("bakers_game"), number, number, mode) == bytes([SOLVED])


@pytest.mark.parametrize("number", IMPOSSIBLE_DEALS)
def test_impossible_deals_are_won_with_a_fifth_cell(number: int) -> None:
    assert verdicts(game("freecell"), number, number) == bytes([IMPOSSIBLE])
    assert verdicts(game("freecell").with_(cells=5), number, number) == bytes([SOLVED])


@pytest.mark.parametrize("number", [1941, 98714])
def test_deals_lost_by_greedy_autoplay_are_won(number: int) -> None:
    rules = game("freecell")
    assert verdicts(rules, number, number) == bytes([SOLVED])
    greedy = bytes((*encode_rules(rules)[:8], True, *encode_rules(rules)[9:]))
    result = kernel.solve_range(greedy, encode_layout(rules), number, number, PROVE, lines=False)[0]
    assert result == bytes([IMPOSSIBLE])


def test_bakers_game_1_to_2000() -> None:
    """All by complete search: 2 s."""
    results = verdicts(game("bakers_game"), 1, 2000, PROVE)
    assert (results.count(SOLVED), results.count(IMPOSSIBLE)) == (BAKERS_GAME_WON, 2000 - BAKERS_GAME_WON)


def test_three_cells_1_to_2000() -> None:
    """18 are impossible, as an independent prototype counted."""
    results = verdicts(game("freecell").with_(cells=3), 1, 2000)
    assert (results.count(SOLVED), results.count(IMPOSSIBLE)) == (1982, 18)


@pytest.mark.parametrize("cells", [4, 5])
def test_winnable_deals_of_32000(cells: int) -> None:
    results = verdicts(game("freecell").with_(cells=cells), 1, 32_000)
    assert (results.count(SOLVED), results.count(UNDECIDED)) == (WINNABLE[cells], 0)


@pytest.mark.slow
@pytest.mark.parametrize("cells", [0, 3])
def test_winnable_deals_of_32000_with_few_cells(cells: int) -> None:
    """No cells: 45 s; three: 40 s."""
    results = verdicts(game("freecell").with_(cells=cells), 1, 32_000)
    assert (results.count(SOLVED), results.count(UNDECIDED)) == (WINNABLE[cells], 0)


@pytest.mark.slow
def test_the_first_million() -> None:
    """Exactly eight are impossible: 40 s."""
    results = verdicts(game("freecell"), 1, 1_000_000)
    assert [number for number, code in enumerate(results, 1) if code == IMPOSSIBLE] == IMPOSSIBLE_DEALS
    assert results.count(UNDECIDED) == 0
