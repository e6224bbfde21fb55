"""The analyst beside a game: can it still be won, how, what can still be reached, and which move lost it.

The kernel's analyst answers and remembers; all its answers about a position are views of one, so that they cannot
contradict each other. Positions that differ only in the order of columns and cells are one. Any number of threads may
ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING
from weakref import finalize

from kiebitz.analysis.answers import Answer, Loss, Result
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import Limit, limit_or
from kiebitz.analysis.search_support import search_for
from kiebitz.analysis.solving import answer_of, result_of, state_of
from kiebitz.errors import ArgumentError, KernelFaultError, NoPositionError
from kiebitz.kernel import analyst as kernel
from kiebitz.patience.encoding import AUTOPLAYS, encode_game, encode_moves, encode_position
from kiebitz.patience.position import Position
from kiebitz.patience.referee import Table
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.rule_options import Autoplay

    Stop = Callable[[], bool] | None

#: The limit unless another one is given. The native kernel takes about half a second for it where all states
#: are needed, and less than a millisecond for nearly all positions of FreeCell; see `bench/` for the figures.
QUICK = Limit(states=300_000)

_numbers = count(1)


class Analyst:
    """Answers questions about games in progress, and remembers what it found out about *most* positions.

    *short* is how many positions of each level a search for a short line keeps; 0 stands for the usual numbers. What is
    remembered is the kernel's, known there by a number; it goes with this object. The kernel may forget it sooner,
    which costs time and nothing else.

    >>> analyst = Analyst()
    >>> session = Session.new("freecell", 617)
    >>> analyst.status(session).verdict
    Verdict.SOLVED
    >>> analyst.solution(session).moves[0] == analyst.hint(session)
    True
    """

    def __init__(self, most: int = 0, short: int = 0) -> None:
        self._known = next(_numbers), most, short
        finalize(self, kernel.forget, self._known[0]).atexit = False

    @property
    def remembered(self) -> int:
        """How many positions are remembered."""
        return kernel.remembered(self._known[0])

    def status(self, game: Session | Table | Position, limit: Limit | None = None, stop: Stop = None) -> Answer:
        """Say whether the game can be won from the position now, within *limit* (`QUICK` if there is none).

        The verdict is about free play: no rule of autoplay is taken into account, as `Autoplay.SAFE` loses no won game.
        A session whose earlier position is known to be lost stays lost. *stop* is asked now and then whether the search
        shall end. Errors are those of `solve`.
        """
        position, _ = state_of(game)
        asked = self._known, _played(game), limit_or(limit, QUICK).allowance()
        with as_kernel_fault():
            return answer_of(position, kernel.status(*asked, stop))

    def solution(
        self,
        game: Session | Table | Position,
        limit: Limit | None = None,
        autoplay: Autoplay | str | None = None,
        stop: Stop = None,
    ) -> Result:
        """Return the status with a player's line: one that wins, or in a scored game one to the best score known.

        *autoplay* is the session's unless another one is given, `SAFE` for a position. Whoever follows the line is
        told its rest at each position on it. Without *limit* the search goes on to its end; errors as of `solve`.
        """
        position, rule = state_of(game, autoplay)
        asked = self._known, _played(game), AUTOPLAYS.index(rule), limit_or(limit).allowance()
        try:
            with as_kernel_fault():
                return result_of(position, kernel.solution_of(*asked, stop))
        except KernelFaultError:
            kernel.forget(self._known[0])  # the line, which nobody may be handed the rest of
            raise

    def hint(
        self,
        game: Session | Table | Position,
        limit: Limit | None = None,
        autoplay: Autoplay | str | None = None,
        stop: Stop = None,
    ) -> Move | None:
        """Return the first move of `solution`; `None` if no line was found or nothing is left to be done."""
        moves = self.solution(game, limit, autoplay, stop).moves
        return moves[0] if moves else None

    def losing_move(
        self, game: Session | Table | Sequence[Position], limit: Limit | None = None, stop: Stop = None
    ) -> Loss | None:
        """Find the move that lost a game, or the best score; `None` if nothing was lost as far as known.

        *game* is a session or its positions, the one at the start first (a `NoPositionError` if there are none). Each
        position that is looked at gets the *limit* (`QUICK` if there is none). Once lost is always lost, so halving
        finds the move; from there the way back leads over undecided positions, if there are any, to the last one that
        is known to be winnable.
        """
        asked = self._known, _played(game), limit_or(limit, QUICK).allowance()
        with as_kernel_fault():
            found = kernel.losing_move(*asked, stop)
        if found is None:
            return None
        ply, last_winnable, certain, before, after = found
        return Loss(ply, None if last_winnable < 0 else last_winnable, certain, before, after)


def _played(game: Session | Table | Position | Sequence[Position]) -> kernel.Played:
    """Return a game in progress as the kernel is told of it."""
    if isinstance(game, Session | Table):
        rules, turns = game.position.rules, game.history
        search_for(rules)  # complains
        start = encode_position(turns[0].before if turns else game.position)
        moves = encode_moves(turn.move for turn in turns)
        return kernel.Played(encode_game(rules), (start,), moves, AUTOPLAYS.index(game.autoplay))
    positions = (game,) if isinstance(game, Position) else game
    if not isinstance(positions, Sequence):
        raise ArgumentError("game", game, "a Position, Session or Table, or positions in a row")
    if not positions:
        raise NoPositionError
    search_for(positions[-1].rules)
    return kernel.Played(encode_game(positions[-1].rules), tuple(map(encode_position, positions)))


#: Who answers where no analyst of one's own is at hand.
_shared = Analyst()


def light(game: Session | Table | Position, limit: Limit | None = None, stop: Stop = None) -> Answer:
    """Say whether the game can be won from the position now, as `Analyst.status` does; what was found is remembered.

    >>> light(Session.new("freecell", 617)).verdict
    Verdict.SOLVED
    """
    return _shared.status(game, limit, stop)


def solution(
    game: Session | Table | Position,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    stop: Stop = None,
) -> Result:
    """Return what is known with a player's line, as `Analyst.solution` does."""
    return _shared.solution(game, limit, autoplay, stop)


def hint(
    position: Session | Table | Position,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Move | None:
    """Return the first move of a verified line, as `Analyst.hint` does; `None` if none was found or needed.

    The lines found last are remembered, so whoever follows the hints follows one line to its end.
    """
    return _shared.hint(position, limit, autoplay, stop)


def losing_move(
    game: Session | Table | Sequence[Position], limit: Limit | None = None, stop: Stop = None
) -> Loss | None:
    """Find the move that lost a game, as `Analyst.losing_move` does."""
    return _shared.losing_move(game, limit, stop)
