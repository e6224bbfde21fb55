"""The pure-Python kernel's deals by number: the generator, the shuffles, and the piles to which the cards go.

`kiebitz.deals` tells where all this is known from; the kernel may not import it, so it deals again, and the tests
compare. Below stands how the lines of many deals are packed.
"""

from __future__ import annotations

import struct
from collections import Counter
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel._plain_table import CELL, HOME, NO_CARD, STOCK, Rules, State, check_face_down, turned_down
from kiebitz.kernel.answers import Deals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NUMBERED = Deals()  # by Microsoft's numbers

_MICROSOFT = 0
_LAST_OF_MICROSOFT = 2**33 - 1
_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15


def nth(seed: int, index: int) -> int:
    """Return output *index*, counted from 0, of splitmix64 seeded with *seed*."""
    bits = (seed + (index + 1) * _STEP) & _MASK
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
    return bits ^ bits >> 31


def check_shuffle(shuffle: int) -> None:
    """Raise a `KernelInputError` unless there is such a shuffle."""
    if shuffle not in (0, 1):
        raise KernelInputError("shuffle", f"0 (fisher-yates) or 1 (wetherell) expected, not {shuffle}")


def shuffled(shuffle: int, number: int) -> bytes:
    """Return the 52 cards in dealing order, as 4 · rank + suit with the ace as 0."""
    check_shuffle(shuffle)
    _check_number(number, _MASK)
    deck = list(range(52))
    draws = -1

    def below(bound: int) -> int:
        nonlocal draws
        fair = 2**64 - 2**64 % bound
        while True:
            draws += 1
            bits = nth(number, draws)
            if bits < fair:
                return bits % bound

    for step in range(52) if shuffle else range(51, 0, -1):
        place = below(52 if shuffle else step + 1)
        deck[step], deck[place] = deck[place], deck[step]
    return bytes(deck)


def find_microsoft(cards: bytes, first: int, last: int) -> list[int]:
    """All Microsoft deal numbers from first to last whose 52 cards, in dealing order, are these."""
    if sorted(cards) != list(range(52)):
        raise KernelInputError("cards", "52 different card codes from 0 to 51 expected")
    for number in (first, last):
        _check_number(number, _LAST_OF_MICROSOFT)
    # The first card is the first place in the full deck, so that one number in 52 is dealt to the end.
    return [
        number
        for number in range(first, last + 1)
        if next(_places(number)) == cards[0] and _deal_microsoft(number) == cards
    ]


def _deal_microsoft(number: int) -> bytes:
    """Return the 52 cards of a numbered deal in dealing order."""
    deck = list(range(52))
    cards = bytearray()
    for place in _places(number):
        cards.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    return bytes(cards)


def _places(number: int) -> Iterator[int]:
    """Yield from which place of the shrinking deck each card of a numbered deal is taken."""
    mask, set_bits, plus = 0x7FFF, 0, 0
    if number >= 2**32:
        mask, plus = 0xFFFF, 1
    elif number >= 2**31:
        set_bits = 0x8000
    state = number & 0xFFFFFFFF
    for left in range(52, 0, -1):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        yield ((state >> 16 & mask | set_bits) + plus) % left


def _check_number(number: int, last: int) -> None:
    if not 0 <= number <= last:
        raise KernelInputError("number of a deal", f"0 to {last} expected, not {number}")


class Dealer:
    """Deals all 52 cards by number under the rules of a game; a `KernelInputError` where that cannot be done.

    Only where any card moves may cards lie *face_down*: as many of each column as its byte says.
    """

    def __init__(
        self, rules: Rules, destinations: bytes, deals: Deals, numbers: Sequence[int], face_down: bytes | None = None
    ) -> None:
        if rules.number_of_cards != 52 or rules.any != (face_down is not None):
            raise KernelInputError("rules", "a game of all 52 cards expected whose cards these functions deal")
        room = dict.fromkeys(range(rules.columns), 52) | dict.fromkeys(range(CELL, CELL + rules.cells), 1)
        room |= dict.fromkeys(range(HOME, STOCK), 0 if rules.whole_suits else rules.ranks) | {STOCK: rules.stock}
        piles, ahead = destinations[:52], destinations[52:]
        too_full = [pile for pile, cards in Counter(piles).items() if cards > room.get(pile, 0)]
        if len(piles) != 52 or too_full:
            raise KernelInputError("destinations", "52 codes of piles expected, to each no more cards than it has room")
        if len(set(ahead)) < len(ahead) or not set(ahead) <= set(range(52)):
            raise KernelInputError("destinations", "different cards expected first")
        self._face_down = bytes(rules.columns) if face_down is None else face_down
        if len(self._face_down) != rules.columns:
            raise KernelInputError("face_down", f"a byte for each of {rules.columns} columns expected")
        check_face_down(self._face_down, [piles.count(column) for column in range(rules.columns)], "face_down")
        self._dealing, self._seed = deals
        if self._dealing not in range(3):
            raise KernelInputError(
                "deals", f"0 (microsoft), 1 (fisher-yates) or 2 (wetherell) expected, not {deals[0]}"
            )
        for number in (*numbers, self._seed or 0):
            _check_number(number, _MASK if self._dealing else _LAST_OF_MICROSOFT)
        self._rules = rules
        self._piles, self._ahead = piles, ahead

    def deal(self, number: int) -> State:
        """Deal a number. Cards that begin on foundations are left out; the others go to the other piles in order.

        Before all others come the cards that stand after the 52 codes of the destinations.
        """
        if self._dealing == _MICROSOFT:
            dealt = _deal_microsoft(number)
        else:
            dealt = shuffled(self._dealing - 1, number if self._seed is None else nth(self._seed, number))
        rules = self._rules
        home = tuple(self._piles.count(HOME + suit) for suit in range(4))
        piles = {code: bytearray() for code in (*range(rules.columns), *range(CELL, CELL + rules.cells), STOCK)}
        # The deal counts ranks from the ace, the game from where its foundations begin.
        steps = [(13 - rank) % 13 if rules.ace_low else 12 - rank if rules.from_king else rank for rank in range(13)]
        order = (*self._ahead, *(card for card in dealt if card not in self._ahead))
        cards = (4 * steps[card // 4] + card % 4 for card in order)
        codes = (code for code in self._piles if code in piles)
        for code, card in zip(codes, (card for card in cards if card // 4 >= home[card % 4]), strict=True):
            piles[code].append(card)
        columns = [bytes(piles[column]) for column in range(rules.columns)]
        cells = bytes((*piles[CELL + cell], NO_CARD)[0] for cell in range(rules.cells))
        return State(turned_down(columns, self._face_down), cells, home, bytes(piles[STOCK]))


# --- the lines of many deals ---


def packed(numbers: Sequence[int]) -> bytes:
    """Return numbers as four bytes each, the lowest first; what does not fit is the highest that does."""
    return struct.pack(f"<{len(numbers)}I", *(min(number, 2**32 - 1) for number in numbers))


def joined(lines: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Return lines one after the other, and where each ends."""
    return b"".join(lines), packed(list(accumulate(map(len, lines))))


def parted(lines: bytes, ends: bytes, deals: int) -> list[bytes]:
    """Return the line of each deal; a `KernelInputError` unless the ends divide the lines so."""
    if len(ends) != 4 * deals:
        raise KernelInputError("ends", f"four bytes for each of {deals} deals expected, not {len(ends)}")
    stops = (0, *struct.unpack(f"<{deals}I", ends))
    if sorted(stops) != list(stops) or stops[-1] != len(lines):
        raise KernelInputError("ends", "ascending places in the lines expected, the last at their end")
    return [lines[start:stop] for start, stop in pairwise(stops)]
