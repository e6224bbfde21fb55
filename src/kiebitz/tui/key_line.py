"""The last line: the few keys that one needs most, as many as there is room for.

All of them are in the help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from kiebitz.tui.keys import COMMANDS

if TYPE_CHECKING:
    from kiebitz.tui.looks import Look

_FIRST = ("?", "q", "u", "r", "H", "n", "p")


class KeyLine(Widget):
    """One line of keys and what they do."""

    DEFAULT_CSS = "KeyLine { height: 1; width: 1fr; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def render_line(self, _y: int) -> Strip:
        """Return the keys that fit, the most needed first."""
        commands = {command.shown: command for command in COMMANDS}
        segments = [Segment(" ")]
        left = self.size.width - 1
        quiet, strong = Style.parse(self.look.quiet), Style(bold=True)
        for key in _FIRST:
            word = f" {commands[key].word}  "
            if len(key + word.rstrip()) > left:
                break
            segments += [Segment(key, strong), Segment(word[:left], quiet)]
            left -= len(key + word)
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)
