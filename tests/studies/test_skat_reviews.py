"""Rows and reports of players of reviewed Skat games: sums, report and file."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from pathlib import Path

import pytest

from kiebitz.analysis.skat.fair_view import fair_steps
from kiebitz.analysis.skat.review import Review, review, tournament_at
from kiebitz.skat.iss import read_game
from kiebitz.skat.score import seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.studies.parquet import read
from kiebitz.studies.skat_reviews import COLUMNS, Players, SeatRow, rows_of, write

RECORDS = Path(__file__).parents[1] / "data" / "iss"


def reviewed(name: str) -> Review:
    return review(read_game((RECORDS / f"{name}.sgf").read_text()), par=False)


def literal(found: Review, seat: Seat) -> dict[str, int]:
    """Return the changes of each seat's points, card by card, by the seat that caused them."""
    game = found.game
    assert found.start is not None
    value = found.start if found.discard is None else found.discard.best_value
    deal = before = tournament_at(game, value)[seat]
    sums = {"own": 0, "others": 0}
    movers: list[tuple[Seat | None, int]] = [(game.declarer, found.start)]
    movers += [(step.seat, dict(step.values)[step.card]) for step in found.steps]
    for mover, after in movers:
        now = tournament_at(game, after)[seat]
        sums["own" if mover is seat else "others"] += now - before
        before = now
    return {"deal": deal, **sums, "end": before}


@pytest.mark.parametrize("name", ["hand", "without-3", "null-hand-ouvert-lost"])
def test_points_are_what_the_deal_was_worth_and_what_was_made_of_it(name: str) -> None:
    outcome = reviewed(name)
    rows = rows_of(1, outcome)
    result = seeger_fabian(outcome.score)
    assert [row.seat for row in rows] == list(map(str, Seat))
    for seat, row in zip(Seat, rows, strict=True):
        expected = literal(outcome, seat)
        assert (row.deal, row.own, row.others) == (expected["deal"], expected["own"], expected["others"])
        assert row.points == (result.declarer if seat is outcome.game.declarer else result.opponents)
        assert row.points == row.deal + row.own + row.others + row.rest == expected["end"] + row.rest
        assert row.rest == 0  # played to the end, without Schwarz
        assert row.own <= 0  # with open cards, no play beats the best
        assert row.cards == sum(step.seat is seat for step in outcome.steps)
        assert row.below == sum(step.seat is seat and step.lost > 0 for step in outcome.steps)
        assert (row.judged, row.mistakes, row.lost) == (None, None, None)
    assert sum(row.declares for row in rows) == 1


def test_all_passed_makes_no_rows() -> None:
    assert rows_of(1, reviewed("passed")) == []


def test_the_file_and_the_report(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="kiebitz[study] is not installed")
    result = reviewed("hand")
    fair = list(islice(fair_steps(result.game, 4), 6))
    players = Players()
    players.add(result, fair)
    players.add(reviewed("without-3"))
    assert len(players.rows) == 6
    path = tmp_path / "games.parquet"
    with path.open("wb") as stream:
        write(players.rows, stream)
    table = read(path, [column.name for column in COLUMNS]).to_pydict()
    assert [each.name for each in fields(SeatRow)] == [column.name for column in COLUMNS] == list(table)
    for name, values in table.items():
        assert values == pytest.approx([getattr(row, name) for row in players.rows], abs=1e-6), name
    lines = players.lines()
    assert lines[0] == "2 games reviewed; in 2 of them a card lost the game"
    seen = sum(row.judged or 0 for row in players.rows)
    assert seen == len(fair)
    text = "\n".join(lines)
    assert "of which the deal " in text
    assert "by what could be known" in text
