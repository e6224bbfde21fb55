"""Counts of the solved, impossible and undecided deals of a range, as they come in."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.limits import Limit
from kiebitz.studies import questions
from kiebitz.studies.columns import LIMIT_HIT, LIMIT_PROCESS, SCORE, STATES
from kiebitz.studies.engine import run_chunks
from kiebitz.studies.grid import Cell
from kiebitz.studies.questions import Request
from kiebitz.studies.row_counts import Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.patience.rules import Rules
    from kiebitz.studies.chunks import Chunk
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.spans import Span


def request_of(
    rules: Rules,
    limit: Limit | None = None,
    *,
    complete: bool = False,
    numbering: str = "microsoft",
    lines: Callable[[RangeResult], Any] | None = None,
) -> Request:
    """Return the request to solve deals; the value of *lines* for a result goes into the `extra` of its rows."""
    solve = questions.named("solve")
    return Request(solve, Cell.of(rules), numbering, None, limit or Limit(), complete=complete, settings=lines)


@dataclass(slots=True)
class Tally:
    """The figures of a run so far; `lines(first, last, extra)` gets the lines of the deals *first* to *last*."""

    request: Request
    findings: Findings = field(default_factory=lambda: Findings(lists_all=("impossible", "undecided")))
    lost: list[int] = field(default_factory=list)
    states: int = 0
    remarks: list[str] = field(default_factory=list)
    start: float = field(default_factory=monotonic)
    lines: Callable[[int, int, Any], None] | None = None

    @property
    def solved(self) -> int:
        return self.findings.verdicts["solved"]

    @property
    def impossible(self) -> list[int]:
        return sorted(self.findings.few["impossible"])

    @property
    def undecided(self) -> list[int]:
        return sorted(self.findings.undecided + self.lost)

    @property
    def done(self) -> int:
        return self.findings.deals + len(self.lost)

    @property
    def seconds(self) -> float:
        return monotonic() - self.start

    @property
    def counts(self) -> tuple[int, int, int]:
        verdicts = self.findings.verdicts
        return verdicts["solved"], verdicts["impossible"], verdicts["undecided"] + len(self.lost)

    def add(self, chunk: Chunk, answer: Rows) -> None:
        self.findings.add(answer, range(chunk.first, chunk.last + 1), (LIMIT_HIT, SCORE))
        self.states += sum(STATES.values(answer.columns[STATES.name]))
        if self.lines is not None:
            self.lines(chunk.first, chunk.last, answer.extra)

    def lose(self, number: int) -> None:
        self.lost.append(number)
        if self.lines is not None:
            self.lines(number, number, self.request.question.lost(self.request, number, LIMIT_PROCESS).extra)
        self.remark(f"deal {number} is undecided: every process that tried it died")

    def remark(self, line: str) -> None:
        self.remarks.append(line)


def run_spans(
    spans: Sequence[Span],
    jobs: int,
    tally: Tally,
    progress: Callable[[], None],
    *,
    work: Callable[[Request, int, int], Rows] = questions.answer,
) -> None:
    """Solve the deals in *spans* and count them in *tally*; *progress* is called now and then.

    *jobs* is the number of processes, 0 for one per core. After a `KeyboardInterrupt` the tally holds the finished
    deals.
    """
    run_chunks(work, tally.request, spans, jobs, tally, progress, advice="try --jobs 1 or --limit-memory")
