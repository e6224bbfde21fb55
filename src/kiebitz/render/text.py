"""Boards for terminals: the rows of `board_text` with Unicode suits in two or four colours."""

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
#: Terminal colours of the foreground only, so that boards fit any background; black stays as it is.
_TWO = {Suit.DIAMONDS: "\x1b[31m", Suit.HEARTS: "\x1b[31m"}
_FOUR = {Suit.CLUBS: "\x1b[32m", Suit.DIAMONDS: "\x1b[94m", Suit.HEARTS: "\x1b[31m"}


def with_signs(spelling: str) -> str:
    """Return the spelling with suits as signs: Unicode's for English; other languages have signs already.

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
    """Return a position in Unicode, with red suits in red if *colour*.

    With *four_colours* clubs are green and diamonds blue. Face-down cards are in angle brackets, cards in *moved*
    underlined. *spelling* determines the letters of the cards.

    >>> from kiebitz.patience.dealing import deal
    >>> board(deal(617), colour=False).splitlines()[0]
    '7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥'
    """
    heads, rows = parts(position, colour, four_colours, moved, spelling)
    return "\n".join([*heads.values(), *rows]) + "\n"


def parts(
    position: Position, colour: bool, four_colours: bool, moved: Collection[Card], spelling: str
) -> tuple[dict[str, str], list[str]]:
    """Return the lines above the cards by heading, and the rows of cards, as `board` joins them."""
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
