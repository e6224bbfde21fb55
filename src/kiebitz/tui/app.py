"""The application behind `kiebitz play`: its looks, its palette of commands, and how it ends.

What is kept of a game, and where, is decided by whoever starts it.
"""

from __future__ import annotations

import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding

from kiebitz.tui.game_screen import GameScreen
from kiebitz.tui.themes import look_of, looks_for

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from textual.binding import BindingType
    from textual.screen import Screen

    from kiebitz.patience.session import Session

_PACE = 0.6  # seconds from one move of a replay to the next
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class PlayApp(App[None]):
    """Plays one game after the other; *keep* is called with the session after every change.

    *keep_look* is called with the name of a look and whether it has four colours when the player changes it.
    *look* names one of `looks.LOOKS`; without *colour* only those without colours are offered. *notice* is said first,
    *pace* the seconds from one move of a replay to the next. *kept* says whether the game is the one that is kept.
    """

    TITLE = "Kiebitz"
    # Signs beyond ASCII, and one that many fonts lack.
    CSS = """
    PlayApp.-theme-ascii VerticalScroll, PlayApp.-theme-ascii NewScreen { scrollbar-size: 0 0; }
    SearchIcon { display: none; }
    """
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
    ) -> None:
        # Asked for the terminal's own colours, Textual obeys NO_COLOR by none at all; otherwise it would use greys.
        super().__init__(ansi_color=None if colour else True)
        looks = looks_for(colour=colour)
        for each in looks:
            self.register_theme(each)
        self.theme = next((each.name for each in looks if each.name == look), looks[0].name)
        self.game = GameScreen(
            session,
            looks=[each.name for each in looks],
            four_colours=four_colours,
            notice=notice,
            keep=keep,
            kept=kept,
            keep_look=keep_look,
            pace=pace,
        )
        self._signals: list[tuple[asyncio.AbstractEventLoop, int]] = []

    @property
    def session(self) -> Session:
        """The game that is being played."""
        return self.game.session

    def on_mount(self) -> None:
        """Show the game."""
        self._obey_signals()
        self.push_screen(self.game)

    def on_unmount(self) -> None:
        """Give up searches, and leave signals to others."""
        self.game.searches.stop()
        for loop, number in self._signals:
            loop.remove_signal_handler(number)

    def _obey_signals(self) -> None:
        """Let an end from outside leave the terminal as it was; the game has been kept move by move."""
        import asyncio

        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or not in the main thread
                if number is not None:
                    loop.add_signal_handler(number, self.exit)
                    self._signals.append((loop, number))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the palette of commands only where its signs can be shown."""
        return super().check_action(action, parameters) and (action != "command_palette" or not look_of(self).ascii)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands that are possible now for the palette, by the same table as the keys."""
        possible = {active.binding.action: active for active in screen.active_bindings.values() if active.enabled}
        for node, binding, *_ in possible.values():
            if binding.description and binding.tooltip and binding.action != "command_palette":
                words = f"{binding.tooltip} ({self.get_key_display(binding)})"
                yield SystemCommand(binding.description, words, partial(self.run_action, binding.action, node))
