"""The help: every key with what it does, over the board, gone at the next key.

The keys are those of `keys`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget

from kiebitz.tui.keys import COMMANDS

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.events import Click, Key

    from kiebitz.tui.looks import Look

_SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
_MOVING = (
    ("26", "column 2 to column 6; no Enter"),
    ("5a 4h", "to free cell a; home"),
    ("a3 s3", "from free cell a; from the stock"),
    ("26v2", "the same with 2 cards, hexadecimal"),
    ("arrows", "or h j k l: move the cursor; up takes in more cards"),
    ("Enter", "pick cards up, and put them down; Esc lets go"),
    ("mouse", "click cards, then the target; twice: home"),
)


class HelpScreen(ModalScreen[None]):
    """The help over the board."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background; }
    HelpScreen > VerticalScroll { width: 100%; max-width: 72; height: 100%; padding: 0 1; }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def compose(self) -> ComposeResult:
        """Return the text, which scrolls where the window is small."""
        yield VerticalScroll(_Help(self.look))

    def on_key(self, event: Key) -> None:
        """Scroll, or go back to the board."""
        if event.key not in _SCROLLING:
            event.stop()
            self.dismiss()

    def on_click(self, _event: Click) -> None:
        """Go back to the board."""
        self.dismiss()


class _Help(Widget):
    DEFAULT_CSS = "_Help { height: auto; width: 1fr; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def render(self) -> Text:
        text = Text()
        for key, words in _MOVING:
            self._line(text, key, words)
        text.append("  Once a source was typed, every letter is notation: h is home then.\n", self.look.quiet)
        for command in COMMANDS:
            self._line(text, command.shown, command.sentence)
        text.rstrip()
        return text

    def _line(self, text: Text, key: str, words: str) -> None:
        text.append(f"  {key:<7}", "bold")
        text.append(f" {words}\n")
