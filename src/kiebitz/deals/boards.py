"""Layout of cards in dealing order as rows and columns."""

from __future__ import annotations

from kiebitz.deals import microsoft
from kiebitz.errors import InputError, NumberRangeError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.cards import Card


def deal_board(number: int) -> list[list[str]]:
    """Return Microsoft's deal as laid out: six rows of eight cards and one of four.

    >>> for row in deal_board(1):
    ...     print(*row)
    JD 2D 9H JC 5D 7H 7C 5H
    KD KC 9S 5S AD QC KH 3H
    2S KS 9D QD JS AS AH 3C
    4C 5C TS QH 4H AC 4D 7S
    3S TD 4S TH 8H 2C JH 7D
    6D 8S 8D QS 6C 3D 8C TC
    6S 9C 2H 6H
    """
    return [[str(card) for card in row] for row in rows(microsoft.cards(number))]


def rows(cards: Sequence[Card], columns: int = 8) -> list[list[Card]]:
    """Return cards in dealing order as rows of *columns* cards; the last row may be shorter."""
    _check_width(columns)
    return [list(cards[start : start + columns]) for start in range(0, len(cards), columns)]


def columns(cards: Sequence[Card], columns: int = 8) -> list[list[Card]]:
    """Return the columns of cards in dealing order, each from its first card to its last."""
    _check_width(columns)
    return [list(cards[column::columns]) for column in range(columns)]


def from_rows(table: Iterable[Iterable[Card]]) -> tuple[Card, ...]:
    """Return the dealing order of rows, the inverse of `rows`."""
    return tuple(card for row in table for card in row)


def from_columns(table: Iterable[Iterable[Card]]) -> tuple[Card, ...]:
    """Return the dealing order of columns, the inverse of `columns`.

    The heights must be those of a fresh deal, none higher than the column to its left or lower by more than one;
    otherwise an `InputError` names the column.
    """
    piles = [list(pile) for pile in table]
    for number, pile in enumerate(piles[1:], 2):
        if not len(piles[0]) - 1 <= len(pile) <= len(piles[number - 2]):
            height_before = len(piles[number - 2])
            raise InputError(
                f"column {number}",
                f"cards: {len(pile)}, and {height_before} in the one before it",
                "the heights of a fresh deal, such as 7 7 7 7 6 6 6 6",
            )
    return tuple(pile[row] for row in range(len(piles[0]) if piles else 0) for pile in piles if row < len(pile))


def _check_width(columns: int) -> None:
    if columns < 1:
        raise NumberRangeError(columns, "at least one column")
