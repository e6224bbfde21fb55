"""The analyst of a game in progress: status, solution, hint and losing move, with a memory of earlier answers.

The kernel answers and remembers. Positions that differ only in the order of columns and cells count as one. All
functions are thread-safe.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING
from weakref import finalize

from kiebitz.analysis.answers import EFFECTS, Answer, Effect, JudgedMove, Loss, Result
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import VERDICTS, Limit, limit_or
from kiebitz.analysis.solving import answer_of, result_of, state_of
from kiebitz.analysis.supported_rules import search_for
from kiebitz.errors import ArgumentError, InputError, KernelFaultError
from kiebitz.kernel import analyst as kernel
from kiebitz.patience.encoding import AUTOPLAYS, decode_moves, encode_game, encode_moves, encode_position
from kiebitz.patience.position import Position
from kiebitz.patience.referee import Table
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.rule_options import Autoplay

    Stop = Callable[[], bool] | None

#: The default limit. The native kernel needs up to half a second, below a millisecond for almost all FreeCell positions
#: (figures in `bench/`).
QUICK = Limit(states=300_000)

#: More moves than any position has.
_MOST_MOVES = 10_000

_numbers = count(1)


class Analyst:
    """Answers questions about games in progress and remembers the answers for up to *most* positions.

    *short* is the number of positions per level in the search for short lines. 0 selects the default of either. The
    kernel holds the memory and frees it with this object; it may forget earlier, which costs only time.

    >>> analyst = Analyst()
    >>> session = Session.new("freecell", 617)
    >>> analyst.status(session).verdict
    Verdict.SOLVED
    >>> analyst.solution(session).moves[0] == analyst.hint(session)
    True
    """

    def __init__(self, most: int = 0, short: int = 0) -> None:
        self._handle = next(_numbers), most, short
        finalize(self, kernel.forget, self._handle[0]).atexit = False

    @property
    def remembered(self) -> int:
        """The number of remembered positions."""
        return kernel.remembered(self._handle[0])

    def status(self, game: Session | Table | Position, limit: Limit | None = None, stop: Stop = None) -> Answer:
        """Return whether the current position can be won, within *limit* (default `QUICK`).

        The verdict is about play without autoplay, because `Autoplay.SAFE` never loses a won game. A session stays lost
        once an earlier position is proven lost. The search polls *stop* and ends when it returns true. Errors: see
        `solve`.
        """
        position, _ = state_of(game)
        request = self._handle, _played(game), limit_or(limit, QUICK).allowance()
        with as_kernel_fault():
            return answer_of(position, kernel.status(*request, stop))

    def solution(
        self,
        game: Session | Table | Position,
        limit: Limit | None = None,
        autoplay: Autoplay | str | None = None,
        stop: Stop = None,
    ) -> Result:
        """Return the status with a player's line: a winning one, or in scored games one to the best known score.

        *autoplay* defaults to the session's rule, `SAFE` for a position. A player that follows the line gets its
        remaining moves at each later position. Without *limit* the search runs to its end. Errors: see `solve`.
        """
        position, rule = state_of(game, autoplay)
        request = self._handle, _played(game), AUTOPLAYS.index(rule), limit_or(limit).allowance()
        try:
            with as_kernel_fault():
                return result_of(position, kernel.solution_of(*request, stop))
        except KernelFaultError:
            kernel.forget(self._handle[0])  # else a later call would return the rest of this line
            raise

    def hint(
        self,
        game: Session | Table | Position,
        limit: Limit | None = None,
        autoplay: Autoplay | str | None = None,
        stop: Stop = None,
    ) -> Move | None:
        """Return the first move of `solution`; `None` if there is no line or no move to make."""
        moves = self.solution(game, limit, autoplay, stop).moves
        return moves[0] if moves else None

    def judge(
        self, game: Session | Table | Position, limit: Limit | None = None, stop: Stop = None
    ) -> tuple[JudgedMove, ...]:
        """Judge the legal moves to different positions, each within *limit* (default `QUICK`), the best first.

        They are ranked by effect, best known score and moves left. A line through one of the moves that is shorter than
        that of `solution` becomes the solution. Errors: see `solve`.

        >>> best = Analyst().judge(Session.new("freecell", 617))[0]
        >>> best.effect, best.moves_left < 50
        (Effect.KEPT, True)
        """
        request = self._handle, _played(game), 0, _MOST_MOVES, limit_or(limit, QUICK).allowance()
        with as_kernel_fault():
            _, judged = kernel.judge(*request, stop)
        return tuple(_judged(judged[index]) for index in kernel.rank_moves(judged))

    def losing_move(
        self, game: Session | Table | Sequence[Position], limit: Limit | None = None, stop: Stop = None
    ) -> Loss | None:
        """Return the move that lost the game or the best score; `None` if none is known to have done so.

        *game* is a session, or its positions in order (an `InputError` if there are none). *limit* (default `QUICK`)
        applies to each position searched. Bisection finds the first lost position; the search then goes back over
        undecided ones to the last known to be winnable.
        """
        request = self._handle, _played(game), limit_or(limit, QUICK).allowance()
        with as_kernel_fault():
            loss = kernel.losing_move(*request, stop)
        if loss is None:
            return None
        ply, last_winnable, certain, before, after = loss
        return Loss(ply, None if last_winnable < 0 else last_winnable, certain, before, after)


def effect(before: Answer, after: Answer) -> Effect:
    """Return the effect of a move, from the answers about the positions before it and after it."""
    first, second = ((VERDICTS.index(each.verdict), each.score, each.bound) for each in (before, after))
    return EFFECTS[kernel.effect(first, second)]


def _judged(values: kernel.Judged) -> JudgedMove:
    (move,) = decode_moves(values.move)
    effect, verdict = EFFECTS[values.effect], VERDICTS[values.verdict]
    return JudgedMove(move, effect, verdict, values.moves_left, values.score, values.bound)


def _played(game: Session | Table | Position | Sequence[Position]) -> kernel.GameInProgress:
    if isinstance(game, Session | Table):
        rules, turns = game.position.rules, game.history
        search_for(rules)  # raises for unsupported rules
        start = encode_position(turns[0].before if turns else game.position)
        moves = encode_moves(turn.move for turn in turns)
        return kernel.GameInProgress(encode_game(rules), (start,), moves, AUTOPLAYS.index(game.autoplay))
    positions = (game,) if isinstance(game, Position) else game
    if not isinstance(positions, Sequence):
        raise ArgumentError("game", game, "a Position, Session or Table, or positions in a row")
    if not positions:
        raise InputError("", "a game of no positions", "at least the one at its start")
    search_for(positions[-1].rules)
    return kernel.GameInProgress(encode_game(positions[-1].rules), tuple(map(encode_position, positions)))


#: Answers the module's functions.
_shared = Analyst()


def light(game: Session | Table | Position, limit: Limit | None = None, stop: Stop = None) -> Answer:
    """Return whether the current position can be won, by the shared analyst; see `Analyst.status`.

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
    """Return the status with a player's line, by the shared analyst; see `Analyst.solution`."""
    return _shared.solution(game, limit, autoplay, stop)


def hint(
    position: Session | Table | Position,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Move | None:
    """Return the first move of a verified line, or `None`, by the shared analyst; see `Analyst.hint`.

    The shared analyst remembers recent lines, so successive hints follow one line to its end.
    """
    return _shared.hint(position, limit, autoplay, stop)


def losing_move(
    game: Session | Table | Sequence[Position], limit: Limit | None = None, stop: Stop = None
) -> Loss | None:
    """Return the move that lost a game, by the shared analyst; see `Analyst.losing_move`."""
    return _shared.losing_move(game, limit, stop)
