"""The pure-Python kernel's lines for players: from the search's line to a player's moves, made short by cheap means.

It does the same as the native kernel, step by step, so that both make the same lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from oracle.board import AT_HOME, BOTTOM, IN_CELL, MADE, ONE, STUCK, Board, Table
from oracle.table import BYTES_PER_MOVE, CELL, FACE_DOWN, HOME, NO_CARD, STOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.kernel.answers import Play
    from oracle.board import Step
    from oracle.table import Rules, State

_MOST_STUCK = 2  # other steps that cannot be made when one is left out on trial
_MOST_WORK = 200_000  # steps made on trial for one line


def player_line(rules: Rules, start: State, line: bytes, play: Play) -> bytes | None:
    """Return the player's moves of a line that wins, four bytes each; `None` if it does not survive autoplay."""
    plan = _plan_of(start, line)
    table = Table(rules, *play)
    for way in (table, Table(rules, play.autoplay, ONE, by_card=True)):
        made = _Line(way, start)
        if made.play(plan):
            made.shorten()
            return table.written(start, made.steps)
    return None


class _Line:
    """A line on its way: the steps, and the boards before each and after the last."""

    def __init__(self, table: Table, start: State) -> None:
        self._table = table
        self._boards = [Board(table.rules, start)]
        self._work = 0
        self.steps: list[Step] = []

    def play(self, plan: Sequence[Step]) -> bool:
        """Play a plan, and say whether it wins.

        Steps that need not be made are left out, and those that cannot be made as well: with more cards home than
        planned the line may win without them.
        """
        board = self._boards[0].copy()
        made: list[Step] = []
        for step in plan:
            if self._table.won(board):
                break
            self._make(board, step, made)
        self._replace(0, 0, made)
        return self._table.won(board)

    def shorten(self) -> None:
        """Make the line shorter as far as that is cheap; after every change it still wins."""
        self._cut_loops()
        while self._drop_steps():
            pass

    def _make(self, board: Board, step: Step, made: list[Step]) -> bool:
        """Make a step with all that it takes; say whether all of it could be made, or need not be."""
        carried: list[Step] = []
        self._work += 1
        outcome = self._table.make(board, step, carried)
        if outcome == MADE:
            made.append(step)
        if not carried:
            return outcome != STUCK
        every = True
        for part in carried:
            self._work += 1
            outcome = self._table.make(board, part, [])
            if outcome == MADE:
                made.append(part)
            every &= outcome != STUCK
        return every

    def _replace(self, at: int, rest: int, made: Sequence[Step]) -> None:
        """Put *made* in the place of the steps from *at* to before *rest*."""
        boards = []
        board = self._boards[at]
        for step in made:
            board = board.copy()
            self._table.make(board, step, [])
            boards.append(board)
        self.steps[at:rest] = made
        self._boards[at + 1 : rest + 1] = boards

    def _cut_loops(self) -> None:
        """Leave out what leads back to a position seen before, up to the order of columns and cells."""
        boards, steps = [], []
        at = 0
        while at < len(self._boards):
            board, last = self._boards[at], at
            for later in range(at + 1, len(self._boards)):
                if self._boards[later].home != board.home:
                    break
                if self._boards[later].is_as(board):
                    last = later
            boards.append(self._boards[last])
            steps += self.steps[last : last + 1]
            at = last + 1
        self._boards, self.steps = boards, steps

    def _drop_steps(self) -> bool:
        """Try to do without each step; say whether that was of use.

        If it can't be done without, its card is put at once where it goes next, or waits in the other of the two places
        that take any card.
        """
        shorter = False
        at = 0
        while at < len(self.steps) and self._work < _MOST_WORK:
            card, onto = self.steps[at]
            tries: list[Step | None] = [None]
            tries += [step for step in self.steps[at + 1 :] if step[0] == card][:1]
            if onto in (IN_CELL, BOTTOM):
                tries.append((card, BOTTOM if onto == IN_CELL else IN_CELL))
            if any(self._instead(at, other) for other in tries):
                shorter = True
            else:
                at += 1
        return shorter

    def _instead(self, at: int, other: Step | None) -> bool:
        """Play another step, or none, in the place of one, and then the rest; keep that if it wins with fewer steps.

        It is known to win as soon as it comes to a position of the old line.
        """
        made: list[Step] = []
        board = self._boards[at].copy()
        if other is not None and not self._make(board, other, made):
            return False
        rest = at + 1
        stuck = 0
        while not board.is_as(self._boards[rest]):
            if rest == len(self.steps) or at + len(made) > rest:
                return False
            if not self._make(board, self.steps[rest], made):
                stuck += 1
                if stuck > _MOST_STUCK:
                    return False
            if self._table.won(board):
                rest = len(self.steps)
                break
            rest += 1
        if at + len(made) >= rest:
            return False
        self._replace(at, rest, made)
        return True


def _plan_of(start: State, line: bytes) -> list[Step]:
    """Tell the search's moves by cards; that they are legal is for the checker to say."""
    if len(line) % BYTES_PER_MOVE:
        raise KernelInputError("line", "three bytes a move expected")
    columns = [[card % FACE_DOWN for card in column] for column in start.columns]
    cells = [[] if card == NO_CARD else [card] for card in start.cells]
    stock = list(start.stock)
    piles = {**dict(enumerate(columns)), **{CELL + index: cell for index, cell in enumerate(cells)}}
    steps = []
    for at in range(0, len(line), BYTES_PER_MOVE):
        source, target, count = line[at : at + BYTES_PER_MOVE]
        cards = stock[:1] if source == STOCK else piles.get(source, [])[-count:]
        if len(cards) != count or not count or not (target in piles or HOME <= target < STOCK):
            raise KernelInputError("line", "moves of cards that are there expected")
        if source == STOCK:
            del stock[0]
        else:
            del piles[source][-count:]
        onto = AT_HOME
        if target in piles:
            under = piles[target]
            onto = IN_CELL if target >= CELL else under[-1] if under else BOTTOM
            under += cards
        steps.append((cards[0], onto))
    return steps
