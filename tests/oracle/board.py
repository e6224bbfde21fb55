"""The pure-Python kernel's table as a line for players sees it: moves told by cards, and what the program plays.

Moves are told by cards: what one lies on is another card or one of the codes below, so that a step means the same when
columns or cells have changed places, and boards that differ only by the order of columns or cells are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.table import CELL, FACE_DOWN, HOME, NO_CARD, STOCK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oracle.table import Rules, State

    Step = tuple[int, int]  # a card, and what it goes onto with all that lies on it
    Line = tuple["Line", Step] | None  # what came before, and the last step
    Written = tuple[int, int, int, int]  # from, to, count, and the most cards that could move so

#: What a card lies on, where it is no card.
BOTTOM, IN_CELL, AT_HOME, IN_STOCK = 52, 53, 54, 55
NO_AUTOPLAY, SAFE, MAX = range(3)
CARRIED, ONE, MICROSOFT = range(3)
#: What a step came to.
MADE, NEEDLESS, STUCK = range(3)


class Board:
    """What lies where, by cards; `ends` are the last cards of columns, and `pile` says where these are."""

    __slots__ = ("above", "below", "cells", "empty", "ends", "free", "hidden", "home", "pile", "stock")

    def __init__(self, rules: Rules, start: State) -> None:
        self.below = [AT_HOME] * 52
        self.above = [NO_CARD] * 52
        self.pile = [0] * 52
        self.ends = [NO_CARD] * rules.columns
        self.cells = list(start.cells)
        self.home = list(start.home)
        self.stock = list(start.stock)
        self.hidden = 0
        for index, column in enumerate(start.columns):
            under = BOTTOM
            for code in column:
                card = code % FACE_DOWN
                self.below[card] = under
                if under != BOTTOM:
                    self.above[under] = card
                if code >= FACE_DOWN:
                    self.hidden |= 1 << card
                under = self.ends[index] = card
                self.pile[card] = index
        for index, card in enumerate(start.cells):
            if card != NO_CARD:
                self.below[card] = IN_CELL
                self.pile[card] = CELL + index
        for card in start.stock:
            self.below[card] = IN_STOCK
        self.free = 0 if rules.reserve else self.cells.count(NO_CARD)
        self.empty = self.ends.count(NO_CARD)

    def copy(self) -> Board:
        other = Board.__new__(Board)
        other.below, other.above, other.pile = self.below[:], self.above[:], self.pile[:]
        other.ends, other.cells, other.home, other.stock = self.ends[:], self.cells[:], self.home[:], self.stock[:]
        other.hidden, other.free, other.empty = self.hidden, self.free, self.empty
        return other

    def is_as(self, other: Board) -> bool:
        return self.below == other.below and self.hidden == other.hidden

    def lift(self, card: int, source: int, reserve: bool) -> None:
        """Take a card, with all that lies on it, from a pile; where it goes is for the caller to say."""
        old = self.below[card]
        if old == IN_STOCK:
            del self.stock[0]
        elif old == IN_CELL:
            self.cells[source - CELL] = NO_CARD
            self.free += not reserve
        elif old == BOTTOM:
            self.ends[source] = NO_CARD
            self.empty += 1
        else:
            self.above[old] = NO_CARD
            self.ends[source] = old
            self.pile[old] = source
            self.hidden &= ~(1 << old)


class Table:
    """A game and how it is played; *by_card* lets more cards than one move at once only where it has to be."""

    def __init__(self, rules: Rules, autoplay: int, at_once: int, *, by_card: bool = False) -> None:
        self.rules = rules
        self._autoplay = autoplay
        self._at_once = at_once
        self._whole = rules.whole and not by_card
        self._onto = [0] * 52  # bits of the cards that may lie on each, and of those that move with it then
        self._joins = [0] * 52
        for card in rules.pack:
            for lower in rules.parents[card]:
                self._onto[lower] |= 1 << card
            for lower in rules.leaders[card]:
                self._joins[lower] |= 1 << card
        every = rules.build_any or rules.whole_suits
        self._others = {
            suit: [other for other in rules.suits if other != suit and (every or (other in (1, 2)) != (suit in (1, 2)))]
            for suit in rules.suits
        }

    def make(self, board: Board, step: Step, carried: list[Step], written: list[Written] | None = None) -> int:
        """Make a step and what the program plays then; *carried* gets the steps of too large a move, not made here."""
        card, onto = step
        rules, below, above = self.rules, board.below, board.above
        if below[card] == AT_HOME:
            return NEEDLESS
        if onto < BOTTOM and below[onto] == AT_HOME:
            onto = AT_HOME
        if below[card] == onto:
            return NEEDLESS
        if board.hidden >> card & 1:
            return STUCK
        stocked = bool(board.stock)
        count, source, tip = 1, STOCK, card
        if stocked:
            if card != board.stock[0]:
                return STUCK
        else:
            while (more := above[tip]) != NO_CARD:
                if not rules.any and not self._joins[tip] >> more & 1:
                    return STUCK
                tip = more
                count += 1
            source = board.pile[tip]
            if rules.forced and onto != AT_HOME and self._some_card_fits_home(board):
                return STUCK
        if onto == AT_HOME:
            if stocked or not self._fits_home(board, card, tip, count):
                return STUCK
            target = HOME + card % 4
        elif onto == IN_CELL:
            if stocked or count > 1 or not board.free:
                return STUCK
            target = CELL + board.cells.index(NO_CARD)
        else:
            if onto == BOTTOM:
                if not board.empty or not (stocked or rules.opens[card]):
                    return STUCK
                target = board.ends.index(NO_CARD)
            else:
                if above[onto] != NO_CARD or below[onto] in (IN_CELL, IN_STOCK):
                    return STUCK
                target = board.pile[onto]
                if target == source or not (stocked or self._onto[onto] >> card & 1):
                    return STUCK
            if count > 1:
                helpers = self._helpers(board, onto == BOTTOM)
                if count > self._capacity(board.free, helpers):
                    if count <= (board.free + 1) << helpers:
                        run = [card]
                        while len(run) < count:
                            run.append(above[run[-1]])
                        carried += self._carry(run, onto, board.free, helpers)
                        return STUCK
                    if not rules.whole:
                        return STUCK
        if written is not None:
            most = count
            if source < CELL and target < CELL:
                most = self._most(board, source, onto, count)
            written.append((source, target, count, most))
        if onto == AT_HOME:
            self._send_home(board, card, tip)
        else:
            board.lift(card, source, rules.reserve)
            below[card] = onto
            board.pile[tip] = target
            if onto == IN_CELL:
                board.cells[target - CELL] = card
                board.free -= 1
            else:
                board.ends[target] = tip
                if onto == BOTTOM:
                    board.empty -= 1
                else:
                    above[onto] = card
        if self._autoplay != NO_AUTOPLAY and not board.stock:
            self._play(board)
        return MADE

    def fits(self, card: int, onto: int) -> bool:
        """Return whether a card may lie on this one."""
        return bool(self._onto[onto] >> card & 1)

    def joined(self, card: int, lower: int) -> bool:
        """Say whether two cards move as one where the first lies on the other."""
        return bool(self._joins[lower] >> card & 1)

    def steps(self, board: Board) -> Iterator[Step]:
        """Yield steps, each that can be made among them, up to the order of columns and cells.

        What is to no purpose, such as a column that moves to an empty one, is left out.
        """
        if board.stock:
            yield from ((board.stock[0], end) for end in board.ends if end != NO_CARD)
            if board.empty:
                yield board.stock[0], BOTTOM
            return
        rules = self.rules
        most = self._capacity(board.free, self._helpers(board, to_empty=False))
        for end in board.ends:
            card, count = end, 1
            while card != NO_CARD and count <= most:
                lower = board.below[card]
                fits_home = count == 1 and card // 4 == board.home[card % 4]
                if card // 4 == rules.ranks - 1 if rules.whole_suits else fits_home:
                    yield card, AT_HOME
                yield from self._to_columns(board, card, count if lower != BOTTOM else 0)
                if count == 1 and board.free:
                    yield card, IN_CELL
                if lower == BOTTOM or board.hidden >> lower & 1 or not (rules.any or self.joined(card, lower)):
                    break
                card, count = lower, count + 1
        for card in board.cells:
            if card != NO_CARD:
                if card // 4 == board.home[card % 4]:
                    yield card, AT_HOME
                yield from self._to_columns(board, card, 1)

    def _to_columns(self, board: Board, card: int, count: int) -> Iterator[Step]:
        """Yield the steps of *count* cards to columns; 0: not to an empty one."""
        yield from ((card, end) for end in board.ends if end != NO_CARD and self._onto[end] >> card & 1)
        if not (count and board.empty and self.rules.opens[card]):
            return
        if count <= self._capacity(board.free, self._helpers(board, to_empty=True)):
            yield card, BOTTOM

    def written(self, start: State, steps: Sequence[Step]) -> bytes:
        """Return steps that can be made one after the other as moves of piles."""
        board = Board(self.rules, start)
        moves: list[Written] = []
        for step in steps:
            self.make(board, step, [], moves)
        return b"".join(map(bytes, moves))

    def won(self, board: Board) -> bool:
        """Say whether all cards are home."""
        return sum(board.home) == self.rules.number_of_cards

    def _capacity(self, free: int, helpers: int) -> int:
        if self._whole or self.rules.any:
            return 52
        if self._at_once == ONE:
            return 1
        return (free + 1) << (min(helpers, 1) if self._at_once == MICROSOFT else helpers)

    def _helpers(self, board: Board, to_empty: bool) -> int:
        return board.empty - to_empty if self.rules.stages else 0

    def _carry(self, run: list[int], onto: int, free: int, helpers: int) -> list[Step]:
        """Return the steps that carry a run where fewer cards than it has move at once.

        With h helpers (free + 1) · 2^h cards can be carried: part of the run goes to an empty column over the other
        h − 1, the rest, no more than (free + 1) · 2^(h − 1), to the target, and the part after it. Without helpers all
        cards but the first wait in cells.
        """
        if len(run) <= self._capacity(free, helpers):
            return [(run[0], onto)]
        if helpers:
            cut = min((free + 1) << (helpers - 1), len(run) - 1)
            high, low = run[:cut], run[cut:]
            return [
                *self._carry(low, BOTTOM, free, helpers - 1),
                *self._carry(high, onto, free, helpers - 1),
                *self._carry(low, high[-1], free, helpers - 1),
            ]
        away = [(card, IN_CELL) for card in reversed(run[1:])]
        return [*away, (run[0], onto), *zip(run[1:], run, strict=False)]

    def _most(self, board: Board, source: int, onto: int, count: int) -> int:
        """Return how many cards could move at most from one column to another, given that *count* can."""
        if onto != BOTTOM and not self.rules.any:
            return count
        limit = self._capacity(board.free, self._helpers(board, onto == BOTTOM))
        found, seen, card = count, 1, board.ends[source]
        while True:
            fits = self.rules.opens[card] if onto == BOTTOM else self._onto[onto] >> card & 1
            if found < seen <= limit and fits:
                found = seen
            lower = board.below[card]
            if lower >= BOTTOM or board.hidden >> lower & 1 or not (self.rules.any or self._joins[lower] >> card & 1):
                return found
            card = lower
            seen += 1

    def _fits_home(self, board: Board, card: int, tip: int, count: int) -> bool:
        if self.rules.whole_suits:
            return card // 4 == self.rules.ranks - 1 and self._end_of_suit(board, card % 4) == tip
        return count == 1 and card // 4 == board.home[card % 4]

    def _end_of_suit(self, board: Board, suit: int) -> int:
        """Return the last card of a suit that lies in order at the end of a column, if it does."""
        card = 4 * (self.rules.ranks - 1) + suit
        if board.below[card] >= IN_CELL or board.hidden >> card & 1:
            return NO_CARD
        while (more := board.above[card]) != NO_CARD:
            if more + 4 != card:
                return NO_CARD
            card = more
        return card if card < 4 else NO_CARD

    def _some_card_fits_home(self, board: Board) -> bool:
        if self.rules.whole_suits:
            return any(self._end_of_suit(board, suit) != NO_CARD for suit in self.rules.suits)
        return any(
            board.home[suit] < self.rules.ranks and board.above[4 * board.home[suit] + suit] == NO_CARD
            for suit in self.rules.suits
        )

    def _play(self, board: Board) -> None:
        """Send home what goes there by itself."""
        rules, home, above = self.rules, board.home, board.above
        again = True
        while again:
            again = False
            for suit in rules.suits:
                while home[suit] < rules.ranks:
                    if rules.whole_suits:
                        card = 4 * (rules.ranks - 1) + suit
                        tip = self._end_of_suit(board, suit)
                    else:
                        card = tip = 4 * home[suit] + suit
                        if above[card] != NO_CARD:
                            break
                    if tip == NO_CARD or (self._autoplay == SAFE and not self._is_safe(board, card)):
                        break
                    self._send_home(board, card, tip)
                    again = True

    def _is_safe(self, board: Board, card: int) -> bool:
        """Say whether nothing can miss the card any more; the referee of this game says why that is so."""
        rules, rank = self.rules, card // 4
        up = not rules.from_king
        needed = rank if up else min(rank + 2, rules.ranks)
        if rules.whole_suits:
            needed = rules.ranks
        elif rules.by_suit:
            return up or not (rules.whole or rules.any) or rank == rules.ranks - 1
        elif up and rank <= (0 if rules.any else 1):
            return True
        return all(board.home[suit] >= needed for suit in self._others[card % 4])

    def _send_home(self, board: Board, card: int, tip: int) -> None:
        board.lift(card, board.pile[tip], self.rules.reserve)
        while True:
            board.below[card] = AT_HOME
            board.home[card % 4] += 1
            if card == tip:
                return
            card = board.above[card]


def steps_of(line: Line) -> list[Step]:
    """Return a line's steps, the first one first."""
    steps = []
    while line is not None:
        line, step = line
        steps.append(step)
    return steps[::-1]
