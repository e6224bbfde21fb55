"""The application behind `kiebitz play`: looks, the screen of the game, and how it ends.

What is kept of a game, and where, is decided by whoever starts it.
"""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App

from kiebitz.errors import KiebitzError
from kiebitz.tui.game_screen import GameScreen
from kiebitz.tui.looks import looks_for

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from textual.binding import BindingType

    from kiebitz.patience.session import Session

_PACE = 0.6  # seconds from one move of a replay to the next
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class PlayApp(App[None]):
    """Plays one game after the other; *keep* is called with the session after every change.

    *keep_look* is called with the name of a look and whether it has four colours when the player changes it.
    *look* names one of `looks.LOOKS`; without *colour* only those without colours are offered. *notice* is said first,
    *pace* the seconds from one move of a replay to the next.
    """

    TITLE = "Kiebitz"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit"), ("ctrl+q", "quit")]

    def __init__(
        self,
        session: Session,
        *,
        look: str = "dark",
        four_colours: bool = False,
        colour: bool = True,
        notice: str = "",
        keep: Callable[[Session], None] | None = None,
        keep_look: Callable[[str, bool], None] | None = None,
        pace: float = _PACE,
    ) -> None:
        # Asked for the terminal's own colours, Textual obeys NO_COLOR by none at all; otherwise it would use greys.
        super().__init__(ansi_color=None if colour else True)
        self._looks = looks_for(colour=colour)
        self.look = next((each for each in self._looks if each.name == look), self._looks[0])
        self.pace = pace
        self._keep = keep
        self.kept = False  # whether the last change of this game was
        self._keep_look = keep_look
        self._signals: list[tuple[asyncio.AbstractEventLoop, int]] = []
        for each in self._looks:
            self.register_theme(each.theme)
        self.game = GameScreen(session, self.look, notice)
        self.game.board.four_colours = four_colours

    @property
    def session(self) -> Session:
        """The game that is being played."""
        return self.game.session

    def on_mount(self) -> None:
        """Show the game."""
        self.theme = self.look.theme.name
        self._obey_signals()
        self.push_screen(self.game)

    def on_unmount(self) -> None:
        """Give up searches, and leave signals to others."""
        self.game.onlooker.rest()
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

    def keep_game(self, session: Session) -> None:
        """Keep the game; where that fails, say so and go on without."""
        if self._keep is None:
            return
        try:
            self._keep(session)
            self.kept = True
        except KiebitzError as error:
            self._keep = None
            self.kept = False
            self.game.notice.say(f"this game is not kept: {error}", urgent=True)

    def next_look(self) -> None:
        """Change to the next look."""
        self.look = self._looks[(self._looks.index(self.look) + 1) % len(self._looks)]
        self.theme = self.look.theme.name
        game = self.game
        for part in (game.status, game.board, game.notice, game.key_line):
            part.look = self.look
            part.refresh()
        game.board.redraw()
        self._look_changed()

    def set_four_colours(self, *, on: bool) -> None:
        """Show each suit in its own colour, or two."""
        self.game.board.four_colours = on
        self.game.board.redraw()
        self._look_changed()

    def _look_changed(self) -> None:
        if self._keep_look is not None:
            with suppress(KiebitzError):  # a look that is not kept is no reason to disturb a game
                self._keep_look(self.look.name, self.game.board.four_colours)
