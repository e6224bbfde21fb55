"""Contracts played by three engine players: sure hands, divided runs, and both shares of the same worlds."""

from __future__ import annotations

from statistics import mean, pvariance

import pytest

from kiebitz.analysis.skat.table_chances import TableChance, TableTask, play_tables
from kiebitz.analysis.skat.world_outcomes import Outcome
from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, Task, judge
from kiebitz.skat.contract import Contract
from kiebitz.skat.seats import Seat
from skat_tables import cards


def task(hand: str, contract: str, put: str = "", seat: Seat = Seat.FOREHAND) -> TableTask:
    return TableTask(DeclarerKnowledge(cards(hand), seat), Entry(Contract.parse(contract), cards(put)), "beginner", 1)


def test_sure_hands_are_won_and_lost_by_anyone() -> None:
    for request, won in (
        (task("JC JS JH JD AC TC KC AS TS AH", "grand hand"), True),
        (task("7C 8C 9C 7S 8S 9S 7H 8H 9H 7D", "null hand", seat=Seat.MIDDLEHAND), True),
        (task("7C 8C 9C 7S 8S 9S 7H 8H 9H 7D", "grand hand", seat=Seat.REARHAND), False),
        (task("JC JS JH JD AC TC KC AS TS AH 7D 8D", "clubs", "7D 8D", seat=Seat.REARHAND), True),
    ):
        assert play_tables(request, 0, 0).won == ((won, won),)


def test_each_game_is_of_its_own_world_and_the_open_share_is_that_of_the_chances() -> None:
    request = task("JS JH AC KC QC 9C AS KS TH 8D", "clubs hand", seat=Seat.MIDDLEHAND)
    result = play_tables(request, 0, 3).won
    assert play_tables(request, 0, 0).won + play_tables(request, 1, 3).won == result
    (tally,) = judge(Task(request.knowledge, (request.entry,), request.seed, 0), 0, 3).tallies
    assert sum(count for (_, end), count in tally.items() if end >= Outcome.WON) == sum(opened for _, opened in result)


def test_the_difference_is_that_of_the_same_worlds() -> None:
    games = ((True, True),) * 50 + ((True, False),) * 5 + ((False, True),) * 15 + ((False, False),) * 30
    result = TableChance().with_games(games[:40]).with_games(games[40:])
    assert result == TableChance(50, 5, 15, 30)
    assert (result.games, result.won, result.won_open) == (100, 55, 65)
    each = [table - opened for table, opened in games]
    difference = result.difference
    assert difference is not None
    half = 1.959964 * (pvariance(each) / 100) ** 0.5 + 1 / 100
    assert difference == pytest.approx((mean(each), mean(each) - half, mean(each) + half))
    assert TableChance().with_games(games[:1]).difference is None
