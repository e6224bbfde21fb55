"""The rules and positions that the pure-Python kernel reads from bytes. Bytes are checked here, once."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KernelInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Codes of piles: columns from 0, cells from 32, foundations from 48, the stock.
CELL, HOME, STOCK = 32, 48, 52
#: What an empty cell holds.
NO_CARD = 255
#: Added to the code of a card that lies face down.
FACE_DOWN = 64
BYTES_PER_MOVE = 3

# For each byte of the rules its lowest and its highest value; what the values mean is said in `Rules`.
_RANGES = (1, 13), (1, 15), (1, 18), (0, 12), (0, 2), (0, 3), (0, 2), (0, 2), (0, 1), (0, 8), (0, 1), (0, 1)


class Rules:
    """The twelve bytes of the rules, and what follows from them for each card (4 · step in its foundation + suit).

    Cells that are a `reserve` never take a card. `parents` are the cards on which a card may be built, `leaders` those
    of them with which it moves as one, `children` those that may be built on it, and `opens` says whether it may go
    into an empty column.
    """

    def __init__(self, rules: bytes) -> None:
        if len(rules) != len(_RANGES):
            raise KernelInputError("rules", f"{len(_RANGES)} bytes expected, not {len(rules)}")
        for place, (byte, (least, most)) in enumerate(zip(rules, _RANGES, strict=True)):
            if not least <= byte <= most:
                raise KernelInputError(f"rules, byte {place}", f"{least} to {most} expected, not {byte}")
        self.ranks, suits, self.columns, self.cells, build, foundations, empty, moving = rules[:8]
        self.forced, self.stock, one_suit, self.reserve = bool(rules[8]), rules[9], bool(rules[10]), bool(rules[11])
        self.by_suit, self.build_any = build == 1, build == 2
        self.from_king, self.whole_suits, self.ace_low = foundations in (1, 3), foundations == 2, foundations == 3
        self.whole, self.any = moving == 1, moving == 2
        if self.any and (self.cells or self.stock or self.build_any or self.whole_suits):
            expected = "no cells, no stock, built by suit or colour, single cards home expected where any card moves"
            raise KernelInputError("rules", expected)
        self.suits = tuple(suit for suit in range(4) if suits >> suit & 1)
        self.pack = tuple(4 * step + suit for step in range(self.ranks) for suit in self.suits)
        self.number_of_cards = len(self.pack)
        # The steps in the order in which columns are built, highest rank first.
        downwards = list(range(self.ranks)) if self.from_king else list(reversed(range(self.ranks)))
        if self.ace_low:  # the first to go home is the lowest
            downwards.append(downwards.pop(0))
        self.king = downwards[0]  # its step
        above = dict(pairwise(reversed(downwards)))
        cards = range(4 * self.ranks)
        self.parents = tuple(
            tuple(
                4 * above[card // 4] + suit
                for suit in (_other_colour(card), (card % 4,), range(4))[build]
                if suit in self.suits and card // 4 in above
            )
            for card in cards
        )
        self.leaders = tuple(
            tuple(parent for parent in parents if parent % 4 == card % 4 or not one_suit)
            for card, parents in enumerate(self.parents)
        )
        self.children = tuple(tuple(child for child in self.pack if card in self.parents[child]) for card in cards)
        self.opens = tuple(empty == 0 or (empty == 1 and card // 4 == self.king) for card in cards)
        self.stages = empty == 0  # whether an empty column can hold cards on the way


def _other_colour(card: int) -> tuple[int, ...]:
    return (0, 3) if card % 4 in (1, 2) else (1, 2)


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
    left = BytesIO(position)

    def take(count: int) -> bytes:
        taken = left.read(count)
        if len(taken) < count:
            raise KernelInputError("position", "it ends too early")
        return taken

    def take_number(right: int, what: str) -> int:
        number = take(1)[0]
        if number != right:
            raise KernelInputError("position", f"{right} {what} expected, as in the rules, not {number}")
        return number

    home = tuple(take(4))
    cells = take(take_number(rules.cells, "cells"))
    columns = [take(take(1)[0]) for _ in range(take_number(rules.columns, "columns"))]
    face_down = take(rules.columns) if rules.any else bytes(rules.columns)
    stock = take(take(1)[0]) if rules.stock else b""
    if more := left.read():
        raise KernelInputError("position", f"{len(more)} bytes left over")
    if len(stock) > rules.stock:
        raise KernelInputError("position", f"{len(stock)} cards in the stock, at most {rules.stock} expected")
    if rules.whole_suits and not {*home} <= {0, rules.ranks}:
        raise KernelInputError("position", f"none or the whole suit expected on a foundation, not {home}")
    check_face_down(face_down, [len(column) for column in columns], "position")
    cards = [4 * step + suit for suit, count in enumerate(home) for step in range(count)]
    cards += [card for card in cells if card != NO_CARD]
    cards += b"".join((*columns, stock))
    if sorted(cards) != list(rules.pack):
        raise KernelInputError("position", f"each of the {rules.number_of_cards} cards of the pack once expected")
    return State(turned_down(columns, face_down), cells, home, stock)


def write_state(rules: Rules, state: State) -> bytes:
    """Write a position as `read_state` reads it."""
    columns, cells, home, stock = state
    found = bytearray((*home, len(cells), *cells, len(columns)))
    for column in columns:
        found += bytes((len(column), *(card % FACE_DOWN for card in column)))
    if rules.any:
        found += bytes(sum(card >= FACE_DOWN for card in column) for column in columns)
    if rules.stock:
        found += bytes((len(stock), *stock))
    return bytes(found)


def turned_down(columns: Sequence[bytes], face_down: bytes) -> tuple[bytes, ...]:
    """Turn the first cards of each column face down, as many as its number says."""
    return tuple(
        bytes(card + FACE_DOWN * (at < down) for at, card in enumerate(column))
        for column, down in zip(columns, face_down, strict=True)
    )


def check_face_down(face_down: bytes, heights: list[int], what: str) -> None:
    """Raise a `KernelInputError` if the last card of a column lies face down, or a card that is not there."""
    for column, (down, height) in enumerate(zip(face_down, heights, strict=True)):
        if down and down >= height:
            raise KernelInputError(what, f"{down} of the {height} cards of column {column} lie face down, the last too")
