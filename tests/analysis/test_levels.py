"""Levels: the bands of games won, the same level as in `difficulty`, and random deals of a level."""

from __future__ import annotations

import pytest

from kiebitz.analysis.difficulty import AHEAD, GAMES, difficulty
from kiebitz.analysis.levels import LEVELS, Level, level, random_deal, winnable_deals
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.errors import InputError, UnsupportedRulesError
from kiebitz.patience import game
from kiebitz.patience.dealing import deal

#: The least number of games won, of twenty, by level.
LEAST = {Level.EASY: 12, Level.MEDIUM: 5, Level.HARD: 1, Level.EXPERT: 0}


def expected(won: int) -> Level:
    """Return the level by the bands of the documentation."""
    return next(each for each, least in LEAST.items() if won >= least)


def test_the_level_is_that_of_difficulty_and_follows_from_the_games_won() -> None:
    met, open_without_search = set(), 0
    for name in ("freecell", "eight_off", "solitaire_6x6"):
        for number in range(2_000_001, 2_000_013):
            start = deal(number, game(name))
            measured, alone = difficulty(start, Limit(states=20_000)), level(start, Limit(states=20_000))
            assert (alone.verdict, alone.level) == (measured.verdict, measured.level)
            assert measured.level is (expected(sum(measured.won)) if measured.won else None)
            met.add(measured.level)
            for each in LEVELS:
                judged = level(start, Limit(states=20_000), among=(each,))
                assert judged.level is (each if measured.level is each else None)
                assert judged.verdict is measured.verdict or (
                    judged.level is None and judged.verdict is Verdict.UNDECIDED
                )
                open_without_search += not judged.states
    assert met == {*LEVELS, None}
    assert open_without_search > 50
    assert sum(LEAST.values()) < len(AHEAD) * GAMES


def test_deals_of_a_level() -> None:
    rules, numbers = game("freecell"), range(2_000_001, 2_000_021)
    levels = {number: level(deal(number)).level for number in numbers}
    for wanted in LEVELS:
        deals = [number for number, answer in winnable_deals(rules, numbers, wanted) if answer.level is wanted]
        assert deals == [number for number, each in levels.items() if each is wanted]
    assert [number for number, _ in winnable_deals(rules, numbers)] == list(numbers)


def test_random_deals() -> None:
    number, answer = random_deal(game("solitaire_one_suit"), "fisher-yates", Level.EASY)
    assert answer.level is Level.EASY
    assert level(deal(number, "solitaire_one_suit", "fisher-yates")).level is Level.EASY
    with pytest.raises(InputError, match="no hard deal of Solitaire with one suit"):
        random_deal(game("solitaire_one_suit"), required=Level.HARD, stop=lambda: True)


def test_what_has_no_level() -> None:
    for name in ("yukon", "marseille"):
        with pytest.raises(UnsupportedRulesError, match="has no difficulty that can be measured"):
            level(deal(1, game(name)))
    assert level(deal(11982)) == (Verdict.IMPOSSIBLE, level(deal(11982)).states, None)
    assert level(deal(617), stop=lambda: True) == (Verdict.UNDECIDED, 0, None)
