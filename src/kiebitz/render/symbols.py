"""The card faces as one file of SVG symbols, from which the page in the browser takes its cards.

The drawings are those of `faces`; run as a program (`python -m kiebitz.render.symbols FILE`) it writes the file anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kiebitz.cards import PACKS, Suit
from kiebitz.render import faces
from kiebitz.render.themes import variables

#: The languages whose cards bear other letters than the English ones, by their codes.
LANGUAGES = {"de": "german", "ru": "russian"}


def symbols() -> str:
    """Return the file: symbols `card-TS` and so on, `card-back`, `card-slot`, and `suit-S` and so on.

    Where a language has a letter of its own there is also `card-QS-de` or `card-QS-ru`, and `card-5S-pips` is that of a
    classic deck. Colours are variables of CSS,
    those of `themes.variables`: whoever shows a card may set `--ink-C`, `--card-face` and the like around it. The signs
    of suits take the colour of the text around them.
    """
    theme = variables()
    pack = PACKS["52"].cards
    parts = dict.fromkeys(faces.definitions(theme, pack).split("\n"))
    for spelling in LANGUAGES.values():
        parts |= dict.fromkeys(faces.definitions(theme, pack, spelling=spelling).split("\n"))
    card = f'viewBox="0 0 {faces.WIDTH} {faces.HEIGHT}"'
    drawn = [f'<symbol id="card-{card_}" {card}>{faces.face(card_, theme)}</symbol>' for card_ in pack]
    drawn += [
        f'<symbol id="card-{card_}-pips" {card}>{faces.face(card_, theme, classic=True)}</symbol>'
        for card_ in pack
        if faces.is_numbered(card_)
    ]
    for language, spelling in LANGUAGES.items():
        drawn += [
            f'<symbol id="card-{card_}-{language}" {card}>{faces.face(card_, theme, spelling)}</symbol>'
            for card_ in pack
            if faces.letter(card_.rank, spelling) != faces.letter(card_.rank)
        ]
    drawn.append(f'<symbol id="card-back" {card}>{faces.back(theme)}</symbol>')
    drawn.append(f'<symbol id="card-slot" {card}>{faces.slot(theme)}</symbol>')
    drawn += [
        f'<symbol id="suit-{suit.letter}" viewBox="0 0 32 32" fill="currentColor"><use href="#k-{suit}"/></symbol>'
        for suit in Suit
    ]
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', "<defs>", *parts, "</defs>", *drawn, "</svg>", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(symbols(), encoding="utf-8")
