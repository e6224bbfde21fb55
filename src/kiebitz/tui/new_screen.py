"""The question for another deal: a number, a game, a link, or nothing for a deal by chance.

What the answer means is found out in `dealing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kiebitz.errors import KiebitzError, UnknownGameError, shown
from kiebitz.patience.games import games
from kiebitz.patience.session import Session
from kiebitz.tui.dealing import wanted

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.events import Key

    from kiebitz.tui.looks import Look


class NewScreen(ModalScreen[Session | None]):
    """Asks for another deal, and hands back its session, or nothing if the player would rather go on."""

    DEFAULT_CSS = """
    NewScreen { align: center middle; background: $background; }
    NewScreen > Vertical { width: 100%; max-width: 72; height: auto; padding: 0 1; }
    NewScreen Input { border: none; height: 1; padding: 0; }
    NewScreen Static { height: auto; }
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look

    def compose(self) -> ComposeResult:
        """Return the question, the line to answer it, and the games there are."""
        names = " ".join(sorted(games()))
        example = (
            f"a number, a game with or without one (russian 5), or a link. Enter alone: a {self._session.rules.title}"
        )
        example += " deal by chance; winnable: one that can be won. Esc: back."
        yield Vertical(
            Static(Text("Another deal", "bold")),
            Static(Text(self._look.said(example))),
            Input(id="wanted", compact=True),
            Static("", id="complaint"),
            Static(Text(f"games: {names}", self._look.quiet)),
        )

    def on_key(self, event: Key) -> None:
        """Go back on Esc."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)

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
        self.query_one("#complaint", Static).update(Text(self._look.said(words), self._look.bad))
