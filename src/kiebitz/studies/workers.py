"""Chunks spread over processes; those of a killed process are done again.

A deal that kills its process repeatedly when tried alone is given up.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

from kiebitz.errors import ProcessError
from kiebitz.studies.chunks import Answer, Chunk
from kiebitz.studies.processes import Processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future

    from kiebitz.studies.chunks import Ledger, Source

_Job = TypeVar("_Job")
_Answer = TypeVar("_Answer", bound=Answer)

_MAX_DEATHS = 24  # without an answer in between; isolating a deal in a chunk takes fewer
_ALONE = 3  # deaths of a deal alone; other causes hardly kill the same deal's process this often


class Workers(Generic[_Job, _Answer]):
    """Processes at work on a source of chunks; dead ones are replaced. For the arguments see `engine.run_source`."""

    def __init__(
        self,
        work: Callable[[_Job, int, int], _Answer],
        job: _Job,
        jobs: int,
        chunks: Source,
        ledger: Ledger[_Answer],
        progress: Callable[[], None],
        pool: Callable[[int], Executor] | None,
        advice: str,
    ) -> None:
        self._work = work
        self._job = job
        self._jobs = jobs
        self._chunks = chunks
        self._ledger = ledger
        self._progress = progress
        self._pool = pool or Processes
        self._advice = advice
        self._again: list[Chunk] = []  # whose process died once
        self._suspects: list[Chunk] = []  # whose process died twice, perhaps because of a deal in them
        self._deaths = 0  # since the last answer

    def run(self) -> None:
        """Do all chunks, or after a stop those in hand."""
        with self._executor(self._jobs) as pool:
            while self._work_with(pool):
                self.alone(self._suspects.pop())

    @contextmanager
    def _executor(self, jobs: int) -> Iterator[Executor]:
        """Provide an executor; any exception ends its processes at once."""
        with self._pool(jobs) as pool:
            try:
                yield pool
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in multiprocessing.active_children():
                    process.terminate()
                raise

    def _work_with(self, pool: Executor) -> bool:
        """Work until all is done or a chunk must be tried alone; return whether one must."""
        pending: dict[Future[_Answer], Chunk] = {}
        while True:
            while len(pending) < 2 * self._jobs and (chunk := self._take()) is not None:
                pending[pool.submit(self._work, self._job, chunk.first, chunk.last)] = chunk
            if not pending:
                return bool(self._suspects) and not self._chunks.stopped
            done, _ = wait(pending, timeout=1, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = pending.pop(future)
                try:
                    answer = future.result()
                except BrokenExecutor:
                    self._count_death()
                    self._try_again(Chunk(chunk.first, chunk.last, chunk.deaths + 1))
                else:
                    self._count(chunk, answer)
            if self._chunks.stopped:
                pending = {future: chunk for future, chunk in pending.items() if not future.cancel()}
            self._progress()

    def _try_again(self, chunk: Chunk) -> None:
        (self._suspects if chunk.deaths > 1 else self._again).append(chunk)
        if not self._chunks.stopped:
            self._ledger.remark("a process died; its deals were done again")

    def alone(self, chunk: Chunk, times: int = 1) -> None:
        """Do a suspicious chunk in a process of its own, then in halves, down to the single deal.

        *times* counts the attempts, this one included.
        """
        with self._executor(1) as pool:
            future = pool.submit(self._work, self._job, chunk.first, chunk.last)
            died = isinstance(future.exception(), BrokenExecutor)
        if not died:
            self._count(chunk, future.result())
            return
        self._count_death()
        if chunk.size > 1:
            middle = (chunk.first + chunk.last) // 2
            self.alone(Chunk(chunk.first, middle))
            self.alone(Chunk(middle + 1, chunk.last))
        elif times < _ALONE:
            self.alone(chunk, times + 1)
        else:
            self._ledger.lose(chunk.first)

    def _take(self) -> Chunk | None:
        if self._chunks.stopped or self._suspects:
            return None
        return self._again.pop() if self._again else self._chunks.take()

    def _count_death(self) -> None:
        self._deaths += 1
        if self._deaths > _MAX_DEATHS:
            raise ProcessError("", f"{self._deaths} processes died one after the other; {self._advice}")

    def _count(self, chunk: Chunk, answer: _Answer) -> None:
        self._deaths = 0
        self._chunks.learn(chunk, answer)
        self._ledger.add(chunk, answer)
