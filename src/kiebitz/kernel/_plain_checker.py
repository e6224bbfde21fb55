"""The pure-Python kernel's checker: it replays a claimed line by rule code of its own.

It shares with the search only how bytes are read; a line it accepts is legal from the first move to the won end.
"""

from __future__ import annotations

from itertools import pairwise

from kiebitz.errors import KernelInputError
from kiebitz.kernel._plain_table import BYTES_PER_MOVE, CELL, FACE_DOWN, HOME, NO_CARD, STOCK, Rules, State
from kiebitz.kernel.answers import Play

_BYTES_PER_PLAYER_MOVE = 4
_MAX, _ONE, _MICROSOFT = 2, 1, 2  # of what is played by itself, and of what moves at once
_AS_SEARCHED = Play(0)


def first_fault(rules: Rules, start: State, line: bytes) -> int:
    """Return −1 for a line that wins, else the index of its first illegal move, or its length if it only ends early."""
    replay = _Replay(rules, start)
    made = replay.run(line)
    return -1 if replay.won() and made * BYTES_PER_MOVE == len(line) else made


def score(rules: Rules, start: State, line: bytes) -> int:
    """Return how many cards are home after the line, or −1 − the index of its first illegal move."""
    replay = _Replay(rules, start)
    made = replay.run(line)
    return sum(replay.home) if made * BYTES_PER_MOVE == len(line) else -1 - made


def first_fault_of_player(rules: Rules, start: State, line: bytes, play: Play) -> int:
    """Return −1 for player's moves that win, else the index of the first wrong one, or their number."""
    if len(line) % _BYTES_PER_PLAYER_MOVE:
        raise KernelInputError("line", f"four bytes a move expected, not {len(line)} in all")
    replay = _Replay(rules, start, play)
    for at in range(0, len(line), _BYTES_PER_PLAYER_MOVE):
        source, target, count, most = line[at : at + _BYTES_PER_PLAYER_MOVE]
        if replay.most(source, target, count) != most or not replay.play(source, target, count):
            return at // _BYTES_PER_PLAYER_MOVE
        replay.send_home()
    return -1 if replay.won() else len(line) // _BYTES_PER_PLAYER_MOVE


class _Replay:
    def __init__(self, rules: Rules, start: State, play: Play = _AS_SEARCHED) -> None:
        self.rules = rules
        self.autoplay, self.at_once = play
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
        pile, onto = self._pile(source), self._pile(target)
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
        elif target >= CELL:
            if count > 1 or onto or rules.reserve:
                return False
            onto += cards
        else:
            if not self._may_move_onto(onto, cards):
                return False
            onto += cards
        del pile[-count:]
        if pile:
            pile[-1] %= FACE_DOWN
        return True

    def most(self, source: int, target: int, count: int) -> int:
        """Return the most cards that could move from one pile to another if that many may."""
        pile, onto = self._pile(source), self._pile(target)
        if pile is None or onto is None or max(source, target) >= CELL or source == target:
            return count
        for more in range(len(pile), count, -1):
            if pile[-more] < FACE_DOWN and self._may_move_onto(onto, pile[-more:]):
                return more
        return count

    def send_home(self) -> None:
        """Send home what the program plays by itself."""
        sent = self.autoplay > 0 and not self.stock
        while sent:
            sent = False
            for source in (*range(self.rules.columns), *range(CELL, CELL + self.rules.cells)):
                pile = self._pile(source)
                if pile and (self.autoplay == _MAX or self._is_missed_by_none(pile[-1])):
                    count = self.rules.ranks if self.rules.whole_suits else 1
                    sent |= self.play(source, HOME + pile[-1] % 4, count)

    def _is_missed_by_none(self, card: int) -> bool:
        """Say whether no card that is still to come could need this one as its place, by the rule of safe autoplay."""
        rules, step = self.rules, card // 4
        if rules.whole_suits:
            return all(self.home[suit] == rules.ranks for suit in rules.suits if suit != card % 4)
        if rules.by_suit:
            return not rules.from_king or not (rules.whole or rules.any) or step == rules.ranks - 1
        if not rules.from_king and step < (1 if rules.any else 2):
            return True
        others = min(step + 2, rules.ranks) if rules.from_king else step
        red = card % 4 in (1, 2)
        return all(
            self.home[suit] >= others
            for suit in rules.suits
            if suit != card % 4 and (rules.build_any or (suit in (1, 2)) != red)
        )

    def won(self) -> bool:
        """Say whether all cards are home."""
        return sum(self.home) == self.rules.number_of_cards

    def _pile(self, code: int) -> list[int] | None:
        if code < self.rules.columns:
            return self.columns[code]
        return self.cells[code - CELL] if CELL <= code < CELL + self.rules.cells else None

    def _may_move_onto(self, onto: list[int], cards: list[int]) -> bool:
        rules = self.rules
        if not rules.any and any(lower not in rules.leaders[upper] for lower, upper in pairwise(cards)):
            return False
        if not (onto[-1] in rules.parents[cards[0]] if onto else rules.opens[cards[0]]):
            return False
        if len(cards) == 1 or rules.whole or rules.any:
            return True
        if self.at_once == _ONE:
            return False
        # What single moves can carry: each free cell holds a card, each empty column that is not the target doubles.
        helpers = self.columns.count([]) - (not onto) if rules.stages else 0
        if self.at_once == _MICROSOFT:
            helpers = min(helpers, 1)
        free = 0 if rules.reserve else self.cells.count([])
        return len(cards) <= (free + 1) << helpers

    def _goes_home(self, cards: list[int], suit: int) -> bool:
        """Say whether these cards are the next of a suit, or all of it from king to ace where suits go home whole."""
        if self.rules.whole_suits:
            return cards == [4 * step + suit for step in reversed(range(self.rules.ranks))]
        return cards == [4 * self.home[suit] + suit]

    def _some_card_fits_home(self) -> bool:
        if self.rules.whole_suits:
            return any(pile and self._goes_home(pile[-self.rules.ranks :], pile[-1] % 4) for pile in self.columns)
        return any(pile and self._goes_home(pile[-1:], pile[-1] % 4) for pile in (*self.columns, *self.cells))
