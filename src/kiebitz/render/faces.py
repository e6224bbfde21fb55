"""Card faces and the back as vector outlines of our own: they need no font and look the same everywhere.

Single cards and the signs on them; where they lie is for `layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Card, Rank, Suit
from kiebitz.render.lettering import SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Pack
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

#: The ten is one sign, narrower than its two digits.
_TEN = ("M0 3.6 3.7 0v20M9.6 10a4.9 10 0 1 0 9.8 0 4.9 10 0 1 0-9.8 0", 19.4)
#: The letters that look like English ones, and under which names those are defined that have no name in ASCII.
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


def symbols(pack: Pack, hidden_cards: Iterable[Card], theme: Theme, spelling: str = "english") -> str:
    """Return the drawings of a pack for `<defs>`, each a symbol by its name.

    They are `card-TS` for each card, `down-TS` for those that may lie face down, `card-slot`, and `suit-S`.
    """
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    return "\n".join(
        [
            definitions(theme, pack.cards, pack.suits, spelling),
            *(f'<symbol id="card-{card}" {box}>{face(card, theme, spelling)}</symbol>' for card in pack),
            *(f'<symbol id="down-{card}" {box}>{hidden(card, theme, spelling)}</symbol>' for card in hidden_cards),
            f'<symbol id="card-slot" {box}>{slot(theme)}</symbol>',
            *(
                f'<symbol id="suit-{suit.letter}" viewBox="0 0 32 32" fill="currentColor">'
                f'<use href="#k-{suit}"/></symbol>'
                for suit in pack.suits
            ),
        ]
    )


def suit(suit: Suit, x: float, y: float, size: float) -> str:
    """Return the sign of a suit in the colour around it, its square's corner at x and y."""
    return f'<use href="#k-{suit}" transform="translate({x:g} {y:g}) scale({size / 32:g})"/>'


def face(card: Card, theme: Theme, spelling: str = "english", attributes: str = "") -> str:
    """Return a card: the index in the strip that is seen in a stack, and a large sign below it.

    Its corner lies at 0, unless *attributes* of its group say something else.
    """
    return _inked(card, theme, '<use href="#k-paper"/>' + _index(card, spelling) + _body(card), attributes)


def hidden(card: Card, theme: Theme, spelling: str = "english", attributes: str = "") -> str:
    """Return a card that lies face down: its back, and on a label what it is, as thoughtful play wants it."""
    label = f'<rect x="8" y="3.5" width="{WIDTH - 16}" height="26" rx="6" fill="{theme.label}"/>'
    return _inked(card, theme, back(theme) + label + _index(card, spelling), attributes)


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


def slot(theme: Theme, x: int = 0, y: int = 0) -> str:
    """Return the outline of an empty place."""
    size = f'x="{x + 1}" y="{y + 1}" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="{ROUND}"'
    return f'<rect class="slot" {size} fill="{theme.slot}" stroke="{theme.slot_edge}" stroke-width="1.5"/>'


def ring(theme: Theme) -> str:
    """Return what marks a card as moved: a ring just inside its edge."""
    size = f'width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="{ROUND - 1}"'
    return f'<rect x="1.5" y="1.5" {size} fill="none" stroke="{theme.moved}" stroke-width="3"/>'


def _index(card: Card, spelling: str) -> str:
    """Return rank and suit side by side, as they stand in the strip of a card that is seen in a stack."""
    sign = letter(card.rank, spelling)
    # A ten is drawn narrower, so that all ranks and all suits stand one below the other.
    broad = _outline(sign)[1]
    scale = f" scale({17 / broad:.3g} 1)" if broad > 17 else ""
    left = 18.5 - min(broad, 17) / 2
    rank = f'<use href="#k-{_NAMES.get(sign, sign)}" transform="translate({left:g} 6.5){scale}"/>'
    return rank + suit(card.suit, 35, 4.5, 24)


def _body(card: Card) -> str:
    middle = WIDTH / 2
    if card.rank not in _EMBLEMS:
        return suit(card.suit, middle - _BIG / 2, 43, _BIG)
    return f'<use href="#k-{card.rank}"/>{suit(card.suit, middle - 11.5, 71, 23)}'


def _inked(card: Card, theme: Theme, drawing: str, attributes: str) -> str:
    ink = theme.ink(card.suit)
    return f'<g{" " * bool(attributes)}{attributes} color="{ink}" fill="{ink}">{drawing}</g>'


def _outline(sign: str) -> tuple[str, float]:
    """Return the lines of a rank's sign and its breadth."""
    if sign == "10":
        return _TEN
    return SIGNS[sign] if sign in SIGNS else SIGNS[_NAMES[sign]]


def _sign(sign: str) -> str:
    line = f'stroke="currentColor" stroke-width="{_LINE}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path id="k-{_NAMES.get(sign, sign)}" d="{_outline(sign)[0]}" fill="none" {line}/>'


def _emblem(rank: Rank, theme: Theme) -> str:
    """Return what a court card shows below its index, in the place where it stands."""
    shape, trim = _EMBLEMS[rank]
    return (
        f'<g id="k-{rank}"><rect x="8" y="35" width="{WIDTH - 16}" height="{HEIGHT - 42}" rx="5" fill-opacity=".09"/>'
        f'<g transform="translate({WIDTH / 2 - 22:g} 38)"><path d="{shape}"/>'
        f'<path d="{trim}" fill="none" stroke="{theme.trim}" stroke-width="4" stroke-linecap="round"/></g></g>'
    )
