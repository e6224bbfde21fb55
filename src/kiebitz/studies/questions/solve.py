"""Question `solve`: whether a deal can be won. Lines of play are replayed by the native checker.

`settings` may be a function of the kernel's answer, which is called while the lines are still there; what it returns
goes into `extra`.
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
    from kiebitz.studies.questions import Asked

# What a deal costs in the kernel's own loop, and a state of the complete search, which most of the states of hard deals
# belong to; the others are those of quick attempts, with which every search begins.
_SECONDS_A_DEAL_IN_KERNEL = 10e-6
_SECONDS_A_LATER_STATE = 0.8e-6
_QUICK_STATES = 1_000
_SAMPLE_STATES = 30_000
_CUT_SHORT = 10  # times as long, where a search was cut short: how much more it would take, nobody knows


class Solve(Question):
    """Whether it can be won."""

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

    def cost(self, asked: Asked, place: int) -> tuple[float, int]:
        from kiebitz.analysis.limits import Limit
        from kiebitz.analysis.ranges import dealt_by_kernel

        most = min(_SAMPLE_STATES, asked.limit.states or _SAMPLE_STATES)
        rows = self.answer(
            asked._replace(limit=Limit(most, asked.limit.seconds, asked.limit.memory), times=False), place, place
        )
        (states,) = self.column("states").values(rows.columns["states"])
        in_kernel = dealt_by_kernel(asked.rules, asked.numbering, place, place)
        seconds = _SECONDS_A_DEAL_IN_KERNEL if in_kernel else SECONDS_A_DEAL
        later = max(0, states - _QUICK_STATES)
        searching = SECONDS_A_STATE * (states - later) + _SECONDS_A_LATER_STATE * later
        short = rows.columns["verdict"][0] == UNDECIDED and most != asked.limit.states
        return seconds + searching * (_CUT_SHORT if short else 1), states

    def answer(self, asked: Asked, first: int, last: int) -> Rows:
        from kiebitz.analysis.ranges import solve_range

        parts = []
        for place in range(first, last + 1) if asked.times else (first,):
            found = solve_range(
                asked.rules,
                place,
                place if asked.times else last,
                asked.limit,
                complete=asked.complete,
                keep_lines=True,
                numbering=asked.numbering,
                seed=asked.seed,
            )
            columns = {
                "verdict": found.verdicts,
                "limit_hit": limit_column(found.limits_of_undecided()),
                "states": array("Q", found.states).tobytes(),
                "moves": array("H", _lengths(found)).tobytes(),
            }
            if found.scores:
                columns["score"] = found.scores  # one that is open is null in the column, too
            if asked.times:
                columns["seconds"] = SECONDS.numbers([found.seconds])
            extra = [] if asked.settings is None else [asked.settings(found)]
            parts.append(Rows(columns, found.seconds, extra))
        return Rows.joined(parts, self.columns)

    def lost(self, asked: Asked, place: int, limit: int) -> Rows:
        from kiebitz.analysis.ranges import RangeResult

        rows = super().lost(asked, place, limit)
        if asked.settings is None:
            return rows
        found = RangeResult(
            rules=asked.rules,
            first=place,
            last=place,
            verdicts=rows.columns["verdict"],
            states=(0,),
            ends=(0,),
            numbering=asked.numbering,
            seed=asked.seed,
        )
        return replace(rows, extra=[asked.settings(found)])


def _lengths(found: RangeResult) -> Iterable[int]:
    """Return the lengths of the lines as the column has them; a longer one than it can hold is the longest it can."""
    nothing = int(MOVES.nothing)
    most = nothing - 1  # no call of `min` for each deal: it would take as long as the rest
    return [nothing if n is None else n if n < most else most for n in found.lengths()]  # noqa: FURB136


QUESTION = Solve()
