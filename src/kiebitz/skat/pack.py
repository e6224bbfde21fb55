"""The cards of Skat: the sizes of hand and skat, and checks of their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import PACKS
from kiebitz.errors import HandError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kiebitz.cards import Card

HAND = 10
SKAT = 2
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PACK = frozenset(PACKS["32"])


def check_cards(cards: Iterable[Card], count: int, place: str) -> tuple[Card, ...]:
    """Return the cards if they are *count* different cards of the Skat pack; a `HandError` otherwise."""
    checked = tuple(cards)
    if len(checked) == count == len(_PACK.intersection(checked)):
        return checked
    for number, card in enumerate(checked):
        where = f"{place}, card {number + 1}"
        if card not in _PACK:
            raise HandError(where, f"{card} is not in the Skat pack", "7 8 9 10 J Q K or A of a suit")
        if card in checked[:number]:
            raise HandError(where, f"{card} occurs twice", f"{_count(count)} different cards")
    if len(checked) > count:
        raise HandError(place, f"{_count(len(checked))} cards, from {checked[count]} on too many", _count(count))
    if len(checked) < count:
        last = f", {checked[-1]} the last" if checked else ""
        raise HandError(place, f"{_count(len(checked))} card{'' if len(checked) == 1 else 's'}{last}", _count(count))
    return checked


def check_apart(skat: Iterable[Card], hand: Collection[Card]) -> None:
    """Raise a `HandError` if a card of the skat is also in the hand."""
    for card in skat:
        if card in hand:
            raise HandError("skat", f"{card} is in the hand too", "two cards that are not in the hand")


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)
