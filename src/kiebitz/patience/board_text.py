"""Boards as text: cards of a column, foundation lines, and rows as a deal lies on the table."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from kiebitz.cards import Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position

HOME, CELLS, STOCK = "Home", "Cells", "Stock"

#: Marks an empty cell, and the place below the end of a column.
GAP = "--"

#: The expectation in errors for a face-down card on a face-up one.
FACE_UP_EXPECTED = "a face-up card, as only the first cards of a column lie face down"


def board_in_rows(position: Position, spelling: str = "english") -> str:
    """Return the board as rows of cards, below lines for foundations, cells and stock unless empty."""
    heads, rows = board_parts(position, spelling)
    return "\n".join([*heads.values(), *rows]) + "\n"


def board_parts(position: Position, spelling: str = "english") -> tuple[dict[str, str], list[str]]:
    """Return the `headings` of the board and its rows."""
    rows = _rows(position, spelling)
    return headings(position, spelling, _needs_mark(position, len(rows))), rows


def _needs_mark(position: Position, rows: int) -> bool:
    if rows == len(position.columns):
        return True
    heights = [len(cards) for cards in position.columns]
    if any(position.foundations) or heights != sorted(heights, reverse=True):
        return False  # the foundations' line or a gap marks them as rows
    places = position.rules.places
    return heights != [len(places.get(code, ())) for code in range(len(heights))]


def headings(position: Position, spelling: str, marked: bool = False) -> dict[str, str]:
    """Return the lines above the cards by heading, without empty ones; *marked* keeps the cells."""
    lines = {}
    home = [card.text(spelling) for card in top_cards(position).values() if card]
    if home:
        lines[HOME] = f"{HOME}: {' '.join(home)}"
    if any(position.cells) or marked:
        cells = [card.text(spelling) if card else GAP for card in position.cells]
        lines[CELLS] = f"{CELLS}: {' '.join(cells)}".rstrip()
    if position.stock:
        lines[STOCK] = f"{STOCK}: {' '.join(card.text(spelling) for card in position.stock)}"
    return lines


def _rows(position: Position, spelling: str) -> list[str]:
    rows = rows_of_columns(position, spelling)
    width = max((len(text) for row in rows for text in row), default=2)
    return [" ".join((text or GAP).ljust(width) for text in row).rstrip() for row in rows]


def rows_of_columns(position: Position, spelling: str = "english") -> list[list[str]]:
    """Return the cards row by row, up to the last card; `""` marks a column further left that has ended."""
    rows = []
    for row in zip_longest(*texts_of_columns(position, spelling), fillvalue=""):
        width = max(place for place, text in enumerate(row, 1) if text)
        rows.append(list(row[:width]))
    return rows


def texts_of_columns(position: Position, spelling: str = "english") -> list[list[str]]:
    """Return the texts of the cards of all columns."""
    columns = zip(position.columns, position.face_down, strict=True)
    return [column_texts(cards, face_down, spelling) for cards, face_down in columns]


def column_texts(cards: Sequence[Card], face_down: int, spelling: str = "english") -> list[str]:
    """Return the texts of a column's cards; face-down cards are in angle brackets."""
    texts = [card.text(spelling) for card in cards]
    return [f"<{text}>" for text in texts[:face_down]] + texts[face_down:]


def bare_text(text: str) -> tuple[str, bool]:
    """Return the text of a card without face-down brackets, and whether it had them.

    >>> bare_text("<7H>"), bare_text("7H")
    (('7H', True), ('7H', False))
    """
    return (text[1:-1], True) if text[:1] == "<" and text[-1:] == ">" else (text, False)


def top_cards(position: Position) -> dict[Suit, Card | None]:
    """Return the top card of each foundation, or None if it is empty."""
    ladders = position.rules.ladders
    return {suit: ladders[suit][count - 1] if (count := position.foundations[suit]) else None for suit in Suit}
