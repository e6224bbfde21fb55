"""The pure-Python kernel's checker: it replays a claimed line by rule code of its own.

It shares with the search only how bytes are read and deals are dealt; a line it accepts is legal from the first move to
the won end.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from oracle.deals import NUMBERED, Dealer, parted
from oracle.table import BYTES_PER_MOVE, CELL, FACE_DOWN, HOME, NO_CARD, STOCK, Rules, State, read_state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.kernel.answers import Deals

_SOLVED, _UNDECIDED = 0, 2


def check(rules: bytes, position: bytes, line: bytes) -> int:
    """-1 for a line that is legal and wins; else the index of its first illegal move, or its length."""
    parsed = Rules(rules)
    return first_fault(parsed, read_state(parsed, position), line)


def check_score(rules: bytes, position: bytes, line: bytes) -> int:
    """Return how many cards are home after a line, or −1 − the index of its first illegal move."""
    parsed = Rules(rules)
    return score(parsed, read_state(parsed, position), line)


def check_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    deals: Deals = NUMBERED,
) -> int:
    """Return the first deal whose claimed solution is wrong, or last + 1."""
    parsed = Rules(rules)
    dealer = Dealer(parsed, layout, deals, (first, last))
    lines_by_deal = read_claims(first, last, verdicts, lines, ends)
    if max(verdicts) > _UNDECIDED:
        raise KernelInputError("verdicts", f"0, 1 or 2 expected, not {max(verdicts)}")

    def wins(number: int, line: bytes) -> bool:
        return not len(line) % BYTES_PER_MOVE and first_fault(parsed, dealer.deal(number), line) < 0

    return first_wrong(first, [verdict == _SOLVED for verdict in verdicts], lines_by_deal, wins)


def read_claims(first: int, last: int, claims: bytes, lines: bytes, ends: bytes) -> list[bytes]:
    """Return the line of each deal from first to last; a `KernelInputError` unless there is a claim of each."""
    if not len(claims) == last - first + 1 > 0:
        raise KernelInputError("verdicts", f"one for each of the deals {first} to {last} expected, not {len(claims)}")
    return parted(lines, ends, len(claims))


def first_wrong(
    first: int, has_line: Sequence[bool], lines: list[bytes], is_right: Callable[[int, bytes], bool]
) -> int:
    """Return the first deal whose line is wrong, or which has one where none is claimed; else the number after all."""
    for number, (claimed, line) in enumerate(zip(has_line, lines, strict=True), first):
        if not is_right(number, line) if claimed else line:
            return number
    return first + len(lines)


def first_fault(rules: Rules, start: State, line: bytes) -> int:
    """Return −1 for a line that wins, else the index of its first illegal move, or its length if it only ends early."""
    replay = Replay(rules, start)
    made = replay.run(line)
    return -1 if replay.won() and made * BYTES_PER_MOVE == len(line) else made


def score(rules: Rules, start: State, line: bytes) -> int:
    """Return how many cards are home after the line, or −1 − the index of its first illegal move."""
    replay = Replay(rules, start)
    made = replay.run(line)
    return sum(replay.home) if made * BYTES_PER_MOVE == len(line) else -1 - made


class Replay:
    """A position on which moves are made, each if it is legal."""

    def __init__(self, rules: Rules, start: State) -> None:
        self.rules = rules
        self.home = list(start.home)
        self.cells = [[] if card == NO_CARD else [card] for card in start.cells]
        self.columns = [list(column) for column in start.columns]
        self.stock = list(start.stock)

    def run(self, line: bytes) -> int:
        """Play the line as far as it is legal; return how many moves that were."""
        if len(line) % BYTES_PER_MOVE:
            raise KernelInputError("line", f"three bytes a move expected, not {len(line)} in all")
        for at in range(0, len(line), BYTES_PER_MOVE):
            if not self.play(*line[at : at + BYTES_PER_MOVE]):
                return at // BYTES_PER_MOVE
        return len(line) // BYTES_PER_MOVE

    def play(self, source: int, target: int, count: int) -> bool:
        """Make the move if it is legal; say whether it was."""
        rules = self.rules
        if self.stock:
            if source != STOCK or target >= rules.columns or count != 1:
                return False
            self.columns[target].append(self.stock.pop(0))
            return True
        pile, onto = self.pile(source), self.pile(target)
        suit = target - HOME
        if pile is None or source == target or not 1 <= count <= len(pile):
            return False
        cards = pile[-count:]
        if cards[0] >= FACE_DOWN:
            return False
        if rules.forced and suit not in rules.suits and self._some_card_fits_home():
            return False
        if suit in rules.suits:
            if not self._goes_home(cards, suit) or (rules.whole_suits and source >= CELL):
                return False
            self.home[suit] += count
        elif onto is None:
            return False
        else:
            fits = self.may_move_onto(onto, cards) if target < CELL else count == 1 and not onto and not rules.reserve
            if not fits:
                return False
            onto += cards
        del pile[-count:]
        if pile:
            pile[-1] %= FACE_DOWN
        return True

    def won(self) -> bool:
        """Say whether all cards are home."""
        return sum(self.home) == self.rules.number_of_cards

    def pile(self, code: int) -> list[int] | None:
        """Return the cards of a column or cell."""
        if code < self.rules.columns:
            return self.columns[code]
        return self.cells[code - CELL] if CELL <= code < CELL + self.rules.cells else None

    def may_move_onto(self, onto: list[int], cards: list[int]) -> bool:
        """Say whether the cards may move onto a column."""
        rules = self.rules
        if not rules.any and any(lower not in rules.leaders[upper] for lower, upper in pairwise(cards)):
            return False
        if not (onto[-1] in rules.parents[cards[0]] if onto else rules.opens[cards[0]]):
            return False
        if len(cards) == 1 or rules.whole or rules.any:
            return True
        return len(cards) <= self.capacity(self.columns.count([]) - (not onto) if rules.stages else 0)

    def capacity(self, helpers: int) -> int:
        """Return how many cards single moves can carry: one in each free cell, and each empty column doubles."""
        free = 0 if self.rules.reserve else self.cells.count([])
        return int((free + 1) << helpers)

    def _goes_home(self, cards: list[int], suit: int) -> bool:
        """Say whether these cards are the next of a suit, or all of it from king to ace where suits go home whole."""
        if self.rules.whole_suits:
            return cards == [4 * step + suit for step in reversed(range(self.rules.ranks))]
        return cards == [4 * self.home[suit] + suit]

    def _some_card_fits_home(self) -> bool:
        if self.rules.whole_suits:
            return any(pile and self._goes_home(pile[-self.rules.ranks :], pile[-1] % 4) for pile in self.columns)
        return any(pile and self._goes_home(pile[-1:], pile[-1] % 4) for pile in (*self.columns, *self.cells))
