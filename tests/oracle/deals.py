"""The pure-Python kernel's deals by number: the generator, the shuffles, and the piles to which the cards go.

`kiebitz.deals` tells where all this is known from; the kernel may not import it, so it deals again, and the tests
compare. Below stands how the lines of many deals are packed.
"""

from __future__ import annotations

import struct
from collections import Counter
from functools import partial
from itertools import accumulate, combinations, islice, pairwise, permutations
from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Deals
from oracle.table import (
    CELL,
    FACE_DOWN,
    HOME,
    NO_CARD,
    STOCK,
    Rules,
    State,
    check_face_down,
    turned_down,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

NUMBERED = Deals()  # by Microsoft's numbers

_LAST_OF_MICROSOFT = 2**33 - 1
_FIRST_OF_PYSOLFC = 32_000  # below, its numbers are Microsoft's
ONE_SUIT_DEALS = 518_918_400
_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15


def nth(seed: int, index: int) -> int:
    """Return output *index*, counted from 0, of splitmix64 seeded with *seed*."""
    bits = (seed + (index + 1) * _STEP) & _MASK
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
    return bits ^ bits >> 31


def _shuffled(shuffle: int, number: int, cards: int) -> bytes:
    """Return a pack of so many cards in dealing order, each as its place in the deck."""
    deck = list(range(cards))
    draws = -1

    def below(bound: int) -> int:
        nonlocal draws
        fair = 2**64 - 2**64 % bound
        while True:
            draws += 1
            bits = nth(number, draws)
            if bits < fair:
                return bits % bound

    for step in range(cards) if shuffle else range(cards - 1, 0, -1):
        place = below(cards if shuffle else step + 1)
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


def _deal_microsoft(number: int, cards: int = 52) -> bytes:
    """Return a pack of so many cards as a numbered deal has it in dealing order, each as its place in the deck."""
    deck = list(range(cards))
    dealt = bytearray()
    for place in _places(number, cards):
        dealt.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    return bytes(dealt)


def _places(number: int, cards: int = 52) -> Iterator[int]:
    """Yield from which place of the shrinking deck each card of a numbered deal is taken."""
    mask, set_bits, plus = 0x7FFF, 0, 0
    if number >= 2**32:
        mask, plus = 0xFFFF, 1
    elif number >= 2**31:
        set_bits = 0x8000
    state = number & 0xFFFFFFFF
    for left in range(cards, 0, -1):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        yield ((state >> 16 & mask | set_bits) + plus) % left


def _check_number(number: int, last: int) -> None:
    if not 0 <= number <= last:
        raise KernelInputError("number of a deal", f"0 to {last} expected, not {number}")


def _deal_pysolfc(number: int, cards: int = 52) -> bytes:
    """Do the same by PySolFC's numbers, which from 32,000 on are not Microsoft's."""
    if number < _FIRST_OF_PYSOLFC:
        return _deal_microsoft(number, cards)
    from random import Random  # here, because few ask for these numbers

    generator = Random(number)
    deck = [4 * rank + suit for suit in (0, 3, 2, 1) for rank in range(13)]
    for last in range(51, 0, -1):
        place = int(generator.random() * (last + 1))
        deck[last], deck[place] = deck[place], deck[last]
    return bytes(reversed(deck))


def one_suit_columns(number: int) -> list[tuple[int, ...]]:
    """Return the columns of a deal of the 13-card game as ranks, 0 the ace.

    The number says which cards lie in which column, then in which order they lie there.
    """
    orders = []
    for base in (6, 6, 6, 2, 2):
        number, order = divmod(number, base)
        orders.append(order)
    number, second = divmod(number, 10)
    number, first = divmod(number, 28)
    short, pair = divmod(number, 3)
    in_short = list(_nth(combinations(range(13), 4), short))
    in_long = [rank for rank in range(13) if rank not in in_short]
    parts = ((in_long, first), (in_long, second), (in_long, 0), (in_short, pair), (in_short, 0))
    columns = []
    for (ranks, index), height, order in zip(parts, (3, 3, 3, 2, 2), orders, strict=True):
        # The column with the lowest rank left comes first among those of its height.
        column = (ranks[0], *_nth(combinations(ranks[1:], height - 1), index))
        ranks[:] = [rank for rank in ranks if rank not in column]
        columns.append(_nth(permutations(column), order))
    return columns


def _nth(choices: Iterable[tuple[int, ...]], index: int) -> tuple[int, ...]:
    return next(islice(choices, index, None))


def _deal_one_suit(number: int, _cards: int = 13) -> bytes:
    """Do the same by the numbers of the 13-card game, row by row."""
    columns = one_suit_columns(number)
    return bytes(column[row] for row in range(3) for column in columns if row < len(column))


#: The highest number of each numbering, how it deals, and the sizes of the packs that it deals.
_NUMBERINGS: tuple[tuple[int, Callable[[int, int], bytes], Sequence[int]], ...] = (
    (_LAST_OF_MICROSOFT, _deal_microsoft, range(1, 53)),
    (_MASK, partial(_shuffled, 0), range(1, 53)),
    (_MASK, partial(_shuffled, 1), range(1, 53)),
    (_MASK, _deal_pysolfc, (52,)),
    (ONE_SUIT_DEALS - 1, _deal_one_suit, (13,)),
)


def _numbering(numbering: int, cards: int) -> tuple[int, Callable[[int, int], bytes]]:
    """Return the highest number of a numbering that deals so many cards, and how it deals."""
    if numbering not in range(len(_NUMBERINGS)):
        raise KernelInputError("deals", f"0 to {len(_NUMBERINGS) - 1} expected, not {numbering}")
    last, deal, sizes = _NUMBERINGS[numbering]
    if cards not in sizes:
        raise KernelInputError("layout", f"{sizes[0]} cards expected, as these numbers deal them, not {cards}")
    return last, deal


def numbered(numbering: int, number: int, cards: int = 52) -> bytes:
    """Return a pack in dealing order, each card as its place in the deck."""
    last, deal = _numbering(numbering, cards)
    _check_number(number, last)
    return deal(number, cards)


class Dealer:
    """Deals a game by number; a `KernelInputError` where that cannot be done.

    *layout* says how the game deals its pack. First comes, for each card in dealing order, the code of its pile: a
    column (and `FACE_DOWN` more for a card that lies so, where any card moves), a cell, a foundation whose first cards
    are dealt home, or the stock. Then come the pack's cards in the order of its deck, and last the cards that are
    taken out of the shuffled pack and dealt before all others.
    """

    def __init__(self, rules: Rules, layout: bytes, deals: Deals, numbers: Sequence[int]) -> None:
        count = rules.number_of_cards
        codes, self._deck, self._ahead = layout[:count], layout[count : 2 * count], layout[2 * count :]
        if sorted(self._deck) != list(rules.pack):
            raise KernelInputError("layout", f"a pile for each of {count} cards, then these cards expected")
        if len(set(self._ahead)) < len(self._ahead) or not set(self._ahead) <= set(self._deck):
            raise KernelInputError("layout", "different cards of the pack expected first")
        self._piles = bytes(code % FACE_DOWN for code in codes)
        room = dict.fromkeys(range(rules.columns), count) | dict.fromkeys(range(CELL, CELL + rules.cells), 1)
        room |= {HOME + suit: 0 if rules.whole_suits else rules.ranks for suit in rules.suits} | {STOCK: rules.stock}
        if any(cards > room.get(pile, 0) for pile, cards in Counter(self._piles).items()):
            raise KernelInputError("layout", "piles of the game expected, to each no more cards than it has room")
        heights = [self._piles.count(column) for column in range(rules.columns)]
        self._face_down = bytes(codes.count(FACE_DOWN + column) for column in range(rules.columns))
        in_order = [code for code in codes if code % FACE_DOWN < rules.columns]
        for column, down in enumerate(self._face_down):
            own = [code for code in in_order if code % FACE_DOWN == column]
            if down and (not rules.any or own[:down] != [FACE_DOWN + column] * down):
                raise KernelInputError("layout", "cards face down below those face up expected, where any card moves")
        if sum(self._face_down) < sum(code >= FACE_DOWN for code in codes):
            raise KernelInputError("layout", "cards face down in columns only expected")
        check_face_down(self._face_down, heights, "layout")
        dealing, self._seed = deals
        self._last, self._shuffle = _numbering(dealing, count)
        for number in (*numbers, self._seed or 0):
            _check_number(number, _MASK if self._seed is not None else self._last)
        self._rules = rules

    def deal(self, number: int) -> State:
        """Deal a number. Cards that begin on foundations are left out; the others go to the other piles in order."""
        if self._seed is not None:
            number = nth(self._seed, number)
            _check_number(number, self._last)
        places = self._shuffle(number, len(self._deck))
        rules = self._rules
        home = tuple(self._piles.count(HOME + suit) for suit in range(4))
        piles = {code: bytearray() for code in (*range(rules.columns), *range(CELL, CELL + rules.cells), STOCK)}
        dealt = (self._deck[place] for place in places)
        order = (*self._ahead, *(card for card in dealt if card not in self._ahead))
        codes = (code for code in self._piles if code in piles)
        for code, card in zip(codes, (card for card in order if card // 4 >= home[card % 4]), strict=True):
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
