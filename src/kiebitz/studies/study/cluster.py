"""A Dask cluster as an executor, either a running one or one started here; distributed is imported when needed."""

from __future__ import annotations

import logging
import signal
import warnings
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import kiebitz
from kiebitz.analysis.backend import backend
from kiebitz.analysis.limits import share_memory_among
from kiebitz.errors import DependencyError, KiebitzError, ProcessError, shown
from kiebitz.studies.engine import number_of_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: The address that starts a cluster on this machine.
LOCAL = "local-cluster"
# Dask's sampling for a dashboard, which is not used here.
_UNWATCHED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
}
#: The time for a scheduler to answer and for workers to appear, in seconds.
PATIENCE = 5.0


@contextmanager
def cluster(address: str, jobs: int = 0) -> Iterator[tuple[Callable[[int], Executor], int]]:
    """Provide a maker of executors on a Dask cluster, and the number of threads.

    *address* is a scheduler's, such as `tcp://10.0.0.1:8786`, or `local-cluster` for *jobs* processes of this machine
    (0: one per core). Raises a `KiebitzError` if distributed is missing, or if scheduler or workers are unusable.
    """
    client, local = _connected(address, number_of_jobs(jobs))
    try:
        threads = _threads(client, address)
        yield partial(_executor, client, address), threads
    finally:
        client.close()
        if local is not None:
            local.close()


def _connected(address: str, jobs: int) -> tuple[Any, Any]:
    try:
        import distributed
    except ImportError:
        raise DependencyError("a Dask cluster needs", "distributed", "pip install 'kiebitz[cluster]'") from None
    # Kiebitz reports the cluster's failures itself, in one line.
    for name in ("asyncio", "distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    if address == LOCAL:
        import dask

        # Dask retries a task that killed its worker once; the engine isolates the deal.
        dask.config.set({"distributed.scheduler.allowed-failures": 1, **_UNWATCHED})
        # These folders may lie on a slow disk: nothing is written there.
        warnings.filterwarnings("ignore", "Creating scratch directories")
        local = distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            memory_limit=None,  # searches have limits of their own
            # Without an address the server takes the default port and warns about a second cluster.
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            silence_logs=logging.CRITICAL,
        )
        try:
            client = distributed.Client(local, timeout=PATIENCE)
            _prepare(client, jobs)
        except BaseException:
            local.close()
            raise
        return client, local
    try:
        return distributed.Client(address, timeout=PATIENCE), None
    except OSError:  # a TimeoutError among them
        reason = f"does not answer within {PATIENCE:.0f} seconds"
    except Exception as error:  # noqa: BLE001  depends on the address and the other end
        reason = f"cannot be reached ({error})"
    raise ProcessError("", f"scheduler {shown(address)} {reason}", "an address such as tcp://HOST:8786")


def _prepare(client: Any, jobs: int) -> None:
    """Make workers, also later ones, share the memory and ignore Ctrl-C."""
    from distributed import WorkerPlugin

    class OneOfSeveral(WorkerPlugin):  # type: ignore[misc]  # distributed is untyped
        def setup(self, worker: Any) -> None:  # runs in the main thread
            del worker
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            share_memory_among(jobs)

    client.register_plugin(OneOfSeveral())


def _threads(client: Any, address: str) -> int:
    """Return the number of threads of all workers; a `ProcessError` if a worker cannot run this Kiebitz."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ProcessError("", f"scheduler {shown(address)} has no workers") from None
    threads: dict[str, int] = client.nthreads()
    ours = identity()
    for worker in threads:
        probe = client.submit(identity, workers=[worker], pure=False)
        try:
            theirs = probe.result(timeout=10 * PATIENCE)
        except Exception as error:  # noqa: BLE001  depends on the worker
            raise ProcessError("", f"worker {shown(worker)} cannot run Kiebitz: {error}") from None
        if theirs != ours:
            fault = f"worker {shown(worker)} runs {' '.join(theirs)}"
            raise ProcessError("", fault, f"{' '.join(ours)}, as here")
    return max(1, sum(threads.values()))


def identity() -> tuple[str, str, str]:
    return "kiebitz", kiebitz.__version__, backend()


def _executor(client: Any, address: str, _: int) -> Executor:
    return _OnCluster(client, address)


class _OnCluster(Executor):
    """A cluster's executor whose futures fail with `BrokenExecutor` if a task has killed its workers.

    Submitted tasks are not cancelled: a stopped run finishes them.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._executor = client.get_executor(pure=False)
        self._address = address

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        ours: Future[Any] = Future()
        ours.set_running_or_notify_cancel()
        try:
            theirs = self._executor.submit(fn, *args, **kwargs)
        except RuntimeError as error:
            raise self._lost() from error
        theirs.add_done_callback(partial(self._pass_on, ours))
        return ours

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Release the executor; the cluster stays."""
        self._executor.shutdown(wait=wait and not cancel_futures)

    def _pass_on(self, ours: Future[Any], theirs: Future[Any]) -> None:
        from distributed.scheduler import KilledWorker

        try:
            ours.set_result(theirs.result())
        except KilledWorker as error:
            ours.set_exception(BrokenExecutor(str(error)))
        except CancelledError:
            ours.set_exception(self._lost())
        except BaseException as error:  # noqa: BLE001  it is passed on
            ours.set_exception(error)

    def _lost(self) -> KiebitzError:
        return ProcessError("", f"scheduler {shown(self._address)} is gone; finished chunks are kept")
