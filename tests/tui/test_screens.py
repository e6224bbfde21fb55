"""The screens character by character, compared with tests/data/screens.

After an intended change, run KIEBITZ_WRITE_SCREENS=1 pytest -n 0 tests/tui/test_screens.py and review git's diff.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from kiebitz.patience.games import games
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from screens import SCREENS, check_screen, drive, freecell, press, settled, text_of, type_moves

if TYPE_CHECKING:
    from textual.pilot import Pilot

_SIZES = {"80x24": (80, 24), "40x16": (40, 16)}
_LOOKS = ("dark", "mono", "ascii")


@cache
def first_boards(size: str) -> dict[str, str]:
    """Return the first screen of a game; one application shows all games."""
    screens: dict[str, str] = {}

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        for name in games():
            app.game._begin(Session.new(name, 1))
            app.game.notice.say("")
            await settled(app)
            screens[name] = text_of(app)

    drive(PlayApp(freecell()), deeds, _SIZES[size])
    return screens


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[pytest.mark.long] if place else []) for place, size in enumerate(_SIZES)]
)
def test_first_boards(name: str, size: str) -> None:
    check_screen(first_boards(size)[name], f"{name}_{size}")


@pytest.mark.parametrize("look", _LOOKS)
def test_looks(look: str) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", *"13", "right", "right", "right", "up", "enter", "left")
        await settled(app)
        check_screen(text_of(app), f"look_{look}")

    drive(PlayApp(Session.new("yukon", 1), look=look), deeds)


def test_in_mid_game() -> None:
    moves = "83 8a 83 87 2b 21 28 26 78 7c 12 7d c7 71 4a 4c 42 74 a7 47 48 4h 16"

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "18")
        await settled(app)
        check_screen(text_of(app), "mid_game")

    drive(PlayApp(freecell(moves=moves)), deeds)


def test_help() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "question_mark")
        await settled(app)
        check_screen(text_of(app), "help")

    drive(PlayApp(freecell()), deeds)


def test_question_for_another_deal() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "n")
        await settled(app)
        check_screen(text_of(app), "another_deal")

    drive(PlayApp(freecell()), deeds)


def test_too_small() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        check_screen(text_of(app), "too_small")

    drive(PlayApp(freecell()), deeds, (30, 8))


def test_every_stored_screen_is_used() -> None:
    names = {f"{name}_{size}" for name in games() for size in _SIZES} | {f"look_{look}" for look in _LOOKS}
    names |= {"mid_game", "help", "another_deal", "too_small"}
    assert {file.stem for file in SCREENS.iterdir()} == names
