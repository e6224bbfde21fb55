"""The engine for long runs: calls work chunk by chunk, in this process or in several."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

from kiebitz.studies.chunks import Answer, Chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor

    from kiebitz.studies.chunks import Chunk, Ledger, Source
    from kiebitz.studies.spans import Span

_Job = TypeVar("_Job")
_Answer = TypeVar("_Answer", bound=Answer)

_MOST_JOBS = 256


def run_chunks(
    work: Callable[[_Job, int, int], _Answer],
    job: _Job,
    spans: Sequence[Span],
    jobs: int,
    ledger: Ledger[_Answer],
    progress: Callable[[], None],
    **how: Any,
) -> None:
    """Run *work* for the deals in *spans*; *how* holds further arguments of `run_source`."""
    jobs = number_of_jobs(jobs)
    run_source(work, job, Chunks(spans, jobs), jobs, ledger, progress, **how)


def number_of_jobs(jobs: int) -> int:
    """Return the number of processes, for 0 one per core."""
    return min(jobs or os.cpu_count() or 1, _MOST_JOBS)


def run_source(
    work: Callable[[_Job, int, int], _Answer],
    job: _Job,
    chunks: Source,
    jobs: int,
    ledger: Ledger[_Answer],
    progress: Callable[[], None],
    *,
    pool: Callable[[int], Executor] | None = None,
    advice: str = "try --jobs 1",
) -> None:
    """Call *work* with *job* for all *chunks*, and pass the answers to *ledger*; *progress* is called now and then.

    One job works in this process, more in an executor that *pool* makes, by default of local processes; 0 means one per
    core. After a stop or a `KeyboardInterrupt` the ledger has the finished chunks. A chunk that kills processes is
    split. If processes keep dying, raises a `ProcessError` that ends with *advice*.
    """
    if jobs == 1 and pool is None:
        while (chunk := chunks.take()) is not None:
            answer = work(job, chunk.first, chunk.last)
            chunks.learn(chunk, answer)
            ledger.add(chunk, answer)
            progress()
    else:
        from kiebitz.studies.workers import Workers  # one process needs none of it

        Workers(work, job, jobs, chunks, ledger, progress, pool, advice).run()


def run_alone(
    work: Callable[[_Job, int, int], _Answer],
    job: _Job,
    chunks: Iterable[Chunk],
    ledger: Ledger[_Answer],
    progress: Callable[[], None],
    *,
    pool: Callable[[int], Executor] | None = None,
) -> None:
    """Run suspicious chunks one by one, each in a process of its own."""
    from kiebitz.studies.workers import Workers

    for chunk in chunks:
        Workers(work, job, 1, Chunks((), 1), ledger, progress, pool, "").alone(chunk)
        progress()
