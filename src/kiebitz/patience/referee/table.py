"""Playing, taking back and replaying lines of moves, each with its autoplay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import IllegalMoveError, NotWonError, SuperfluousMoveError, WrongScoreError
from kiebitz.patience.choices import Autoplay
from kiebitz.patience.referee.autoplay import autoplayed
from kiebitz.patience.referee.generation import LegalMoves
from kiebitz.patience.referee.refusals import is_won, refusal, unchecked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position


class Turn(NamedTuple):
    """One act at the table: the player's move, what autoplay added, and the position before both."""

    move: Move
    automatic: tuple[Move, ...]
    before: Position


class Table:
    """A game being played: moves are pushed and popped, each with the autoplay that followed it.

    Autoplay acts after a move of the player, never before the first one.

    >>> from kiebitz.patience.dealing import deal
    >>> from kiebitz.patience.moves import Move
    >>> from kiebitz.patience.piles import column
    >>> table = Table(deal(617), autoplay=Autoplay.SAFE)
    >>> table.push(Move(column(4), column(7)))
    ()
    >>> table.pop()
    Move(column(4), column(7))
    """

    def __init__(self, position: Position, autoplay: Autoplay = Autoplay.NONE) -> None:
        self.autoplay = autoplay
        self._position = position
        self._turns: list[Turn] = []

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def history(self) -> tuple[Turn, ...]:
        """All turns, first to last."""
        return tuple(self._turns)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves now, as a lazy view."""
        return LegalMoves(self._position)

    @property
    def is_won(self) -> bool:
        """Whether all cards are home."""
        return is_won(self._position)

    def refusal(self, move: Move) -> str | None:
        """Return why *move* is illegal now, or `None`."""
        return refusal(self._position, move)

    def push(self, move: Move) -> tuple[Move, ...]:
        """Make *move* and return what autoplay added; an `IllegalMoveError` with its number leaves all as it was.

        After a win that is a `SuperfluousMoveError`.
        """
        reason = refusal(self._position, move)
        before = self._position
        if reason is not None:
            ply, line = len(self._turns) + 1, (turn.move for turn in self._turns)
            raise SuperfluousMoveError(move, ply, line) if is_won(before) else IllegalMoveError(reason, move, ply, line)
        moves, self._position = autoplayed(unchecked(before, move), self.autoplay)
        automatic = tuple(moves)
        self._turns.append(Turn(move, automatic, before))
        return automatic

    def pop(self) -> Move:
        """Take back the last turn with its autoplay and return the player's move; an `IndexError` if there is none."""
        turn = self._turns.pop()
        self._position = turn.before
        return turn.move

    def peek(self) -> Move:
        """Return the player's last move; an `IndexError` if there is none."""
        return self._turns[-1].move


def replay(position: Position, moves: Iterable[Move], autoplay: Autoplay = Autoplay.NONE) -> Position:
    """Return the position after *moves*, each followed by autoplay; an `IllegalMoveError` names the first wrong one."""
    table = Table(position, autoplay)
    for move in moves:
        table.push(move)
    return table.position


def verify(
    position: Position, moves: Iterable[Move], autoplay: Autoplay = Autoplay.NONE, score: int | None = None
) -> None:
    """Raise unless *moves* are legal one after the other and win the game, or bring exactly *score* cards home.

    An `IllegalMoveError` carries reason, move and number (1 = first) of the first illegal move; a `NotWonError`, which
    is one too, says how many cards are not home after a line that is legal but wins nothing; and a `WrongScoreError`,
    which is another, how many are home where *score* was claimed. Cards that were home before the line count.
    """
    line = list(moves)
    end = replay(position, line, autoplay)
    home = sum(end.foundations)
    if score is not None and home != score:
        raise WrongScoreError(len(line), home, score)
    left = len(end.rules.pack) - home
    if left and score is None:
        raise NotWonError(len(line), left)
