"""Deal numbers to deals of Skat."""

from __future__ import annotations

from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.skat.pack import HAND
from kiebitz.skat.referee import Deal


def deal(number: int) -> Deal:
    """Return a numbered deal of the shuffle `fisher-yates`: ten cards for each seat in turn, and the skat.

    Raises `NumberRangeError` for a number outside the shuffle's range.

    >>> [str(card) for card in deal(617).skat]
    ['AH', 'AS']
    """
    cards = fisher_yates(number, PACKS["32"])
    return Deal((cards[:HAND], cards[HAND : 2 * HAND], cards[2 * HAND : 3 * HAND]), cards[3 * HAND :])
