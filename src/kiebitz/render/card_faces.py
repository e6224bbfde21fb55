"""Card faces and backs as vector outlines, which need no font."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Card, Rank, Suit
from kiebitz.render.lettering import SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Pack
    from kiebitz.render.themes import Theme

# All measures are in units of the picture, about pixels at normal size.
WIDTH, HEIGHT, ROUND = 72, 102, 7
STRIP = 32  # visible part of a covered card: its index, rank and suit side by side

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
_LINE = 4.1  # width of the pen that draws the ranks

#: The ten is one sign, narrower than two digits.
_TEN = ("M0 3.6 3.7 0v20M9.6 10a4.9 10 0 1 0 9.8 0 4.9 10 0 1 0-9.8 0", 19.4)
#: Ids of Cyrillic letters: the English letter of the same shape, or a name in ASCII.
_NAMES = {"В": "B", "К": "K", "Т": "Te", "Д": "De"}

#: The court: half figures in 56 by 60, from back to front: colour (of the suit, paper, or trim), width of the pen (0
#: fills the outline), outline.
_COURT: dict[Rank, tuple[tuple[str, float, str], ...]] = {
    Rank.KING: (
        ("ink", 0, "M3 60C3 47 11 41 22 39.5h12C45 41 53 47 53 60z"),
        ("paper", 0, "M16.5 41C19 50 24 56 28 60c4-4 9-10 11.5-19l5.5 2c-1.5 7-5 13-8.5 17h-17C16 56 12.5 50 11 43z"),
        ("ink", 1.7, "M15.5 46.5l2.6 1.6M19.5 54l2.6.6M40.5 46.5l-2.6 1.6M36.5 54l-2.6.6"),
        ("ink", 0, "M17 19h22v15c0 8.5-5 15-11 15s-11-6.5-11-15z"),
        ("paper", 0, "M20.5 19h15v8.5c0 4-1 6.5-2.5 6.5-2 0-3-1.8-5-1.8S25 34 23 34c-1.5 0-2.5-2.5-2.5-6.5z"),
        ("ink", 1.5, "M22.8 24.8h2.8M30.4 24.8h2.8M28 25.5v4.2h-1.3"),
        ("paper", 1.6, "M25.5 37h5"),
        ("paper", 1, "M23 40.5c.5 2.5 1.4 4 2.4 5M33 40.5c-.5 2.5-1.4 4-2.4 5"),
        ("trim", 0, "M16 20 12.5 5.5l7.8 6L28 2.5l7.7 9 7.8-6L40 20z"),
        ("ink", 1.8, "M17 16.8h22"),
        ("trim", 3.6, "M28 1.8v0M12 5v0M44 5v0"),
    ),
    Rank.QUEEN: (
        (
            "ink",
            0,
            (
                "M28 8C17 8 14.5 16 14.5 25c0 9-3 12-5.5 17 3 4 8 5 12 4h14"
                "c4 1 9 0 12-4-2.5-5-5.5-8-5.5-17C41.5 16 39 8 28 8z"
            ),
        ),
        ("ink", 0, "M4 60c0-10 7-15.5 16-17.5h16C45 44.5 52 50 52 60z"),
        (
            "paper",
            0,
            "M23 36h10v6.5c3 .6 5.5 1.2 7.5 2.2C38 51 33.5 56 28 60c-5.5-4-10-9-12.5-15.3 2-1 4.5-1.6 7.5-2.2z",
        ),
        ("paper", 0, "M19.5 23c0-6 3-9 8.5-9s8.5 3 8.5 9c0 9-3.5 16-8.5 16s-8.5-7-8.5-16z"),
        (
            "ink",
            0,
            "M19.5 24.5C19.5 17 23.5 15 29 14.5c-1.5 4-5 7-9.5 10zM29 14.5c4.5.5 7.5 3 7.5 9.5-3.5-2-6-5.5-7.5-9.5z",
        ),
        ("ink", 1.4, "M22.8 26h2.6M30.6 26h2.6M28 26.8v3.7h-1.2"),
        ("ink", 2, "M26.2 34.2h3.6"),
        ("trim", 1.8, "M21.5 44.5c2 3.5 4 5 6.5 5s4.5-1.5 6.5-5"),
        ("trim", 3.6, "M28 51.5v0"),
        ("trim", 0, "M17.5 14.5 15 4.5l6.3 4.6L28 2.3l6.7 6.8L41 4.5l-2.5 10c-6.5-2.6-14.5-2.6-21 0z"),
        ("trim", 3.2, "M15 4v0M28 1.8v0M41 4v0"),
    ),
    Rank.JACK: (
        ("ink", 0, "M16 18h24v19c0 3 1.5 5 3 6.5H13c1.5-1.5 3-3.5 3-6.5z"),
        ("ink", 0, "M4 60c0-10.5 7-16 17-17.5h14c10 1.5 17 7 17 17.5z"),
        ("paper", 0, "M23.5 35h9v7l7 2.5c-1 4-3.5 6-6 6.5L28 46.5 22.5 51c-2.5-.5-5-2.5-6-6.5l7-2.5z"),
        ("paper", 0, "M20 18h16v7c0 8-3.5 13.5-8 13.5S20 33 20 25z"),
        ("ink", 1.5, "M23 24.5h2.5M30.5 24.5H33M28 25.3v3.9h-1.2M25.8 33.3h4.4"),
        ("ink", 0, "M19 19.5c5 1.5 8-.5 9-3 1 2.5 4 4.5 9 3V15H19z"),
        ("ink", 0, "M12 16.5C11 9 18 4.5 27 4.5S44.5 9 44 16.5z"),
        ("trim", 3.4, "M13.5 16.8h29"),
        ("trim", 0, "M37.5 12.5C37 6.5 41 1.5 50 .5c-.5 7-4 12-10 13.5z"),
        ("ink", 1.2, "M39.5 12c2-3.5 4.5-6.5 7.5-8.5"),
    ),
}
_BIG = 50  # the large suit of a numbered card
#: Where pips lie: the columns' heights from the upper row to the lowest, 0 to 1, by the card's number.
_FOUR = (0, 1 / 3, 2 / 3, 1)
_SIDES = {4: (0, 1), 5: (0, 1), 6: (0, 0.5, 1), 7: (0, 0.5, 1), 8: (0, 0.5, 1), 9: _FOUR, 10: _FOUR}
_MIDDLE = {2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6)}
_PIP = 24  # size of a pip, minus the number of pips


def letter(rank: Rank, spelling: str = "english") -> str:
    """Return the sign on the cards of a rank: 10, or a letter of the spelling.

    >>> letter(Rank.TEN), letter(Rank.JACK, "german"), letter(Rank.ACE, "russian")
    ('10', 'B', 'Т')
    """
    return Card(rank, Suit.SPADES).text("unicode" if spelling == "english" else spelling)[:-1]


def definitions(theme: Theme, cards: Iterable[Card], suits: Iterable[Suit] = (), spelling: str = "english") -> str:
    """Return the parts of these cards and suits for `<defs>`; ids begin with `k-`."""
    drawn = list(cards)
    ranks = sorted({card.rank for card in drawn})
    size = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="{ROUND}"'
    shapes = [f'<rect id="k-paper" x=".5" y=".5" {size} fill="{theme.face}" stroke="{theme.edge}"/>']
    shapes += [f'<path id="k-{suit}" d="{SUITS[suit]}"/>' for suit in sorted({*suits, *(c.suit for c in drawn)})]
    shapes += [_sign(sign) for sign in dict.fromkeys(letter(rank, spelling) for rank in ranks)]
    shapes += [_figure(rank, theme) for rank in ranks if rank in _COURT]
    return "\n".join(shapes)


def symbols(pack: Pack, hidden_cards: Iterable[Card], theme: Theme, spelling: str = "english") -> str:
    """Return the drawings of a pack for `<defs>` as symbols.

    Their names are `card-TS` for each card, `down-TS` for cards that may lie face down, `card-back`, `card-slot`,
    `suit-S`.
    """
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    return "\n".join(
        [
            definitions(theme, pack.cards, pack.suits, spelling),
            *(f'<symbol id="card-{card}" {box}>{face(card, theme, spelling)}</symbol>' for card in pack),
            *(f'<symbol id="down-{card}" {box}>{hidden(card, theme, spelling)}</symbol>' for card in hidden_cards),
            f'<symbol id="card-back" {box}>{back(theme)}</symbol>',
            f'<symbol id="card-slot" {box}>{slot(theme)}</symbol>',
            *(
                f'<symbol id="suit-{suit.letter}" viewBox="0 0 32 32" fill="currentColor">'
                f'<use href="#k-{suit}"/></symbol>'
                for suit in pack.suits
            ),
        ]
    )


def suit(suit: Suit, x: float, y: float, size: float) -> str:
    """Return the sign of a suit in the current colour, the corner of its square at x and y."""
    return f'<use href="#k-{suit}" transform="translate({x:g} {y:g}) scale({size / 32:g})"/>'


def face(card: Card, theme: Theme, spelling: str = "english", attributes: str = "", *, classic: bool = False) -> str:
    """Return a card: the index in the strip that is visible in a stack, and below it a figure or a large sign.

    In a *classic* deck numbered cards have pips. *attributes* are those of the card's group.
    """
    body = _pips(card) if classic and is_numbered(card) else _body(card)
    return _inked(card, theme, '<use href="#k-paper"/>' + _index(card, spelling) + body, attributes)


def is_numbered(card: Card) -> bool:
    """Return whether a card has pips in a classic deck, as two to ten have."""
    return Rank.ACE < card.rank < Rank.JACK


def hidden(card: Card, theme: Theme, spelling: str = "english", attributes: str = "") -> str:
    """Return a face-down card: its back, with rank and suit on a label, for thoughtful play."""
    label = f'<rect x="8" y="3.5" width="{WIDTH - 16}" height="26" rx="6" fill="{theme.label}"/>'
    return _inked(card, theme, back(theme) + label + _index(card, spelling), attributes)


def back(theme: Theme) -> str:
    """Return the back of a card: a lattice in a frame."""
    inset, gap = 5, 8
    wide, high = WIDTH - 2 * inset, HEIGHT - 2 * inset
    lines = []
    for start in range(gap // 2, wide + high, gap):
        # Lines with equal x + y, from the upper or right edge down to the left, and their mirror images.
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
    """Return the ring, just inside the edge, that marks a moved card."""
    size = f'width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="{ROUND - 1}"'
    return f'<rect x="1.5" y="1.5" {size} fill="none" stroke="{theme.moved}" stroke-width="3"/>'


def _index(card: Card, spelling: str) -> str:
    sign = letter(card.rank, spelling)
    # Narrow the ten, so that ranks and suits line up.
    broad = _outline(sign)[1]
    scale = f" scale({17 / broad:.3g} 1)" if broad > 17 else ""
    left_edge = 18.5 - min(broad, 17) / 2
    rank = f'<use href="#k-{_NAMES.get(sign, sign)}" transform="translate({left_edge:g} 6.5){scale}"/>'
    return rank + suit(card.suit, 35, 4.5, 24)


def _body(card: Card) -> str:
    if card.rank not in _COURT:
        return suit(card.suit, WIDTH / 2 - _BIG / 2, 43, _BIG)
    return f'<use href="#k-{card.rank}"/>'


def _pips(card: Card) -> str:
    number = card.rank - Rank.ACE + 1
    left, middle, right, upper, high = 18.0, WIDTH / 2, WIDTH - 18.0, 44, 44
    places = [(x, y) for y in _SIDES.get(number, ()) for x in (left, right)]
    places += [(middle, y) for y in _MIDDLE.get(number, ())]
    scale = (_PIP - number) / 32
    signs = []
    for x, y in places:
        turned = -scale if y > 0.5 else scale
        corner = f"{x - 16 * turned:.4g} {upper + y * high - 16 * turned:.4g}"
        signs.append(f'<use href="#k-{card.suit}" transform="translate({corner}) scale({turned:.3g})"/>')
    return "".join(signs)


def _inked(card: Card, theme: Theme, drawing: str, attributes: str) -> str:
    ink = theme.ink(card.suit)
    return f'<g{" " * bool(attributes)}{attributes} color="{ink}" fill="{ink}">{drawing}</g>'


def _outline(sign: str) -> tuple[str, float]:
    if sign == "10":
        return _TEN
    return SIGNS[sign] if sign in SIGNS else SIGNS[_NAMES[sign]]


def _sign(sign: str) -> str:
    line = f'stroke="currentColor" stroke-width="{_LINE}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path id="k-{_NAMES.get(sign, sign)}" d="{_outline(sign)[0]}" fill="none" {line}/>'


def _figure(rank: Rank, theme: Theme) -> str:
    colours = {"ink": "currentColor", "paper": theme.face, "trim": theme.trim}
    parts = []
    for name, pen, path in _COURT[rank]:
        colour = colours[name]
        drawn = f'fill="none" stroke="{colour}" stroke-width="{pen:g}"' if pen else f'fill="{colour}"'
        parts.append(f'<path d="{path}" {drawn}/>')
    return (
        f'<g id="k-{rank}"><rect x="8" y="35" width="{WIDTH - 16}" height="60" rx="5" fill-opacity=".09"/>'
        f'<g transform="translate(8 35)" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g></g>'
    )
