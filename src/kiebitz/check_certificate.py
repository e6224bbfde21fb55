"""Check a certificate: a proof that a deal cannot be won, or not in fewer than some number of moves.

    python3 check_certificate.py FILE

Needs only Python 3.9, and nothing of Kiebitz. docs/certificates.md specifies the file and explains the proof.

Exits with 0 and `yes` if the claim is proven, with 1 and `no` if not, with 2 if the file cannot be read.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

RANKS, SUITS, RED = "A23456789TJQK", "CDHS", "DH"
KEYS = (
    "suits ranks home columns cells dealt_to_cells build empty_column home_moves merged start claim positions".split()
)
LACKING = {  # the keys that a header lacks, by its first line; without home_moves no card comes back
    "kiebitz certificate 2": ["home_moves", "merged"],
    "kiebitz certificate 3": ["merged"],
    "kiebitz certificate 4": ["home_moves"],
}
LONGEST_HEADER, MOST_POSITIONS, MOST_MOVES = 4096, 5_000_000, 254

# What the digit of a card says: 3 to 6 that it lies on the card of the next rank, of clubs, diamonds, hearts or spades.
HOME, CELL, BOTTOM, ON_CLUBS, AS_DEALT = 0, 1, 2, 3, 7
LOST = 255  # the bound of a position that cannot be won


class Unreadable(Exception):
    """The file is no certificate that this program can read."""


class NotProven(Exception):
    """The file can be read, but it does not prove what it claims."""


def read_header(file: BinaryIO) -> dict[str, str]:
    """Return what the lines at the beginning of the file say, by their first words."""
    head, end, _ = file.read(LONGEST_HEADER).partition(b"\n\n")
    lines = head.decode("ascii", "replace").split("\n")
    if lines[0] not in LACKING:
        raise Unreadable(f"the first line is {lines[0][:40]!r}; expected {' or '.join(map(repr, LACKING))}")
    pairs = [line.partition(" ")[::2] for line in lines[1:]]
    keys = [key for key in KEYS if key not in LACKING[lines[0]]]
    if not end or [key for key, _ in pairs] != keys or not all(map(str.isprintable, lines)):
        raise Unreadable(f"the header is not as it should be; expected the lines {', '.join(keys)}, then an empty one")
    file.seek(len(head) + 2)
    return {"home_moves": "free", **dict(pairs)}


def number(header: dict[str, str], key: str, least: int, highest: int) -> int:
    """Return the number that the header gives for this word."""
    text = header[key]
    if not (text.isdigit() and len(text) <= 10 and least <= int(text) <= highest):
        raise Unreadable(f"{key} {text[:40]!r}; expected a number from {least} to {highest}")
    return int(text)


def choice(header: dict[str, str], key: str, *choices: str) -> str:
    """Return the word that the header gives for this one."""
    if header[key] not in choices:
        raise Unreadable(f"{key} {header[key][:40]!r} is unknown; expected {' or '.join(choices)}")
    return header[key]


def letters(header: dict[str, str], key: str, allowed: str) -> str:
    """Return the suits or ranks that the header gives, each of them once."""
    text = header[key]
    if not text or not set(text) <= set(allowed) or len(set(text)) < len(text):
        raise Unreadable(f"{key} {text[:40]!r}; expected some of the letters {allowed}, each once")
    return text


def microsoft_deal(seed: int, deck: list[str]) -> list[str]:
    """Return the cards of Microsoft's (and FreeCell Pro's) numbered deal in the order in which they are dealt."""
    state, dealt = seed % 2**32, []
    while deck:
        state = (state * 214013 + 2531011) % 2**32
        drawn = state >> 16 & 0x7FFF
        if seed >= 2**32:
            drawn = (state >> 16) + 1
        elif seed >= 2**31:
            drawn += 0x8000
        place = drawn % len(deck)
        deck[place], deck[-1] = deck[-1], deck[place]
        dealt.append(deck.pop())
    return dealt


@lru_cache(1 << 18)
def fewest_aside(columns: frozenset[tuple[int, ...]], suits: int) -> int:
    """Return how many of the cards in these columns are set aside, at least, when all go home."""
    lowest = {card % suits: card for card in sorted((card for column in columns for card in column), reverse=True)}
    steps = []
    for column in columns:
        for at, card in enumerate(column):
            if lowest[card % suits] == card:
                steps.append((len(column) - at - 1, columns - {column} | {column[:at]}))
    free = [step for step in steps if step[0] == 0][:1]  # what goes home at no cost does so at once
    return min((aside + fewest_aside(following, suits) for aside, following in free or steps), default=0)


class Game:
    """The rules that the header states, and the position at the start.

    Cards are known by their numbers: those that go home first come first, and of one rank in the order of SUITS.
    """

    def __init__(self, header: dict[str, str]) -> None:
        self.suits = letters(header, "suits", SUITS)
        self.ranks = letters(header, "ranks", RANKS)  # from low to high, as columns are built
        self.home = letters(header, "home", RANKS)  # from the first that goes home to the last
        if sorted(self.home) != sorted(self.ranks) or sorted(self.suits, key=SUITS.index) != list(self.suits):
            raise Unreadable("suits, ranks or home: the order of the suits is CDHS, and home has the same ranks")
        self.columns = number(header, "columns", 1, 52)
        self.cells = number(header, "cells", 0, 52)
        self.build = choice(header, "build", "alternate_colour", "same_suit")
        self.empty_column = choice(header, "empty_column", "any", "kings", "none")
        self.home_moves = choice(header, "home_moves", "free", "both_ways")
        self.cards = [rank + suit for rank in self.home for suit in self.suits]
        numbers = range(len(self.cards))
        self.unit = [1 << 3 * (len(self.cards) - 1 - card) for card in numbers]  # what 1 more in its digit makes
        self.fits = [self._fits(card) for card in self.cards]
        self.lower = [set(range(card % len(self.suits), card, len(self.suits))) for card in numbers]
        openers = {"any": self.ranks, "kings": self.ranks[-1], "none": ""}[self.empty_column]
        self.opens = [card[0] in openers for card in self.cards]
        columns, cells = self._start(header)
        self.places = [self._places(card, columns) for card in numbers]
        self.start = sum(CELL * self.unit[card] for card in cells)
        for column in columns:
            for depth, card in enumerate(column):
                on = {below: digit for digit, below in self.places[card].items()}
                self.start += self.unit[card] * (int(on[column[depth - 1]]) if depth else BOTTOM)
        self.read(self.start)

    def _fits(self, card: str) -> dict[int, int]:
        """Return the cards of the next rank that a card fits onto, with its digits there."""
        above = self.ranks.partition(card[0])[2][:1]  # the next rank, if there is one
        other_colour = [suit for suit in self.suits if (suit in RED) != (card[1] in RED)]
        suits = [card[1]] if self.build == "same_suit" else other_colour
        return {self.cards.index(above + suit): ON_CLUBS + SUITS.index(suit) for suit in suits if above}

    def _start(self, header: dict[str, str]) -> tuple[list[list[int]], list[int]]:
        """Return the columns and the cards in cells at the start."""
        kind, _, what = header["start"].partition(" ")
        self.dealt_to_cells = number(header, "dealt_to_cells", 0, self.cells)
        if kind == "microsoft":
            deck = [rank + suit for rank in RANKS if rank in self.ranks for suit in self.suits]
            dealt = microsoft_deal(number({"start": what}, "start", 0, 2**33 - 1), deck)
            in_columns = max(len(dealt) - self.dealt_to_cells, 0)
            rows = [dealt[column : in_columns : self.columns] for column in range(self.columns)]
            self.title, free = f"Microsoft deal {int(what)}", dealt[in_columns:]
        elif kind == "board":
            board, _, options = what.partition(";")
            rows, free = [column.split() for column in board.split("/")], options.split()
            self.title = f"board {' '.join(what.split())}"
        else:
            raise Unreadable(f"start {kind[:40]!r} is unknown; expected microsoft or board")
        laid = [card for row in [*rows, free] for card in row]
        if not set(laid) <= set(self.cards) or len(set(laid)) < len(laid) or len(rows) > self.columns:
            raise Unreadable("start: a card that the pack lacks, a card twice, or too many columns")
        return [[self.cards.index(card) for card in row] for row in rows], [self.cards.index(card) for card in free]

    def _places(self, card: int, columns: list[list[int]]) -> dict[str, int]:
        """Return which card each digit from 3 on says that a card lies on."""
        places = {str(digit): on for on, digit in self.fits[card].items()}
        for column in columns:
            if card in column[1:] and column[column.index(card) - 1] not in self.fits[card]:
                places[str(AS_DEALT)] = column[column.index(card) - 1]
        return places

    def read(self, position: int) -> tuple[str, list[list[int]], list[int], list[int]]:
        """Return the digits of a position, its columns, the cards in its cells and how many of each suit are home."""
        digits, suits = f"{position:0{len(self.cards)}o}", len(self.suits)
        above: dict[int, int] = {}
        columns, cells, home = [], [], [0] * suits
        for card, digit in enumerate(digits):
            if digit in self.places[card]:
                above[self.places[card][digit]] = card
            elif digit == "2":
                columns.append([card])
            elif digit == "1":
                cells.append(card)
            elif digit == "0" and card // suits == home[card % suits]:  # its turn has come
                home[card % suits] += 1
        for column in columns:
            while (card := above.get(column[-1], -1)) >= 0:
                column.append(card)
        whole = sum(map(len, columns)) + len(cells) + sum(home) == len(digits)  # each digit means something and fits
        if not whole or len(columns) > self.columns or len(cells) > self.cells:
            raise NotProven(f"position {position:o} is none of this game")
        return digits, columns, cells, home

    def successors(self, position: int) -> Iterator[int]:
        """Yield every position that one move of a single card leads to, by the rules."""
        digits, columns, cells, home = self.read(position)
        ends = {column[-1] for column in columns}
        last = [len(home) * (count - 1) + suit for suit, count in enumerate(home) if count]  # of each foundation
        for card in [*ends, *cells, *(last if self.home_moves == "both_ways" else [])]:
            digit, unit = int(digits[card]), self.unit[card]
            if card // len(self.suits) == home[card % len(self.suits)]:
                yield position + unit * (HOME - digit)
            for below, on in self.fits[card].items():
                if below in ends:
                    yield position + unit * (on - digit)
            if len(columns) < self.columns and self.opens[card]:
                yield position + unit * (BOTTOM - digit)
            if len(cells) < self.cells:
                yield position + unit * (CELL - digit)

    def formula(self, position: int, enough: int = LOST) -> int:
        """Return the specification's lower bound on the moves that remain, or as much of it as is enough."""
        _, columns, _, home = self.read(position)
        over_own = {card for column in columns for at, card in enumerate(column) if self.lower[card] & set(column[:at])}
        least = len(self.cards) - sum(home) + len(over_own)
        others = frozenset(tuple(card for card in column if card not in over_own) for column in columns)
        return least if least >= enough else least + fewest_aside(others, len(self.suits))

    def __str__(self) -> str:
        return (
            f"{self.title} (cards {len(self.cards)}, columns {self.columns}, cells {self.cells}, build {self.build}, "
            f"empty_column {self.empty_column}, suits {self.suits}, ranks {self.ranks}, home {self.home}, "
            f"dealt_to_cells {self.dealt_to_cells}, home_moves {self.home_moves}, single-card moves)"
        )


class EasierGame:
    """The game with the suits of its higher ranks merged: only rank and colour distinguish such cards.

    A *kind* is a card, or a merged one with its like, known by the lowest number. A card of a merged rank goes home if
    more cards of its colour and the rank below are home than of its own kind.
    """

    def __init__(self, game: Game, black_from: int, red_from: int) -> None:
        suits, numbers = len(game.suits), range(len(game.cards))
        red = [card[1] in RED for card in game.cards]

        def is_merged(card: int) -> bool:
            return card // suits >= (red_from if red[card] else black_from)

        def alike(rank: int, card: int) -> list[int]:
            return [other for other in range(rank * suits, (rank + 1) * suits) if red[other] == red[card]]

        def lower(card: int) -> list[int]:
            return alike(card // suits - 1, card) if is_merged(card) else [card - suits]

        self.kind = [alike(card // suits, card)[0] if is_merged(card) else card for card in numbers]
        self.count = [self.kind.count(card) for card in numbers]
        self.onto = [{self.kind[below] for below in fits} for fits in game.fits]
        self.lower = [{self.kind[other] for other in lower(card) if other >= 0} for card in numbers]
        self.columns, self.cells, self.opens = game.columns, game.cells, game.opens
        _, columns, cells, _ = game.read(game.start)
        empty = [b""] * (game.columns - len(columns))
        as_kinds = [bytes(self.kind[card] for card in pile) for pile in [*columns, cells]]
        self.start = self.position([*as_kinds[:-1], *empty], as_kinds[-1])

    @staticmethod
    def position(columns: list[bytes], cells: bytes) -> bytes:
        """Return the kinds in the columns and in the cells, whatever their order."""
        return b"\xff".join([*sorted(columns), bytes(sorted(cells))])

    def goes_home(self, kind: int, position: bytes) -> bool:
        """Return whether a card of this kind can go home."""
        lower = sum(self.count[below] - position.count(below) for below in self.lower[kind])
        return not self.lower[kind] or lower > self.count[kind] - position.count(kind)

    def successors(self, position: bytes) -> Iterator[bytes]:
        """Yield every position that one move of a single card leads to."""
        *columns, cells = position.split(b"\xff")
        for place, pile in enumerate([*columns, *(cells[at : at + 1] for at in range(len(cells)))]):
            if not pile:
                continue
            card, kind, others, left = pile[-1:], pile[-1], list(columns), cells
            if place < len(columns):
                others[place] = pile[:-1]
                if len(cells) < self.cells:
                    yield self.position(others, cells + card)
            else:
                left = cells.replace(card, b"", 1)
            if self.goes_home(kind, position):
                yield self.position(others, left)
            for target, column in enumerate(columns):
                if target != place and (column[-1] in self.onto[kind] if column else self.opens[kind]):
                    yield self.position([*others[:target], column + card, *others[target + 1 :]], left)

    def search(self, limit: int) -> int:
        """Return how many positions there are, all of them lost; raises `NotProven` if there are too many."""
        listed = {self.start}
        waiting = [self.start]
        while waiting:
            position = waiting.pop()
            if not position.strip(b"\xff"):
                raise NotProven("the game with merged suits can be won")
            for successor in self.successors(position):
                if successor not in listed:
                    listed.add(successor)
                    waiting.append(successor)
            if len(listed) > limit:
                raise NotProven(f"the game with merged suits has more positions than {limit}")
        return len(listed)


def read_positions(file: BinaryIO, count: int, cards: int) -> tuple[list[int], bytes]:
    """Return the positions of the certificate, as numbers in their order, and their bounds."""
    width = (3 * cards + 7) // 8
    data, at, before = file.read(count * (width + 2) + 1), 0, bytes(width)
    positions, bounds = list[int](), bytearray()
    while len(positions) < count:
        shared = data[at] if at < len(data) else 0
        end = at + 1 + width - shared
        if end >= len(data) or shared >= width:
            raise Unreadable(f"position {len(positions) + 1} of {count} is cut short")
        before = before[:shared] + data[at + 1 : end]
        position = int.from_bytes(before, "big")
        if position <= (positions or [-1])[-1] or position >> 3 * cards:
            raise Unreadable(f"position {len(positions) + 1} of {count} is not above the one before, or too large")
        positions.append(position)
        bounds.append(data[end])
        at = end + 1
    if at != len(data):
        raise Unreadable(f"bytes are left over after position {count}")
    return positions, bytes(bounds)


def check(file: BinaryIO) -> str:
    """Return what the certificate proves; raises `Unreadable` or `NotProven`."""
    header = read_header(file)
    claimed, claim = LOST, "cannot be won"
    if header["claim"].startswith("moves "):
        claimed = number({"claim": header["claim"][6:]}, "claim", 1, MOST_MOVES)
        claim = f"is won by no line with fewer moves than {claimed}"
    elif header["claim"] != "impossible":
        raise Unreadable(f"claim {header['claim'][:40]!r} is unknown; expected impossible or moves N")
    count = number(header, "positions", 1, MOST_POSITIONS)
    merged = header["merged"].split(" ") if "merged" in header else []
    if merged and (claimed != LOST or header["build"] != "alternate_colour"):
        raise Unreadable("suits are merged only to show that a game built in alternate colours cannot be won")
    if merged and (len(merged) != 2 or not set(merged) <= set(header["home"])):
        raise Unreadable(f"merged {header['merged'][:40]!r} is unknown; expected two ranks of {header['home'][:13]}")
    game = Game(header)
    if merged:
        if file.read(1):
            raise Unreadable("bytes are left over after the header")
        count = EasierGame(game, *map(game.home.index, merged)).search(count)
        easier = f"black from {merged[0]} and red from {merged[1]} on"
        return f"{game} {claim}, even with suits merged, {easier}; positions checked: {count}"
    positions, bounds = read_positions(file, count, len(game.cards))

    def listed(position: int) -> int | None:
        at = bisect_left(positions, position)
        return bounds[at] if at < count and positions[at] == position else None

    if (listed(game.start) or 0) < claimed:
        raise NotProven("the start is not listed with the bound that is claimed")
    for place, position in enumerate(positions):
        bound = bounds[place]
        if position == 0 and bound > 0:
            raise NotProven(f"the won position has the bound {bound}")
        needed = LOST if bound == LOST else bound - 1
        for successor in game.successors(position):
            after = listed(successor)
            if after is None:
                after = 0 if needed == LOST else game.formula(successor, needed)
            if after < needed:
                raise NotProven(f"position {position:o} has the bound {bound}, a successor only {after}")
    return f"{game} {claim}; positions checked: {count}"


def main(arguments: list[str]) -> int:
    """Check the file that is named and say what came of it."""
    if len(arguments) != 1:
        print("usage: check_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            print(f"yes: {check(file)}")
    except NotProven as fault:
        print(f"no: {fault}")
        return 1
    except (OSError, ValueError, Unreadable) as fault:
        print(f"{arguments[0]}: {getattr(fault, 'strerror', None) or fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
