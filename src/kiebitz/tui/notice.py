"""The notice below the board."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from kiebitz.tui.themes import look_of
from kiebitz.tui.translation import translated


class Notice(Widget):
    """A sentence in two lines, calm or urgent; a longer one covers part of the board."""

    DEFAULT_CSS = """
    Notice {
        layer: above; dock: bottom; margin: 0 0 1 0; padding: 0 1; width: 1fr; background: $background;
        height: auto; min-height: 2; max-height: 90vh;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self._urgent = False

    def say(self, words: str, *, urgent: bool = False) -> None:
        """Replace the sentence."""
        self.words, self._urgent = words, urgent
        self.refresh(layout=True)

    def render(self) -> Text:
        """Return the sentence."""
        look = look_of(self)
        return Text(look.display_text(translated(self, self.words)), Style.parse(look.bad if self._urgent else ""))
