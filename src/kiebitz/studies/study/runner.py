"""Running of studies: pieces without a file go to the engine, their rows to the folder."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.studies import questions
from kiebitz.studies.chunks import Chunk
from kiebitz.studies.columns import LIMIT_PROCESS, Rows, lost
from kiebitz.studies.engine import number_of_jobs, run_alone, run_source
from kiebitz.studies.study import schema
from kiebitz.studies.study.folder import Folder
from kiebitz.studies.study.schema import Summary

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from kiebitz.studies.chunks import Answer
    from kiebitz.studies.questions import Question
    from kiebitz.studies.study.plan import Piece, Plan, Study
    from kiebitz.studies.study.schema import Statement

    #: Makes executors, and their number of workers.
    Workers = tuple[Callable[[int], Executor], int]
    Work = Callable[["Job", int, int], Rows]


@dataclass(frozen=True, slots=True)
class Job:
    """The job of worker processes; the question registers itself there."""

    question: Question
    study: Study


def answer(job: Job, first: int, last: int) -> Rows:
    """Return the answers for the rows *first* to *last* of a study, which must belong to one cell and one span."""
    deals = job.study.deals
    cell, index = divmod(first, deals.count)
    place = deals.place(index)
    return questions.answer(job.study.requests()[cell], place, place + last - first)


@dataclass(slots=True)
class State:
    """The progress of a run: the rows on disk *before* it and *since*; `stopping` ends it after the chunks in hand."""

    size: int = 0
    before: Summary = field(default_factory=Summary)
    since: Summary = field(default_factory=Summary)
    lost: list[int] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    stopping: bool = False
    start: float = field(default_factory=monotonic)

    @property
    def total(self) -> Summary:
        return self.before + self.since

    @property
    def finished(self) -> bool:
        return self.total.deals == self.size

    @property
    def seconds(self) -> float:
        return monotonic() - self.start


def run_study(
    study: Study | None,
    path: str | Path,
    jobs: int = 0,
    *,
    state: State | None = None,
    progress: Callable[[], None] | None = None,
    cluster: AbstractContextManager[Workers] | None = None,
    work: Work = answer,
) -> State:
    """Run a study in the folder *path*, or resume it, and return the state.

    Without *study* the folder must hold one. *jobs* is the number of local processes, 0 for one per core; *cluster*
    replaces them. *state* is kept up to date. Raises a `KiebitzError` about folder, disk or cluster; finished pieces
    are kept. Damaged files are put aside and made again; deals whose processes died are tried once more, each alone.
    """
    state = State() if state is None else state
    with ExitStack() as stack:
        # Cluster first: an unreachable one leaves no empty study.
        cluster_workers: Workers | None = None if cluster is None else stack.enter_context(cluster)
        folder = stack.enter_context(Folder.opened(Path(path), study))
        stated = folder.sound(state.remarks.append)
        again = [piece for piece, file in stated.items() if file.lost and not file.asked_again]
        state.size = folder.plan.study.size
        state.before = sum((file.summary for piece, file in stated.items() if piece not in again), Summary())
        todo = [piece for piece in folder.plan.pieces() if piece not in stated]
        if not (todo or again):
            return state
        pool, workers = cluster_workers or (None, number_of_jobs(jobs))
        state.start = monotonic()
        job = Job(folder.plan.study.asks, folder.plan.study)
        files = _Files(folder, todo, state)
        for piece in again:  # a deal that killed its process among others may be answered alone
            chunks = [] if state.stopping else files.reopen(piece, stated[piece])
            run_alone(work, job, chunks, files, progress or (lambda: None), pool=pool)
        run_source(
            work,
            job,
            _Pieces(folder.plan, todo, state),
            workers,
            files,
            progress or (lambda: None),
            pool=pool,
            advice="try --jobs 1 or --limit-memory",
        )
    return state


class _Pieces:
    def __init__(self, plan: Plan, todo: list[Piece], state: State) -> None:
        self._plan = plan
        self._todo = deque(todo)
        self._state = state

    @property
    def stopped(self) -> bool:
        return self._state.stopping

    def take(self) -> Chunk | None:
        if self.stopped or not self._todo:
            return None
        piece = self._todo.popleft()
        first = self._plan.row(piece)
        return Chunk(first, first + piece.count - 1)

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Do nothing: the plan fixes the sizes of files."""


class _Files:
    """Joins the parts of split pieces and writes whole pieces to the folder."""

    def __init__(self, folder: Folder, todo: list[Piece], state: State) -> None:
        self._folder = folder
        self._state = state
        self._pieces = {folder.plan.row(piece): piece for piece in todo}
        self._starts = sorted(self._pieces)
        self._parts: dict[int, dict[int, Rows]] = {}
        self._again: set[Piece] = set()

    def reopen(self, piece: Piece, stated: Statement) -> list[Chunk]:
        """Keep the answered rows of a finished piece, and return chunks of the deals given up."""
        start, columns = self._folder.plan.row(piece), self._folder.plan.study.asks.columns
        self._again.add(piece)
        self._pieces[start] = piece
        insort(self._starts, start)
        rows, _ = schema.read(self._folder.rows / self._folder.plan.file(piece), columns)
        parts, first = {}, 0
        for place in (*stated.lost, piece.count):
            if place > first:
                parts[start + first] = rows.part(first, place, columns)
            first = place + 1
        if parts:
            first_row = min(parts)
            parts[first_row] = replace(parts[first_row], seconds=stated.summary.seconds)
        self._parts[start] = parts
        return [Chunk(start + place, start + place) for place in stated.lost]

    def add(self, chunk: Chunk, answer: Rows) -> None:
        start = self._start(chunk.first)
        parts = self._parts.setdefault(start, {})
        parts[chunk.first] = answer
        piece = self._pieces[start]
        if sum(part.count for part in parts.values()) == piece.count:
            columns = self._folder.plan.study.asks.columns
            rows = Rows.joined([parts[first] for first in sorted(parts)], columns) if len(parts) > 1 else answer
            del self._parts[start]
            self._folder.add(piece, rows, asked_again=piece in self._again)
            self._state.since += Summary.of(rows)

    def lose(self, number: int) -> None:
        plan = self._folder.plan
        deals = plan.study.deals
        deal = deals.number(deals.place(number % deals.count))
        self._state.lost.append(deal)
        self.remark(f"deal {deal} is undecided: every process that tried it died")
        self.add(Chunk(number, number), lost(plan.study.asks.columns, LIMIT_PROCESS))

    def remark(self, line: str) -> None:
        self._state.remarks.append(line)

    def _start(self, row: int) -> int:
        return self._starts[bisect_right(self._starts, row) - 1]
