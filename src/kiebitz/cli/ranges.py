"""Ranges of deals to be solved: what is done with each chunk of them, and how the answers are counted.

The processes and what befalls them are `kiebitz.studies.engine`'s business, searching and checking that of
`kiebitz.patience.solve`. A deal that kills its process twice is counted as undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from kiebitz.patience.solve import Limit, Verdict, solve_range
from kiebitz.studies.engine import run_chunks

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.cli.listing import Form, Listing
    from kiebitz.patience.rules import Rules
    from kiebitz.studies.engine import Chunk

    Work = Callable[["Job", int, int], "Report"]


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with each deal of a range."""

    rules: Rules
    limit: Limit
    complete: bool
    numbering: str
    form: Form | None = None  # of the lines, where they are wanted


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a chunk; small, whatever the chunk was."""

    solved: int
    impossible: list[int]
    undecided: list[int]
    states: int
    seconds: float
    lines: str = ""


@dataclass(slots=True)
class Tally:
    """The figures of a run so far; `impossible` stays in ascending order."""

    solved: int = 0
    impossible: list[int] = field(default_factory=list)
    limited: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    states: int = 0
    remarks: list[str] = field(default_factory=list)
    start: float = field(default_factory=monotonic)

    @property
    def undecided(self) -> int:
        """How many deals are undecided, whether a limit was hit or their process died."""
        return len(self.limited) + len(self.lost)

    @property
    def done(self) -> int:
        """How many deals are done with."""
        return self.solved + len(self.impossible) + self.undecided

    @property
    def seconds(self) -> float:
        """Wall time since the run began."""
        return monotonic() - self.start

    def undecided_numbers(self) -> list[int]:
        """Return the undecided deals in ascending order."""
        return sorted(self.limited + self.lost)

    def add(self, report: Report) -> None:
        """Count a chunk."""
        self.solved += report.solved
        self.states += report.states
        if report.impossible:
            self.impossible = sorted(self.impossible + report.impossible)
        if report.undecided:
            self.limited = sorted(self.limited + report.undecided)

    def figures(self) -> dict[str, object]:
        """Return the figures as `--json` shows them."""
        return {
            "solved": self.solved,
            "impossible": len(self.impossible),
            "undecided": self.undecided,
            "impossible_deals": self.impossible,
            "undecided_deals": self.undecided_numbers(),
            "lost_deals": sorted(self.lost),
            "states": self.states,
            "seconds": round(self.seconds, 3),
        }


def work(job: Job, first: int, last: int) -> Report:
    """Do a chunk: what every process does, again and again."""
    start = perf_counter()
    wanted = job.form is not None
    result = solve_range(
        job.rules, first, last, job.limit, complete=job.complete, keep_lines=wanted, numbering=job.numbering
    )
    lines = job.form.lines(result) if job.form is not None else ""
    return Report(
        result.count(Verdict.SOLVED),
        result.numbers(Verdict.IMPOSSIBLE),
        result.numbers(Verdict.UNDECIDED),
        sum(result.states),
        perf_counter() - start,
        lines,
    )


def run_range(
    job: Job,
    first: int,
    last: int,
    jobs: int,
    tally: Tally,
    progress: Callable[[], None],
    work: Work = work,
    listing: Listing | None = None,
) -> None:
    """Do *job* for the deals *first* to *last* and count them in *tally*; *progress* is called now and then.

    The lines go to *listing* if the job asks for any. *jobs* processes share the work, 0 meaning one for each core;
    with one it is done in this process. After a `KeyboardInterrupt` the tally holds what is finished.
    """
    books = _Books(tally, job.form, listing)
    run_chunks(work, job, first, last, jobs, books, progress, advice="try --jobs 1 or --limit-memory")


class _Books:
    """The tally of a run and its listing, if there is one: where the engine's answers go."""

    def __init__(self, tally: Tally, form: Form | None, listing: Listing | None) -> None:
        self._tally = tally
        self._form = form
        self._listing = listing

    def add(self, chunk: Chunk, answer: Report) -> None:
        self._tally.add(answer)
        if self._listing is not None:
            self._listing.add(chunk.first, chunk.last, answer.lines)

    def lose(self, number: int) -> None:
        self._tally.lost.append(number)
        if self._listing is not None and self._form is not None:
            self._listing.add(number, number, self._form.undecided(number))
        self.remark(f"deal {number} is undecided: every process that tried it died")

    def remark(self, line: str) -> None:
        self._tally.remarks.append(line)
