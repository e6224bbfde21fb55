"""Processes of this machine as an executor, each with a pipe of its own: one that dies breaks its own task alone.

The standard library's `ProcessPoolExecutor` has one pipe for all answers. Where a process dies in the middle of one,
its reader waits for the rest for ever, and where one dies at all, the tasks of all others are lost with it.
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
from kiebitz.errors import ProgramError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

# Spawned, not forked: there are threads here, and threads and forks do not go together.
_SPAWN = multiprocessing.get_context("spawn")


class Processes(Executor):
    """An executor of *jobs* processes, which end with this one and leave Ctrl-C to it.

    A task whose process dies fails with `BrokenExecutor`, and the next one gets a new process; one whose process cannot
    be started fails with `ProgramError`.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._threads = ThreadPoolExecutor(jobs)  # each asks a process of its own
        self._own = threading.local()
        self._lock = threading.Lock()  # over the two below
        self._pipes: dict[SpawnProcess, Connection] = {}
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a task to the next process that has nothing to do."""
        return self._threads.submit(self._ask, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the processes end as soon as they have nothing to do; with *cancel_futures* no further one is started."""
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
                with _deaf_to_interrupts():
                    process.start()
            except OSError as error:
                fault = f"a process cannot be started: {error.strerror}"
                raise ProgramError("", fault, "fewer of them, or a system that allows more") from None
            there.close()  # or the end of the process would not end the pipe
            self._pipes[process] = here
        self._own.worker = process, here
        return process, here


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let what this thread starts meanwhile hear no Ctrl-C, not even before it gets as far as to ignore it."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # or the first start would do so, and lift the block after it
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _serve(pipe: Connection, jobs: int) -> None:
    """Do task after task until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    share_memory_among(jobs)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            fn, args, kwargs = pipe.recv()
            try:
                answer = False, fn(*args, **kwargs)
            except Exception as error:  # noqa: BLE001  it is for who asked
                answer = True, error
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
