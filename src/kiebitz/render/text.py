"""Boards for terminals: Unicode suits, hearts and diamonds in red.

What is written where is decided by `kiebitz.patience.notation`; only colour is added here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kiebitz.patience.notation import format_board

if TYPE_CHECKING:
    from kiebitz.patience.position import Position

_RED_CARD = re.compile(r"\S+[♦♥]>?")
_RED, _PLAIN = "\x1b[31m", "\x1b[39m"


def board(position: Position, colour: bool = True) -> str:
    """Return a position in Unicode, red cards in red if *colour*: only the foreground is touched, for any background.

    Cards that lie face down stand in angle brackets.

    >>> from kiebitz.patience.dealing import deal
    >>> board(deal(617), colour=False).splitlines()[0]
    '7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥'
    """
    text = format_board(position, "unicode")
    return _RED_CARD.sub(lambda match: f"{_RED}{match.group()}{_PLAIN}", text) if colour else text
