"""Colours of tables, light and dark, and inks of suits, two or four."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiebitz.cards import Suit
from kiebitz.errors import ChoiceError


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture in SVG syntax.

    `inks` are those of clubs, diamonds, hearts and spades, and `dyes` those of the robes of their courts.
    """

    table: str
    slot: str
    slot_edge: str
    title: str
    face: str
    edge: str
    inks: tuple[str, str, str, str]
    dyes: tuple[str, ...]
    skin: str
    line: str
    trim: str
    back: str
    back_lines: str
    label: str
    moved: str

    def ink(self, suit: Suit) -> str:
        """Return the colour of a suit's cards."""
        return self.inks[suit]


_BLACK, _RED = "#1b1b1b", "#c01c28"
_PALE, _ROSE = "#e6e6e0", "#ff8078"

#: The themes by name, with two inks.
THEMES = {
    "light": Theme(
        table="#1f6b4a",
        slot="#1a5c3f",
        slot_edge="#4d9474",
        title="#e8f3ec",
        face="#fdfdf8",
        edge="#6b6b63",
        inks=(_BLACK, _RED, _RED, _BLACK),
        dyes=(_RED, "#2c5c9a", "#2c5c9a", _RED),
        skin="#fbe8d3",
        line=_BLACK,
        trim="#e0a82e",
        back="#2f5d95",
        back_lines="#6d9ad0",
        label="#e6eff9",
        moved="#ffb000",
    ),
    "dark": Theme(
        table="#14191d",
        slot="#1b2227",
        slot_edge="#4a565e",
        title="#c9d3d9",
        face="#2c343a",
        edge="#5d6a73",
        inks=(_PALE, _ROSE, _ROSE, _PALE),
        dyes=("#c9504a", "#4f86c6", "#4f86c6", "#c9504a"),
        skin="#e3cdb0",
        line=_BLACK,
        trim="#d9a441",
        back="#23405f",
        back_lines="#3f6a97",
        label="#1d3046",
        moved="#ffb000",
    ),
}
#: Four inks: clubs green, diamonds blue, hearts red, spades black; lighter on dark cards.
_FOUR = {
    "light": ("#0b7a33", "#1457c2", _RED, _BLACK),
    "dark": ("#6fce8b", "#83b7ff", _ROSE, _PALE),
}


def theme(name: str = "light", *, four_colours: bool = False) -> Theme:
    """Return the theme of this name, with a colour per suit if *four_colours*; a `ChoiceError` if unknown.

    >>> theme("dark").inks[Suit.SPADES] == theme("dark").inks[Suit.CLUBS]
    True
    """
    if name not in THEMES:
        raise ChoiceError("theme", name, THEMES)
    chosen = THEMES[name]
    return replace(chosen, inks=_FOUR[name]) if four_colours else chosen


#: CSS variables of the colours, besides `--ink-C` and the other inks.
_NAMES = {
    "table": "table",
    "slot": "slot",
    "slot_edge": "slot-edge",
    "title": "title",
    "face": "card-face",
    "edge": "card-edge",
    "skin": "card-skin",
    "line": "card-line",
    "trim": "card-trim",
    "back": "card-back",
    "back_lines": "card-back-lines",
    "label": "card-label",
    "moved": "card-moved",
}


def variables() -> Theme:
    """Return a theme whose colours are CSS variables; an unset variable has the light theme's colour.

    The variables are `--card-face`, `--card-edge`, `--card-skin`, `--card-line`, `--card-trim`, `--card-back`,
    `--card-back-lines`, `--card-label`, `--ink-C`, `--dye-C` and so on for each suit, and those of the table.
    """
    usual = THEMES["light"]
    colours = {field: f"var(--{name},{getattr(usual, field)})" for field, name in _NAMES.items()}
    c, d, h, s = (f"var(--ink-{suit.letter},{usual.ink(suit)})" for suit in Suit)
    dyes = tuple(f"var(--dye-{suit.letter},{usual.dyes[suit]})" for suit in Suit)
    return Theme(inks=(c, d, h, s), dyes=dyes, **colours)


def declarations(theme: Theme) -> str:
    """Return the CSS declarations that set the variables to a theme's colours."""
    colours = {name: getattr(theme, field) for field, name in _NAMES.items()}
    colours |= {f"ink-{suit.letter}": theme.ink(suit) for suit in Suit}
    colours |= {f"dye-{suit.letter}": theme.dyes[suit] for suit in Suit}
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())
