"""The lines below the board: what has just happened, why a move was refused, what could be done.

Nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

if TYPE_CHECKING:
    from kiebitz.tui.looks import Look


class Notice(Widget):
    """A sentence in two lines, calm or urgent."""

    DEFAULT_CSS = "Notice { height: 2; width: 1fr; padding: 0 1; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.words = ""
        self._urgent = False

    def say(self, words: str, *, urgent: bool = False) -> None:
        """Show a sentence instead of the one that stood there."""
        self.words, self._urgent = words, urgent
        self.refresh()

    def render(self) -> Text:
        """Return the sentence."""
        return Text(self.look.said(self.words), Style.parse(self.look.bad if self._urgent else ""))
