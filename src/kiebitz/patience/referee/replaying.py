"""Playing, taking back and replaying lines of moves with autoplay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import ArgumentError, IllegalMoveError, NotWonError, SuperfluousMoveError, WrongScoreError
from kiebitz.patience.position import Position
from kiebitz.patience.referee.autoplay import autoplayed
from kiebitz.patience.referee.move_generation import LegalMoves
from kiebitz.patience.referee.refusals import is_won, refusal, unchecked
from kiebitz.patience.rule_options import Autoplay, choice_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.moves import Move


class Turn(NamedTuple):
    """A turn: the player's move, the moves of autoplay, and the position before both."""

    move: Move
    automatic: tuple[Move, ...]
    before: Position


class Table:
    """A game in progress: moves are pushed and popped, each with the autoplay that followed it.

    *autoplay* is a rule or its name. Raises `ArgumentError` if *position* is not a `Position`, `ChoiceError` for an
    unknown rule.

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
        """The current position."""
        return self._position

    @property
    def history(self) -> tuple[Turn, ...]:
        """All turns, first to last."""
        return tuple(self._turns)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves in the current position, as a lazy view."""
        return LegalMoves(self._position)

    @property
    def is_won(self) -> bool:
        """Whether all cards are home."""
        return is_won(self._position)

    def refusal(self, move: Move) -> str | None:
        """Return why *move* is illegal in the current position, or `None`."""
        return refusal(self._position, move)

    def push(self, move: Move | str) -> tuple[Move, ...]:
        """Make *move* and return the moves of autoplay; an `IllegalMoveError` changes nothing.

        After a win the error is a `SuperfluousMoveError`. A text is a legal move in standard notation.
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
        """Return the legal move of a word of standard notation; without a count the one with most cards."""
        letters, _, count = word.partition("v")
        named = [move for move in self.legal_moves if str(move) == letters and count in ("", f"{move.count:x}")]
        if not named:
            raise IllegalMoveError(f"no legal move is written {word!r}", ply=len(self._turns) + 1)
        return max(named, key=lambda move: move.count)

    def __str__(self) -> str:
        """Return the current board."""
        return str(self._position)

    def pop(self) -> Move:
        """Undo the last turn and return its move; an `IndexError` at the start."""
        turn = self._turns.pop()
        self._position = turn.before
        return turn.move

    def peek(self) -> Move:
        """Return the player's last move; an `IndexError` at the start."""
        return self._turns[-1].move


def replay(position: Position, moves: Iterable[Move], autoplay: Autoplay | str = Autoplay.NONE) -> Position:
    """Return the position after *moves* with autoplay; an `IllegalMoveError` for the first illegal move."""
    table = Table(position, autoplay)
    for move in moves:
        table.push(move)
    return table.position


def verify(
    position: Position, moves: Iterable[Move], autoplay: Autoplay | str = Autoplay.NONE, score: int | None = None
) -> None:
    """Raise an error unless *moves* are legal and win the game, or bring exactly *score* cards home.

    - `IllegalMoveError`: has the reason, the move and its number from 1
    - `NotWonError`: has the number of cards not home
    - `WrongScoreError`: has the number of cards home

    The last two are subclasses of the first. *score* includes cards that were home before the line. If the line holds
    by another autoplay rule, the error's reason names it.
    """
    line, rule = list(moves), choice_named(Autoplay, autoplay)
    try:
        _verify(position, line, rule, score)
    except IllegalMoveError as error:
        working = (
            other_rule
            for other_rule in Autoplay
            if other_rule is not rule and _holds(position, line, other_rule, score)
        )
        if (other_rule := next(working, None)) is not None:
            error.reason += f"; with autoplay {other_rule.value} the line holds"
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
    not_home = len(end.rules.pack) - home
    if not_home and score is None:
        raise NotWonError(len(line), not_home)
