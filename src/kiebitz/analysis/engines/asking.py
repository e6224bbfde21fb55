"""How a search that wins or proves is asked of the kernel, once for all engines that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz import kernel
from kiebitz.analysis.answers import Answer, RangeAnswers, RangeQuestion
from kiebitz.analysis.encoding import FIRST, PROVE, VERDICTS, decode_numbers
from kiebitz.analysis.limits import Verdict
from kiebitz.errors import KernelFaultError
from kiebitz.patience.encoding import FORCED_HOME, decode_moves, encode_layout, encode_position, encode_rules

if TYPE_CHECKING:
    from kiebitz.analysis.budget import Budget
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position

#: The states that a line with forced moves home is looked for in: about a second.
_MOST_FORCED_STATES = 1_000_000


def ask(
    position: Position, budget: Budget, *, complete: bool = False, states: int = 0, forced: bool = False
) -> tuple[Verdict, tuple[Move, ...]]:
    """Ask about a position; *states* is a limit of this question alone, *forced* sends each card home.

    Returns verdict and line; `budget.limit_hit` names what ended the search, unless that was *states*.
    """
    rules = bytearray(encode_rules(position.rules))
    rules[FORCED_HOME] |= forced
    question = bytes(rules), encode_position(position), PROVE if complete else FIRST
    found = budget.spend(lambda limits, poll: kernel.solve(*question, limits, ask=poll), states)
    return (Verdict.UNDECIDED, ()) if found is None else (VERDICTS[found.verdict], decode_moves(found.line))


def answer(position: Position, budget: Budget, *, complete: bool = False, short: bool = False) -> Answer:  # noqa: ARG001
    """Return what can be found out within the budget, its line not checked yet."""
    verdict, line = ask(position, budget, complete=complete)
    hit = budget.limit_hit if verdict is Verdict.UNDECIDED else None
    return Answer(position, verdict, line, limit_hit=hit, statistics=budget.statistics())


def answer_range(asked: RangeQuestion, *, complete: bool = False) -> RangeAnswers:
    """Return what the search says of deals that the kernel deals, once the checker has replayed every line."""
    dealt = encode_rules(asked.rules), encode_layout(asked.rules), asked.first, asked.last
    found = kernel.solve_range(*dealt, PROVE if complete else FIRST, asked.limits, deals=asked.deals)
    wrong = kernel.check_range(*dealt, found.verdicts, found.lines, found.ends, asked.deals)
    if wrong <= asked.last:
        raise KernelFaultError(f"deal {wrong}: the checker refuses the line that the search found")
    states, ends = decode_numbers(found.states), decode_numbers(found.ends)
    return RangeAnswers(found.verdicts, found.limits_hit, states, found.lines, ends)


def forced_line(position: Position, budget: Budget) -> tuple[Move, ...]:
    """Return a winning line found where each card must go home as soon as it fits; none if that was not found soon."""
    return ask(position, budget, complete=True, states=_MOST_FORCED_STATES, forced=True)[1]
