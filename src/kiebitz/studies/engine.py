"""Long runs over deals in a row: cut into chunks, spread over processes, counted as the answers come in.

A killed process loses nothing: its chunks are done again, and a deal whose process dies whenever it is tried alone is
given up by name.
What is asked of the deals, and what becomes of the answers, is for those who run it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from kiebitz.analysis.limits import share_memory_among
from kiebitz.errors import ClusterError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType


class Answer(Protocol):
    """What work returns for a chunk; small, whatever the chunk was, since it travels between processes."""

    @property
    def seconds(self) -> float:
        """The wall time that the work took."""


_Job = TypeVar("_Job")
_Answer = TypeVar("_Answer", bound=Answer)
_Part = TypeVar("_Part")
_Answer_contra = TypeVar("_Answer_contra", bound=Answer, contravariant=True)

_CHUNK_SECONDS = 0.4  # of one process: short enough for a smooth bar, long enough to make the way there not matter
_FIRST_CHUNK = 16
_LARGEST_CHUNK = 20_000
_SENDING_SECONDS = 10  # the largest answers take some milliseconds, but a machine may have other things to do
_MOST_JOBS = 256
_MOST_DEATHS = 24  # without an answer between them; to single a deal out of a chunk takes fewer
_ALONE = 3  # times that a deal may die alone: others kill processes too, but hardly the same deal's again and again


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


class Ledger(Protocol[_Answer_contra]):
    """Where the answers go, each once and in no certain order."""

    def add(self, chunk: Chunk, answer: _Answer_contra) -> None:
        """Take the answer about a chunk."""

    def lose(self, number: int) -> None:
        """Take note that every process that tried this deal died."""

    def remark(self, line: str) -> None:
        """Take note of something that the user may want to know."""


class Source(Protocol):
    """Where the chunks come from."""

    @property
    def stopped(self) -> bool:
        """Whether chunks that nobody has begun with are to be left alone."""

    def take(self) -> Chunk | None:
        """Return the next chunk, `None` where there is none."""

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Learn from the time that a chunk took."""


def run_chunks(
    work: Callable[[_Job, int, int], _Answer],
    job: _Job,
    first: int,
    last: int,
    jobs: int,
    ledger: Ledger[_Answer],
    progress: Callable[[], None],
    *,
    pool: Callable[[int], Executor] | None = None,
    advice: str = "try --jobs 1",
) -> None:
    """Call *work* with *job* for all the deals *first* to *last*, chunk by chunk, and hand the answers to *ledger*.

    *jobs* processes share the work, 0 meaning one for each core; with one it is done in this process. *progress* is
    called now and then. *pool* makes an executor with so many workers: processes of this machine unless it says
    otherwise. After a `KeyboardInterrupt` the ledger holds what is finished. A `KiebitzError` with *advice* gives up
    where processes do nothing but die.
    """
    jobs = number_of_jobs(jobs)
    run_source(work, job, Chunks(first, last, jobs), jobs, ledger, progress, pool=pool, advice=advice)


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
    """Do the same as `run_chunks` for chunks that somebody else has cut.

    When their source is stopped, the chunks in hand are finished. A chunk that kills processes is cut up further.
    """
    if jobs == 1 and pool is None:
        while (chunk := chunks.take()) is not None:
            answer = work(job, chunk.first, chunk.last)
            chunks.learn(chunk, answer)
            ledger.add(chunk, answer)
            progress()
    else:
        _Workers(work, job, jobs, chunks, ledger, progress, pool or local_processes, advice).run()


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
    for chunk in chunks:
        _Workers(work, job, 1, Chunks(0, -1, 1), ledger, progress, pool or local_processes, "").alone(chunk)
        progress()


class Chunks:
    """A range in pieces that take about the same time, as far as the pieces before them tell."""

    stopped = False

    def __init__(self, first: int, last: int, jobs: int) -> None:
        self._next = first
        self._last = last
        self._jobs = jobs
        self._size = _FIRST_CHUNK

    def take(self) -> Chunk | None:
        """Return the next piece, `None` where there is none."""
        left = self._last - self._next + 1
        if left <= 0:
            return None
        # Towards the end the pieces shrink, so that all processes finish together.
        size = max(1, min(self._size, left, -(-left // self._jobs)))
        chunk = Chunk(self._next, self._next + size - 1)
        self._next += size
        return chunk

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Learn from the time that a piece took."""
        rate = chunk.size / max(answer.seconds, 1e-4)
        # At most four times as many at once: the first deals of a range may be easy ones.
        self._size = max(1, min(int(rate * _CHUNK_SECONDS), 4 * self._size, _LARGEST_CHUNK))


class InOrder(Generic[_Part]):
    """A line where the parts of chunks that come in any order wait until it is their turn: that of their deals."""

    def __init__(self, first: int, take: Callable[[_Part], None]) -> None:
        self._next = first
        self._take = take
        self._waiting: dict[int, tuple[int, _Part]] = {}

    def add(self, first: int, last: int, part: _Part) -> None:
        """Take the part of the deals *first* to *last*, and hand on whatever is next."""
        self._waiting[first] = last, part
        while (chunk := self._waiting.pop(self._next, None)) is not None:
            self._take(chunk[1])
            self._next = chunk[0] + 1


class _Workers(Generic[_Job, _Answer]):
    """Processes at work on one range; starts new ones where some die."""

    def __init__(
        self,
        work: Callable[[_Job, int, int], _Answer],
        job: _Job,
        jobs: int,
        chunks: Source,
        ledger: Ledger[_Answer],
        progress: Callable[[], None],
        pool: Callable[[int], Executor],
        advice: str,
    ) -> None:
        self._work = work
        self._job = job
        self._jobs = jobs
        self._chunks = chunks
        self._ledger = ledger
        self._progress = progress
        self._pool = pool
        self._advice = advice
        self._again: deque[Chunk] = deque()
        self._deaths = 0  # since the last answer

    def run(self) -> None:
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
