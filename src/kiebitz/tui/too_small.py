"""What stands in a window that is too small for the board: how large it must be.

Nothing else.
"""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget


class TooSmall(Widget):
    """A message instead of a broken board."""

    DEFAULT_CSS = "TooSmall { height: 1fr; width: 1fr; content-align: center middle; text-align: center; }"

    def __init__(self) -> None:
        super().__init__()
        self._words = ""

    def say(self, width: int, height: int, needed: tuple[int, int]) -> None:
        """Say how large the window is and how large it must be."""
        self._words = f"This window is {width} by {height}.\nThe game needs {needed[0]} by {needed[1]}."
        self.refresh()

    def render(self) -> Text:
        """Return the message."""
        return Text(self._words, justify="center")
