"""The question for another deal: a number, a game, a link, or nothing for a deal by chance.

What the answer means is found out in `deal_request`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kiebitz.errors import KiebitzError, UnknownGameError, shown
from kiebitz.patience.games import games
from kiebitz.patience.session import Session
from kiebitz.tui.deal_request import wanted
from kiebitz.tui.themes import look_of

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

#: A text in which a terminal obeys nothing: no control characters, and none that turn the direction of writing.
_HARMLESS = r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]*"


class NewScreen(ModalScreen[Session | None]):
    """Asks for another deal, and hands back its session, or nothing if the player would rather go on."""

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
        """Return the question, the line to answer it, and the games there are."""
        look = look_of(self)
        names = " ".join(sorted(games()))
        example = (
            f"a number, a game with or without one (russian 5), or a link. Enter alone: a {self._session.rules.title}"
        )
        example += " deal by chance; winnable: one that can be won. Esc: back."
        yield Vertical(
            Static(Text("Another deal", "bold")),
            Static(Text(look.said(example))),
            Input(id="wanted", compact=True, restrict=_HARMLESS),
            Static("", id="complaint"),
            Static(Text(f"games: {names}", look.quiet)),
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer, or say what is wrong with it."""
        event.stop()
        try:
            session = wanted(event.value, self._session)
        except UnknownGameError as error:  # the list of games stands there anyway
            self._complain(error.reason or f"unknown game {shown(error.name)}")
        except KiebitzError as error:
            self._complain(str(error))
        else:
            self.dismiss(session)

    def _complain(self, words: str) -> None:
        look = look_of(self)
        self.query_one("#complaint", Static).update(Text(look.said(words), look.bad))
