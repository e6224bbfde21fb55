"""The screen that shows a game: board, status, notices, keys, looks, light and saving."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from kiebitz.errors import KiebitzError
from kiebitz.tui import keys, messages
from kiebitz.tui.availability import refusal
from kiebitz.tui.background_searches import Searches
from kiebitz.tui.board import Board
from kiebitz.tui.key_line import KeyLine
from kiebitz.tui.layout import minimum_size
from kiebitz.tui.move_entry import MoveEntry
from kiebitz.tui.notice import Notice
from kiebitz.tui.status_line import Status
from kiebitz.tui.translation import translated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.events import Resize

    from kiebitz.analysis.answers import Answer
    from kiebitz.patience.moves import Move
    from kiebitz.patience.session import Session

_LINES_BESIDES = 4  # status, two lines of notices, keys


class TableScreen(Screen[None]):
    """The board with status, notices and keys; *looks* are the available names, for the rest see `PlayApp`."""

    DEFAULT_CSS = """
    TableScreen { layers: default above; }
    TableScreen Board { margin: 0 0 2 0; }
    TableScreen #too-small { height: 1fr; content-align: center middle; text-align: center; }
    """
    #: The available commands of `keys.CONDITIONAL`.
    possible: var[frozenset[str]] = var(frozenset(), bindings=True)

    def __init__(
        self,
        session: Session,
        *,
        looks: Sequence[str],
        four_colours: bool,
        notice: str,
        keep: Callable[[Session], None] | None,
        kept: bool,
        keep_look: Callable[[str, bool], None] | None,
    ) -> None:
        super().__init__()
        self.session = session
        self.entry = MoveEntry(session)
        self.searches = Searches(self)
        self._light: Answer | None = None  # the latest result
        self.light_on = True
        self.playing = False
        self._no_light_reason = ""  # reason for a missing light
        self._looks = looks
        self._first_notice = notice
        self._keep = keep
        self.kept = kept
        self.not_kept = ""  # reason why saving failed
        self._keep_look = keep_look
        self.status = Status()
        self.board = Board(session.position, four_colours=four_colours)
        self.notice = Notice()
        self.key_line = KeyLine()
        self.too_small = Static(id="too-small")

    def compose(self) -> ComposeResult:
        """Return the parts of the screen, top to bottom."""
        yield self.status
        yield self.board
        yield self.notice
        yield self.key_line
        yield self.too_small

    def on_mount(self) -> None:
        """Show the board, then start searching."""
        self._fit(self.size.width, self.size.height)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._redraw())
        self.show()
        self.notice.say(self._first_notice or messages.opening(self.session))
        self.call_after_refresh(self.search_light)

    def on_resize(self, event: Resize) -> None:
        """Show the board, or a message if it does not fit."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        minimum = minimum_size(self.session.rules)
        minimum = minimum[0], minimum[1] + _LINES_BESIDES
        fits = width >= minimum[0] and height >= minimum[1]
        for part in (self.status, self.board, self.notice, self.key_line):
            part.display = fits
        self.too_small.display = not fits
        text = f"This window is {width} by {height}.\nThe game needs {minimum[0]} by {minimum[1]}."
        self.too_small.update(translated(self, text))

    # Display

    def show(self, hinted: Move | None = None) -> None:
        """Show the current game."""
        self.board.show(self.session.position, self.entry.picked, self.entry.cursor, hinted)
        self.show_light()
        self.update_possible()

    def update_possible(self) -> None:
        """Update the available commands for the footer."""
        self.possible = frozenset(command for command in keys.CONDITIONAL if not refusal(self, command))

    def show_light(self) -> None:
        light = self._light if self._light and self._light.position == self.session.position else None
        self.status.show(self.session, light, on=self.light_on and not self._no_light_reason, lost=self.is_lost())

    def is_lost(self) -> bool:
        """Return whether an earlier move is known to have lost the game."""
        return not self.session.rules.is_scored and self.searches.loss(self.session) is not None

    def lost(self) -> str:
        """Return the message about the losing move, if known."""
        loss = self.searches.loss(self.session)
        return messages.lost(self.session, loss) if loss else ""

    def changed(self, message: str = "", *, keep: bool = True) -> None:
        """Show the position after a move, save the game and search for its light."""
        self.entry.clear()
        self.show()
        lost = self.lost() if self.light_on else ""
        self.notice.say(message or messages.ending(self.session, lost) or lost)
        if keep:
            self._keep_game()
        self.search_light()

    def search_light(self) -> None:
        """Search for the light if it is on and unknown."""
        if self.light_on and not (self._no_light_reason or self.session.is_won or self.is_lost()):
            self.searches.light(self.session)

    def _keep_game(self) -> None:
        """Save the game; on failure, show the reason and continue without saving."""
        if self._keep is None:
            return
        try:
            self._keep(self.session)
            self.kept = True
        except KiebitzError as error:
            self._keep = None
            self.kept = False
            self.not_kept = f"this game is not saved: {error}"
            self.notice.say(self.not_kept, urgent=True)

    def _redraw(self) -> None:
        """Redraw everything in the current look."""
        self.board.redraw()
        for part in (self.status, self.notice):
            part.refresh()
        self.update_possible()

    def _save_look(self) -> None:
        if self._keep_look is not None:
            with suppress(KiebitzError):  # an unsaved look does not interrupt a game
                self._keep_look(self.app.theme, self.board.four_colours)

    # Looks

    def action_look(self) -> None:
        """Switch to the next look."""
        self.app.theme = self._looks[(self._looks.index(self.app.theme) + 1) % len(self._looks)]
        self.notice.say(f"look: {self.app.theme}")
        self._save_look()

    def action_four_colours(self) -> None:
        """Switch between two and four colours."""
        self.board.four_colours = not self.board.four_colours
        self.board.redraw()
        self._save_look()
        self.notice.say("four colours" if self.board.four_colours else "two colours")

    def action_faces(self) -> None:
        """Show or hide the faces of face-down cards."""
        self.board.hide_faces = not self.board.hide_faces
        self.board.redraw()

    # The light

    def action_light(self) -> None:
        """Turn the light on or off."""
        self.light_on = not self.light_on
        self.notice.say("light on" if self.light_on else "light off")
        self.show_light()
        self.search_light()

    def on_searches_light_result(self, event: Searches.LightResult) -> None:
        """Show the light."""
        if event.position == self.session.position:
            self._light = event.light
            self._no_light_reason = event.reason
            if event.reason:
                self.notice.say(event.reason)
            self.show_light()

    def on_searches_loss_result(self, event: Searches.LossResult) -> None:
        """Remember and show the losing move."""
        self.searches.keep(event)
        if event.position == self.session.position and self.light_on:
            lost = messages.lost(self.session, event.loss)
            self.notice.say(messages.ending(self.session, lost) or lost, urgent=True)
            self.update_possible()
