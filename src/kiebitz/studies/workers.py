"""Chunks spread over processes: a killed one loses nothing, its chunks are done again.

A deal whose process dies whenever it is tried alone is given up by name. A process is never ended in the middle of an
answer, because the executor of the standard library would wait for the rest of it for ever (see `_sends`).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Generic, TypeVar

from kiebitz.analysis.limits import share_memory_among
from kiebitz.errors import ClusterError
from kiebitz.studies.chunks import Answer, Chunk

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from types import FrameType

    from kiebitz.studies.chunks import Ledger, Source

_Job = TypeVar("_Job")
_Answer = TypeVar("_Answer", bound=Answer)

_SENDING_SECONDS = 10  # the largest answers take some milliseconds, but a machine may have other things to do
_MOST_DEATHS = 24  # without an answer between them; to single a deal out of a chunk takes fewer
_ALONE = 3  # times that a deal may die alone: others kill processes too, but hardly the same deal's again and again


class Workers(Generic[_Job, _Answer]):
    """Processes at work on one range, with the arguments of `engine.run_source`; starts new ones where some die."""

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
        self._pool = pool or local_processes
        self._advice = advice
        self._again: deque[Chunk] = deque()
        self._deaths = 0  # since the last answer

    def run(self) -> None:
        """Work until all chunks are done, or their source is stopped and those in hand are."""
        try:
            while self._run_until_a_death():
                self._count_death()
                if not self._chunks.stopped:
                    self._ledger.remark("a process died; its deals were done again")
                while self._again and self._again[0].deaths > 1 and not self._chunks.stopped:
                    self.alone(self._again.popleft())
        except BaseException:
            _end_children()
            raise

    def _run_until_a_death(self) -> bool:
        """Work until all is done or a process dies; say whether one died."""
        pending: dict[Future[_Answer], Chunk] = {}
        with self._pool(self._jobs) as pool:
            try:
                while True:
                    while len(pending) < 2 * self._jobs and (chunk := self._take()) is not None:
                        try:
                            pending[pool.submit(_busy, self._work, self._job, chunk.first, chunk.last)] = chunk
                        except BrokenExecutor:
                            self._again.appendleft(chunk)
                            raise
                    if not pending:
                        return False
                    done, _ = wait(pending, timeout=1, return_when=FIRST_COMPLETED)
                    for future in done:
                        self._count(pending[future], future.result())
                        del pending[future]
                    if self._chunks.stopped:
                        pending = {future: chunk for future, chunk in pending.items() if not future.cancel()}
                    self._progress()
            except BrokenExecutor:
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
                _end_children()
                raise

    def alone(self, chunk: Chunk, times: int = 1) -> None:
        """Do a suspicious chunk in a process of its own, in halves if that dies too, down to the single deal.

        *times* says how often this was tried, if this one counts as well.
        """
        try:
            with self._pool(1) as pool:
                answer = pool.submit(_busy, self._work, self._job, chunk.first, chunk.last).result()
        except BrokenExecutor:
            self._count_death()
            if chunk.size == 1 and times < _ALONE:
                self.alone(chunk, times + 1)
                return
            if chunk.size == 1:
                self._ledger.lose(chunk.first)
                return
            middle = (chunk.first + chunk.last) // 2
            self.alone(Chunk(chunk.first, middle))
            self.alone(Chunk(middle + 1, chunk.last))
        else:
            self._count(chunk, answer)

    def _take(self) -> Chunk | None:
        if self._chunks.stopped:
            return None
        return self._again.popleft() if self._again else self._chunks.take()

    def _count_death(self) -> None:
        self._deaths += 1
        if self._deaths > _MOST_DEATHS:
            raise ClusterError("", f"{self._deaths} processes died one after the other; {self._advice}")

    def _count(self, chunk: Chunk, answer: _Answer) -> None:
        self._deaths = 0
        self._chunks.learn(chunk, answer)
        self._ledger.add(chunk, answer)


def local_processes(jobs: int) -> ProcessPoolExecutor:
    """Return an executor of so many processes of this machine, which end with this one and leave Ctrl-C to it."""
    # Spawned, not forked: the progress bar has a thread, and threads and forks do not go together.
    return ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin, initargs=(jobs,)
    )


def _begin(jobs: int) -> None:
    share_memory_among(jobs)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, _end_between_answers)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_asked_to_end = threading.Event()


def _busy(work: Callable[[_Job, int, int], _Answer], job: _Job, first: int, last: int) -> _Answer:
    """Work, unless this process was asked to end while it sent the answer before."""
    if _asked_to_end.is_set():
        os._exit(1)
    return work(job, first, last)


def _end_between_answers(_: int, frame: FrameType | None) -> None:
    """End this process, but not in the middle of an answer: whoever reads it would wait for the rest for ever."""
    if not _sends(frame):
        os._exit(1)
    if not _asked_to_end.is_set():
        _asked_to_end.set()
        threading.Thread(target=_ask_again, args=(threading.get_ident(),), daemon=True).start()


def _ask_again(thread: int) -> None:
    # Nobody may be reading any more, so the answer is not waited for for ever.
    last = time.monotonic() + _SENDING_SECONDS
    while time.monotonic() < last:
        time.sleep(0.02)
        signal.pthread_kill(thread, signal.SIGTERM)
    os._exit(1)


def _sends(frame: FrameType | None) -> bool:
    """Whether what runs is the sending of something to another process.

    The executor of the standard library has no place for code of ours after an answer is sent, so the frames are asked.
    """
    while frame is not None and frame.f_code is not Connection.send_bytes.__code__:
        frame = frame.f_back
    return frame is not None


def _end_children() -> None:
    for process in multiprocessing.active_children():
        process.terminate()
