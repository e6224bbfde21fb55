"""Playing, taking back and replaying lines of moves, each with its autoplay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import ArgumentError, IllegalMoveError, NotWonError, SuperfluousMoveError, WrongScoreError
from kiebitz.patience.position import Position
from kiebitz.patience.referee.autoplay import autoplayed
from kiebitz.patience.referee.generation import LegalMoves
from kiebitz.patience.referee.refusals import is_won, refusal, unchecked
from kiebitz.patience.rule_options import Autoplay, choice_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.moves import Move


class Turn(NamedTuple):
    """One act at the table: the player's move, what autoplay added, and the position before both."""

    move: Move
    automatic: tuple[Move, ...]
    before: Position


class Table:
    """A game being played: moves are pushed and popped, each with the autoplay that followed it.

    Autoplay acts after a move of the player, never before the first one; *autoplay* is a rule or its name. An
    `ArgumentError` refuses what is no position, a `ChoiceError` what is no rule.

    >>> from kiebitz.patience.dealing import deal
    >>> from kiebitz.patience.moves import Move
    >>> from kiebitz.patience.piles import column
    >>> table = Table(deal(617), autoplay=Autoplay.SAFE)
    >>> table.push(Move(column(4), column(7)))
    ()
    >>> table.pop()
    Move(column(4), column(7))
    >>> table.push("58"), len(table.legal_moves)
    ((), 34)
    """

    def __init__(self, position: Position, autoplay: Autoplay | str = Autoplay.NONE) -> None:
        if not isinstance(position, Position):
            raise ArgumentError("position", position, "a Position, such as kiebitz.deal(617)")
        self.autoplay = choice_named(Autoplay, autoplay)
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

    def push(self, move: Move | str) -> tuple[Move, ...]:
        """Make *move* and return what autoplay added; an `IllegalMoveError` with its number leaves all as it was.

        After a win that is a `SuperfluousMoveError`. A text is the legal move that it names in standard notation.
        """
        if isinstance(move, str):
            move = self._written(move)
        reason = refusal(self._position, move)
        before = self._position
        if reason is not None:
            ply, line = len(self._turns) + 1, (turn.move for turn in self._turns)
            raise SuperfluousMoveError(move, ply, line) if is_won(before) else IllegalMoveError(reason, move, ply, line)
        moves, self._position = autoplayed(unchecked(before, move), self.autoplay)
        automatic = tuple(moves)
        self._turns.append(Turn(move, automatic, before))
        return automatic

    def _written(self, word: str) -> Move:
        """Return the legal move that a word of standard notation names: without a count that of the most cards."""
        letters, _, count = word.partition("v")
        named = [move for move in self.legal_moves if str(move) == letters and count in ("", f"{move.count:x}")]
        if not named:
            raise IllegalMoveError(f"no legal move is written {word!r}", ply=len(self._turns) + 1)
        return max(named, key=lambda move: move.count)

    def __str__(self) -> str:
        """The board now, as that of a position."""
        return str(self._position)

    def pop(self) -> Move:
        """Take back the last turn with its autoplay and return the player's move; an `IndexError` if there is none."""
        turn = self._turns.pop()
        self._position = turn.before
        return turn.move

    def peek(self) -> Move:
        """Return the player's last move; an `IndexError` if there is none."""
        return self._turns[-1].move


def replay(position: Position, moves: Iterable[Move], autoplay: Autoplay | str = Autoplay.NONE) -> Position:
    """Return the position after *moves*, each followed by autoplay; an `IllegalMoveError` names the first wrong one."""
    table = Table(position, autoplay)
    for move in moves:
        table.push(move)
    return table.position


def verify(
    position: Position, moves: Iterable[Move], autoplay: Autoplay | str = Autoplay.NONE, score: int | None = None
) -> None:
    """Raise unless *moves* are legal one after the other and win the game, or bring exactly *score* cards home.

    An `IllegalMoveError` carries reason, move and number (1 = first) of the first illegal move; a `NotWonError`, which
    is one too, says how many cards are not home after a line that is legal but wins nothing; and a `WrongScoreError`,
    which is another, how many are home where *score* was claimed. Cards that were home before the line count. Where the
    line holds by another rule of autoplay, the error's reason names it.
    """
    line, rule = list(moves), choice_named(Autoplay, autoplay)
    try:
        _verify(position, line, rule, score)
    except IllegalMoveError as error:
        others = (other for other in Autoplay if other is not rule and _holds(position, line, other, score))
        if (other := next(others, None)) is not None:
            error.reason += f"; with autoplay {other.value} the line holds"
        raise


def _holds(position: Position, line: list[Move], autoplay: Autoplay, score: int | None) -> bool:
    try:
        _verify(position, line, autoplay, score)
    except IllegalMoveError:
        return False
    return True


def _verify(position: Position, line: list[Move], autoplay: Autoplay, score: int | None) -> None:
    end = replay(position, line, autoplay)
    home = sum(end.foundations)
    if score is not None and home != score:
        raise WrongScoreError(len(line), home, score)
    left = len(end.rules.pack) - home
    if left and score is None:
        raise NotWonError(len(line), left)
