"""The engine for long runs: chunks that cover everything once, and executors of any kind."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.studies.chunks import Chunk, Chunks
from kiebitz.studies.engine import run_alone, run_chunks
from kiebitz.studies.processes import Processes
from processes import Started

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Answer:
    seconds: float
    numbers: tuple[int, ...] = ()


@dataclass
class Ledger:
    numbers: list[int] = field(default_factory=list)

    def add(self, chunk: Chunk, answer: Answer) -> None:
        assert answer.numbers == tuple(range(chunk.first, chunk.last + 1))
        self.numbers += answer.numbers

    def lose(self, number: int) -> None:
        raise AssertionError(number)

    def remark(self, line: str) -> None:
        raise AssertionError(line)


def work(job: float, first: int, last: int) -> Answer:
    return Answer(job, tuple(range(first, last + 1)))


def test_chunks_cover_the_range_once_whatever_they_cost() -> None:
    chunks = Chunks([(1, 100_000)], 3)
    seen = 0
    for cost in [0.1, 5.0, 1e-6, 1e-6, 0.02] * 10_000:
        chunk = chunks.take()
        if chunk is None:
            break
        assert chunk.first == seen + 1
        seen = chunk.last
        chunks.learn(chunk, Answer(cost))
    assert seen == 100_000


def test_chunks_stay_within_the_spans_of_a_list() -> None:
    spans = [(1, 2), (5, 40), (100, 100)]
    chunks = Chunks(spans, 2)
    parts = []
    while (chunk := chunks.take()) is not None:
        parts.append(chunk)
        chunks.learn(chunk, Answer(0.01))
    assert [number for part in parts for number in range(part.first, part.last + 1)] == [1, 2, *range(5, 41), 100]
    assert all(any(first <= part.first and part.last <= last for first, last in spans) for part in parts)


def test_one_job_is_done_here_in_order() -> None:
    ledger = Ledger()
    seen = []
    run_chunks(work, 0.01, [(5, 1000)], 1, ledger, lambda: seen.append(len(ledger.numbers)))
    assert ledger.numbers == list(range(5, 1001))
    assert seen == sorted(seen)
    assert seen[-1] == 996


def test_any_executor_will_do() -> None:
    ledger = Ledger()
    run_chunks(work, 0.01, [(5, 1000)], 3, ledger, lambda: None, pool=ThreadPoolExecutor)
    assert sorted(ledger.numbers) == list(range(5, 1001))


LARGE_ANSWERS = """
import os, time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from kiebitz.studies.engine import run_chunks

@dataclass
class Answer:
    seconds: float
    load: bytes

class Ledger:
    answers = 0
    def add(self, chunk, answer):
        self.answers += 1

def work(job, first, last):
    return Answer(0.01, bytes(job))

def stop():
    if ledger.answers:
        raise KeyboardInterrupt

def read_slowly(handle, size):
    time.sleep(0.01)
    return os.read(handle, size)

ledger = Ledger()
if __name__ == "__main__":
    Connection._recv.__defaults__ = (read_slowly,)
    try:
        run_chunks(work, 8_000_000, [(0, 1_000_000)], 2, ledger, stop)
    except KeyboardInterrupt:
        print("stopped")
"""


def test_a_run_can_be_stopped_while_answers_are_on_their_way(tmp_path: Path) -> None:
    """If a process dies in the middle of an answer, its reader must not wait for the other half."""
    (tmp_path / "large.py").write_text(LARGE_ANSWERS)
    with Started([sys.executable, tmp_path / "large.py"], stdout=subprocess.PIPE, text=True) as process:
        assert process.communicate(timeout=30)[0] == "stopped\n"


CUT_ANSWERS = """
import os, signal, threading, time
from dataclasses import dataclass
from pathlib import Path
from kiebitz.studies.engine import run_chunks

@dataclass
class Answer:
    seconds: float
    load: bytes

class Ledger:
    numbers, remarks = [], 0
    def add(self, chunk, answer):
        self.numbers += range(chunk.first, chunk.last + 1)
    def lose(self, number):
        raise AssertionError(number)
    def remark(self, line):
        self.remarks += 1

def killed_while_it_sends():  # the pipe takes 64 kB, so that the thread of the answer waits in the middle of it
    written = 0
    while written < 100_000:
        written = int(Path("/proc/self/io").read_text().split()[3])
    os.kill(os.getpid(), signal.SIGKILL)

def work(job, first, last):
    if not os.path.exists(job):
        open(job, "w").close()
        threading.Thread(target=killed_while_it_sends, daemon=True).start()
    return Answer(0.01, bytes(50_000_000))

ledger = Ledger()
if __name__ == "__main__":
    run_chunks(work, "begun", [(0, 63)], 2, ledger, lambda: None)
    print(sorted(ledger.numbers) == list(range(64)), ledger.remarks)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="masks of signals")
def test_a_process_hears_no_ctrl_c_from_its_first_moment_on() -> None:
    with Processes(1) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_process_that_is_killed_while_it_answers_costs_its_own_task_alone(tmp_path: Path) -> None:
    (tmp_path / "cut.py").write_text(CUT_ANSWERS)
    with Started([sys.executable, tmp_path / "cut.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.communicate(timeout=60)[0] == "True 1\n"


class Dying(Executor):
    """An executor whose tasks fail or succeed in the order of *deaths*."""

    def __init__(self, deaths: list[bool]) -> None:
        self._deaths = deaths

    def submit(self, work: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._deaths.pop(0):
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(work(*args, **options))
        return future


@dataclass
class Patient(Ledger):
    lost: list[int] = field(default_factory=list)

    def lose(self, number: int) -> None:
        self.lost.append(number)


@pytest.mark.parametrize(("deaths", "lost"), [([True, True, False], []), ([True, True, True], [7])])
def test_a_deal_is_given_up_when_it_has_died_alone_three_times(deaths: list[bool], lost: list[int]) -> None:
    ledger = Patient()
    run_alone(work, 0.0, [Chunk(7, 7)], ledger, lambda: None, pool=lambda _: Dying(deaths))
    assert (ledger.lost, ledger.numbers) == (lost, [7] if not lost else [])
    assert not deaths
