"""The parts of card faces as one SVG file, for the page in the browser.

Run as a program (`python -m kiebitz.render.card_symbols FILE`), the module writes the file.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kiebitz.cards import PACKS, Suit
from kiebitz.render import card_faces
from kiebitz.render.themes import variables

#: Languages whose cards have other letters than English ones, by code.
LANGUAGES = {"de": "german", "ru": "russian"}


def symbols() -> str:
    """Return the file: the parts of faces and `card-back`, `suit-S` and so on.

    A face consists of copies of `corner-Q` (or `corner-De`, a language's own letter), `corner-spades` and `body-QS`.
    Colours are the CSS variables of `themes.variables`, such as `--ink-C`. The signs of suits have the colour of the
    text around them. The parts `index-`, the upper corners alone, are left out: the page does not draw them.
    """
    theme = variables()
    pack = PACKS["52"].cards
    parts: dict[str, None] = {}
    for spelling in ("english", *LANGUAGES.values()):
        parts |= dict.fromkeys(card_faces.definitions(theme, pack, spelling=spelling).split("\n"))
    drawn = [f'<g id="card-back">{card_faces.back(theme)}</g>']
    drawn += [f'<g id="suit-{suit.letter}" fill="currentColor"><use href="#k-{suit}"/></g>' for suit in Suit]
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        *(part for part in parts if 'id="index-' not in part),
        *drawn,
        "</svg>",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(symbols(), encoding="utf-8")
