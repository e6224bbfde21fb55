"""A game played by numbers of actions, for programs that learn: the kernel answers each move in one call."""

from __future__ import annotations

from struct import iter_unpack
from typing import TYPE_CHECKING

from kiebitz.errors import IllegalMoveError, KernelFaultError
from kiebitz.kernel.answers import Play
from kiebitz.kernel.functions import act
from kiebitz.patience.encoding import AT_ONCE, AUTOPLAYS, encode_ranks, encode_rules, encode_table
from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.referee import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience.position import Position
    from kiebitz.patience.rule_options import Autoplay


class NumberedPlay:
    """A game from a position on, by actions; `now` has the kernel's bytes, `PatienceEnv` explains the numbers."""

    __slots__ = ("_autoplay", "_game", "_made", "_position", "now")

    def __init__(self, start: Position, autoplay: Autoplay) -> None:
        rules = start.rules
        play = Play(AUTOPLAYS.index(autoplay), AT_ONCE.get(rules.supermoves, 0))
        self._game = encode_rules(rules), play, encode_ranks(rules)
        self._autoplay = autoplay
        self._position = start
        self._made: list[tuple[bytes, int]] = []  # actions not replayed yet, each with the legal moves before it
        self.now = act(*self._game, encode_table(start), None)

    @property
    def position(self) -> Position:
        """The current position, for which the referee replays the moves; a `KernelFaultError` if they disagree."""
        moves = [_move_of(legal, action) for legal, action in self._made]
        try:
            position = replay(self._position, moves, self._autoplay)
        except IllegalMoveError as error:
            raise KernelFaultError(f"the kernel allowed a move that the referee refuses: {error}") from error
        if encode_table(position) != self.now.position:
            raise KernelFaultError("the kernel and the referee disagree on the position after these actions")
        self._position = position
        self._made.clear()
        return position

    def is_legal(self, action: int) -> bool:
        """Return whether a number is that of a legal action."""
        return 0 <= action < len(self.now.mask) and bool(self.now.mask[action])

    def make(self, action: int) -> None:
        """Perform a legal action, and the automatic moves after it."""
        before = self.now.moves
        self.now = act(*self._game, self.now.position, action)
        self._made.append((before, action))

    def move_of(self, action: int) -> Move:
        """Return the move of a legal action."""
        return _move_of(self.now.moves, action)

    def action_of(self, move: Move) -> int:
        """Return the action of a legal move; an `IllegalMoveError` for any other."""
        for legal, action in _numbered(self.now.moves):
            if legal == move:
                return action
        raise IllegalMoveError("no action makes this move here", move)


def _numbered(moves: bytes) -> Iterator[tuple[Move, int]]:
    return ((move_of_codes(*codes), action) for *codes, action in iter_unpack("<3BH", moves))


def _move_of(moves: bytes, action: int) -> Move:
    return next(move for move, number in _numbered(moves) if number == action)
