"""Microsoft's numbered FreeCell deals, with the extensions by FreeCell Pro and the jokes of Windows.

The deck runs from the ace of clubs to the king of spades, rank by rank (suits clubs, diamonds, hearts, spades). For
each card the generator s ← (214013·s + 2531011) mod 2³², seeded by the deal's number, gives x; the card at index
x mod (remaining cards) is dealt, and the last card of the deck takes its place.

================  ========  ============================  ==================================================
number n          seed      x                             known from
================  ========  ============================  ==================================================
1 … 32,000        n         bits 16…30 of s               Microsoft FreeCell, all versions
… 1,000,000       n         the same                      Microsoft FreeCell, newer versions
0 … 2³¹ − 1       n         the same                      FreeCell Pro
2³¹ … 2³² − 1     n         the same, with bit 15 set     FreeCell Pro
2³² … 2³³ − 1     n − 2³²   bits 16…31 of s, plus one     FreeCell Pro
−1, −2            none      laid out by hand              Windows FreeCell (both impossible)
−3, −4            none      laid out by hand, see `note`  Windows FreeCell of Vista and 7 (both win at once)
================  ========  ============================  ==================================================

Source for 1 … 1,000,000: the task "Deal cards for FreeCell" of Rosetta Code, with the deals 1 and 617 in full. The
tests compare the whole range from 1 on with the package pysol_cards, by another author.
"""

from __future__ import annotations

from kiebitz.cards import PACKS, Card
from kiebitz.errors import NumberRangeError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from kiebitz.cards import Pack

FIRST = -4
LAST = 2**33 - 1
#: All numbers; Microsoft's own programs end at `LAST_OF_MICROSOFT`.
RANGE = range(FIRST, LAST + 1)
LAST_OF_MICROSOFT = 1_000_000

_FULL_PACK = PACKS["52"]

# Ranks of the left and of the right four columns in dealing order, and their suits by column.
_JOKES = {
    -1: ("A3579JK", "QT8642", "CDHS"),
    -2: ("AKQJT98", "765432", "SHDC"),
    -3: ("KQJT987", "65432A", "SHDC"),
}
_NOTES = {
    -1: "one of the two impossible jokes of Windows FreeCell",
    -2: "one of the two impossible jokes of Windows FreeCell",
    -3: "one of the two jokes of Windows FreeCell that win themselves; its layout rests on a single printed source",
    -4: "one of the two jokes of Windows FreeCell that win themselves; its layout is inferred from a damaged print",
}


def cards(number: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
    """Return the cards of a numbered deal in dealing order: the first goes to column 1, the next to column 2, etc.

    *number* is −4 to 8,589,934,591; a `NumberRangeError` otherwise. Other packs than that of 52 cards are dealt by the
    same procedure from 0 on, which is Kiebitz's own extension.

    >>> " ".join(str(card) for card in cards(617)[:8])
    '7D AD 5C 3S 5S 8C 2D AH'
    """
    lowest = FIRST if len(pack) == len(_FULL_PACK) else 0
    if type(number) is not int or not lowest <= number <= LAST:
        expected = f"a whole number from {lowest} to {LAST} (Microsoft and FreeCell Pro)"
        raise NumberRangeError(number, expected, least=lowest, most=LAST)
    if number < 0:
        return _joke(number)
    mask, set_bits, added = 0x7FFF, 0, 0
    if number >= 2**32:
        mask, added = 0xFFFF, 1
    elif number >= 2**31:
        set_bits = 0x8000
    state = number % 2**32
    deck = list(pack.cards)
    dealt = []
    for remaining in range(len(deck), 0, -1):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        place = ((state >> 16 & mask | set_bits) + added) % remaining
        dealt.append(deck[place])
        deck[place] = deck[remaining - 1]
    return tuple(dealt)


def note(number: int) -> str:
    """Return a remark on the reliability of the deals −1 … −4, else an empty string."""
    return _NOTES.get(number, "")


def _joke(number: int) -> tuple[Card, ...]:
    """Return one of the four deals that Windows FreeCell lays out by hand.

    The layout of −3 rests on one print. For −4 only a damaged print is known; its layout (king to ace, spades hearts
    diamonds clubs in turn, column after column from top to bottom) is our reading.
    """
    if number == -4:
        piles: list[list[Card]] = []
        deck = [Card.parse(rank + suit) for rank in "KQJT98765432A" for suit in "SHDC"]
        for height in (7, 7, 7, 7, 6, 6, 6, 6):
            piles.append(deck[:height])
            del deck[:height]
    else:
        left, right, suits = _JOKES[number]
        piles = [[Card.parse(rank + suit) for rank in ranks] for ranks in (left, right) for suit in suits]
    return tuple(pile[row] for row in range(7) for pile in piles if row < len(pile))
