"""Card faces and backs as vector outlines, which need no font."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Card, Rank, Suit
from kiebitz.render.lettering import SIGNS
from kiebitz.render.paths import placed

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

#: The court: half figures in 56 by 66, from back to front: colour (ink of the suit, its dye, paper, skin, trim, line),
#: width of the pen (0 fills the outline), outline. The lower edge slants, so that two halves make a card.
_COURT: dict[Rank, tuple[tuple[str, float, str], ...]] = {
    Rank.KING: (
        ("ink", 0, "M0 72V55C2 47 10 41 20 39.5h16C46 41 54 47 56 55v5z"),
        ("dye", 0, "M19 46h18l4 17.2-26 5.6z"),
        ("trim", 1.8, "M19 47l-4 22M37 47l4 16.4"),
        ("trim", 2.6, "M28 62.5v0M28 57v0"),
        ("trim", 1.6, "M5.5 70.5C5.5 60 8 53 12.5 48M50.5 61C50 55.5 48 51 43.5 48"),
        ("paper", 0, "M15 40.5C18 48 23 53.5 28 56.5c5-3 10-8.5 13-16l5 3C43 52 37 58.5 28 63 19 58.5 13 52 10 43.5z"),
        ("ink", 1.5, "M13.8 46l2.2 1.4M18 52.3l2 1.2M23.5 57.2l1.5 1M42.2 46L40 47.4M38 52.3l-2 1.2M32.5 57.2L31 58.2"),
        ("ink", 0, "M15.5 19C12 26 13 33 16 37c2 8 6.5 12 12 12s10-4 12-12c3-4 4-11 .5-18z"),
        ("skin", 0, "M20.5 18h15v10c0 3.5-1 5.8-2.5 5.8-2 0-3-1.8-5-1.8S25 33.8 23 33.8c-1.5 0-2.5-2.3-2.5-5.8z"),
        ("line", 1.4, "M22.3 23.6c.8-.7 2.2-.7 3 0M30.7 23.6c.8-.7 2.2-.7 3 0M28 24.5v4.3h-1.4"),
        ("line", 1.9, "M23.9 25.6v0M32.1 25.6v0"),
        ("paper", 1.5, "M25.8 36.6h4.4"),
        ("paper", 1, "M22.5 39c.5 2.8 1.6 4.8 2.8 6M33.5 39c-.5 2.8-1.6 4.8-2.8 6M28 40v5.6"),
        ("paper", 1, "M17 24c-1 3 0 6 1 8M39 24c1 3 0 6-1 8"),
        ("trim", 0, "M15.5 19.5 12.2 5.5l8 5.8L28 2.3l7.8 9 8-5.8-3.3 14c-8-2-17-2-25 0z"),
        ("dye", 0, "M28 7.5l2.2 3.5-2.2 3.5-2.2-3.5z"),
        ("ink", 1.7, "M16.5 17.3c7.5-1.8 15.5-1.8 23 0"),
        ("trim", 3.6, "M28 1.8v0M12 5v0M44 5v0"),
        ("ink", 0, "M47 51V13l2.7-6.5 2.7 6.5v38z"),
        ("paper", 0, "M48.1 51V13.4l1.6-3.9v41.5z"),
        ("trim", 2.8, "M44.5 50.5h10.4"),
        ("skin", 0, "M46 53.5c0-2 1.5-2.5 3.7-2.5s3.7.5 3.7 2.5-1 5-3.7 5-3.7-3-3.7-5z"),
        ("line", 0.9, "M46.3 53.8h6.6M46.7 56h5.8"),
    ),
    Rank.QUEEN: (
        ("ink", 0, "M0 72V57c3-8 10-13 19-14.5h18c9 1.5 16 6.5 19 14.5v3z"),
        ("dye", 0, "M28 8C17 8 14.5 16 14.5 25c0 9-2.5 14-5.5 19 3 4 8 5 12 4h7V8z"),
        ("dye", 0, "M28 8c11 0 13.5 8 13.5 17 0 9 2.5 14 5.5 19-3 4-8 5-12 4h-7z"),
        ("trim", 1.1, "M16.5 28c0 7-1.5 11-4 15M39.5 28c0 7 1.5 11 4 15"),
        ("skin", 0, "M23 36h10v7l7.5 2.2C38 53 33.5 59 28 64c-5.5-5-10-11-12.5-18.8L23 43z"),
        ("trim", 1.8, "M15.5 45.5C18 53 22.5 59.5 28 64.5c5.5-5 10-11.5 12.5-19"),
        ("trim", 1.6, "M4 71C4 62 7 56 11.5 51.5M52 60.8C51.5 57.5 49 54 44.5 51.5"),
        ("trim", 2.4, "M10 66.8v0M46 59.3v0M16 62v0M40 57.8v0"),
        ("skin", 0, "M19.5 23c0-6 3-9 8.5-9s8.5 3 8.5 9c0 9-3.5 16-8.5 16s-8.5-7-8.5-16z"),
        (
            "dye",
            0,
            "M19.5 25C19 17 23.5 14.5 29 14c-1.5 4.5-5 8-9.5 11zM29 14c4.5.5 8 3 7.5 10.5-3.5-2-6-6-7.5-10.5z",
        ),
        ("line", 1.3, "M22.6 25.6c.8-.7 2-.7 2.8 0M30.6 25.6c.8-.7 2-.7 2.8 0M28 26.5v3.9h-1.2"),
        ("line", 1.8, "M24.1 27.4v0M31.9 27.4v0"),
        ("line", 1.7, "M26.3 34h3.4"),
        ("trim", 1.6, "M21.5 44.5c2 3.5 4 5 6.5 5s4.5-1.5 6.5-5"),
        ("ink", 3.4, "M28 51.8v0"),
        ("trim", 0, "M17.5 14.5 15 4.5l6.3 4.6L28 2.3l6.7 6.8L41 4.5l-2.5 10c-6.5-2.6-14.5-2.6-21 0z"),
        ("trim", 3.2, "M15 4v0M28 1.8v0M41 4v0"),
        ("ink", 2.2, "M22 10.9v0M28 9.7v0M34 10.9v0"),
        ("ink", 1.2, "M48 56C50 48 50.5 42 49.8 34"),
        ("ink", 0, "M50 46c-3-.5-4.5-2.5-5-5 3 .5 4.5 2.5 5 5z"),
        ("ink", 5, "M49.5 26.5v0M45.8 29.3v0M53.2 29.3v0M47.2 33.5v0M51.8 33.5v0"),
        ("trim", 3.8, "M49.5 30.6v0"),
        ("skin", 0, "M44.5 54c.5-2.5 2-3.5 4-3 2 .5 3.2 2 2.7 4-.5 2.2-2 4.2-4.3 3.7-2-.5-2.9-2.5-2.4-4.7z"),
        ("line", 0.9, "M45 54.2l5.6 1.3"),
    ),
    Rank.JACK: (
        ("dye", 0, "M15 17h26v21c0 3 2 5.5 4 7H11c2-1.5 4-4 4-7z"),
        ("ink", 0, "M0 72V56c3-8 10-12.5 20-13.5h16c10 1 17 5.5 20 13.5v4z"),
        ("dye", 0, "M24 47h8l5 17-18 3.9z"),
        ("trim", 1.7, "M23 48l-5 20M33 48l5 16"),
        ("trim", 2.2, "M28 54v0M28 59v0M28 63.5v0"),
        ("trim", 1.6, "M4 71C4 62 7 56 11.5 51.5M52 60.8C51.5 57.5 49 54 44.5 51.5"),
        ("trim", 1.6, "M10.5 69.5C10.5 63 12 58 15 53.5M45.5 62C45 58.5 43.5 56 41 53.5"),
        ("paper", 0, "M23.5 35h9v7.5l7.5 2.5c-1 4.5-3.5 7-6.5 7.5L28 47.5 22.5 52.5c-3-.5-5.5-3-6.5-7.5l7.5-2.5z"),
        ("skin", 0, "M20 18h16v7c0 8-3.5 13.5-8 13.5S20 33 20 25z"),
        ("line", 1.3, "M22.7 24.2c.8-.7 2-.7 2.8 0M30.5 24.2c.8-.7 2-.7 2.8 0M28 25v4.2h-1.2"),
        ("line", 1.8, "M24.2 26v0M31.8 26v0"),
        ("line", 1.4, "M25.8 33.3c1.4.7 3 .7 4.4 0"),
        ("dye", 0, "M19 19.5c5 1.5 8-.5 9-3 1 2.5 4 4.5 9 3V14H19z"),
        ("ink", 0, "M12 16.5C11 9 18 4.5 27 4.5S44.5 9 44 16.5z"),
        ("trim", 3.2, "M13.5 16.6c9-1.8 20-1.8 29 0"),
        ("trim", 0, "M37.5 12.5C37 6.5 41 1.5 50 .5c-.5 7-4 12-10 13.5z"),
        ("ink", 1.1, "M39.5 12c2-3.5 4.5-6.5 7.5-8.5"),
        ("ink", 1.8, "M50 60V24"),
        ("ink", 0, "M50 13.5l4 9-4 5-4-5z"),
        ("paper", 0, "M50 16.5l2.2 6-2.2 2.7z"),
        ("trim", 2, "M47.5 28.5h5"),
        ("skin", 0, "M46.4 51.5c.3-2 1.8-2.8 3.8-2.5s3 1.6 2.8 3.6c-.3 2.3-1.5 4.3-3.8 4-2-.2-3.1-2.8-2.8-5.1z"),
        ("line", 0.9, "M46.8 52l5.6.7M46.9 54.2l5.2.5"),
    ),
}
#: The frame of a court card, and the slanted seam of its halves.
_FRAME = (17, 6, 38, 90)
_SEAM = "M17.4 55 54.6 47"
_ACE = 34  # size of an ace's sign
_FRAMED = (22.6, 12.9, 8.6)  # middle, height and size of the sign in a court card's frame
_PIP = 14.5  # size of a pip, and where pips lie: aside of the middle, and from the upper row to the lowest
_ASIDE, _UPPER, _LOWER = 10.5, 19, 83
#: The heights of pips, 0 to 1, in both columns and in the middle, by the card's number.
_FOUR = (0, 1 / 3, 2 / 3, 1)
_SIDES = {4: (0, 1), 5: (0, 1), 6: (0, 0.5, 1), 7: (0, 0.5, 1), 8: (0, 0.5, 1), 9: _FOUR, 10: _FOUR}
_MIDDLE = {2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6)}
#: The corners: middle, top and scale of the rank, its greatest width, and the height and size of the suit below.
_AXIS, _TOP, _SCALE, _BROADEST, _BELOW, _SMALL = 9.7, 5.2, 0.66, 11.2, 19.6, 11.6
_TURNED = f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"


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
    drawn_suits = sorted({card.suit for card in drawn})
    size = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="{ROUND}"'
    shapes = [f'<rect id="k-paper" x=".5" y=".5" {size} fill="{theme.face}" stroke="{theme.edge}"/>']
    shapes += [f'<path id="k-{suit}" d="{SUITS[suit]}"/>' for suit in sorted({*suits, *drawn_suits})]
    for sign in dict.fromkeys(letter(rank, spelling) for rank in ranks):
        shapes += [_sign(sign), *_corner(_NAMES.get(sign, sign), _rank_place(sign))]
    for drawn_suit in drawn_suits:
        shapes += _suit(drawn_suit)
    shapes += [_figure(rank, theme) for rank in ranks if rank in _COURT]
    shapes += [f'<g id="body-{card}">{_body(card, theme)}</g>' for card in drawn]
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


def face(card: Card, theme: Theme, spelling: str = "english", attributes: str = "") -> str:
    """Return a card: rank and suit in two corners, and its pips or its figure; *attributes* are those of its group."""
    parts = ("k-paper", f"corner-{_name(card, spelling)}", f"corner-{card.suit}", f"body-{card}")
    return _inked(card, theme, "".join(f'<use href="#{part}"/>' for part in parts), attributes)


def hidden(card: Card, theme: Theme, spelling: str = "english", attributes: str = "") -> str:
    """Return a face-down card: its back, with rank and suit on a label, for thoughtful play."""
    label = f'<rect x="2" y="2" width="16" height="33" rx="5" fill="{theme.label}"/>'
    index = f'<use href="#index-{_name(card, spelling)}"/><use href="#index-{card.suit}"/>'
    return _inked(card, theme, back(theme) + label + index, attributes)


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


def _name(card: Card, spelling: str) -> str:
    """Return the ending of the ids of a card's rank."""
    sign = letter(card.rank, spelling)
    return _NAMES.get(sign, sign)


def _corner(name: str, place: str) -> tuple[str, str]:
    """Return the drawing of a rank in the upper corner, and that in both corners."""
    upper, lower = (f'<use href="#k-{name}" transform="{turned}{place}"/>' for turned in ("", f"{_TURNED} "))
    return f'<g id="index-{name}">{upper}</g>', f'<g id="corner-{name}">{upper}{lower}</g>'


def _rank_place(sign: str) -> str:
    broad = _outline(sign)[1]
    across = min(_SCALE, _BROADEST / broad)
    scale = f"{across:.3g} {_SCALE}" if across < _SCALE else _SCALE
    return f"translate({_AXIS - broad * across / 2:.4g} {_TOP}) scale({scale})"


def _pip(suit: Suit, middle: float, y: float, size: float) -> str:
    """Return the outline of a suit's sign around a place; a negative size turns it upside down."""
    return placed(SUITS[suit], middle - size / 2, y - size / 2, size / 32)


def _twice(suit: Suit, middle: float, y: float, size: float) -> str:
    """Return the outline of a suit's sign and of its counterpart in the turned half of the card."""
    return _pip(suit, middle, y, size) + _pip(suit, WIDTH - middle, HEIGHT - y, -size)


def _suit(suit: Suit) -> Iterable[str]:
    """Return a suit's signs: in corners, in a court's frame, and one pip and a pair of pips, upright and turned.

    Each is one path: a browser draws fewer parts sooner.
    """
    corner = (_AXIS, _BELOW + _SMALL / 2, _SMALL)
    outlines = {
        f"index-{suit}": _pip(suit, *corner),
        f"corner-{suit}": _twice(suit, *corner),
        f"signs-{suit.letter}": _twice(suit, *_FRAMED),
    }
    for ending, size in (("", _PIP), ("-down", -_PIP)):
        pair = (WIDTH / 2 - _ASIDE, WIDTH / 2 + _ASIDE)
        outlines[f"pip-{suit.letter}{ending}"] = _pip(suit, WIDTH / 2, 0, size)
        outlines[f"pair-{suit.letter}{ending}"] = "".join(_pip(suit, x, 0, size) for x in pair)
    return (f'<path id="{name}" d="{outline}"/>' for name, outline in outlines.items())


def _body(card: Card, theme: Theme) -> str:
    suit = card.suit.letter
    if card.rank in _COURT:
        return f'<use href="#court-{card.rank}" fill="{theme.dyes[card.suit]}"/><use href="#signs-{suit}"/>'
    if card.rank is Rank.ACE:
        return f'<path d="{_pip(card.suit, WIDTH / 2, HEIGHT / 2, _ACE)}"/>'
    number = card.rank - Rank.ACE + 1
    rows = [("pair", y) for y in _SIDES.get(number, ())] + [("pip", y) for y in _MIDDLE.get(number, ())]
    places = [(f"{name}-{suit}" + "-down" * (y > 0.5), _UPPER + y * (_LOWER - _UPPER)) for name, y in rows]
    return "".join(f'<use href="#{name}" y="{y:.3g}"/>' for name, y in places)


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
    """Return the half figure of a rank, and the frame with two of them; shapes without a colour have the suit's dye."""
    colours = {"ink": "currentColor", "paper": theme.face, "skin": theme.skin, "trim": theme.trim, "line": theme.line}
    half, both = "", ""
    for name, pen, path in _COURT[rank]:
        colour = colours.get(name)
        look = f' fill="{colour}"' if colour else ""
        if pen:
            look = f' fill="none" stroke="{colour}" stroke-width="{pen:g}"'
        half += f'<path d="{path}"{look}/>'
        both += f'<path d="{path}{placed(path, 56, 132, -1)}"{look}/>'
    x, y, wide, high = _FRAME
    frame = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="2.5"'
    place = f'transform="translate({x} {y}) scale({wide / 56:.4g} {high / 132:.4g})"'
    seam = f'<path d="{_SEAM}" stroke="{theme.trim}" stroke-width="2.4"/>'
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<g id="k-{rank}" {ends}>{half}</g>\n'
        f'<g id="court-{rank}">{frame} fill="currentColor" fill-opacity=".07"/><g {ends} {place}>{both}</g>'
        f'{seam}{frame} fill="none" stroke="currentColor" stroke-width=".8"/></g>'
    )
