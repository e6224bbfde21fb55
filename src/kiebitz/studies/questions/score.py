"""Question `score`: exactly how many cards can be brought home in Russian Solitaire.

The kernel plays deals in one call, and the checker replays their lines. Deals with times, or of numberings that the
kernel does not know, are searched one by one, and the referee replays their lines.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kiebitz.studies.columns import (
    DECISIONS,
    IMPOSSIBLE,
    LIMIT_HIT,
    MOVES,
    SCORE,
    SECONDS,
    SOLVED,
    STATES,
    VERDICT,
    Column,
    Rows,
    limit_column,
)
from kiebitz.studies.questions import Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kiebitz.analysis.score_stores import Store
    from kiebitz.analysis.scores import RandomScores
    from kiebitz.patience.position import Position
    from kiebitz.studies.questions import DealAnswer, Request, Title
    from kiebitz.studies.row_counts import CellFindings

CARDS = 52
# Rough costs: a deal in the kernel's loop without and with a shortest line, and a single deal.
_SECONDS_A_DEAL_IN_KERNEL = 6e-6
_SECONDS_A_PATH = 150e-6
_SECONDS_A_DEAL = 300e-6
#: The number of moves between columns at the start of a deal; not a column of studies.
CHOICES = Column("choices", "uint8", "different moves between columns once all is home that goes there by itself")


@dataclass(frozen=True, slots=True)
class Settings:
    """The étude's settings: shortest lines for the first *path_games* deals, and the column `choices` for all.

    The referee replays the first *replayed_games*. The `extra` of rows holds the figures of the *store*, and the
    numbers of lines replayed by the native checker and by the referee.
    """

    store: Store
    path_games: int
    replayed_games: int


class Score(Question):
    name = "score"
    asks = "how many cards can be brought home (Russian Solitaire)?"
    headline = "best scores"
    checked = "every line replayed by the checker"
    game = "russian"
    takes = ("limit", "paths", "times")
    columns = (
        VERDICT,
        LIMIT_HIT,
        STATES,
        replace(MOVES, meaning="moves between columns on a shortest line; null unless asked for"),
        replace(SCORE, meaning="most cards that can be brought home; null where a limit left it open", unit="cards"),
        DECISIONS,
        SECONDS,
    )

    def check(self, request: Request, place: int) -> None:
        from kiebitz.analysis.scores import require

        del place
        require(request.rules)

    def cost(self, request: Request, place: int) -> tuple[float, int]:
        seconds = _SECONDS_A_PATH if request.paths else _SECONDS_A_DEAL_IN_KERNEL
        if not _in_one_call(request, place, place):
            seconds = _SECONDS_A_PATH + _SECONDS_A_DEAL
        return seconds, 0

    def answer(self, request: Request, first: int, last: int) -> Rows:
        from kiebitz.analysis.scores import best_score

        def ask(position: Position) -> DealAnswer:
            best = best_score(position, request.limit, shortest=request.paths)
            values = {
                "states": best.statistics.states,
                "moves": best.path and best.path.moves,
                "score": best.score if best.exact else None,
                "decisions": best.path and best.path.decisions,
            }
            return best.verdict, None if best.exact else best.limit_hit, values

        if request.settings is not None:
            return _run(request, first, last)
        if _in_one_call(request, first, last):
            return _kernel_rows(request, first, last)
        return self.one_by_one(request, first, last, ask)

    def plots(self, cells: Sequence[CellFindings], title: Title) -> Mapping[str, Any]:
        from kiebitz.studies.plot_style import COLOURS, blank

        scored = [cell for cell in cells if cell.values["score"].counts]
        if not scored:
            return {}
        figure, axes = blank("best score (cards brought home)", "share of deals in %")
        scores = scored[0].values["score"]
        shares = [100 * scores.counts[score] / scored[0].deals for score in sorted(scores.counts)]
        axes.bar(sorted(scores.counts), shares, width=0.8, color=COLOURS[0])
        axes.set_title(f"{title(scored)}: best scores")
        return {"scores": figure}


def _in_one_call(request: Request, first: int, last: int) -> bool:
    from kiebitz.analysis.ranges import dealt_by_kernel

    in_kernel = dealt_by_kernel(request.rules, request.numbering, first, last)
    return in_kernel and request.rules.is_scored and not request.times


def _kernel_rows(request: Request, first: int, last: int) -> Rows:
    """Return the rows of deals that the kernel deals."""
    from kiebitz.analysis.answers import NO_MOVES, NO_SCORE
    from kiebitz.analysis.ranges import solve_range

    result = solve_range(
        request.rules, first, last, request.limit, numbering=request.numbering, seed=request.seed, paths=request.paths
    )
    count = last + 1 - first
    moves = [number if number != NO_MOVES else None for number in result.path_moves] or [None] * count
    points = [None if number is None else point for number, point in zip(moves, result.decisions or moves, strict=True)]
    hits = bytes(hit if score == NO_SCORE else 0 for hit, score in zip(result.limits_hit, result.scores, strict=True))
    columns = {
        "verdict": result.verdicts,
        "limit_hit": limit_column(hits),
        "states": array("Q", result.states).tobytes(),
        "moves": MOVES.numbers(moves),
        "score": result.scores,  # an open score is null in the column, too
        "decisions": DECISIONS.numbers(points),
    }
    return Rows(columns, result.seconds)


def _run(request: Request, first: int, last: int) -> Rows:
    """Return the rows of a stretch of the étude, in two parts if only its first deals get shortest lines."""
    from kiebitz.analysis.scores import random_scores

    settings: Settings = request.settings
    parts = []
    border = min(max(first, settings.path_games), last + 1)
    for paths, start, end in ((True, first, border), (False, border, last + 1)):
        if start < end and request.seed is not None:
            parts.append(
                random_scores(
                    request.seed,
                    start,
                    end - start,
                    shuffle=request.numbering,
                    store=settings.store,
                    paths=paths,
                    replay=max(0, settings.replayed_games - start),
                )
            )
    rows = Rows.joined(list(map(_rows_of, parts)), QUESTION.columns)
    extra = [(part.store, part.checked, part.replayed) for part in parts]
    return Rows({**rows.columns, "choices": b"".join(part.choices for part in parts)}, rows.seconds, extra)


def _rows_of(played: RandomScores) -> Rows:
    count = len(played.scores)
    columns = {
        "verdict": bytes(SOLVED if score == CARDS else IMPOSSIBLE for score in played.scores),
        "states": array("Q", played.states).tobytes(),
        "moves": array("H", list(played.moves)).tobytes() or MOVES.numbers([None]) * count,
        "score": played.scores,
        "decisions": played.decisions or DECISIONS.numbers([None]) * count,
    }
    return Rows(columns, played.seconds)


QUESTION = Score()
