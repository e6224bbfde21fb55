"""One position, asked once: `answer` finds out what is true, `solve`, `short` and `prove` add a line for a player.

No line leaves here that the referee has not replayed (`answer`: the checker), and `IMPOSSIBLE` is only said after a
complete search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.answers import Answer, Line, Result
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import LIMITS, VERDICTS, Effort, Limit, Statistics, limit_or
from kiebitz.analysis.search_support import search_for
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

#: How many positions of each level the search for a short line keeps: in FreeCell for about 0.2 s.
SHORT = 5_000


def state_of(game: Position | Session | Table, autoplay: Autoplay | str | None = None) -> tuple[Position, Autoplay]:
    """Return the position now and the rule of autoplay: the one given, else that of the game, `SAFE` for a position.

    An `ArgumentError` for what is no game, a `ChoiceError` for what is no rule.
    """
    position = getattr(game, "position", game)
    if not isinstance(position, Position):
        raise ArgumentError("position", game, "a Position, Session or Table, such as kiebitz.deal(617)")
    rule = getattr(game, "autoplay", Autoplay.SAFE) if autoplay is None else autoplay
    return position, choice_named(Autoplay, rule)


def answer(position: Position, limit: Limit | None = None, *, complete: bool = False, stop: Stop = None) -> Answer:
    """Find out all that can be known of a position within *limit*; of a scored game the best score, too.

    *complete* goes straight for the complete search, which is quicker where there is no line. *stop* is asked every few
    hundredths of a second whether nobody waits for the answer any more. Errors are those of `solve`.
    """
    search_for(position.rules)  # complains
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        found = kernel.answer(game, board, PROVE if complete else FIRST, allowance, stop)
    return answer_of(position, found)


def solve(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Result:
    """Look for a winning line from any position; if there is none and the limit allows it, prove so.

    The line is for a table at which the program plays by the rule *autoplay* after each move: a rule, its name, or
    `None` for that of the game in progress, `SAFE` for a position. Some positions, such as Microsoft's deals 1941 and
    98714, can be won, but by no known line that survives `max`: the result then holds a line for a rule that takes
    less, and names that rule. Of a scored game the line is a shortest one to the best score.

    Ctrl-C (`KeyboardInterrupt`) ends the search at once; hitting a limit is no error but the verdict `UNDECIDED`.
    *stop* is asked every few hundredths of a second whether nobody waits for the answer any more; if so the search
    ends, undecided, and `limit_hit` is `stopped`. A `KernelFaultError` means that the referee refused the search's
    answer, which is a fault of this package; an `UnsupportedRulesError` that the search knows no game with these rules,
    which only changed rules come to; an `ArgumentError` or a `ChoiceError` that an argument is of no use.

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
    """Decide whether the position can be won: a quick look for a line, then one complete search to its end.

    That is quicker than `solve` where there is no line. Arguments, result and errors are those of `solve`.
    """
    return _solution(position, limit, autoplay, stop, mode=PROVE)


def short(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Stop = None,
) -> Result:
    """Look for a winning line of few moves, as a player counts them: a sequence is one move, autoplay is none.

    That there is no shorter line is not proven (see `shortest`). Arguments, verdict and errors are those of `solve`,
    and so is the line where no shorter one is found, as in a scored game, whose line is a shortest one.

    >>> from kiebitz.patience.dealing import deal
    >>> len(solve(deal(617)).moves) > len(short(deal(617)).moves)
    True
    """
    return _solution(position, limit, autoplay, stop, width=SHORT)


def _solution(
    asked: Position | Session | Table,
    limit: Limit | None,
    autoplay: Autoplay | str | None,
    stop: Stop,
    mode: int = FIRST,
    width: int = 0,
) -> Result:
    position, rule = state_of(asked, autoplay)
    search_for(position.rules)  # complains
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        found = kernel.solution(game, board, mode, AUTOPLAYS.index(rule), width, allowance, stop)
    return result_of(position, found)


def answer_of(position: Position, found: kernel.Status) -> Answer:
    """Return what the kernel's analyst knows of a position."""
    return Answer(
        line=Line(position=position, moves=decode_moves(found.line)),
        effort=effort_of(found),
        verdict=VERDICTS[found.verdict],
        score=found.score,
        bound=found.bound,
    )


def result_of(position: Position, found: kernel.Solution) -> Result:
    """Return the answer of the kernel's analyst with its player's line, once the referee has replayed it.

    The rest of a line that was replayed before is not replayed again. This is where the referee has the last word: a
    `KernelFaultError` unless the line is legal and leads where the kernel says.
    """
    line = Line.decoded(position, found.moves, AUTOPLAYS[found.autoplay])
    verdict = VERDICTS[found.verdict]
    if line.moves and found.is_new:
        with as_kernel_fault():
            referee.verify(position, line.moves, line.autoplay, found.score)
    return Result(line=line, effort=effort_of(found), verdict=verdict, score=found.score, bound=found.bound)


def effort_of(found: kernel.Status | kernel.Solution) -> Effort:
    """Return what the kernel tells of the effort that an answer took."""
    statistics = Statistics(found.states, found.stored, found.memory, found.seconds)
    return Effort(LIMITS[found.limit_hit], statistics)
