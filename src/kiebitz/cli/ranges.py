"""Long runs over ranges of deals: cut into chunks, spread over processes, counted as the answers come in.

A killed process loses nothing: its chunks are done again, and a deal that kills its process twice is counted as
undecided. What is searched and checked is `kiebitz.patience.solve`'s business.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from os import cpu_count
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.patience.solve import Limit, Verdict, solve_range

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.cli.listing import Form, Listing
    from kiebitz.patience.rules import Rules

    Work = Callable[["Job", int, int], "Report"]

_CHUNK_SECONDS = 0.4  # of one process: short enough for a smooth bar, long enough to make the way there not matter
_FIRST_CHUNK = 16
_LARGEST_CHUNK = 20_000
_MOST_JOBS = 256
_MOST_DEATHS = 20  # without an answer between them; to single a deal out of a chunk takes fewer


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with each deal of a range."""

    rules: Rules
    limit: Limit
    complete: bool
    numbering: str
    form: Form | None = None  # of the lines, where they are wanted


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals in a row, and how often a process died while they were with it or waiting for it."""

    first: int
    last: int
    deaths: int = 0

    @property
    def size(self) -> int:
        """The number of deals."""
        return self.last - self.first + 1


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
    jobs = min(jobs or cpu_count() or 1, _MOST_JOBS)
    chunks = _Chunks(first, last, jobs)
    if jobs == 1:
        while (chunk := chunks.take()) is not None:
            report = work(job, chunk.first, chunk.last)
            chunks.learn(chunk, report)
            tally.add(report)
            if listing is not None:
                listing.add(chunk.first, chunk.last, report.lines)
            progress()
    else:
        _Crew(job, jobs, chunks, tally, progress, work, listing).run()


class _Chunks:
    """A range in pieces that take about the same time, as far as the pieces before them tell."""

    def __init__(self, first: int, last: int, jobs: int) -> None:
        self._next = first
        self._last = last
        self._jobs = jobs
        self._size = _FIRST_CHUNK

    def take(self) -> Chunk | None:
        left = self._last - self._next + 1
        if left <= 0:
            return None
        # Towards the end the pieces shrink, so that all processes finish together.
        size = max(1, min(self._size, left, -(-left // self._jobs)))
        chunk = Chunk(self._next, self._next + size - 1)
        self._next += size
        return chunk

    def learn(self, chunk: Chunk, report: Report) -> None:
        rate = chunk.size / max(report.seconds, 1e-4)
        # At most four times as many at once: the first deals of a range may be easy ones.
        self._size = max(1, min(int(rate * _CHUNK_SECONDS), 4 * self._size, _LARGEST_CHUNK))


class _Crew:
    """Processes at work on one range; starts new ones where some die."""

    def __init__(
        self,
        job: Job,
        jobs: int,
        chunks: _Chunks,
        tally: Tally,
        progress: Callable[[], None],
        work: Work,
        listing: Listing | None,
    ) -> None:
        self._job = job
        self._jobs = jobs
        self._chunks = chunks
        self._tally = tally
        self._progress = progress
        self._work = work
        self._listing = listing
        self._again: deque[Chunk] = deque()
        self._deaths = 0  # since the last answer

    def run(self) -> None:
        try:
            while self._run_until_a_death():
                self._mourn()
                self._tally.remarks.append("a process died; its deals were done again")
                while self._again and self._again[0].deaths > 1:
                    self._alone(self._again.popleft())
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise

    def _run_until_a_death(self) -> bool:
        """Work until all is done or a process dies; say whether one died."""
        pending: dict[Future[Report], Chunk] = {}
        with _pool(self._jobs) as pool:
            try:
                while True:
                    while len(pending) < 2 * self._jobs and (chunk := self._take()) is not None:
                        try:
                            pending[pool.submit(self._work, self._job, chunk.first, chunk.last)] = chunk
                        except BrokenProcessPool:
                            self._again.appendleft(chunk)
                            raise
                    if not pending:
                        return False
                    done, _ = wait(pending, timeout=1, return_when=FIRST_COMPLETED)
                    for future in done:
                        self._count(pending[future], future.result())
                        del pending[future]
                    self._progress()
            except BrokenProcessPool:
                wait(pending)
                for future, chunk in pending.items():
                    if future.exception() is None:
                        self._count(chunk, future.result())
                    else:
                        self._again.append(Chunk(chunk.first, chunk.last, chunk.deaths + 1))
                # Those that saw two deaths come first: each is tried alone.
                self._again = deque(sorted(self._again, key=lambda chunk: -chunk.deaths))
                return True
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in multiprocessing.active_children():
                    process.terminate()
                raise

    def _alone(self, chunk: Chunk) -> None:
        """Do a suspicious chunk in a process of its own, in halves if that dies too, down to the single deal."""
        try:
            with _pool(1) as pool:
                report = pool.submit(self._work, self._job, chunk.first, chunk.last).result()
        except BrokenProcessPool:
            self._mourn()
            if chunk.size == 1:
                self._tally.lost.append(chunk.first)
                if self._listing is not None and self._job.form is not None:
                    self._listing.add(chunk.first, chunk.first, self._job.form.undecided(chunk.first))
                self._tally.remarks.append(f"deal {chunk.first} is undecided: every process that tried it died")
                return
            middle = (chunk.first + chunk.last) // 2
            self._alone(Chunk(chunk.first, middle))
            self._alone(Chunk(middle + 1, chunk.last))
        else:
            self._count(chunk, report)

    def _take(self) -> Chunk | None:
        return self._again.popleft() if self._again else self._chunks.take()

    def _mourn(self) -> None:
        self._deaths += 1
        if self._deaths > _MOST_DEATHS:
            raise KiebitzError(f"{self._deaths} processes died one after the other; try --jobs 1 or --limit-memory")

    def _count(self, chunk: Chunk, report: Report) -> None:
        self._deaths = 0
        self._chunks.learn(chunk, report)
        self._tally.add(report)
        if self._listing is not None:
            self._listing.add(chunk.first, chunk.last, report.lines)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the progress bar has a thread, and threads and forks do not go together.
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Leave Ctrl-C to the parent, which ends its processes itself, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
