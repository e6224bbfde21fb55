"""The four looks, each a Textual theme with styles and symbols for cards.

The styles are Rich's, not Textual's CSS, because board and status are drawn line by line, as `Strip`s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from kiebitz.cards import Colour, Rank, Suit
from kiebitz.errors import visible

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from kiebitz.cards import Card

_ELLIPSIS = "…"
_TO_ASCII = str.maketrans({"…": "...", "–": "-", "·": "-", "×": "x", "↑": "^", "↓": "v", "←": "<", "→": ">"})


@dataclass
class Look(Theme):
    """A look: a Textual theme of the same name, Rich styles and symbols.

    `suits` are symbols of clubs, diamonds, hearts and spades, `marks` those of winnable, lost and unknown positions.
    """

    suits: str = "♣♦♥♠"
    back: str = "░"
    empty: str = "·"
    marks: tuple[str, str, str] = ("●", "×", "○")
    ascii: bool = False
    card: str = ""
    black: str = ""
    red: str = ""
    clubs: str = ""
    diamonds: str = ""
    down: str = ""
    slot: str = ""
    label: str = ""
    cursor: str = ""
    picked: str = ""
    hinted: str = ""
    good: str = ""
    bad: str = ""
    quiet: str = ""

    def text(self, card: Card, *, short: bool) -> str:
        """Return a card as text: `10♥`, or *short* `T♥`."""
        rank = "10" if card.rank is Rank.TEN and not short else card.rank.letter
        return rank + self.suits[card.suit]

    def ink(self, card: Card, *, four_colours: bool) -> Style:
        """Return the style of a card's face."""
        if four_colours and card.suit is Suit.CLUBS:
            ink = self.clubs
        elif four_colours and card.suit is Suit.DIAMONDS:
            ink = self.diamonds
        else:
            ink = self.red if card.colour is Colour.RED else self.black
        return Style.parse(f"{self.card} {ink}")

    def display_text(self, text: str) -> str:
        """Return a text in this look's symbols, control characters escaped."""
        text = visible(text)
        return text.translate(_TO_ASCII) if self.ascii else text

    def fit(self, text: str, width: int) -> str:
        """Return one line of text in at most *width* characters."""
        text = self.display_text(text)
        if len(text) <= width:
            return text
        dots = self.display_text(_ELLIPSIS)
        return text[: max(0, width - len(dots))] + dots[:width]


_ANSI = BUILTIN_THEMES["ansi-dark"].to_color_system().generate()
#: A theme that uses only the terminal's own colours.
_TERMINAL: dict[str, Any] = {
    "ansi": True,
    "variables": {name: "ansi_default" for name, value in _ANSI.items() if value.startswith("ansi_")}
    | {"input-cursor-text-style": "reverse", "block-cursor-text-style": "underline"},
    **dict.fromkeys(("foreground", "background", "surface", "panel", "boost"), "ansi_default"),
    **dict.fromkeys(("primary", "secondary", "accent", "warning", "error", "success"), "ansi_default"),
    **dict.fromkeys(("down", "slot", "quiet"), "dim"),
    **dict.fromkeys(("good", "bad"), "bold"),
    "cursor": "reverse",
    "picked": "reverse bold underline",
    "hinted": "bold underline",
}

_INKS: dict[str, Any] = {"black": "#17181a", "red": "#b3121f", "clubs": "#176b30", "diamonds": "#1c4fb5"}

DARK = Look(
    "dark",
    primary="#f2c94c",
    dark=True,
    background="#17362a",
    surface="#17362a",
    foreground="#e3eee8",
    accent="#f2c94c",
    variables={
        "footer-background": "#17362a",
        "footer-key-foreground": "#e3eee8",
        "footer-description-foreground": "#9dbfae",
    },
    card="on #ece9dd",
    **_INKS,
    down="#e6eef7 on #35618f",
    slot="#7ba893 on #12291f",
    label="#8fbaa5",
    cursor="on #f2c94c",
    picked="bold on #8cc4ff",
    hinted="on #b9e77d",
    good="bold #8be38b",
    bad="bold #ff9d8f",
    quiet="#9dbfae",
)
LIGHT = Look(
    "light",
    primary="#a05a00",
    dark=False,
    background="#dfe9e0",
    surface="#dfe9e0",
    foreground="#1c2a22",
    accent="#a05a00",
    variables={
        "footer-background": "#dfe9e0",
        "footer-key-foreground": "#1c2a22",
        "footer-description-foreground": "#48614f",
    },
    card="on #fffefa",
    **_INKS,
    down="#17324f on #a8c4e2",
    slot="#5d7566 on #cddbcf",
    label="#48614f",
    cursor="on #ffd75e",
    picked="bold on #9ccdff",
    hinted="on #b9e77d",
    good="bold #12621f",
    bad="bold #a3141f",
    quiet="#48614f",
)
# Without colours, red suits are hollow.
MONO = Look(
    "mono",
    **_TERMINAL,
    suits="♣♢♡♠",
)
# Red suits are in lower case, which distinguishes them without colours.
ASCII = Look(
    "ascii",
    **_TERMINAL,
    suits="CdhS",
    back="#",
    empty=".",
    marks=("(+)", "(-)", "(?)"),
    ascii=True,
    red="red",
    clubs="green",
    diamonds="blue",
)

#: The looks by name, in the order of the look key.
LOOKS = {look.name: look for look in (DARK, LIGHT, MONO, ASCII)}


def looks_for(*, colour: bool) -> tuple[Look, ...]:
    """Return the looks available with or without colours, in the order of `LOOKS`."""
    return tuple(LOOKS.values()) if colour else (MONO, replace(ASCII, red="", clubs="", diamonds=""))


def look_of(node: DOMNode) -> Look:
    """Return the look of a widget's application."""
    look = node.app.current_theme
    if not isinstance(look, Look):
        raise TypeError(look.name)
    return look
