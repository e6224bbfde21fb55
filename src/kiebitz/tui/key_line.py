"""The footer of a game, with only the keys that fit.

Textual's own footer cuts the last key off at the edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from kiebitz.tui.translation import translated

if TYPE_CHECKING:
    from textual.app import ComposeResult


class KeyLine(Footer):
    """The main commands with their keys, clickable."""

    DEFAULT_CSS = "KeyLine { padding: 0 0 0 1; &.-compact FooterKey { margin: 0 2 0 0; } }"

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """Return the keys, named in the player's language."""
        for key in super().compose():
            if isinstance(key, FooterKey):
                key.description = translated(self, key.description)
                key.key_display = translated(self, key.key_display)
            yield key

    async def recompose(self) -> None:
        """Rebuild the keys for the commands available now."""
        await super().recompose()
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        """Hide the keys that do not fit."""
        used = 0
        for key in self.children:
            used += len(str(key.render()))  # hidden keys have no size
            key.visible = used <= self.content_size.width
            used += key.styles.margin.right
