"""Question `solve`: whether a deal can be won; the native checker replays each line of play.

`settings` may be a function of the `RangeResult`, called while the lines are in memory; its value goes into `extra`.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz.studies.columns import (
    LIMIT_HIT,
    MOVES,
    SCORE,
    SECONDS,
    STATES,
    UNDECIDED,
    VERDICT,
    Rows,
    limit_column,
)
from kiebitz.studies.questions import SECONDS_A_DEAL, SECONDS_A_STATE, Question

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.studies.questions import Request

# Rough costs of a deal in the kernel's loop, and of a state of the complete search; every search begins with quick
# attempts, but most states of hard deals belong to the complete search.
_SECONDS_A_DEAL_IN_KERNEL = 10e-6
_SECONDS_A_LATER_STATE = 0.8e-6
_QUICK_STATES = 1_000
_SAMPLE_STATES = 30_000
_CUT_SHORT = 10  # a guess at how much longer a search takes that was cut short


class Solve(Question):
    name = "solve"
    asks = "can it be won?"
    headline = "can they be won?"
    checked = "every line replayed by the checker"
    takes = ("limit", "complete", "times")
    columns = (
        VERDICT,
        LIMIT_HIT,
        STATES,
        replace(MOVES, meaning="moves of the line that was found, those to the foundations among them"),
        replace(SCORE, meaning="of a scored game, the most cards that come home; null where a limit left it open"),
        SECONDS,
    )

    def cost(self, request: Request, place: int) -> tuple[float, int]:
        from kiebitz.analysis.limits import Limit
        from kiebitz.analysis.ranges import dealt_by_kernel

        limit = min(_SAMPLE_STATES, request.limit.states or _SAMPLE_STATES)
        rows = self.answer(
            request._replace(limit=Limit(limit, request.limit.seconds, request.limit.memory), times=False), place, place
        )
        (states,) = self.column("states").values(rows.columns["states"])
        in_kernel = dealt_by_kernel(request.rules, request.numbering, place, place)
        seconds = _SECONDS_A_DEAL_IN_KERNEL if in_kernel else SECONDS_A_DEAL
        later = max(0, states - _QUICK_STATES)
        searching = SECONDS_A_STATE * (states - later) + _SECONDS_A_LATER_STATE * later
        short = rows.columns["verdict"][0] == UNDECIDED and limit != request.limit.states
        return seconds + searching * (_CUT_SHORT if short else 1), states

    def answer(self, request: Request, first: int, last: int) -> Rows:
        from kiebitz.analysis.ranges import solve_range

        parts = []
        for place in range(first, last + 1) if request.times else (first,):
            result = solve_range(
                request.rules,
                place,
                place if request.times else last,
                request.limit,
                complete=request.complete,
                keep_lines=True,
                numbering=request.numbering,
                seed=request.seed,
            )
            columns = {
                "verdict": result.verdicts,
                "limit_hit": limit_column(result.limits_of_undecided()),
                "states": array("Q", result.states).tobytes(),
                "moves": array("H", _lengths(result)).tobytes(),
            }
            if result.scores:
                columns["score"] = result.scores  # an open score is null in the column, too
            if request.times:
                columns["seconds"] = SECONDS.numbers([result.seconds])
            extra = [] if request.settings is None else [request.settings(result)]
            parts.append(Rows(columns, result.seconds, extra))
        return Rows.joined(parts, self.columns)

    def lost(self, request: Request, place: int, limit: int) -> Rows:
        from kiebitz.analysis.ranges import RangeResult

        rows = super().lost(request, place, limit)
        if request.settings is None:
            return rows
        result = RangeResult(
            rules=request.rules,
            first=place,
            last=place,
            verdicts=rows.columns["verdict"],
            states=(0,),
            ends=(0,),
            numbering=request.numbering,
            seed=request.seed,
        )
        return replace(rows, extra=[request.settings(result)])


def _lengths(result: RangeResult) -> Iterable[int]:
    """Return the lengths of the lines, cut to the largest number that the column holds."""
    nothing = int(MOVES.nothing)
    limit = nothing - 1  # without `min`, whose calls would take as long as everything else here
    return [nothing if n is None else n if n < limit else limit for n in result.lengths()]  # noqa: FURB136


QUESTION = Solve()
