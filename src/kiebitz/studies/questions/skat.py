"""Question `skat`: the result of a hand game of Skat by forehand, if all see all cards and play best.

The rows are results of the search, without lines to check.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kiebitz.errors import InputError
from kiebitz.studies.columns import IMPOSSIBLE, LIMIT_HIT, SCORE, SECONDS, SOLVED, STATES, VERDICT, Rows
from kiebitz.studies.questions import SECONDS_A_DEAL, SECONDS_A_STATE, Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kiebitz.studies.questions import Request, Title
    from kiebitz.studies.row_counts import CellFindings

_TO_WIN = 61  # card points


class Skat(Question):
    """How a hand game of forehand ends, all cards seen; Null has no score, since its search ends at the first trick."""

    name = "skat"
    asks = "how does a hand game of forehand end, all cards seen?"
    headline = "hand games of forehand, all cards seen"
    won = "hand games won, all cards seen"
    effort = "tricks"
    game = "skat"
    numbering = "fisher-yates"
    takes = ("times",)
    columns = (
        replace(VERDICT, meaning="solved: the declarer wins, impossible: he does not"),
        LIMIT_HIT,
        replace(STATES, meaning="tricks that the search began", unit="tricks"),
        replace(
            SCORE,
            meaning="card points of the declarer, the skat's among them; null in contract null",
            unit="card points",
        ),
        SECONDS,
    )

    def check(self, request: Request, place: int) -> None:
        del place
        if request.numbering != self.numbering:
            raise InputError("", "Skat is dealt by the fair shuffle", f"random deals, or numbering {self.numbering}")

    def cost(self, request: Request, place: int) -> tuple[float, int]:
        (tricks,) = STATES.values(self.answer(request, place, place).columns["states"])
        return SECONDS_A_DEAL + SECONDS_A_STATE * tricks, tricks

    def answer(self, request: Request, first: int, last: int) -> Rows:
        from kiebitz.analysis.skat.double_dummy import TrickCount, worlds_values
        from kiebitz.cards import PACKS
        from kiebitz.deals.shuffles import fisher_yates
        from kiebitz.skat.contract import Game
        from kiebitz.skat.encoding import mask
        from kiebitz.skat.pack import HAND
        from kiebitz.skat.seats import FOREHAND
        from kiebitz.skat.trick import points

        start = perf_counter()
        game, pack = Game(request.cell.values["contract"]), PACKS["32"]
        verdicts, scores, states, times = bytearray(), bytearray(), array("Q"), array("f")
        for number in request.numbers(first, last):
            deal_start = perf_counter()
            cards = fisher_yates(number, pack)
            hands = mask(cards[:HAND]), mask(cards[HAND : 2 * HAND]), mask(cards[2 * HAND : 3 * HAND])
            effort = TrickCount()
            (value,) = worlds_values(game, FOREHAND, FOREHAND, [hands], effort)
            if game is Game.NULL:
                won = bool(value)
                scores.append(int(SCORE.nothing))
            else:
                value += points(cards[3 * HAND :])
                won = value >= _TO_WIN
                scores.append(value)
            verdicts.append(SOLVED if won else IMPOSSIBLE)
            states.append(effort.tricks)
            times.append(perf_counter() - deal_start)
        columns = {"verdict": bytes(verdicts), "states": states.tobytes(), "score": bytes(scores)}
        if request.times:
            columns["seconds"] = times.tobytes()
        return Rows(columns, perf_counter() - start)

    def plots(self, cells: Sequence[CellFindings], title: Title) -> Mapping[str, Any]:
        """Draw how many deals bring the declarer a number of card points or more, contract by contract."""
        from kiebitz.studies.plot_style import COLOURS, GREY, blank

        scored = [cell for cell in cells if cell.values["score"].counts]
        if not scored:
            return {}
        figure, axes = blank(
            "card points of the declarer, those of the skat among them", "deals with this number or more, in %"
        )
        axes.axvline(_TO_WIN, color=GREY, linewidth=0.8, linestyle=":")
        for at, cell in enumerate(scored):
            counts = cell.values["score"].counts
            xs, ys, remaining = [0.0], [100.0], cell.deals
            for value in sorted(counts):
                xs.append(value)
                ys.append(100 * remaining / cell.deals)
                remaining -= counts[value]
            # The share at a value is the share of deals that reach it, so each step ends there.
            axes.plot(
                [*xs, xs[-1]],
                [*ys, 0.0],
                color=COLOURS[at % len(COLOURS)],
                linewidth=1.4,
                drawstyle="steps-pre",
                label=str(cell.cell.values["contract"]),
            )
        axes.set_xticks([0, 15, 30, 45, _TO_WIN, 75, 90, 105, 120])
        axes.legend(frameon=False, fontsize=8)
        axes.set_title(f"{title(scored)}: card points")
        return {"scores": figure}


QUESTION = Skat()
