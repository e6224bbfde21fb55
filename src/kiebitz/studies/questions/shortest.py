"""Question `shortest`: how short can a line be in the 13-card game, moves to the foundation included.

Each deal is searched to its end, and the native checker replays each line.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.errors import StudyError
from kiebitz.studies.columns import IMPOSSIBLE, LIMIT_HIT, MOVES, SOLVED, STATES, VERDICT, Rows
from kiebitz.studies.questions import Question

if TYPE_CHECKING:
    from kiebitz.studies.questions import Asked
    from kiebitz.studies.study.plan import Study

_AT_ONCE = 1 << 16  # deals whose lines are in memory together
_SECONDS_A_DEAL, _SLOW_SECONDS_A_DEAL = 9e-6, 9e-3  # with the native kernel and with the plain one, roughly
_IS_SOLVED = bytes([IMPOSSIBLE]) + bytes([SOLVED]) * 255


class Shortest(Question):
    """How short a line can be."""

    name = "shortest"
    asks = "how short can a line be (the 13-card game)?"
    headline = "can they be won?"
    checked = "every line replayed by the checker"
    game = "solitaire_one_suit"
    numbering = "one-suit"
    columns = (
        VERDICT,
        LIMIT_HIT,
        STATES,
        replace(MOVES, meaning="moves of a shortest line, those to the foundation among them"),
    )

    def check(self, study: Study) -> None:
        from kiebitz.analysis.shortest import shortest_lines

        if study.game != self.game or study.deals.numbering != self.numbering:
            expected = f"game {self.game}, numbering {self.numbering}"
            raise StudyError("", "shortest lines are those of the 13-card game", expected)
        for cell in study.grid():
            if cell.rules is not None:
                shortest_lines(cell.rules, study.deals.first)  # complains about rules that it does not know

    def cost(self, asked: Asked, place: int) -> tuple[float, int]:
        from kiebitz.analysis.backend import kernel_name

        del asked, place
        return _SLOW_SECONDS_A_DEAL if kernel_name() == "plain" else _SECONDS_A_DEAL, 0

    def answer(self, asked: Asked, first: int, last: int) -> Rows:
        from kiebitz.analysis.shortest import shortest_lines

        start = perf_counter()
        lengths, states = bytearray(), array("Q")
        for low in range(first, last + 1, _AT_ONCE):
            found = shortest_lines(asked.rules, low, min(_AT_ONCE, last + 1 - low))
            lengths += found.lengths
            states += array("Q", found.states)
        moves = array("H", [length or int(MOVES.nothing) for length in lengths])
        columns = {
            "verdict": bytes(lengths).translate(_IS_SOLVED),
            "states": states.tobytes(),
            "moves": moves.tobytes(),
        }
        return Rows(columns, perf_counter() - start)


QUESTION = Shortest()
