"""Card faces and the back as vector outlines of our own: they need no font and look the same everywhere.

Only single cards and the signs on them are drawn here; where they lie is for `svg` and the replays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.render.themes import Theme

# All measures in the picture's own units, about pixels at normal size.
WIDTH, HEIGHT, ROUND = 72, 102, 7
STRIP = 32  # how much of a covered card has to be seen: its index, rank and suit side by side

#: The suits as outlines in a square of 32 by 32.
SUITS = {
    Suit.CLUBS: "M22.9 8.6a6.9 6.9 0 1 1-13.8 0 6.9 6.9 0 1 1 13.8 0zm-7.4 10.4a6.9 6.9 0 1 1-13.8 0 6.9 6.9 0 1 1 "
    "13.8 0zm14.8 0a6.9 6.9 0 1 1-13.8 0 6.9 6.9 0 1 1 13.8 0zM13 15h6c0 7 .5 12 3.5 15.5h-13C12.5 27 13 22 13 15z",
    Suit.DIAMONDS: "M16 1.5c2.5 5 6.5 10 11 14.5-4.5 4.5-8.5 9.5-11 14.5C13.5 25.5 9.5 20.5 5 16 9.5 11.5 13.5 6.5 "
    "16 1.5z",
    Suit.HEARTS: "M16 29.5C9 22.5 2 16.5 2 10c0-4.5 3.2-7.5 6.8-7.5C12 2.5 14.8 4.6 16 8c1.2-3.4 4-5.5 7.2-5.5C26.8 "
    "2.5 30 5.5 30 10c0 6.5-7 12.5-14 19.5z",
    Suit.SPADES: "M16 1.5c3 6.5 14 11.5 14 18.5 0 4-3 6.5-6.2 6.5-2.8 0-5.4-1.5-6.6-3.9.3 3.4 1.4 6 3.3 7.9h-9c1.9-1.9 "
    "3-4.5 3.3-7.9-1.2 2.4-3.8 3.9-6.6 3.9C5 26.5 2 24 2 20 2 13 13 8 16 1.5z",
}
_LINE = 4.1  # the breadth of the pen that draws the ranks

#: The signs of the ranks as lines of that pen, 20 high, with their breadth.
_SIGNS = {
    "A": ("M0 20 6.6 0l6.6 20M2.5 13.2h8.2", 13.2),
    "2": ("M.6 5.6C.6 2.2 3.1 0 6.3 0s5.6 2.1 5.6 5.2C11.9 9 7.6 12.4.4 20h12", 12.4),
    "3": (
        (
            "M.7 3.4C1.7 1.2 3.7 0 6.1 0c3 0 5.3 1.8 5.3 4.7S9.1 9.4 5.4 9.4c4 0 6.6 2 6.6 5.3S9.5 20 6.1 20c-2.9 0-5.1"
            "-1.5-6.1-3.9"
        ),
        12,
    ),
    "4": ("M9.4 20V0L0 14.2h13", 13),
    "5": ("M11.4 0H2.2L1.3 8.9C2.6 7.8 4.2 7.2 6 7.2c3.6 0 6.3 2.6 6.3 6.3S9.6 20 6 20c-2.8 0-4.9-1.3-6-3.6", 12.3),
    "6": ("M11.2 1.7C10 .6 8.5 0 6.9 0 2.6 0 .2 4.6.2 13.6a6.1 6.4 0 1 0 12.2 0 6.1 6.4 0 1 0-12.2 0", 12.4),
    "7": ("M0 0h12.4L4.8 20", 12.4),
    "8": ("M1.4 4.8a4.9 4.8 0 1 0 9.8 0 4.9 4.8 0 1 0-9.8 0M.2 14.8a6.1 5.2 0 1 0 12.2 0 6.1 5.2 0 1 0-12.2 0", 12.6),
    "9": ("M1.4 18.3C2.6 19.4 4.1 20 5.7 20c4.3 0 6.7-4.6 6.7-13.6A6.1 6.4 0 1 0 .2 6.4a6.1 6.4 0 1 0 12.2 0", 12.6),
    "10": ("M0 3.6 3.7 0v20M9.6 10a4.9 10 0 1 0 9.8 0 4.9 10 0 1 0-9.8 0", 19.4),
    "J": ("M9.4 0v14.2c0 3.7-2 5.8-4.7 5.8S.2 18.3 0 15.4", 9.4),
    "Q": ("M0 10a6.9 10 0 1 0 13.8 0A6.9 10 0 1 0 0 10M8.6 14.4l5.6 6.2", 14.2),
    "K": ("M0 0v20M12.2 0 0 12.4M4.4 8l8.4 12", 12.8),
    # German and Russian ones
    "B": ("M0 9.4h6.2c3.9 0 6.3 2 6.3 5.3S10.2 20 6.2 20H0V0h5.6c3.5 0 5.6 1.7 5.6 4.7S9.1 9.4 5.6 9.4", 12.5),
    "D": ("M0 0v20h4.6C9.8 20 13 16.2 13 10S9.8 0 4.6 0z", 13),
    "Т": ("M0 0h13M6.5 0v20", 13),
    "Д": ("M0 22.5V17.6h14v4.9M2.6 17.6C4.2 14 4.6 8.6 4.6 0h7.2v17.6", 14),
}
_SIGNS["В"], _SIGNS["К"] = _SIGNS["B"], _SIGNS["K"]
#: Under which names those are defined that have no name in ASCII.
_NAMES = {"В": "B", "К": "K", "Т": "Te", "Д": "De"}

#: What the court cards wear, in the ink of the suit and, second, in the colour of trimmings: 44 broad, 30 high.
_EMBLEMS = {
    Rank.KING: (
        "M4 27 1 8.5l10 7.5L22 3l11 13 10-7.5L40 27z",
        "M4 30.5h36M22 .2v0M1 6.8v0M43 6.8v0M22 21v0M13 21.5v0M31 21.5v0",
    ),
    Rank.QUEEN: (
        (
            "M6 27C5 20 3 14 1 9.5c4 4.5 7 6 10 6.5-.5-4-1-7.5-.5-11 2 5 4.5 8.5 6.5 9.5C18.5 11 20.5 7 22 2c1.5 5 3.5 "
            "9 5 12.5 2-1 4.5-4.5 6.5-9.5.5 3.5 0 7-.5 11 3-.5 6-2 10-6.5-2 4.5-4 10.5-5 17.5z"
        ),
        "M6 30.5h32M1 8v0M10.5 3.5v0M22 .5v0M33.5 3.5v0M43 8v0",
    ),
    Rank.JACK: (
        "M3 27c0-9.5 7-17 18-17 12 0 20 7 20 17zM26 10.5C26 4 32 0 42 0c-1 7-5 11-11 12.5z",
        "M1 30.5h42M30 9c3-2 5.5-4 8-6",
    ),
}
_BIG = 50  # the large suit of a numbered card


def letter(rank: Rank, spelling: str = "english") -> str:
    """Return the sign that stands on the cards of a rank: 10, or a letter of the spelling's.

    >>> letter(Rank.TEN), letter(Rank.JACK, "german"), letter(Rank.ACE, "russian")
    ('10', 'B', 'Т')
    """
    return Card(rank, Suit.SPADES).text("unicode" if spelling == "english" else spelling)[:-1]


def definitions(theme: Theme, cards: Iterable[Card], suits: Iterable[Suit] = (), spelling: str = "english") -> str:
    """Return what these cards, and marks of these suits, are put together from, for `<defs>`: ids that begin `k-`."""
    drawn = list(cards)
    ranks = sorted({card.rank for card in drawn})
    size = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="{ROUND}"'
    shapes = [f'<rect id="k-paper" x=".5" y=".5" {size} fill="{theme.face}" stroke="{theme.edge}"/>']
    shapes += [f'<path id="k-{suit}" d="{SUITS[suit]}"/>' for suit in sorted({*suits, *(c.suit for c in drawn)})]
    shapes += [_sign(sign) for sign in dict.fromkeys(letter(rank, spelling) for rank in ranks)]
    shapes += [_emblem(rank, theme) for rank in ranks if rank in _EMBLEMS]
    return "\n".join(shapes)


def suit(suit: Suit, x: float, y: float, size: float) -> str:
    """Return the sign of a suit in the colour around it, its square's corner at x and y."""
    return f'<use href="#k-{suit}" transform="translate({x:g} {y:g}) scale({size / 32:g})"/>'


def face(card: Card, theme: Theme, spelling: str = "english") -> str:
    """Return a card with its corner at 0: the index in the strip that is seen in a stack, a large sign below it."""
    return '<use href="#k-paper"/>' + _inked(card, theme, _index(card, spelling) + _body(card))


def hidden(card: Card, theme: Theme, spelling: str = "english") -> str:
    """Return a card that lies face down: its back, and on a label what it is, for whoever looks on knows it."""
    label = f'<rect x="8" y="3.5" width="{WIDTH - 16}" height="26" rx="6" fill="{theme.label}" fill-opacity=".85"/>'
    return back(theme) + _inked(card, theme, label + _index(card, spelling))


def back(theme: Theme) -> str:
    """Return the back of a card: a lattice in a frame."""
    inset, gap = 5, 8
    wide, high = WIDTH - 2 * inset, HEIGHT - 2 * inset
    lines = []
    for start in range(gap // 2, wide + high, gap):
        # From the upper or right edge down to the left: where x + y is the same, and mirrored.
        x1, y1 = (start, 0) if start <= wide else (wide, start - wide)
        x2, y2 = (0, start) if start <= high else (start - high, high)
        lines.append(f"M{inset + x1} {inset + y1} {inset + x2} {inset + y2}")
        lines.append(f"M{inset + wide - x1} {inset + y1} {inset + wide - x2} {inset + y2}")
    return (
        '<use href="#k-paper"/>'
        f'<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="4" fill="{theme.back}"/>'
        f'<path d="{"".join(lines)}" stroke="{theme.back_lines}" stroke-width="1.6"/>'
    )


def slot(theme: Theme) -> str:
    """Return the outline of an empty place."""
    size = f'width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="{ROUND}"'
    return f'<rect x="1" y="1" {size} fill="{theme.slot}" stroke="{theme.slot_edge}" stroke-width="1.5"/>'


def _index(card: Card, spelling: str) -> str:
    """Return rank and suit side by side, as they stand in the strip of a card that is seen in a stack."""
    sign = letter(card.rank, spelling)
    # A ten is drawn narrower, so that all ranks and all suits stand one below the other.
    broad = _SIGNS[sign][1]
    scale = f" scale({17 / broad:.3g} 1)" if broad > 17 else ""
    left = 18.5 - min(broad, 17) / 2
    rank = f'<use href="#k-{_NAMES.get(sign, sign)}" transform="translate({left:g} 6.5){scale}"/>'
    return rank + suit(card.suit, 35, 4.5, 24)


def _body(card: Card) -> str:
    middle = WIDTH / 2
    if card.rank not in _EMBLEMS:
        return suit(card.suit, middle - _BIG / 2, 43, _BIG)
    return f'<use href="#k-{card.rank}"/>{suit(card.suit, middle - 11.5, 71, 23)}'


def _inked(card: Card, theme: Theme, drawing: str) -> str:
    ink = theme.ink(card.suit)
    return f'<g color="{ink}" fill="{ink}">{drawing}</g>'


def _sign(sign: str) -> str:
    line = f'stroke="currentColor" stroke-width="{_LINE}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path id="k-{_NAMES.get(sign, sign)}" d="{_SIGNS[sign][0]}" fill="none" {line}/>'


def _emblem(rank: Rank, theme: Theme) -> str:
    """Return what a court card shows below its index, in the place where it stands."""
    shape, trim = _EMBLEMS[rank]
    return (
        f'<g id="k-{rank}"><rect x="8" y="35" width="{WIDTH - 16}" height="{HEIGHT - 42}" rx="5" fill-opacity=".09"/>'
        f'<g transform="translate({WIDTH / 2 - 22:g} 38)"><path d="{shape}"/>'
        f'<path d="{trim}" fill="none" stroke="{theme.trim}" stroke-width="4" stroke-linecap="round"/></g></g>'
    )
