"""Whole games won on the screen by typing, cursor and mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.patience.piles import PileKind
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from screens import click, drive, freecell, point_at, press, said, text_of, type_moves

if TYPE_CHECKING:
    from textual.pilot import Pilot

#: A line that wins deal 617 by typing, and one of a small game.
LINE = """
83 8a 83 87 2b 21 28 26 78 7c 12 7d c7 71 4a 4c 42 74 a7 47 48 4h 16 61 6h 16 21 2a dh ch 7h 6h 82 14 38 31 18 31 53 6c
6h 6h 56 13 52 63 6h 4h 51 5h 2h 1h 31
"""
SMALL_LINE = "24 24 35 1a 53 a2 32 52"
SMALLEST_LINE = "5h 32 51 23 32 12 41 12"


def test_a_game_is_won_by_typing() -> None:
    async def play(app: PlayApp, _pilot: Pilot[None]) -> None:
        await type_moves(app, "L" + LINE.replace("\n", ""))
        assert "All cards are home" in text_of(app)

    app = drive(PlayApp(freecell()), play)
    assert app.session.is_won
    assert app.session.words() == LINE.split()
    assert said(app) == "All cards are home, in 53 moves. n: another deal"


def test_a_game_is_won_by_cursor_keys() -> None:
    async def play(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        for word in SMALLEST_LINE.split():
            move = app.session.parse(word)
            await point_at(app, move.source, move.count)
            await press(app, "enter")
            await point_at(app, move.target)
            await press(app, "enter")

    app = drive(PlayApp(Session.new("solitaire_one_suit", 3)), play)
    assert app.session.is_won
    assert app.session.words() == SMALLEST_LINE.split()


def test_a_game_is_won_by_mouse() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L")
        for word in SMALL_LINE.split():
            move = app.session.parse(word)
            if move.target.kind is PileKind.FOUNDATION:
                await click(app, pilot, move.source, times=2)
            else:
                await click(app, pilot, move.source, move.count)
                await click(app, pilot, move.target)

    app = drive(PlayApp(Session.new("solitaire_two_suits", 497)), play)
    assert app.session.is_won
    assert app.session.words() == SMALL_LINE.split()


def test_a_scored_game_is_played_to_its_end() -> None:
    moves = "34 67 71 51 53 54 75 13 61v1 23 51 47"

    async def play(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, moves)
        assert app.session.is_stuck

    app = drive(PlayApp(Session.new("russian", 3)), play)
    assert app.session.words() == moves.split()
    assert said(app).startswith("No move is left: no cards home")
