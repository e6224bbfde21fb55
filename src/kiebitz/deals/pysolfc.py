"""PySolFC's own deal numbers, which from 32,000 on are not Microsoft's.

Its "ms" numbers are Microsoft's and live in `kiebitz.deals.microsoft`. PySolFC itself is not needed.
"""

from __future__ import annotations

from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.deals import microsoft
from kiebitz.errors import NumberRangeError

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.cards import Pack

FIRST = 0
LAST = 10**20
RANGE = range(FIRST, LAST + 1)
#: Below this number a bare number of PySolFC's means Microsoft's deal.
FIRST_OF_ITS_OWN = 32_000

_FULL_PACK = PACKS["52"]
_SUIT_ORDER = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)


def cards(number: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the cards, in dealing order, that PySolFC deals for a bare game number in games of the FreeCell kind.

    Below 32,000 these are Microsoft's. From there to 10²⁰, Python's Mersenne Twister, seeded with the number, shuffles
    a deck that runs suit by suit (clubs, spades, hearts, diamonds; ace to king) from its end, and the deck is dealt
    from its end. Source: PySolFC's module pysolrandom (which number means which generator, and the range). The package
    pysol_cards deals the same, save that it still takes Microsoft's deal for 32,000 itself.

    Only the pack of 52 cards is numbered so; other numbers and packs are a `NumberRangeError`.
    """
    if len(pack) != len(_FULL_PACK):
        raise NumberRangeError(number, "the pack of 52 cards: PySolFC's numbers deal no other")
    if not isinstance(number, int) or isinstance(number, bool) or not FIRST <= number <= LAST:
        raise NumberRangeError(number, f"a whole number from {FIRST} to {LAST} (PySolFC)", least=FIRST, most=LAST)
    if number < FIRST_OF_ITS_OWN:
        return microsoft.cards(number)
    from random import Random  # here, because it would triple the start-up of commands that deal Microsoft's numbers

    generator = Random(number)  # noqa: S311  a numbered deal must come out the same each time
    deck = [Card(rank, suit) for suit in _SUIT_ORDER for rank in Rank]
    for last in range(len(deck) - 1, 0, -1):
        place = int(generator.random() * (last + 1))
        deck[last], deck[place] = deck[place], deck[last]
    deck.reverse()
    return tuple(deck)
