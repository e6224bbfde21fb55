"""Question `difficulty`: how narrow the way to a win is, and how players without a plan fare."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz.studies.columns import LIMIT_HIT, MOVES, STATES, VERDICT, Column
from kiebitz.studies.questions import Question

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.questions import DealAnswer, Request

_SECONDS_A_DEAL = 0.05  # roughly, without the search for a first line

_NOTHING = "; null where no line is known"


class Difficulty(Question):
    name = "difficulty"
    asks = "how narrow is the way to a win?"
    headline = "can they be won?"
    checked = "every line replayed"
    takes = ("limit",)
    columns = (
        VERDICT,
        LIMIT_HIT,
        replace(STATES, meaning="positions that the search looked at for the verdict"),
        replace(MOVES, meaning="the player's moves of the short line" + _NOTHING),
        Column("judged", "uint16", "different moves in the positions of the line" + _NOTHING, "moves"),
        Column("lost", "uint16", "of these, moves that lose the game" + _NOTHING, "moves"),
        Column("left_open", "uint16", "of these, moves of which the limit left it open" + _NOTHING, "moves"),
        Column("kept_least", "float32", "the share of moves that keep the win, mean over the line's positions, if all "
               "left open lose" + _NOTHING),
        Column("kept_most", "float32", "the same if all left open keep it" + _NOTHING),
        Column("only_least", "uint8", "positions of the line in which one move keeps the win and all others lose it, "
               "if all left open keep it" + _NOTHING, "positions"),
        Column("only_most", "uint8", "the same if all left open lose" + _NOTHING, "positions"),
        Column("won_1", "uint8", "games of ten that a player wins who looks one move ahead and has no plan" + _NOTHING,
               "games"),
        Column("won_2", "uint8", "the same of one who looks two moves ahead" + _NOTHING, "games"),
    )  # fmt: skip

    def check(self, request: Request, place: int) -> None:
        from kiebitz.analysis.levels import require

        del place
        require(request.rules)

    def cost(self, request: Request, place: int) -> tuple[float, int]:
        del request, place
        return _SECONDS_A_DEAL, 0

    def answer(self, request: Request, first: int, last: int) -> Rows:
        from kiebitz.analysis.difficulty import difficulty

        def ask(position: Position) -> DealAnswer:
            way = difficulty(position, request.limit)
            line = bool(way.moves)
            kept, only, won = (way.share_kept or (None,) * 2, way.only_moves or (None,) * 2, way.won or (None,) * 2)
            values = {
                "states": way.statistics.states,
                "moves": len(way.moves) if line else None,
                "judged": sum(way.kept + way.lost + way.left_open) if line else None,
                "lost": sum(way.lost) if line else None,
                "left_open": sum(way.left_open) if line else None,
                "kept_least": kept[0],
                "kept_most": kept[1],
                "only_least": only[0],
                "only_most": only[1],
                "won_1": won[0],
                "won_2": won[1],
            }
            return way.verdict, way.limit_hit, values

        return self.one_by_one(request, first, last, ask)


QUESTION = Difficulty()
