"""The table of keys and everything made from it: footer, command palette, refusals, Russian letters."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.binding import Binding
from textual.widgets import Input

from kiebitz.patience.piles import cell
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from kiebitz.tui.cursor import Cursor
from kiebitz.tui.game_screen import GameScreen
from kiebitz.tui.keys import BINDINGS, CONDITIONAL
from kiebitz.tui.move_entry import MoveEntry
from screens import drive, freecell, obeyed, press, said, settled, text_of

if TYPE_CHECKING:
    from textual.pilot import Pilot

_CURSOR_LETTERS = set("hjkl")


def bound(prefix: str = "") -> dict[str, list[str]]:
    """Return the keys of each action with this prefix."""
    keys: dict[str, list[str]] = {}
    for binding in Binding.make_bindings(BINDINGS):
        if binding.action.startswith(prefix):
            keys.setdefault(binding.action, []).append(binding.key)
    return keys


def test_no_key_has_two_meanings() -> None:
    letters = {keys[0] for keys in bound("type(").values()}
    commands = [key for action, keys in bound().items() if not action.startswith(("type(", "refuse(")) for key in keys]
    assert len(commands) == len(set(commands))
    both = set(commands) & letters
    assert both == {*_CURSOR_LETTERS, "R"}  # these letters start no move if they name no pile
    entry = MoveEntry(Session.new("eight_off", 1))
    assert not any(entry.takes(letter) for letter in both)


def test_every_key_does_something() -> None:
    for action in bound():
        name = action.partition("(")[0]
        assert name == "app.quit" or callable(getattr(GameScreen, f"action_{name}")), action
    refused = {action.partition("'")[2].removesuffix("')") for action in bound("refuse(")}
    assert refused == set(CONDITIONAL)


def test_russian_keyboards_have_every_letter() -> None:
    letters = {key for keys in bound().values() for key in keys if len(key) == 1 and key.isalpha()}
    latin = {key for key in letters if key.isascii()}
    assert len(letters) == 2 * len(latin)
    keys = bound()
    assert {"г", "u"} <= set(keys["undo"])
    assert {"Г", "U"} <= set(keys["undo_all"])
    assert {"ф", "a"} == set(keys["type('a')"])


def test_the_documentation_names_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    table = page.partition("## Keys")[2].partition("## ")[0]
    documented = {key for line in table.splitlines() if line.startswith("| `") for key in re.findall("`(.+?)`", line)}
    app = PlayApp(freecell())
    commands = [binding for binding in BINDINGS + app.BINDINGS if isinstance(binding, Binding) and binding.description]
    assert {app.get_key_display(binding) for binding in commands} - {"^p"} | {"Ctrl-P"} <= documented


def shown_keys(app: PlayApp) -> list[str]:
    return text_of(app).splitlines()[-1].split("  ")


def test_the_footer_shows_only_keys_that_fit() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        shown = []
        for width in (80, 55, 54, 47, 46, 40, 39, 32):
            await pilot.resize_terminal(width, 24)
            await settled(app)
            shown.append(shown_keys(app))
        assert shown[0] == [" ? help", "q quit", "u undo", "r redo", "H hint", "p solve", "n new"]
        assert shown[-1] == shown[0][:4]
        assert all(keys == shown[0][: len(keys)] for keys in shown)

    drive(PlayApp(freecell()), deeds)


def test_keys_of_the_footer_can_be_clicked() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L", *"58")
        await settled(app)
        await pilot.click(app.game.key_line, offset=(text_of(app).splitlines()[-1].index("undo"), 0))
        await obeyed(app)
        assert said(app) == "undid 58"

    drive(PlayApp(freecell()), deeds)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("u", "nothing to undo"),
        ("U", "nothing to undo"),
        ("r", "nothing to redo"),
        ("R", "nothing to redo"),
        ("space", "nothing to replay: p plays a winning line from here"),
        ("w", "no losing move is known"),
        ("F", "this look has no colours"),
        ("o", "this game has no face-down cards"),
    ],
)
def test_an_unavailable_command_gives_the_reason(key: str, reason: str) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", key)
        assert said(app) == reason
        assert not app.active_bindings[key].enabled
        await press(app, *"58u")
        assert app.active_bindings["r"].enabled

    drive(PlayApp(freecell(), look="mono"), deeds)


def test_keys_are_handled_in_order() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, *"L58u2a5bur", "right", "enter", *"c")
        assert app.session.words() == ["2a", "5b", "1c"]

    drive(PlayApp(freecell()), deeds)


def test_a_russian_keyboard() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, *"Д58г2ф")  # L58u2a
        assert app.session.words() == ["2a"]
        await press(app, *"дл")  # lk
        assert app.game.entry.cursor == Cursor(cell(0))

    drive(PlayApp(freecell()), deeds)


_HINT = "show a move of a winning line (H)"


@pytest.mark.parametrize("look", ["dark", "mono"])
def test_the_selected_command_is_highlighted(look: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L", "ctrl+p")
        chosen = "two colours or four (F)" if look == "dark" else "this help (?)"
        styles: dict[str, object] = {}
        for _ in range(100):
            await pilot.pause(0.02)
            for strip in app.screen._compositor.render_strips():
                for segment in strip:
                    assert segment.style is not None
                    styles[segment.text.strip()] = (segment.style.bgcolor, segment.style.underline)
            if styles.get(chosen) != styles.get(_HINT):
                break
        assert styles[chosen] != styles[_HINT] == styles["copy a link to this game (y)"]

    drive(PlayApp(freecell(), look=look), deeds)


def test_commands_can_be_found_by_name() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L", *"58", "ctrl+p")
        for _ in range(100):
            await pilot.pause(0.02)
            shown = text_of(app)
            if _HINT in shown:
                break
        assert "undo a move (u)" not in shown  # only as many as fit, in alphabetical order
        assert _HINT in shown
        app.screen.query_one(Input).value = "undo"
        for _ in range(100):
            await pilot.pause(0.02)
            if "undo a move (u)" in text_of(app):
                break
        await press(app, "enter")
        await pilot.pause()
        assert said(app) == "undid 58"

    drive(PlayApp(freecell()), deeds)
