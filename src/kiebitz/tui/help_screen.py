"""The help: every key and its command, over the board until the next key.

Textual's own key panel would take the board's space in a window of 80 columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from kiebitz.tui.themes import look_of
from kiebitz.tui.translation import translated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.binding import ActiveBinding
    from textual.events import Click, Key

_SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
_MOVES = {
    "26 26v2": "column 2 to column 6, no Enter; only 2 cards",
    "5a a3": "to free cell a; from there",
    "4h s3": "home; from the stock",
    "mouse": "click cards, then the target; double-click: home",
}
_LETTERS = "after a source every letter is notation: h is home"


class HelpScreen(ModalScreen[None]):
    """The help over the board."""

    DEFAULT_CSS = """
    HelpScreen, HelpScreen:ansi { align: center middle; background: $background; }
    HelpScreen > VerticalScroll { width: 100%; max-width: 72; height: 100%; padding: 0 3; }
    """

    def __init__(self, bindings: Iterable[ActiveBinding]) -> None:
        super().__init__()
        self._bindings_shown = [active.binding for active in bindings if active.binding.tooltip]

    def compose(self) -> ComposeResult:
        """Return the text, scrollable in a small window."""
        lines = {text: key for key, text in _MOVES.items()}
        for binding in self._bindings_shown:
            lines.setdefault(binding.tooltip, self.app.get_key_display(binding))
        table = Table.grid(padding=(0, 1))
        table.add_column(style="bold", no_wrap=True)
        for text, key in lines.items():
            table.add_row(translated(self, key), translated(self, text))
            if key == "mouse":
                table.add_row("", translated(self, _LETTERS), style=look_of(self).quiet)
        yield VerticalScroll(Static(table))

    def on_key(self, event: Key) -> None:
        """Scroll, or return to the board."""
        if event.key not in _SCROLLING:
            event.stop()
            self.dismiss()

    def on_click(self, _event: Click) -> None:
        """Return to the board."""
        self.dismiss()
