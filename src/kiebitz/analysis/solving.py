"""Answers about one position: `answer` for the facts, `solve`, `short` and `prove` with a line for a player.

The referee has replayed every player's line, the checker every line of `answer`. `IMPOSSIBLE` follows only from a
complete search of the game, or of an easier one in which suits are merged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.answers import Answer, Line, Result
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import LIMITS, VERDICTS, Effort, Limit, Statistics, limit_or
from kiebitz.analysis.supported_rules import search_for
from kiebitz.errors import ArgumentError
from kiebitz.kernel import analyst as kernel
from kiebitz.kernel.analyst import FIRST, PROVE
from kiebitz.patience import referee
from kiebitz.patience.encoding import AUTOPLAYS, decode_moves, encode_game, encode_position
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Autoplay, choice_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.referee import Table
    from kiebitz.patience.session import Session

    Stop = Callable[[], bool] | None

#: Positions kept per level by the search for short lines: about 0.2 s in FreeCell.
SHORT = 5_000


def state_of(game: Position | Session | Table, autoplay: Autoplay | str | None = None) -> tuple[Position, Autoplay]:
    """Return the current position and the autoplay rule: *autoplay*, else the game's own, `SAFE` for a position.

    Raises `ArgumentError` if *game* is not a game, `ChoiceError` if *autoplay* is not a rule.
    """
    position = getattr(game, "position", game)
    if not isinstance(position, Position):
        raise ArgumentError("position", game, "a Position, Session or Table, such as kiebitz.deal(617)")
    rule = getattr(game, "autoplay", Autoplay.SAFE) if autoplay is None else autoplay
    return position, choice_named(Autoplay, rule)


def answer(position: Position, limit: Limit | None = None, *, complete: bool = False, stop: Stop = None) -> Answer:
    """Return everything that the kernel finds out about a position within *limit*.

    *complete* skips the quick attempts, which is faster if there is no line. *stop* and errors: see `solve`.
    """
    search_for(position.rules)  # raises for unsupported rules
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        status = kernel.answer(game, board, PROVE if complete else FIRST, allowance, stop)
    return answer_of(position, status)


def solve(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Result:
    """Find a winning line from a position, or prove that there is none.

    The program autoplays by the rule *autoplay* after each move of the line; the default is that of the game in
    progress, `SAFE` for a position. If no known line survives the rule, as in Microsoft's deals 1941 and 98714 with
    `max`, the result names a weaker one. In scored games the line is a shortest one to the best score.

    A limit is not an error: the verdict is `UNDECIDED`. The search polls *stop* every few hundredths of a second and,
    when it returns true, ends with the `limit_hit` `stopped`. Ctrl-C raises `KeyboardInterrupt`.

    Raises `UnsupportedRulesError` for rules that no search supports, `ArgumentError` or `ChoiceError` for invalid
    arguments, `KernelFaultError` if the referee rejects the answer, a bug in Kiebitz.

    >>> from kiebitz.patience.dealing import deal
    >>> solve(deal(617)).verdict
    Verdict.SOLVED
    """
    return _solution(position, limit, autoplay, stop)


def prove(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Result:
    """Decide whether the position can be won: quick attempts, then searches for a proof to their end.

    This is faster than `solve` if there is no line. Arguments, result and errors: see `solve`.
    """
    return _solution(position, limit, autoplay, stop, mode=PROVE)


def short(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Result:
    """Find a winning line of few player's moves: a sequence counts as one move, autoplay does not count.

    The line need not be a shortest one (see `shortest`). If no shorter line is found, it is that of `solve`; in scored
    games it is a shortest one. Arguments, verdict and errors: see `solve`.

    >>> from kiebitz.patience.dealing import deal
    >>> len(solve(deal(617)).moves) > len(short(deal(617)).moves)
    True
    """
    return _solution(position, limit, autoplay, stop, width=SHORT)


def _solution(
    state: Position | Session | Table,
    limit: Limit | None,
    autoplay: Autoplay | str | None,
    stop: Stop,
    mode: int = FIRST,
    width: int = 0,
) -> Result:
    position, rule = state_of(state, autoplay)
    search_for(position.rules)  # raises for unsupported rules
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        solution = kernel.solution(game, board, mode, AUTOPLAYS.index(rule), width, allowance, stop)
    return result_of(position, solution)


def answer_of(position: Position, status: kernel.Status) -> Answer:
    """Return an `Answer` from the kernel's status of a position."""
    return Answer(
        line=Line(position=position, moves=decode_moves(status.line)),
        effort=effort_of(status),
        verdict=VERDICTS[status.verdict],
        score=status.score,
        bound=status.bound,
    )


def result_of(position: Position, solution: kernel.Solution) -> Result:
    """Return a `Result` from the kernel's solution, once the referee has replayed its line.

    The rest of a line that was replayed before is not replayed again. Raises `KernelFaultError` if the line is illegal
    or does not lead where the kernel says.
    """
    line = Line.decoded(position, solution.moves, AUTOPLAYS[solution.autoplay])
    verdict = VERDICTS[solution.verdict]
    if line.moves and solution.is_new:
        with as_kernel_fault():
            referee.verify(position, line.moves, line.autoplay, solution.score)
    return Result(line=line, effort=effort_of(solution), verdict=verdict, score=solution.score, bound=solution.bound)


def effort_of(answer: kernel.Status | kernel.Solution) -> Effort:
    """Return the effort from the kernel's answer."""
    statistics = Statistics(answer.states, answer.stored, answer.memory, answer.seconds)
    return Effort(LIMITS[answer.limit_hit], statistics)
