"""Numbers of move sequences: the referee against the files that the kernel is also tested with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from kiebitz.cards import Suit
from kiebitz.patience import (
    STOCK,
    Foundations,
    Move,
    PileKind,
    Position,
    Supermoves,
    cell,
    column,
    foundation,
    is_legal,
    legal_moves,
)
from kiebitz.patience.referee import perft, unchecked
from perft_files import Record, records
from tables import positions

RECORDS = list(records())


def divide(position: Position, depth: int) -> str:
    """Return the count after each first move, to compare when the totals differ."""
    any_count = position.rules.supermoves is Supermoves.ANY
    listed = legal_moves(position, distinct=True)
    moves = [move for move in listed if any_count or move.count == 1 or move.target.kind is PileKind.FOUNDATION]
    return " ".join(f"{move}:{perft(unchecked(position, move), depth - 1)}" for move in moves)


@pytest.mark.parametrize("most", [500, pytest.param(3_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_counts(record: Record, most: int) -> None:
    for depth, count in enumerate(record.counts, 1):
        if count <= most:
            assert perft(record.position, depth) == count, divide(record.position, depth)


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_all_counts(record: Record) -> None:
    for depth, count in enumerate(record.counts, 1):
        assert perft(record.position, depth) == count, divide(record.position, depth)


def _plain(position: Position, depth: int) -> int:
    """Return the number that `perft` should, by trying every move from every pile to every pile."""
    if depth == 0:
        return 1
    rules = position.rules
    cells = [cell(index) for index in range(rules.cells)]
    columns = [column(index) for index in range(rules.columns)]
    free = [pile for pile in cells if position.cells[pile.index] is None]
    empty = [pile for pile in columns if not position.columns[pile.index]]
    filled = [pile for pile in columns if position.columns[pile.index]]
    homes = [*map(foundation, rules.pack.suits)]
    targets = [*homes, *filled, *empty[:1], *free[:1]]
    moves = [Move(source, target) for source in (*columns, *cells, *homes, STOCK) for target in targets]
    if rules.supermoves is Supermoves.ANY:
        more = [(pile, count) for pile in filled for count in range(2, len(position.columns[pile.index]) + 1)]
        moves += [Move(source, target, count) for source, count in more for target in targets]
    if rules.foundations is Foundations.WHOLE_RUNS:
        moves += [Move(source, home, len(rules.ranks)) for source in filled for home in map(foundation, Suit)]
    return sum(
        _plain(unchecked(position, move), depth - 1)
        for move in moves
        if is_legal(position, move) and not (move.source.kind is PileKind.CELL and move.target.kind is PileKind.CELL)
    )


@given(positions())
@settings(max_examples=10, deadline=None)
def test_counting_is_trying(position: Position) -> None:
    for depth in (0, 1, 2):
        assert perft(position, depth) == _plain(position, depth)


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_records_agree_with_trying(record: Record, most: int) -> None:
    depth = min(most, len(record.counts))
    assert _plain(record.position, depth) == record.counts[depth - 1]


def test_there_is_a_record_for_every_game() -> None:
    from kiebitz.patience.games import games

    assert {record.position.rules.game for record in RECORDS} == set(games())
