"""The application behind `kiebitz play`: looks, command palette and shutdown."""

from __future__ import annotations

import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, Hit, Provider

from kiebitz.tui.game_screen import GameScreen
from kiebitz.tui.themes import look_of, looks_for
from kiebitz.tui.translation import translated

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from textual.binding import BindingType
    from textual.command import Hits
    from textual.screen import Screen

    from kiebitz.patience.session import Session

_PACE = 0.6  # seconds between moves of a replay
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class _NoCommand(Provider):
    """The palette's line for a search without results, where Textual would print English."""

    async def search(self, query: str) -> Hits:
        matches = map(
            self.matcher(query).match, (command.title for command in self.app.get_system_commands(self.screen))
        )
        if not any(matches):
            yield Hit(1, translated(self.screen, "no command has this name"), lambda: None)


class PlayApp(App[None]):
    """Plays one game after the other; calls *keep* with the session after every change.

    *look* names one of `themes.LOOKS`; without *colour* only colourless ones are offered. When the player changes it,
    *keep_look* is called with its name and whether it has four colours. *notice* is shown first. *kept* states whether
    the game is the saved one. *pace* is in seconds between moves of a replay. *translate* puts texts into the player's
    language.
    """

    TITLE = "Kiebitz"
    # Symbols outside ASCII, one of which many fonts lack.
    CSS = """
    PlayApp.-theme-ascii VerticalScroll, PlayApp.-theme-ascii NewScreen { scrollbar-size: 0 0; }
    SearchIcon { display: none; }
    """
    COMMANDS = App.COMMANDS | {_NoCommand}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", priority=True),
        Binding("ctrl+p", "command_palette", "commands", tooltip="find a command by its name", show=False),
    ]

    def __init__(
        self,
        session: Session,
        *,
        look: str = "dark",
        four_colours: bool = False,
        colour: bool = True,
        notice: str = "",
        keep: Callable[[Session], None] | None = None,
        kept: bool = False,
        keep_look: Callable[[str, bool], None] | None = None,
        pace: float = _PACE,
        translate: Callable[[str], str] = str,
    ) -> None:
        # With its own colours, Textual obeys NO_COLOR by shades of grey; the terminal's colours avoid them.
        super().__init__(ansi_color=None if colour else True)
        looks = looks_for(colour=colour)
        for theme in looks:
            self.register_theme(theme)
        self.theme = next((theme.name for theme in looks if theme.name == look), looks[0].name)
        self.game = GameScreen(
            session,
            looks=[theme.name for theme in looks],
            four_colours=four_colours,
            notice=notice,
            keep=keep,
            kept=kept,
            keep_look=keep_look,
            pace=pace,
        )
        #: Translates the English texts of the screens.
        self.translate = translate
        self._signals: list[tuple[asyncio.AbstractEventLoop, int]] = []

    @property
    def session(self) -> Session:
        """The current game."""
        return self.game.session

    def on_mount(self) -> None:
        """Show the game."""
        self._handle_signals()
        self.push_screen(self.game)

    def on_unmount(self) -> None:
        """Cancel searches and remove the signal handlers."""
        self.game.searches.stop()
        for loop, signal_number in self._signals:
            loop.remove_signal_handler(signal_number)

    def _handle_signals(self) -> None:
        """On signals, exit and restore the terminal; every move has already been saved."""
        import asyncio

        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            signal_number = getattr(signal, name, None)
            with suppress(NotImplementedError, RuntimeError, ValueError):  # on Windows, or outside the main thread
                if signal_number is not None:
                    loop.add_signal_handler(signal_number, self.exit)
                    self._signals.append((loop, signal_number))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the command palette only in looks that can show its symbols."""
        return super().check_action(action, parameters) and (action != "command_palette" or not look_of(self).ascii)

    def action_command_palette(self) -> None:
        """Show the palette in the language of the screens."""
        if not isinstance(self.screen, CommandPalette):
            placeholder = self.translate("find a command by its name")
            self.push_screen(CommandPalette(placeholder=placeholder, id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the available commands for the palette, from the same table as the keys."""
        enabled = {active.binding.action: active for active in screen.active_bindings.values() if active.enabled}
        for node, binding, *_ in enabled.values():
            if binding.description and binding.tooltip and binding.action != "command_palette":
                description = f"{self.translate(binding.tooltip)} ({self.translate(self.get_key_display(binding))})"
                yield SystemCommand(
                    self.translate(binding.description), description, partial(self.run_action, binding.action, node)
                )
