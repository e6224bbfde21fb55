"""Start and watch child processes."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waiting import PATIENCE

if TYPE_CHECKING:
    from types import TracebackType


class Started(subprocess.Popen[Any]):
    """A process that ends with its `with` block: at once if the test fails, else within two minutes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._watchdog = threading.Timer(2 * PATIENCE, self.kill)
        self._watchdog.daemon = True
        self._watchdog.start()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watchdog.cancel()
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, trace)


def children(pid: int) -> list[int]:
    """Return the worker processes that a process has started, from /proc."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and b"resource_tracker" not in (path.parent / "cmdline").read_bytes():
                pids.append(int(path.parent.name))
        except OSError:
            continue
    return pids


def work_of(process: int) -> float:
    """Return the CPU seconds of a process so far."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[0]) for path in threads) / 1e9


def wait_until_busy(process: subprocess.Popen[Any], seconds: float) -> None:
    """Wait until a process and its children have used this much CPU time."""
    start = time.monotonic()
    while sum(map(work_of, [process.pid, *children(process.pid)])) < seconds:
        assert process.poll() is None, "ended before it was at work"
        assert time.monotonic() - start < PATIENCE, "not at work"
        time.sleep(0.02)
