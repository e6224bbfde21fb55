"""A study's question from another package; importable by worker processes."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from kiebitz.patience.dealing import deal
from kiebitz.patience.referee import legal_moves
from kiebitz.studies.columns import LIMIT_HIT, SOLVED, VERDICT, Column, Rows
from kiebitz.studies.questions import Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kiebitz.studies.questions import Request, Title
    from kiebitz.studies.row_counts import CellFindings

OPENINGS = Column("openings", "uint8", "legal moves at the start", "moves", nullable=False)


class FirstMoves(Question):
    """The number of legal moves at the start."""

    name = "first_moves"
    asks = "how many moves does it offer at first?"
    headline = "how many moves do they offer at first?"
    columns = (VERDICT, LIMIT_HIT, OPENINGS)

    def answer(self, request: Request, first: int, last: int) -> Rows:
        start = perf_counter()
        numbers = request.numbers(first, last)
        counts = [len(list(legal_moves(deal(number, request.rules, request.numbering)))) for number in numbers]
        columns = {"verdict": bytes([SOLVED]) * len(counts), "openings": OPENINGS.numbers(counts)}
        return Rows(columns, perf_counter() - start)

    def plots(self, cells: Sequence[CellFindings], title: Title) -> Mapping[str, Any]:
        from kiebitz.studies.plot_style import blank

        figure, axes = blank(OPENINGS.meaning, "deals")
        for cell in cells:
            counts = cell.values["openings"].counts
            axes.bar(list(counts), list(counts.values()))
        axes.set_title(title(cells))
        return {"openings": figure}
