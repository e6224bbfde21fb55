"""Boards as SVG pictures: one file that needs no fonts, images or scripts from elsewhere.

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
_WIDTH, _HEIGHT, _ROUND = 72, 100, 6
_GAP = 12
_STEP = 30  # how much of a covered card is seen
_MARGIN = 18
_TITLE = 30

_SUITS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_STYLE = """
    .table { fill: #1f6b4a; }
    .slot { fill: #1a5c3f; stroke: #4d9474; stroke-width: 1.5; }
    .mark { fill: #4d9474; font-size: 34px; text-anchor: middle; }
    .card { fill: #fdfdf8; stroke: #6b6b63; stroke-width: 1; }
    .black { fill: #1b1b1b; }
    .red { fill: #c01c28; }
    .corner { font-size: 20px; font-weight: 600; }
    .pip { font-size: 42px; text-anchor: middle; }
    .title { fill: #e8f3ec; font-size: 17px; }
    text { font-family: "DejaVu Sans", "Segoe UI Symbol", "Apple Symbols", Arial, sans-serif; }
"""


def board(position: Position, title: str = "") -> str:
    """Return a position as an SVG document: cells and stock above on the left, foundations on the right.

    *title* is written above the table and tells screen readers what the picture shows.
    """
    rules = position.rules
    foundations = [(suit, position.foundations[suit]) for suit in rules.pack.suits]
    above = len(position.cells) + len(foundations) + (1 if position.stock else 0)
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
    if position.stock:
        parts += [
            _card(card, _left(len(position.cells)) + 8 * index, top)
            for index, card in reversed(list(enumerate(position.stock)))
        ]
    for index, (suit, count) in enumerate(foundations):
        x = width - _MARGIN - _WIDTH - (len(foundations) - 1 - index) * (_WIDTH + _GAP)
        parts.append(_pile(x, top, rules.ladders[suit][count - 1 : count] if count else [], _SUITS[suit]))
    tableau_left = (width - rules.columns * _WIDTH - (rules.columns - 1) * _GAP) // 2
    for index, column in enumerate(position.columns):
        parts.append(_pile(tableau_left + index * (_WIDTH + _GAP), tableau, column))
    name = escape(title or rules.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{name}">\n<title>{name}</title>\n<style>{_STYLE}</style>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _left(index: int) -> int:
    return _MARGIN + index * (_WIDTH + _GAP)


def _pile(x: int, y: int, cards: Sequence[Card], mark: str = "") -> str:
    """Return a place with its cards, first to last downwards; an empty one shows its outline and mark."""
    if cards:
        return "\n".join(_card(card, x, y + row * _STEP) for row, card in enumerate(cards))
    sign = f'<text class="mark" x="{x + _WIDTH // 2}" y="{y + _HEIGHT // 2 + 12}">{mark}</text>' if mark else ""
    return f'<rect class="slot" x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="{_ROUND}"/>{sign}'


def _card(card: Card, x: int, y: int) -> str:
    colour = "red" if card.colour is Colour.RED else "black"
    rank = "10" if card.rank is Rank.TEN else card.rank.letter
    suit = _SUITS[card.suit]
    return (
        f'<g transform="translate({x} {y})" class="{colour}" aria-label="{card}">'
        f'<rect class="card" width="{_WIDTH}" height="{_HEIGHT}" rx="{_ROUND}"/>'
        f'<text class="corner" x="7" y="23">{rank}</text><text class="corner" x="{_WIDTH - 25}" y="23">{suit}</text>'
        f'<text class="pip" x="{_WIDTH // 2}" y="80">{suit}</text></g>'
    )
