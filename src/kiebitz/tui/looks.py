"""What things look like: four looks, each a set of styles, signs and a Textual theme; cards as text.

Where things stand is decided in `layout`; nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from kiebitz.cards import Colour, Rank, Suit

if TYPE_CHECKING:
    from kiebitz.cards import Card

_ELLIPSIS = "…"
_TO_ASCII = str.maketrans({"…": "...", "–": "-", "·": "-", "×": "x", "↑": "^", "↓": "v", "←": "<", "→": ">"})


@dataclass(frozen=True, slots=True)
class Look:
    """One look: its name, its Textual theme, its styles in Rich's words, and its signs.

    `suits` are the signs of clubs, diamonds, hearts and spades, `marks` those of a position that can be won, one that
    is lost and one that nobody knows about.
    """

    name: str
    theme: Theme
    suits: str = "♣♦♥♠"
    ten: str = "10"
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
        """Return a card as it is written: `10♥`, or `T♥` where there is little room."""
        rank = self.ten if card.rank is Rank.TEN and not short else card.rank.letter
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

    def said(self, text: str) -> str:
        """Return a text for people in the signs of this look."""
        return text.translate(_TO_ASCII) if self.ascii else text

    def fitted(self, text: str, width: int) -> str:
        """Return a text of one line in no more than *width* characters."""
        text = self.said(text)
        if len(text) <= width:
            return text
        dots = self.said(_ELLIPSIS)
        return text[: max(0, width - len(dots))] + dots[:width]


def _theme(name: str, *, dark: bool, **colours: str) -> Theme:
    return Theme(f"kiebitz-{name}", primary=colours["accent"], dark=dark, **colours)  # type: ignore[arg-type]


def _plain_theme(name: str, accent: str) -> Theme:
    """A theme that leaves the terminal's own colours alone."""
    own = dict.fromkeys(("foreground", "background", "surface", "panel", "boost"), "ansi_default")
    rest = dict.fromkeys(("primary", "secondary", "accent", "warning", "error", "success"), accent)
    variables = dict.fromkeys(BUILTIN_THEMES["ansi-dark"].variables, "ansi_default")
    variables |= {"input-cursor-text-style": "reverse"}
    return Theme(f"kiebitz-{name}", ansi=True, variables=variables, **own, **rest)  # type: ignore[arg-type]


DARK = Look(
    "dark",
    _theme("dark", dark=True, background="#17362a", surface="#17362a", foreground="#e3eee8", accent="#f2c94c"),
    card="on #ece9dd",
    black="#17181a",
    red="#b3121f",
    clubs="#176b30",
    diamonds="#1c4fb5",
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
    _theme("light", dark=False, background="#dfe9e0", surface="#dfe9e0", foreground="#1c2a22", accent="#a05a00"),
    card="on #fffefa",
    black="#17181a",
    red="#b3121f",
    clubs="#176b30",
    diamonds="#1c4fb5",
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
# Without colours, hollow suits are the red ones.
MONO = Look(
    "mono",
    _plain_theme("mono", "ansi_default"),
    suits="♣♢♡♠",
    down="dim",
    slot="dim",
    cursor="reverse",
    picked="reverse bold underline",
    hinted="bold underline",
    good="bold",
    bad="bold",
    quiet="dim",
)
# Small letters are the red suits, which counts where there are no colours either.
ASCII = Look(
    "ascii",
    _plain_theme("ascii", "ansi_default"),
    suits="CdhS",
    ten="10",
    back="#",
    empty=".",
    marks=("(+)", "(-)", "(?)"),
    ascii=True,
    red="red",
    clubs="green",
    diamonds="blue",
    down="dim",
    slot="dim",
    cursor="reverse",
    picked="reverse bold underline",
    hinted="bold underline",
    good="bold",
    bad="bold",
    quiet="dim",
)

#: The looks by name, in the order in which a key shows them.
LOOKS = {look.name: look for look in (DARK, LIGHT, MONO, ASCII)}


def looks_for(*, colour: bool) -> tuple[Look, ...]:
    """Return the looks that there are on a terminal with or without colours, in the order of `LOOKS`."""
    return tuple(LOOKS.values()) if colour else (MONO, replace(ASCII, red="", clubs="", diamonds=""))
