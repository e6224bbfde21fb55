"""The language of the screens: a widget asks its app, which the command line has given a translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.dom import DOMNode


def translated(widget: DOMNode, text: str) -> str:
    """Return an English text in the language of the app that shows the widget."""
    translate: Callable[[str], str] = getattr(widget.app, "translate", str)
    return translate(text)
