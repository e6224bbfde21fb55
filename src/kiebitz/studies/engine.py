"""Long runs over deals in a row: in this process, or spread over several, and counted as the answers come in.

What is asked of the deals, and what becomes of the answers, is for those who run it.
"""

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
    """Call *work* with *job* for all the deals in *spans*, chunk by chunk, and hand the answers to *ledger*.

    *jobs* processes share the work, 0 meaning one for each core; *how* is what `run_source` takes besides.
    """
    jobs = number_of_jobs(jobs)
    run_source(work, job, Chunks(spans, jobs), jobs, ledger, progress, **how)


def number_of_jobs(jobs: int) -> int:
    """Return how many processes are meant: 0 is one for each core."""
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
    """Call *work* with *job* for all *chunks*, and hand the answers to *ledger*.

    *jobs* processes share the work; with one it is done in this process. *progress* is called now and then. *pool*
    makes an executor with that number of workers: processes of this machine unless it says otherwise. When the source
    of chunks is stopped, those in hand are finished; so they are in the ledger after a `KeyboardInterrupt`. A chunk
    that kills processes is cut up further. A `KiebitzError` with *advice* gives up where processes do nothing but die.
    """
    if jobs == 1 and pool is None:
        while (chunk := chunks.take()) is not None:
            answer = work(job, chunk.first, chunk.last)
            chunks.learn(chunk, answer)
            ledger.add(chunk, answer)
            progress()
    else:
        from kiebitz.studies.workers import Workers  # here, because one process needs none of it

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
    """Do the same for chunks that are not to be trusted: one after the other, each in a process of its own."""
    from kiebitz.studies.workers import Workers

    for chunk in chunks:
        Workers(work, job, 1, Chunks((), 1), ledger, progress, pool, "").alone(chunk)
        progress()
