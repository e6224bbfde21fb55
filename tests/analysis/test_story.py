"""The story of a line, against its positions as the referee replays them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiebitz import Autoplay, deal, short, solve
from kiebitz.analysis.answers import Line
from kiebitz.analysis.story import Event, EventKind, story
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from kiebitz.patience.position import Position


def free_places(position: Position) -> int:
    return sum(card is None for card in position.cells) + sum(not column for column in position.columns)


@pytest.mark.parametrize(
    ("number", "game"), [(617, "freecell"), (17, "bakers_game"), (3, "yukon"), (5, "russian"), (1, "simple_simon")]
)
def test_events_are_those_of_the_positions(number: int, game: str) -> None:
    start = deal(number, game)
    line = solve(start).line
    session = Session(start, autoplay=line.autoplay)
    positions = [start]
    for move in line:
        session.push(move)
        positions.append(session.position)
    told = {(event.kind, event.move): event for event in story(line)}
    moves = range(1, len(positions))
    homes = [
        (move, start.rules.ladders[suit][0])
        for move in moves
        for suit in start.rules.pack.suits
        if positions[move].foundations[suit] and not positions[move - 1].foundations[suit]
    ]
    assert homes == [(event.move, event.card) for event in story(line) if event.kind is EventKind.HOME]
    first = next((move for move in moves if not all(positions[move].columns)), None)
    assert [move for kind, move in told if kind is EventKind.EMPTY_COLUMN] == [first] * (first is not None)
    if first is not None:
        event = told[EventKind.EMPTY_COLUMN, first]
        assert event.column is not None
        assert not positions[first].columns[event.column - 1]
    free = [free_places(position) for position in positions]
    fewest = [move for move in moves if free[move] == min(free[1:])]
    tightest = [] if free[fewest[0]] == free[0] else [Event(EventKind.TIGHTEST, fewest[0], free_places=min(free[1:]))]
    assert [event for event in story(line) if event.kind is EventKind.TIGHTEST] == tightest
    assert told[EventKind.TURNING_POINT, fewest[-1]].free_places == min(free[1:])


def test_the_story_of_deal_617_in_words() -> None:
    events = story(short(deal(617), autoplay=Autoplay.MAX).line)
    assert [event.move for event in events] == sorted(event.move for event in events)
    assert str(Event(EventKind.TIGHTEST, 8, free_places=0)) == "Move 8: the tightest position, no free places."
    assert any(str(event).endswith(": the ace of spades goes home.") for event in events)


def test_a_line_without_moves_has_no_story() -> None:
    assert story(Line(position=deal(617))) == []
