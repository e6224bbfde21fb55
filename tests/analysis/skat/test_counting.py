"""The three countings of a list of games, by hand and against the referee's scores."""

from __future__ import annotations

import pytest

from kiebitz.analysis.skat.counting import Counting, counted
from kiebitz.skat.game_list import read_list
from kiebitz.skat.score import tournament


def totals(text: str, counting: Counting) -> list[int]:
    return [total.points for total in counted(read_list(text), counting)[1]]


def test_the_three_countings() -> None:
    # Anna wins 48 and loses a Null, Bernd loses clubs Hand with 1, Clara wins Null and Grand; a game is passed.
    text = "Anna, Bernd, Clara\n48,,\n,-72,\npassed\n,,23\n,,96\n-46,,\n"
    figures = counted(read_list(text), Counting.LEIPZIG)[1]
    assert [(total.won, total.lost, total.others_lost, total.score) for total in figures] == [
        (1, 1, 1, 2), (0, 1, 1, -72), (2, 0, 2, 119),
    ]  # fmt: skip
    assert totals(text, Counting.LEIPZIG) == [2, -72, 119]
    assert totals(text, Counting.SEEGER_FABIAN) == [48 + 50 + 40 - 46 - 50, -72 - 50 + 40, 23 + 96 + 100 + 80]
    assert totals(text, Counting.BIERLACHS) == [-23 - 96 - 46, -48 - 72 - 23 - 96, -48]


def test_a_table_of_four() -> None:
    text = "Anna,Bernd,Clara,Dora\n,18,,\nAnna -36"
    assert totals(text, Counting.SEEGER_FABIAN) == [-36 - 50, 18 + 50 + 30, 30, 30]
    assert totals(text, Counting.BIERLACHS) == [-36, 0, -18, -18]  # Anna dealt the first game


@pytest.mark.parametrize("counting", Counting)
def test_ramsch_counts_for_one_player_alone(counting: Counting) -> None:
    games = read_list("Anna, Bernd, Clara\nAnna ramsch 64\nBernd ramsch 120", extras=("ramsch",))
    assert counted(games, counting)[0] == [(-64, 0, 0), (0, 120, 0)]
    assert [(total.won, total.lost, total.others_lost) for total in counted(games, counting)[1]] == [(0, 0, 0)] * 3


@pytest.mark.parametrize("table", [3, 4])
@pytest.mark.parametrize("written", [18, -46, 264])
def test_tournament_points_are_those_of_the_referee(table: int, written: int) -> None:
    names = ["a", "b", "c", "d"][:table]
    ((first, second, *_),), _ = counted(read_list(f"{','.join(names)}\nb {written}"), Counting.SEEGER_FABIAN)
    points = tournament(written, table)
    assert (second, first) == (points.declarer, points.opponents)
