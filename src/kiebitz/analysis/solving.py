"""One position, asked once: `answer` finds out what is true, `solve`, `short` and `prove` add a line for a player.

No line leaves here that the referee has not replayed (`answer`: the checker), and `IMPOSSIBLE` is only said after a
complete search.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz import kernel
from kiebitz.analysis import lines
from kiebitz.analysis.answers import Answer, Result
from kiebitz.analysis.budget import Budget
from kiebitz.analysis.engines import engine_for
from kiebitz.analysis.engines.asking import forced_line
from kiebitz.analysis.faults import as_kernel_fault
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.errors import KernelFaultError
from kiebitz.patience import referee
from kiebitz.patience.encoding import encode_moves, encode_position, encode_rules
from kiebitz.patience.rules import Autoplay

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position

#: How many positions of each level the search for a short line keeps: in FreeCell for about 0.2 s, and at once.
SHORT, SHORT_AT_ONCE = 5_000, 500

_WINS = -1  # what the checker says of a line that is legal and wins


def answer(
    position: Position,
    limit: Limit | None = None,
    *,
    complete: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Find out all that can be known of a position within *limit*; of a scored game the best score, too.

    *complete* goes straight for the complete search, which is quicker where there is no line. *stop* is asked every few
    hundredths of a second whether nobody waits for the answer any more. Errors are those of `solve`.
    """
    return answer_within(position, Budget(limit or Limit(), stop), complete=complete)


def answer_within(position: Position, budget: Budget, *, complete: bool = False, short: bool = False) -> Answer:
    """Return what `answer` does, within what is left of a budget; *short* as of `Engine.answer`."""
    engine = engine_for(position.rules)
    if referee.is_won(position):
        cards = len(position.rules.pack) if position.rules.is_scored else None
        return Answer(position, Verdict.SOLVED, score=cards, bound=cards)
    found = engine.answer(position, budget, complete=complete, short=short)
    if found.verdict is Verdict.SOLVED or found.score:
        _check(found)
    return found


def solve(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Look for a winning line from any position; if there is none and the limit allows it, prove so.

    The line is for a table at which the program plays by the rule *autoplay* after each move. Some positions, such as
    Microsoft's deals 1941 and 98714, can be won, but by no known line that survives `max`: the result then holds a line
    for a rule that takes less, and names that rule. Of a scored game the line is a shortest one to the best score.

    Ctrl-C (`KeyboardInterrupt`) ends the search at once; hitting a limit is no error but the verdict `UNDECIDED`.
    *stop* is asked every few hundredths of a second whether nobody waits for the answer any more; if so the search
    ends, undecided, and `limit_hit` is `stopped`. A `KernelFaultError` means that the referee refused the search's
    answer, which is a fault of this package; an `UnsupportedRulesError` that the search knows no game with these rules,
    which only changed rules come to.

    >>> from kiebitz.patience.dealing import deal
    >>> solve(deal(617)).verdict
    Verdict.SOLVED
    """
    budget = Budget(limit or Limit(), stop)
    return result_of(answer_within(position, budget, short=True), autoplay, budget)


def prove(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Decide whether the position can be won: a quick look for a line, then one complete search to its end.

    That is quicker than `solve` where there is no line. Arguments, result and errors are those of `solve`.
    """
    budget = Budget(limit or Limit(), stop)
    return result_of(answer_within(position, budget, complete=True, short=True), autoplay, budget)


def short(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Look for a winning line of few moves, as a player counts them: a sequence is one move, autoplay is none.

    That there is no shorter line is not proven (see `shortest`). Arguments, verdict and errors are those of `solve`,
    and so is the line where no shorter one is found, as in a scored game, whose line is a shortest one.

    >>> from kiebitz.patience.dealing import deal
    >>> len(solve(deal(617)).moves) > len(short(deal(617)).moves)
    True
    """
    return short_within(position, autoplay, Budget(limit or Limit(), stop))


def short_within(position: Position, autoplay: Autoplay, budget: Budget) -> Result:
    """Return what `short` does, within what is left of a budget."""
    return shortened(result_of(answer_within(position, budget, short=True), autoplay, budget), SHORT, budget)


def shortened(result: Result, width: int, budget: Budget) -> Result:
    """Return a result with a line of fewer moves for the same autoplay rule, if one is found, replayed by the referee.

    *width* is how many positions of each level of the search are kept.
    """
    if result.verdict is not Verdict.SOLVED or result.score is not None or not result.moves:
        return result
    moves = lines.short(result.position, result.autoplay, len(result.moves), width, budget)
    if moves is None:
        return replace(result, statistics=budget.statistics()) if budget.states else result
    with as_kernel_fault():
        referee.verify(result.position, moves, result.autoplay)
    return replace(result, moves=moves, statistics=budget.statistics())


def result_of(found: Answer, autoplay: Autoplay, budget: Budget) -> Result:
    """Return what was found with its line made fit for a player, and replayed by the referee.

    *budget* is for looking for another line where this one does not survive the autoplay rule.
    """
    moves: tuple[Move, ...] = ()
    if found.score is not None:
        with as_kernel_fault():
            moves = lines.played_to_score(found.position, found.line, autoplay, found.score)
    elif found.verdict is Verdict.SOLVED:
        moves, autoplay = winning_moves(found.position, found.line, autoplay, budget)
    statistics = budget.statistics() if budget.states else found.statistics
    return Result(found.verdict, found.position, moves, found.limit_hit, statistics, autoplay, found.score, found.bound)


def winning_moves(
    position: Position, line: tuple[Move, ...], autoplay: Autoplay, budget: Budget
) -> tuple[tuple[Move, ...], Autoplay]:
    """Return a winning line under this autoplay rule, or if none is found under one that takes less, and the rule.

    This is where the referee has the last word: a `KernelFaultError` unless the line is legal and wins.
    """
    with as_kernel_fault():
        for rule in dict.fromkeys((autoplay, Autoplay.SAFE, Autoplay.NONE)):
            moves = _played(position, line, rule, budget)
            if moves is not None:
                referee.verify(position, moves, rule)
                return moves, rule
        referee.verify(lines.relaxed(position), line)  # which says what is wrong with it
    raise KernelFaultError("the line that the search found wins, but could not be made into a player's")


def _played(position: Position, line: tuple[Move, ...], rule: Autoplay, budget: Budget) -> tuple[Move, ...] | None:
    """Return the player's moves under this autoplay rule, if there is a line that survives it."""
    moves = lines.played(position, line, rule)
    if moves is None and rule is Autoplay.MAX and not position.stock:
        # Whatever the search plays when each card must go home at once, it plays with this rule in mind. The game is
        # known to be winnable, so this question, which may be a hard one, is not pressed.
        forced = forced_line(position, budget)
        moves = lines.played(position, forced, rule) if forced else None
    return moves


def _check(found: Answer) -> None:
    """Raise a `KernelFaultError` unless the checker finds the line legal, and to lead where the answer says."""
    position = found.position
    line = encode_moves(found.line)
    rules, board = encode_rules(position.rules), encode_position(position)
    if found.score is None:
        right = kernel.check(rules, board, line) == _WINS
    else:
        right = kernel.check_score(rules, board, line) == found.score
    if not right:
        raise KernelFaultError("the checker refuses the line that the search found")
