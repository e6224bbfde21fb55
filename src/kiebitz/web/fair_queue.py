"""Fair queues for work in threads: clients take turns, queues are bounded, work of disconnected clients is cancelled.

A lane holds work of similar duration, so that short work never waits behind long work. Starlette's own pool of 40
threads has no turns: with 38 long searches in it, a light took 7.5 s on two cores, and 0.6 s without them.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from kiebitz.analysis.cancellation import Stop
from kiebitz.studies.processes import Processes
from kiebitz.web.api_errors import busy, shutting_down

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_T = TypeVar("_T")

_MAX_RETRY = 30
_SMOOTHING = 0.1
# Seconds before a client is refused. An immediate refusal invites an immediate retry: thirty connections of one client
# used most of the server's time.
_SECONDS_TO_BUSY = 0.5


@dataclass(frozen=True, slots=True)
class Size:
    """Limits of a lane: threads, waiting jobs of all and per client, running jobs per client, seconds per job.

    With *apart*, work runs in separate processes: it must be picklable, holds no interpreter lock of the server, and is
    not cancelled.
    """

    workers: int
    waiting: int
    waiting_of_one: int
    running_of_one: int
    seconds: float
    apart: bool = False


class _Job:
    __slots__ = ("client", "future", "start", "stop", "work")

    def __init__(self, client: str, work: Callable[[Stop], Any], seconds: float) -> None:
        self.client = client
        self.work = work
        self.stop = Stop(seconds)
        self.start = 0.0
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def __call__(self) -> Any:
        self.stop.begin()
        return self.work(self.stop)


def _in_process(processes: Processes, work: Callable[[Any], _T]) -> Callable[[Stop], _T]:
    """Return a function that runs *work* in a process and waits for it without the interpreter lock.

    A killed process is noticed by the next job, which need not have caused it and is tried once more. Raises
    `RefusedError` if the process dies again.
    """

    def run(_stop: Stop) -> _T:
        answer: _T
        for _ in range(2):
            with suppress(BrokenExecutor):
                answer = processes.submit(work, None).result()
                return answer
        raise busy("the processes that were to do this died; try again later")

    return run


class Lane:
    """A queue and its threads; everything except the work itself runs in the event loop."""

    def __init__(self, name: str, size: Size) -> None:
        self.name = name
        self.size = size
        self._pool = ThreadPoolExecutor(size.workers, thread_name_prefix=f"kiebitz-{name}")
        self._processes = Processes(size.workers) if size.apart else None
        self._waiting: dict[str, deque[_Job]] = {}  # by client, the longest waiting first
        self._reading: Counter[str] = Counter()  # by client, requests whose bodies are still being read
        self._running: set[_Job] = set()
        self._running_of: Counter[str] = Counter()
        self._mean_seconds = 0.05  # moving average of seconds per job
        self._ended = False

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        """The number of running jobs."""
        return len(self._running)

    async def run(self, client: str, work: Callable[[Stop], _T]) -> _T:
        """Queue *work* and return its result; cancelling this call cancels the work.

        Raises `RefusedError` if the lane is too busy or shutting down.
        """
        await self._check(client)
        job = _Job(client, work if self._processes is None else _in_process(self._processes, work), self.size.seconds)
        self._waiting.setdefault(client, deque()).append(job)
        self._start()
        try:
            answer: _T = await job.future
        except asyncio.CancelledError:
            job.stop.cancel()
            self._drop(job)
            raise
        return answer

    @asynccontextmanager
    async def reserve(self, client: str) -> AsyncIterator[None]:
        """Reserve a place in the client's own queue while its request is being read; errors as for `run`.

        The place does not count for other clients: slow senders must not keep them out.
        """
        await self._check(client)
        self._reading[client] += 1
        try:
            yield
        finally:
            self._reading[client] -= 1
            if not self._reading[client]:
                del self._reading[client]

    async def _check(self, client: str) -> None:
        """Raise `RefusedError` when shutting down, or after a delay when there is no room for this client's job."""
        if self._ended:
            raise shutting_down()
        own, waiting = len(self._waiting.get(client, ())) + self._reading[client], self.waiting
        of_client = own >= self.size.waiting_of_one
        if not of_client and waiting < self.size.waiting:
            return
        owner, ahead = ("of this client", own) if of_client else ("of all clients", waiting)
        await asyncio.sleep(_SECONDS_TO_BUSY)
        raise busy(f"busy: {ahead} requests {owner} are waiting; try again later", self._retry(ahead), queue=ahead)

    def end(self) -> None:
        """Refuse waiting, running and future jobs, and cancel the running ones."""
        self._ended = True
        for job in [*self._running, *(job for jobs in self._waiting.values() for job in jobs)]:
            job.stop.cancel()
            if not job.future.done():
                job.future.set_exception(shutting_down())
        self._waiting.clear()

    def close(self) -> None:
        """Refuse all jobs and wait for the running threads."""
        self.end()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._processes is not None:
            self._processes.shutdown(wait=True, cancel_futures=True)

    def _retry(self, ahead: int) -> int:
        return max(1, min(_MAX_RETRY, round(ahead * self._mean_seconds / self.size.workers)))

    def _start(self) -> None:
        while len(self._running) < self.size.workers and (job := self._next()) is not None:
            self._running.add(job)
            self._running_of[job.client] += 1
            job.start = monotonic()
            future = asyncio.get_running_loop().run_in_executor(self._pool, job)
            future.add_done_callback(lambda done, job=job: self._finish(job, done))  # type: ignore[misc]

    def _next(self) -> _Job | None:
        """Remove and return the next job, from the longest waiting client among those with the fewest running jobs.

        No client's jobs fill all threads, unless there is only one thread.
        """
        ready = [client for client in self._waiting if self._running_of[client] < self.size.running_of_one]
        if not ready:
            return None
        client = min(ready, key=self._running_of.__getitem__)
        jobs = self._waiting.pop(client)
        job = jobs.popleft()
        if jobs:
            self._waiting[client] = jobs  # moves to the end of the queue
        return job

    def _drop(self, job: _Job) -> None:
        jobs = self._waiting.get(job.client)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.client]

    def _finish(self, job: _Job, work_future: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        self._running_of[job.client] -= 1
        if not self._running_of[job.client]:
            del self._running_of[job.client]
        self._mean_seconds += _SMOOTHING * (monotonic() - job.start - self._mean_seconds)
        if work_future.cancelled():
            job.future.cancel()
        elif (error := work_future.exception()) is not None:
            if not job.future.done():
                job.future.set_exception(error)
        elif not job.future.done():
            job.future.set_result(work_future.result())
        self._start()
