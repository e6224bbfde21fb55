"""The screens as they look, character by character, kept in tests/data/screens.

After a change that is meant: KIEBITZ_WRITE_SCREENS=1 pytest -n 0 tests/tui/test_screens.py, and look at what git shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiebitz.patience.games import games
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from screens import SCREENS, check_screen, drive, freecell, type_moves

if TYPE_CHECKING:
    from textual.pilot import Pilot

_SIZES = {"80x24": (80, 24), "40x16": (40, 16)}
_LOOKS = ("dark", "mono", "ascii")


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("size", _SIZES)
def test_first_boards(name: str, size: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        app.game.notice.say("")
        await pilot.pause()
        check_screen(app, f"{name}_{size}")

    drive(PlayApp(Session.new(name, 1)), deeds, _SIZES[size])


@pytest.mark.parametrize("look", _LOOKS)
def test_looks(look: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", *"13", "right", "right", "right", "up", "enter", "left")
        await pilot.pause()
        check_screen(app, f"look_{look}")

    drive(PlayApp(Session.new("yukon", 1), look=look), deeds)


def test_in_mid_game() -> None:
    moves = "83 8a 83 87 2b 21 28 26 78 7c 12 7d c7 71 4a 4c 42 74 a7 47 48 4h 16"

    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "18")
        await pilot.pause()
        check_screen(app, "mid_game")

    drive(PlayApp(freecell(moves=moves)), deeds)


def test_help() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "question_mark")
        await pilot.pause()
        check_screen(app, "help")

    drive(PlayApp(freecell()), deeds)


def test_question_for_another_deal() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "n")
        await pilot.pause()
        check_screen(app, "another_deal")

    drive(PlayApp(freecell()), deeds)


def test_too_small() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        check_screen(app, "too_small")

    drive(PlayApp(freecell()), deeds, (30, 8))


def test_no_screen_is_kept_in_vain() -> None:
    names = {f"{name}_{size}" for name in games() for size in _SIZES} | {f"look_{look}" for look in _LOOKS}
    names |= {"mid_game", "help", "another_deal", "too_small"}
    assert {file.stem for file in SCREENS.iterdir()} == names
