"""An executor of local processes, each with a pipe of its own, so that a dying process breaks only its own task.

The standard library's `ProcessPoolExecutor` has one pipe for all answers: if a process dies while writing one, the
reader waits forever, and any death breaks the tasks of all processes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.limits import share_memory_among
from kiebitz.errors import ProcessError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

# Spawned, not forked: there are threads here, and threads and forks do not go together.
_SPAWN = multiprocessing.get_context("spawn")


class Processes(Executor):
    """An executor of *jobs* processes, which end with this one and ignore Ctrl-C.

    A task fails with `BrokenExecutor` if its process dies, which is then replaced, and with `ProcessError` if none can
    be started.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._threads = ThreadPoolExecutor(jobs)  # each drives one process
        self._own = threading.local()
        self._lock = threading.Lock()  # over the two below
        self._pipes: dict[SpawnProcess, Connection] = {}
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._threads.submit(self._ask, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let idle processes end; with *cancel_futures* start no further ones."""
        with self._lock:
            self._closed = self._closed or cancel_futures
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        if wait:
            with self._lock:
                for process, pipe in self._pipes.items():
                    pipe.close()
                    process.join()

    def _ask(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        process, pipe = getattr(self._own, "worker", None) or self._begin()
        try:
            pipe.send((fn, args, kwargs))
            failed, answer = pipe.recv()
        except (EOFError, OSError):
            del self._own.worker
            with self._lock:
                del self._pipes[process]
            pipe.close()
            process.join()
            raise BrokenExecutor(f"a process died with exit code {process.exitcode}") from None
        if failed:
            raise answer
        return answer

    def _begin(self) -> tuple[SpawnProcess, Connection]:
        with self._lock:
            if self._closed:
                raise BrokenExecutor("no process is started any more")
            try:
                here, there = _SPAWN.Pipe()
                process = _SPAWN.Process(target=_serve, args=(there, self._jobs), daemon=True)
                with _interrupts_blocked():
                    process.start()
            except OSError as error:
                fault = f"a process cannot be started: {error.strerror}"
                raise ProcessError("", fault, "fewer of them, or a system that allows more") from None
            there.close()  # otherwise the pipe would outlive the process
            self._pipes[process] = here
        self._own.worker = process, here
        return process, here


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for processes that this thread starts, until they ignore it themselves."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # otherwise the first start does so and then lifts the block
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _serve(pipe: Connection, jobs: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    share_memory_among(jobs)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            fn, args, kwargs = pipe.recv()
            try:
                answer = False, fn(*args, **kwargs)
            except Exception as error:  # noqa: BLE001  passed on to the caller
                answer = True, error
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
