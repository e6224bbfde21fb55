"""Boards for terminals: Unicode suits in two or four colours.

What is written where is decided by `kiebitz.patience.board_text`; only colour is added here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kiebitz.cards import Suit
from kiebitz.patience.board_text import board_parts

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position

_CARD = re.compile(r"<?[^\s<>]+?([♣♦♥♠])>?")
_PLAIN, _UNDERLINED = "\x1b[39m", ("\x1b[4m", "\x1b[24m")
#: The colours of terminals: only the foreground is touched, so black ones are left as they are, for any background.
_TWO = {Suit.DIAMONDS: "\x1b[31m", Suit.HEARTS: "\x1b[31m"}
_FOUR = {Suit.CLUBS: "\x1b[32m", Suit.DIAMONDS: "\x1b[94m", Suit.HEARTS: "\x1b[31m"}


def with_signs(spelling: str) -> str:
    """Return the spelling that writes the suits as signs: Unicode's for English, the other languages have them anyway.

    >>> with_signs("english"), with_signs("german")
    ('unicode', 'german')
    """
    return "unicode" if spelling == "english" else spelling


def board(
    position: Position,
    colour: bool = True,
    four_colours: bool = False,
    moved: Collection[Card] = (),
    spelling: str = "english",
) -> str:
    """Return a position in Unicode, if *colour* with red cards in red: only the foreground, for any background.

    With *four_colours* clubs are green and diamonds blue. Cards that lie face down stand in angle brackets; those that
    have just *moved* are underlined, in colour or without. *spelling* says which letters the cards bear.

    >>> from kiebitz.patience.dealing import deal
    >>> board(deal(617), colour=False).splitlines()[0]
    '7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥'
    """
    heads, rows = parts(position, colour, four_colours, moved, spelling)
    return "\n".join([*heads.values(), *rows]) + "\n"


def parts(
    position: Position, colour: bool, four_colours: bool, moved: Collection[Card], spelling: str
) -> tuple[dict[str, str], list[str]]:
    """Return the lines above the cards by their first word, and the rows of cards, as `board` puts them together."""
    inks = (_FOUR if four_colours else _TWO) if colour else {}
    signed = with_signs(spelling)
    lined = {card.text(signed) for card in moved}

    def dressed(match: re.Match[str]) -> str:
        text = match.group()
        ink = inks.get(Suit("♣♦♥♠".index(match[1])))
        shown = f"{ink}{text}{_PLAIN}" if ink else text
        return shown.join(_UNDERLINED) if text.strip("<>") in lined else shown

    heads, rows = board_parts(position, signed)
    if inks or lined:
        heads = {head: _CARD.sub(dressed, line) for head, line in heads.items()}
        rows = [_CARD.sub(dressed, row) for row in rows]
    return heads, rows
