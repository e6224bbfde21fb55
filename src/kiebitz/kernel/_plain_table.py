"""What the pure-Python kernel reads from bytes: rules, positions, and Microsoft's numbered deals.

Bytes are checked here, once.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KernelInputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Codes of piles: columns from 0, cells from 32, foundations from 48, the stock.
CELL, HOME, STOCK = 32, 48, 52
#: What an empty cell holds.
NO_CARD = 255
#: Added to the code of a card that lies face down.
FACE_DOWN = 64
BYTES_PER_MOVE = 3

_MOST_COLUMNS, _MOST_CELLS, _MOST_RANKS = 18, 12, 13
_MOST_STOCK = 8
_CHOICES = (0, 2), (0, 3), (0, 2), (0, 2), (0, 1)
_RANGES = (1, _MOST_RANKS), (1, 15), (1, _MOST_COLUMNS), (0, _MOST_CELLS), *_CHOICES, (0, _MOST_STOCK), (0, 1), (0, 1)
_LAST_NUMBER = 2**33 - 1


class Rules:
    """The twelve bytes of the rules, and what follows from them for each card (4 · step in its foundation + suit).

    `parents` are the cards on which a card may be built, `leaders` those of them with which it moves as one, `children`
    those that may be built on it, and `opens` says whether it may go into an empty column.
    """

    def __init__(self, rules: bytes) -> None:
        if len(rules) != len(_RANGES):
            raise KernelInputError("rules", f"{len(_RANGES)} bytes expected, not {len(rules)}")
        for place, (byte, (least, most)) in enumerate(zip(rules, _RANGES, strict=True)):
            if not least <= byte <= most:
                raise KernelInputError(f"rules, byte {place}", f"{least} to {most} expected, not {byte}")
        self.ranks, mask, self.columns, self.cells = rules[:4]
        self.suits = tuple(suit for suit in range(4) if mask >> suit & 1)
        self.by_suit, self.build_any = rules[4] == 1, rules[4] == 2
        self.from_king, self.whole_suits, self.ace_low = rules[5] in (1, 3), rules[5] == 2, rules[5] == 3
        self.whole, self.any, self.forced = rules[7] == 1, rules[7] == 2, bool(rules[8])
        if self.any and self.cells:
            raise KernelInputError("rules", f"no cells expected where any card moves, not {self.cells}")
        self.stock = rules[9]
        if self.any and self.stock:
            raise KernelInputError("rules", f"no stock expected where any card moves, not {self.stock}")
        self.reserve = bool(rules[11])  # whether cells never take a card
        if self.any and (self.build_any or self.whole_suits):
            raise KernelInputError("rules", "built by suit or colour, single cards home expected where any card moves")
        self.pack = frozenset(4 * step + suit for step in range(self.ranks) for suit in self.suits)
        self.number_of_cards = len(self.pack)
        # The steps in the order in which columns are built, highest rank first.
        self._downwards = list(range(self.ranks)) if self.from_king else list(reversed(range(self.ranks)))
        if self.ace_low:  # the first to go home is the lowest
            self._downwards.append(self._downwards.pop(0))
        self.king = king = self._downwards[0]  # its step
        self.parents = tuple(self._parents(card, rules[4]) for card in range(4 * self.ranks))
        self.leaders = tuple(
            tuple(parent for parent in parents if parent % 4 == card % 4 or not rules[10])
            for card, parents in enumerate(self.parents)
        )
        self.children = tuple(
            tuple(child for child in sorted(self.pack) if card in self.parents[child]) for card in range(4 * self.ranks)
        )
        self.opens = tuple(rules[6] == 0 or (rules[6] == 1 and card // 4 == king) for card in range(4 * self.ranks))
        self.stages = rules[6] == 0  # whether an empty column can hold cards on the way

    def _parents(self, card: int, build: int) -> tuple[int, ...]:
        place = self._downwards.index(card // 4)
        if place == 0:
            return ()
        above = self._downwards[place - 1]
        suits = ((0, 3) if card % 4 in (1, 2) else (1, 2)), (card % 4,), range(4)
        return tuple(parent for parent in (4 * above + suit for suit in suits[build]) if parent in self.pack)


class State(NamedTuple):
    """What lies where: the columns, last card at the open end; the cells' cards, or 255; cards home by suit; the stock.

    The stock is placed on columns, the next card first, before any other move.
    A card is 4 · step in its foundation + suit, and `FACE_DOWN` more where it lies face down.
    """

    columns: tuple[bytes, ...]
    cells: bytes
    home: tuple[int, ...]
    stock: bytes = b""


def read_state(rules: Rules, position: bytes) -> State:
    """Read a position's bytes; a `KernelInputError` unless they hold each card of the pack once."""
    reader = _Reader(position)
    home = tuple(reader.take(4))
    for suit, count in enumerate(home):
        most = rules.ranks if suit in rules.suits else 0
        if count > most:
            raise KernelInputError("position", f"{count} cards on foundation {suit}, at most {most} expected")
        if rules.whole_suits and count not in (0, most):
            raise KernelInputError("position", f"{count} cards on foundation {suit}, none or the whole suit expected")
    cells = reader.take(_expected(reader.take(1)[0], rules.cells, "cells"))
    number = _expected(reader.take(1)[0], rules.columns, "columns")
    columns = [reader.take(reader.take(1)[0]) for _ in range(number)]
    face_down = reader.take(number) if rules.any else bytes(number)
    stock = reader.take(reader.take(1)[0]) if rules.stock else b""
    if len(stock) > rules.stock:
        raise KernelInputError("position", f"{len(stock)} cards in the stock, at most {rules.stock} expected")
    reader.end()
    check_face_down(face_down, [len(column) for column in columns], "position")
    cards = [4 * step + suit for suit, count in enumerate(home) for step in range(count)]
    cards += [card for card in cells if card != NO_CARD]
    cards += b"".join((*columns, stock))
    if len(cards) != rules.number_of_cards or rules.pack.symmetric_difference(cards):
        raise KernelInputError("position", f"each of the {rules.number_of_cards} cards of the pack once expected")
    return State(_turned_down(columns, face_down), cells, home, stock)


def _turned_down(columns: Sequence[bytes], face_down: bytes) -> tuple[bytes, ...]:
    """Turn the first cards of each column face down, as many as its number says."""
    return tuple(
        bytes(card + FACE_DOWN * (at < down) for at, card in enumerate(column))
        for column, down in zip(columns, face_down, strict=True)
    )


def check_face_down(face_down: bytes, heights: list[int], what: str) -> None:
    """Raise a `KernelInputError` if the last card of a column lies face down, or a card that is not there."""
    for column, (down, height) in enumerate(zip(face_down, heights, strict=True)):
        if down and down >= height:
            raise KernelInputError(
                what, f"{down} of the {height} cards of column {column} lie face down, the last one too"
            )


class _Reader:
    def __init__(self, position: bytes) -> None:
        self._bytes = position
        self._at = 0

    def take(self, count: int) -> bytes:
        taken = self._bytes[self._at : self._at + count]
        if len(taken) < count:
            raise KernelInputError("position", "it ends too early")
        self._at += count
        return taken

    def end(self) -> None:
        if self._at < len(self._bytes):
            raise KernelInputError("position", f"{len(self._bytes) - self._at} bytes left over")


def _expected(number: int, right: int, what: str) -> int:
    if number != right:
        raise KernelInputError("position", f"{right} {what} expected, as in the rules, not {number}")
    return number


# --- numbered deals ---


def deck_places(number: int) -> Iterator[int]:
    """Yield from which place of the shrinking deck each card of a numbered deal is taken.

    `kiebitz.deals.microsoft` tells where the three ranges are known from; the kernel may not import it.
    """
    mask, set_bits, plus = 0x7FFF, 0, 0
    if number >= 2**32:
        mask, plus = 0xFFFF, 1
    elif number >= 2**31:
        set_bits = 0x8000
    state = number & 0xFFFFFFFF
    for left in range(52, 0, -1):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        yield ((state >> 16 & mask | set_bits) + plus) % left


def deal_microsoft(number: int) -> list[int]:
    """Return the 52 cards of a numbered deal in dealing order, as 4 · rank + suit with the ace as 0."""
    deck = list(range(52))
    cards = []
    for place in deck_places(number):
        cards.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    return cards


def check_numbers(first: int, last: int) -> None:
    """Raise a `KernelInputError` unless both are numbers that can be dealt."""
    for number in (first, last):
        if not 0 <= number <= _LAST_NUMBER:
            raise KernelInputError("number of a deal", f"0 to {_LAST_NUMBER} expected, not {number}")


def check_destinations(rules: Rules, destinations: bytes) -> None:
    """Raise a `KernelInputError` unless *destinations* sends all 52 cards to piles of the game."""
    if rules.number_of_cards != 52:
        raise KernelInputError("rules", f"numbered deals need all 52 cards, not {rules.number_of_cards}")
    if len(destinations) != 52:
        raise KernelInputError("destinations", f"52 codes of piles expected, not {len(destinations)}")
    if destinations.count(STOCK) > rules.stock:
        raise KernelInputError("destinations", f"at most {rules.stock} cards in the stock expected")
    if any(destinations.count(HOME + suit) > rules.ranks * (not rules.whole_suits) for suit in range(4)):
        raise KernelInputError("destinations", "at most a suit on its foundation expected, none that goes home whole")
    in_cells = [code for code in destinations if code >= rules.columns and not HOME <= code <= STOCK]
    if not all(CELL <= code < CELL + rules.cells for code in in_cells):
        raise KernelInputError("destinations", "columns and cells of the game expected")
    if len(set(in_cells)) != len(in_cells):
        raise KernelInputError("destinations", "a cell twice")


def deal_state(rules: Rules, destinations: bytes, dealt_cards: Sequence[int], face_down: bytes | None = None) -> State:
    """Deal 52 cards, ranks counted from the ace, by the rules; *destinations* and *face_down* have been checked.

    Cards that begin on foundations are taken out of the pack; the others go, in dealing order, to the other piles.
    """
    home = tuple(destinations.count(HOME + suit) for suit in range(4))
    columns = [bytearray() for _ in range(rules.columns)]
    cells = bytearray([NO_CARD]) * rules.cells
    stock = bytearray()
    # The deal counts ranks from the ace, the game from where its foundations begin.
    steps = [(13 - rank) % 13 if rules.ace_low else 12 - rank if rules.from_king else rank for rank in range(13)]
    cards = [4 * steps[dealt // 4] + dealt % 4 for dealt in dealt_cards]
    piles = (code for code in destinations if not HOME <= code < STOCK)
    for code, card in zip(piles, (card for card in cards if card // 4 >= home[card % 4]), strict=True):
        if code < CELL:
            columns[code].append(card)
        elif code == STOCK:
            stock.append(card)
        else:
            cells[code - CELL] = card
    turned = _turned_down(list(map(bytes, columns)), face_down or bytes(rules.columns))
    return State(turned, bytes(cells), home, bytes(stock))


# --- numbers, four bytes each ---


def packed(numbers: array[int]) -> bytes:
    """Return numbers as bytes, the lowest first."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def read_ends(ends: bytes, deals: int, lines: bytes) -> array[int]:
    """Read where each deal's line ends in *lines*; a `KernelInputError` unless they divide them."""
    if len(ends) % 4:
        raise KernelInputError("ends", "four bytes a deal expected")
    numbers = array("I", ends)
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(numbers) != deals:
        raise KernelInputError("ends", f"{deals} expected, one for each deal, not {len(numbers)}")
    if sorted(numbers) != list(numbers) or (numbers[-1] if deals else 0) != len(lines):
        raise KernelInputError("ends", "ascending places in the lines expected, the last at their end")
    return numbers
