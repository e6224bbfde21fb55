"""The screen for another deal: a number, a game, a link, or an empty line for a random deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kiebitz.errors import KiebitzError, UnknownGameError, shown
from kiebitz.patience.games import games
from kiebitz.patience.session import Session
from kiebitz.tui.deal_request import parse_request
from kiebitz.tui.themes import look_of
from kiebitz.tui.translation import translated

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

#: Text without control characters and without characters that change the writing direction.
_HARMLESS = r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]*"


class NewScreen(ModalScreen[Session | None]):
    """Asks for another deal and returns its session, or `None` if the player cancels."""

    DEFAULT_CSS = """
    NewScreen, NewScreen:ansi { align: center middle; background: $background; }
    NewScreen > Vertical { width: 100%; max-width: 72; height: auto; padding: 0 1; }
    NewScreen Input { border: none; height: 1; padding: 0; }
    NewScreen Static { height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "back")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """Return the prompt, the input line and the list of games."""
        look = look_of(self)
        names = " ".join(sorted(games()))
        prompt = (
            "a number, a game with or without one (russian 5), or a link. "
            f"Enter alone: a random {self._session.rules.title} deal; winnable, easy, medium, hard or expert: "
            "one of these. Esc: back."
        )
        yield Vertical(
            Static(Text(translated(self, "Another deal"), "bold")),
            Static(Text(look.display_text(translated(self, prompt)))),
            Input(id="wanted", compact=True, restrict=_HARMLESS),
            Static("", id="complaint"),
            Static(Text(translated(self, f"games: {names}"), look.quiet)),
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the requested game, or show the error."""
        event.stop()
        try:
            session = parse_request(event.value, self._session)
        except UnknownGameError as error:  # the screen lists the games anyway
            self._show_error(error.reason or f"unknown game {shown(error.name)}")
        except KiebitzError as error:
            self._show_error(str(error))
        else:
            self.dismiss(session)

    def _show_error(self, text: str) -> None:
        look = look_of(self)
        self.query_one("#complaint", Static).update(Text(look.display_text(translated(self, text)), look.bad))
