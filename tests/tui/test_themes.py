"""Themes and windows: too small, narrow, without colours, without Unicode, with four colours, hidden faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from screens import drive, freecell, press, quiet, settled, text_of, type_moves

if TYPE_CHECKING:
    from textual.pilot import Pilot


def test_a_window_that_is_too_small_says_so() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "This window is 31 by 12." in text_of(app)
        assert "The game needs 32 by 12." in text_of(app)
        await pilot.resize_terminal(32, 12)
        await settled(app)
        assert "J♦" in text_of(app)
        await type_moves(app, "58")
        assert app.session.ply == 1

    drive(PlayApp(freecell()), deeds, size=(31, 12))


def test_the_look_key_cycles() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        seen = []
        for _ in range(5):
            seen.append(app.theme)
            await press(app, "t")
        assert seen == ["dark", "light", "mono", "ascii", "dark"]

    drive(PlayApp(freecell()), deeds)


@pytest.mark.parametrize("name", ["freecell", "russian"])
@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
def test_ascii_is_ascii(name: str, size: tuple[int, int]) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        for key in ("5", "n", "escape", "question_mark", "escape", "ctrl+p"):
            await press(app, key)
            await settled(app)
            text = text_of(app)
            assert text.isascii(), text

    drive(PlayApp(Session.new(name, 1), look="ascii"), deeds, size)


def colours_of(app: PlayApp) -> set[str]:
    strips = app.screen._compositor.render_strips()
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    colours = {str(colour.name) for style in styles for colour in (style.color, style.bgcolor) if colour is not None}
    return colours - {"default"}


@pytest.mark.parametrize("look", ["dark", "light", "mono", "ascii"])
def test_without_colours_there_are_none(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        await press(app, "5", "t", "H")
        await quiet(app)
        assert colours_of(app) == set()
        assert app.theme in ("mono", "ascii")
        for key in ("question_mark", "n", "ctrl+p"):
            await press(app, key)
            await settled(app)
            assert colours_of(app) == set(), key
            await press(app, "escape")

    drive(PlayApp(freecell(), look=look, colour=False), deeds, size=(40, 16))


def inks_of(app: PlayApp) -> dict[str, set[str]]:
    """Return the colours of each suit's cards."""
    inks: dict[str, set[str]] = {}
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            text = segment.text.strip()
            if text[-1:] in tuple("♣♦♥♠") and len(text) > 1 and segment.style and segment.style.color:
                inks.setdefault(text[-1], set()).add(segment.style.color.name)
    return inks


@pytest.mark.parametrize("look", ["dark", "light"])
def test_two_colours_or_four(look: str) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        inks = inks_of(app)
        assert all(len(inks[suit]) == 1 for suit in "♣♦♥♠")
        assert inks["♣"] == inks["♠"] != inks["♥"] == inks["♦"]
        await press(app, "F")
        inks = inks_of(app)
        assert len(set.union(*inks.values())) == 4

    drive(PlayApp(freecell(), look=look), deeds)


def test_faces_of_face_down_cards_can_be_hidden() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        assert "<J♦>" in text_of(app)
        await press(app, "o")
        assert "J♦" not in text_of(app)
        assert "░░░" in text_of(app)
        await press(app, "o")
        assert "<J♦>" in text_of(app)

    drive(PlayApp(Session.new("yukon", 1)), deeds)
