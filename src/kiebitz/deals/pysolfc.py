"""PySolFC's deal numbers, which differ from Microsoft's from 32,000 on."""

from __future__ import annotations

from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.deals import microsoft
from kiebitz.errors import InputError, NumberRangeError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from kiebitz.cards import Pack

FIRST = 0
LAST = 10**20
RANGE = range(FIRST, LAST + 1)
#: Smaller numbers are Microsoft's deals.
FIRST_OWN_NUMBER = 32_000

_FULL_PACK = PACKS["52"]
_SUIT_ORDER = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)


def cards(number: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the cards, in dealing order, of PySolFC's deal with a bare number in games like FreeCell.

    Numbers below 32,000 are Microsoft's. From there to 10²⁰, Python's Mersenne Twister, seeded with the number,
    shuffles a deck in suit order (clubs, spades, hearts, diamonds; ace to king) from its end, and it is dealt from its
    end. Source: PySolFC's module pysolrandom; the package pysol_cards agrees except for 32,000. Raises
    `NumberRangeError` for other numbers, and `InputError` for other packs.
    """
    if len(pack) != len(_FULL_PACK):
        raise InputError("", f"numbering pysolfc deals 52 cards, not {len(pack)}", "a game with 52 cards")
    if not isinstance(number, int) or isinstance(number, bool) or not FIRST <= number <= LAST:
        raise NumberRangeError(number, f"a whole number from {FIRST} to {LAST} (PySolFC)", least=FIRST, most=LAST)
    if number < FIRST_OWN_NUMBER:
        return microsoft.cards(number)
    from random import Random  # slow to import, rarely needed

    generator = Random(number)  # noqa: S311  numbered deals are reproducible
    deck = [Card(rank, suit) for suit in _SUIT_ORDER for rank in Rank]
    for last in range(len(deck) - 1, 0, -1):
        place = int(generator.random() * (last + 1))
        deck[last], deck[place] = deck[place], deck[last]
    deck.reverse()
    return tuple(deck)
