"""Question `shortest`: the shortest length of a line, every card moved counting one, also to the foundations.

Deals of the FreeCell family are searched within limits, and the referee replays their lines. Deals of the 13-card game
are searched completely in one call, and the checker replays their lines; where sequences move whole, each counts one.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.errors import InputError
from kiebitz.studies.columns import (
    IMPOSSIBLE,
    LIMIT_HIT,
    MOVES,
    SOLVED,
    STATES,
    VERDICT,
    Column,
    Rows,
)
from kiebitz.studies.questions import Question

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.studies.questions import DealAnswer, Request

_SAMPLE_STATES = 100_000  # the limit on states of a deal searched to estimate costs
_BATCH = 1 << 16  # deals whose lines are in memory together
_SECONDS_A_DEAL = 9e-6  # roughly
_IS_SOLVED = bytes([IMPOSSIBLE]) + bytes([SOLVED]) * 255
_ONE_SUIT = "solitaire_one_suit"

#: The lower bound on the length of a line; equal to the moves if the line is a shortest one.
BOUND = Column("bound", "uint16", "moves that no line can go below; null where there is no line", "moves")


class Shortest(Question):
    name = "shortest"
    asks = "how short can a line be?"
    headline = "can they be won?"
    checked = "every line replayed"
    game = _ONE_SUIT
    numbering = "one-suit"
    takes = ("limit",)
    columns = (
        VERDICT,
        LIMIT_HIT,
        STATES,
        replace(
            MOVES, meaning="moves of the best line, those to the foundations among them; a shortest if equal to bound"
        ),
        BOUND,
    )

    def check(self, request: Request, place: int) -> None:
        from kiebitz.analysis.limits import Limit
        from kiebitz.analysis.shortest import require, shortest_lines

        if not _in_a_row(request.rules.game, request.numbering):
            require(request.rules)
            return
        if request.limit != Limit():
            raise InputError("", "shortest lines of the 13-card game know no limit", "none, or another game")
        shortest_lines(request.rules, place)  # checks the rules

    def cost(self, request: Request, place: int) -> tuple[float, int]:
        from kiebitz.analysis.limits import Limit

        if not _in_a_row(request.rules.game, request.numbering):
            states = min(request.limit.states or _SAMPLE_STATES, _SAMPLE_STATES)
            sample = request._replace(limit=Limit(states, request.limit.seconds, request.limit.memory))
            return super().cost(sample, place)
        return _SECONDS_A_DEAL, 0

    def answer(self, request: Request, first: int, last: int) -> Rows:
        from kiebitz.analysis.limits import Verdict
        from kiebitz.analysis.shortest import shortest, shortest_lines

        def ask(position: Position) -> DealAnswer:
            line = shortest(position, request.limit)
            bound = None if line.verdict is Verdict.IMPOSSIBLE else line.bound
            values = {"states": line.statistics.states, "moves": line.length, "bound": bound}
            return line.verdict, line.limit_hit, values

        start = perf_counter()
        if not _in_a_row(request.rules.game, request.numbering):
            return self.one_by_one(request, first, last, ask)
        lengths, states = bytearray(), array("Q")
        for low in range(first, last + 1, _BATCH):
            lines = shortest_lines(request.rules, low, min(_BATCH, last + 1 - low))
            lengths += lines.lengths
            states += array("Q", lines.states)
        moves = array("H", [length or int(MOVES.nothing) for length in lengths])
        columns = {
            "verdict": bytes(lengths).translate(_IS_SOLVED),
            "states": states.tobytes(),
            "moves": moves.tobytes(),
            "bound": moves.tobytes(),
        }
        return Rows(columns, perf_counter() - start)


def _in_a_row(game: str, numbering: str) -> bool:
    return (game, numbering) == (_ONE_SUIT, "one-suit")


QUESTION = Shortest()
