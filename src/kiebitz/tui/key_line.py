"""The last line: Textual's footer, which shows here only keys that fit whole into a narrow window.

Textual's own cuts the last one off at the edge. All keys are in the help.
"""

from __future__ import annotations

from textual.widgets import Footer


class KeyLine(Footer):
    """The footer of a game: the most needed commands, each with its key, to be clicked as well."""

    DEFAULT_CSS = "KeyLine { padding: 0 0 0 1; &.-compact FooterKey { margin: 0 2 0 0; } }"

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    async def recompose(self) -> None:
        """Make the keys anew, as they are possible now."""
        await super().recompose()
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        """Hide the keys that do not fit."""
        used = 0
        for key in self.children:
            used += len(str(key.render()))  # a hidden one has no size
            key.visible = used <= self.content_size.width
            used += key.styles.margin.right
