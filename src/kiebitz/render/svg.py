"""Boards as SVG pictures: one file that needs no images, scripts or fonts of its own.

Only a position is drawn; nothing here animates or plays.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kiebitz.cards import Colour, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position

# All measures in the picture's own units, about pixels at normal size.
_WIDTH, _HEIGHT, _ROUND = 72, 102, 6
_GAP = 12
_STEP = 32  # how much of a covered card is seen in a column
_STRIP = 62  # and in the stock, where cards lie side by side
_MARGIN = 18
_TITLE = 30

# The suits as outlines in a square of 32 by 32, so that they look the same whatever fonts there are.
_SHAPES = {
    Suit.CLUBS: "M22.9 8.6a6.9 6.9 0 1 1-13.8 0 6.9 6.9 0 1 1 13.8 0zm-7.4 10.4a6.9 6.9 0 1 1-13.8 0 6.9 6.9 0 1 1 "
    "13.8 0zm14.8 0a6.9 6.9 0 1 1-13.8 0 6.9 6.9 0 1 1 13.8 0zM13 15h6c0 7 .5 12 3.5 15.5h-13C12.5 27 13 22 13 15z",
    Suit.DIAMONDS: "M16 1.5c2.5 5 6.5 10 11 14.5-4.5 4.5-8.5 9.5-11 14.5C13.5 25.5 9.5 20.5 5 16 9.5 11.5 13.5 6.5 "
    "16 1.5z",
    Suit.HEARTS: "M16 29.5C9 22.5 2 16.5 2 10c0-4.5 3.2-7.5 6.8-7.5C12 2.5 14.8 4.6 16 8c1.2-3.4 4-5.5 7.2-5.5C26.8 "
    "2.5 30 5.5 30 10c0 6.5-7 12.5-14 19.5z",
    Suit.SPADES: "M16 1.5c3 6.5 14 11.5 14 18.5 0 4-3 6.5-6.2 6.5-2.8 0-5.4-1.5-6.6-3.9.3 3.4 1.4 6 3.3 7.9h-9c1.9-1.9 "
    "3-4.5 3.3-7.9-1.2 2.4-3.8 3.9-6.6 3.9C5 26.5 2 24 2 20 2 13 13 8 16 1.5z",
}
# What face-down cards need besides: their back, and the label on it.
_BACK = (
    '<pattern id="kiebitz-back" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="8" height="8" fill="#2f5d95"/><rect width="4" height="8" fill="#5b8ac4"/></pattern>'
)
_BACK_STYLE = """    .down .card { fill: url(#kiebitz-back); }
    .label { fill: #fdfdf8; fill-opacity: .8; }
"""
_STYLE = """
    .table { fill: #1f6b4a; }
    .slot { fill: #1a5c3f; stroke: #4d9474; stroke-width: 1.5; }
    .mark { fill: #4d9474; }
    .card { fill: #fdfdf8; stroke: #6b6b63; stroke-width: 1; }
    .black { fill: #1b1b1b; }
    .red { fill: #c01c28; }
    .rank { font-size: 25px; font-weight: 700; text-anchor: middle; }
    .title { fill: #e8f3ec; font-size: 17px; }
    text { font-family: Arial, Helvetica, "Liberation Sans", "DejaVu Sans", sans-serif; }
"""


def board(position: Position, title: str = "") -> str:
    """Return a position as an SVG document: cells and stock above on the left, foundations on the right.

    Cards that lie face down show their back, on which rank and suit can be read: who looks on knows them.
    *title* is written above the table and tells screen readers what the picture shows.
    """
    rules = position.rules
    foundations = [(suit, position.foundations[suit]) for suit in rules.pack.suits]
    above = len(position.cells) + len(foundations) + len(position.stock)
    slots = max(rules.columns, above)
    width = 2 * _MARGIN + slots * _WIDTH + (slots - 1) * _GAP
    tallest = max((len(column) for column in position.columns), default=1)
    top = _MARGIN + (_TITLE if title else 0)
    tableau = top + _HEIGHT + 2 * _GAP
    height = tableau + _HEIGHT + max(tallest - 1, 0) * _STEP + _MARGIN
    parts = [f'<rect class="table" width="{width}" height="{height}" rx="10"/>']
    if title:
        parts.append(f'<text class="title" x="{_MARGIN}" y="{_MARGIN + 14}">{escape(title)}</text>')
    for index, card in enumerate(position.cells):
        parts.append(_pile(_left(index), top, [card] if card else []))
    parts += [
        # The next one lies on the others, to their right, where their ranks and suits can be seen.
        _card(card, _left(len(position.cells)) + _STRIP * place, top)
        for place, card in enumerate(reversed(position.stock))
    ]
    for index, (suit, count) in enumerate(foundations):
        x = width - _MARGIN - _WIDTH - (len(foundations) - 1 - index) * (_WIDTH + _GAP)
        parts.append(_pile(x, top, rules.ladders[suit][count - 1 : count] if count else [], suit))
    tableau_left = (width - rules.columns * _WIDTH - (rules.columns - 1) * _GAP) // 2
    for index, (column, face_down) in enumerate(zip(position.columns, position.face_down, strict=True)):
        parts.append(_pile(tableau_left + index * (_WIDTH + _GAP), tableau, column, face_down=face_down))
    name = escape(title or rules.title)
    hidden = any(position.face_down)
    style = _STYLE + _BACK_STYLE if hidden else _STYLE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{name}">\n<title>{name}</title>\n<style>{style}</style>\n{_definitions(hidden)}\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _left(index: int) -> int:
    return _MARGIN + index * (_WIDTH + _GAP)


def _definitions(with_back: bool) -> str:
    shapes = [f'<path id="{_name(suit)}" d="{shape}"/>' for suit, shape in _SHAPES.items()]
    if with_back:
        shapes.append(_BACK)
    return "<defs>\n" + "\n".join(shapes) + "\n</defs>"


def _name(suit: Suit) -> str:
    return f"kiebitz-{suit}"


def _suit(suit: Suit, x: float, y: float, size: float, kind: str = "") -> str:
    """Return a suit's sign, its square's corner at x and y."""
    of_kind = f' class="{kind}"' if kind else ""
    return f'<use href="#{_name(suit)}"{of_kind} transform="translate({x:g} {y:g}) scale({size / 32:g})"/>'


def _pile(x: int, y: int, cards: Sequence[Card], suit: Suit | None = None, face_down: int = 0) -> str:
    """Return a place with its cards, first to last downwards; an empty one shows its outline and its suit, if any."""
    if cards:
        return "\n".join(_card(card, x, y + row * _STEP, row < face_down) for row, card in enumerate(cards))
    sign = "" if suit is None else _suit(suit, x + _WIDTH / 2 - 16, y + _HEIGHT / 2 - 16, 32, "mark")
    return f'<rect class="slot" x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="{_ROUND}"/>{sign}'


def _card(card: Card, x: int, y: int, face_down: bool = False) -> str:
    """Return a card: rank and suit side by side in the strip that is seen in a stack, and the suit large below.

    A face-down card is never the last one of a column: all that is seen of it is the strip.
    """
    colour = "red" if card.colour is Colour.RED else "black"
    # A ten is drawn narrower, so that all ranks and all suits stand one below the other.
    rank, breadth = ("10", " scale(.8 1)") if card.rank is Rank.TEN else (card.rank.letter, "")
    shape = f'<rect class="card" width="{_WIDTH}" height="{_HEIGHT}" rx="{_ROUND}"/>'
    index = f'<text class="rank" transform="translate(19 25){breadth}">{rank}</text>{_suit(card.suit, 37, 5, 23)}'
    if face_down:
        label = f'<rect class="label" x="4" y="6" width="{_WIDTH - 8}" height="22" rx="6"/>'
        return (
            f'<g transform="translate({x} {y})" class="{colour} down" aria-label="{card} face down">'
            f"{shape}{label}{index}</g>"
        )
    return (
        f'<g transform="translate({x} {y})" class="{colour}" aria-label="{card}">'
        f"{shape}{index}{_suit(card.suit, _WIDTH / 2 - 22, 46, 44)}</g>"
    )
