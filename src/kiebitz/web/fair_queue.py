"""Fair queues for work in threads: clients take turns, nobody waits in too long a line, and who has gone is let go.

A lane is for work of one kind of length, so that short work never stands behind long work. Starlette's own pool, 40
threads for all, has no turns: with 38 long searches in it a light took 7.5 s on two cores, and 0.6 s without them.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from kiebitz.analysis.request_limits import Stop
from kiebitz.studies.processes import Processes
from kiebitz.web.api_errors import busy, ending

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_T = TypeVar("_T")

_LONGEST_RETRY = 30
_SMOOTHING = 0.1
# Seconds until a client is told that he asks for too much. Told at once, he would ask again at once: thirty connections
# of one client took most of the server's time.
_SECONDS_TO_BUSY = 0.5


@dataclass(frozen=True, slots=True)
class Size:
    """How much a lane takes: threads, waiting jobs of all and of one client, running ones of one client, seconds.

    With *apart* the work is done in processes of its own: it takes no turns from the others in Python, can be pickled,
    and is not asked to stop.
    """

    workers: int
    waiting: int
    waiting_of_one: int
    running_of_one: int
    seconds: float
    apart: bool = False


class _Job:
    __slots__ = ("begun", "client", "future", "stop", "work")

    def __init__(self, client: str, work: Callable[[Stop], Any], seconds: float) -> None:
        self.client = client
        self.work = work
        self.stop = Stop(seconds)
        self.begun = 0.0
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def __call__(self) -> Any:
        self.stop.begin()
        return self.work(self.stop)


def _apart(processes: Processes, work: Callable[[Any], _T]) -> Callable[[Stop], _T]:
    """Return what lets a process do the work; who waits for it takes no turns.

    A process that was killed is noticed by whoever asks it next, and need not have died of this work: another one is
    asked once more. A `RefusedError` if that dies, too.
    """

    def ask(_stop: Stop) -> _T:
        answer: _T
        for _ in range(2):
            with suppress(BrokenExecutor):
                answer = processes.submit(work, None).result()
                return answer
        raise busy("the processes that were to do this died; try again later")

    return ask


class Lane:
    """A queue and its threads; all but the work itself happens in the event loop."""

    def __init__(self, name: str, size: Size) -> None:
        self.name = name
        self.size = size
        self._pool = ThreadPoolExecutor(size.workers, thread_name_prefix=f"kiebitz-{name}")
        self._processes = Processes(size.workers) if size.apart else None
        self._waiting: dict[str, deque[_Job]] = {}  # by client; who has waited longest for a turn comes first
        self._coming: Counter[str] = Counter()  # by client, requests whose bodies are still being read
        self._running: set[_Job] = set()
        self._running_of: Counter[str] = Counter()
        self._usual = 0.05  # seconds that a job takes, the later ones counting more
        self._ended = False

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        """How many jobs run."""
        return len(self._running)

    async def run(self, client: str, work: Callable[[Stop], _T]) -> _T:
        """Return what *work* returns when its turn has come; it is asked to stop if this call is cancelled.

        A `RefusedError` says that the lane is too busy, or ends.
        """
        await self._check(client)
        job = _Job(client, work if self._processes is None else _apart(self._processes, work), self.size.seconds)
        self._waiting.setdefault(client, deque()).append(job)
        self._start()
        try:
            answer: _T = await job.future
        except asyncio.CancelledError:
            job.stop.ask()
            self._drop(job)
            raise
        return answer

    @asynccontextmanager
    async def coming(self, client: str) -> AsyncIterator[None]:
        """Hold a place in the client's own line while his request is still being read; errors as of `run`.

        It takes no place from others, or those who send slowly would keep them out.
        """
        await self._check(client)
        self._coming[client] += 1
        try:
            yield
        finally:
            self._coming[client] -= 1
            if not self._coming[client]:
                del self._coming[client]

    async def _check(self, client: str) -> None:
        """Raise a `RefusedError` if there is no room for more of this client, after a while, or at once at the end."""
        if self._ended:
            raise ending()
        own, waiting = len(self._waiting.get(client, ())) + self._coming[client], self.waiting
        of_client = own >= self.size.waiting_of_one
        if not of_client and waiting < self.size.waiting:
            return
        whose, ahead = ("of this client", own) if of_client else ("of all clients", waiting)
        await asyncio.sleep(_SECONDS_TO_BUSY)
        raise busy(f"busy: {ahead} requests {whose} are waiting; try again later", self._retry(ahead), queue=ahead)

    def end(self) -> None:
        """Refuse all that waits, runs or is still to come, and ask what runs to stop."""
        self._ended = True
        for job in [*self._running, *(job for jobs in self._waiting.values() for job in jobs)]:
            job.stop.ask()
            if not job.future.done():
                job.future.set_exception(ending())
        self._waiting.clear()

    def close(self) -> None:
        """End, and wait for what runs."""
        self.end()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._processes is not None:
            self._processes.shutdown(wait=True, cancel_futures=True)

    def _retry(self, ahead: int) -> int:
        return max(1, min(_LONGEST_RETRY, round(ahead * self._usual / self.size.workers)))

    def _start(self) -> None:
        while len(self._running) < self.size.workers and (job := self._next()) is not None:
            self._running.add(job)
            self._running_of[job.client] += 1
            job.begun = monotonic()
            done = asyncio.get_running_loop().run_in_executor(self._pool, job)
            done.add_done_callback(lambda future, job=job: self._finish(job, future))  # type: ignore[misc]

    def _next(self) -> _Job | None:
        """Take the first job of the client whose turn it is: with the least running, and waiting longest among those.

        Nobody's jobs fill all threads, unless there is only one.
        """
        able = [client for client in self._waiting if self._running_of[client] < self.size.running_of_one]
        if not able:
            return None
        client = min(able, key=self._running_of.__getitem__)
        jobs = self._waiting.pop(client)
        job = jobs.popleft()
        if jobs:
            self._waiting[client] = jobs  # at the end of the line
        return job

    def _drop(self, job: _Job) -> None:
        jobs = self._waiting.get(job.client)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.client]

    def _finish(self, job: _Job, done: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        self._running_of[job.client] -= 1
        if not self._running_of[job.client]:
            del self._running_of[job.client]
        self._usual += _SMOOTHING * (monotonic() - job.begun - self._usual)
        if done.cancelled():
            job.future.cancel()
        elif (error := done.exception()) is not None:
            if not job.future.done():
                job.future.set_exception(error)
        elif not job.future.done():
            job.future.set_result(done.result())
        self._start()
