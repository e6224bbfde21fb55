"""The footer of a game, with only the keys that fit.

Textual's own footer cuts the last key off at the edge.
"""

from __future__ import annotations

from textual.widgets import Footer


class KeyLine(Footer):
    """The main commands with their keys, clickable."""

    DEFAULT_CSS = "KeyLine { padding: 0 0 0 1; &.-compact FooterKey { margin: 0 2 0 0; } }"

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

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
