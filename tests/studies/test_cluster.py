"""Studies on a Dask cluster: the same rows as from local processes, also when workers or schedulers die.

A process of its own starts each cluster, so that tests do not affect each other.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.dataset
import pytest

from kiebitz.analysis.limits import Limit
from kiebitz.errors import KiebitzError
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.cluster import cluster
from kiebitz.studies.study.runner import run_study
from processes import Started, children
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

STUDY = Study("freecell", Deals(1, 3000), cells=(0, 3), limit=Limit(states=2000))
COMMAND = [sys.executable, "-m", "kiebitz", "study", "run", "--cells", "0,3", "--deals", "1-3000"]
COMMAND += ["--limit-states", "2000", "--jobs", "2", "--output"]


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.dataset.dataset(path / "rows").to_table().to_pylist()
    return rows


def test_a_local_cluster_leaves_the_same_rows(tmp_path: Path) -> None:
    run_study(STUDY, tmp_path / "here", 1)
    command = [*COMMAND, str(tmp_path / "there"), "--scheduler", "local-cluster"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 3, ran.stderr
    # On a busy machine the scheduler may consider a slow worker lost and rerun its chunks.
    assert set(ran.stderr.splitlines()) <= {"kiebitz: a process died; its deals were done again"}
    assert rows_of(tmp_path / "there") == rows_of(tmp_path / "here")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_lost_worker_s_chunks_run_again(tmp_path: Path) -> None:
    run_study(STUDY, tmp_path / "here", 1)
    command = [*COMMAND, str(tmp_path / "there"), "--scheduler", "local-cluster"]
    with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list(tmp_path.glob("there/rows/*.parquet")):
            time.sleep(0.02)
        os.kill(children(process.pid)[0], signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (3, "")
    assert rows_of(tmp_path / "there") == rows_of(tmp_path / "here")


@pytest.mark.slow
def test_ctrl_c_of_a_terminal_finishes_the_chunks_in_hand(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kiebitz", "study", "run", "--deals", "1-3000000", "--jobs", "2"]
    command += ["--scheduler", "local-cluster", "--output", str(tmp_path / "study")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Started(command, text=True, start_new_session=True, **pipes) as process:
        while not list(tmp_path.glob("study/rows/*.parquet")):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
        out, errors = process.communicate(timeout=50)
    assert process.returncode == 130
    assert errors == "kiebitz: finishing the chunks in hand; Ctrl-C again ends the run at once\n"
    assert "interrupted after " in out
    rows = rows_of(tmp_path / "study")
    assert len({row["deal"] for row in rows}) == len(rows) > 0


DEADLY = """
import sys
from kiebitz.analysis.limits import Limit
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.cluster import cluster
from kiebitz.studies.study.runner import run_study
from study_work import deadly
if __name__ == "__main__":
    study = Study("freecell", Deals(1, 128), cells=(4,))
    print(run_study(study, sys.argv[1], cluster=cluster("local-cluster", 2), work=deadly).lost)
"""


@pytest.mark.slow
def test_a_deadly_deal_is_singled_out_there_too(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(DEADLY)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("tests"))}
    command = [sys.executable, str(script), str(tmp_path / "study")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert ran.stdout == "[77]\n"
    assert [row["deal"] for row in rows_of(tmp_path / "study") if row["verdict"] == "undecided"] == [77]
    assert len(rows_of(tmp_path / "study")) == 128


@contextmanager
def started_scheduler() -> Iterator[tuple[str, Started]]:
    """Provide the address and process of a new scheduler without workers."""
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with Started([*command, "--no-dashboard"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        for line in process.stderr or ():
            if (result := re.search(r"tcp://127\.0\.0\.1:\d+", line)) is not None:
                yield result[0], process
                break
        process.kill()


@pytest.fixture
def scheduler() -> Iterator[tuple[str, Started]]:
    with started_scheduler() as started:
        yield started


@contextmanager
def started_workers(address: str, count: int, **environment: str) -> Iterator[list[Started]]:
    """Provide workers, connected to the scheduler, for the block."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    wait = f"from distributed import Client; Client({address!r}).wait_for_workers({count}, timeout={PATIENCE})"
    with ExitStack() as stack:
        workers = [
            stack.enter_context(Started(command, env={**os.environ, **environment}, **quiet)) for _ in range(count)
        ]
        subprocess.run([sys.executable, "-c", wait], check=True, capture_output=True)
        yield workers
        for worker in workers:
            worker.kill()


def run_on(address: str, path: Path) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, str(path), "--scheduler", address]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_cluster_that_runs_already(tmp_path: Path, scheduler: Any) -> None:
    address, _ = scheduler
    ran = run_on(address, tmp_path / "nobody")
    assert (ran.returncode, ran.stderr) == (2, f"kiebitz: scheduler '{address}' has no workers\n")
    with started_workers(address, 1):
        ran = run_on(address, tmp_path / "one")
    assert (ran.returncode, ran.stderr) == (3, "")
    run_study(STUDY, tmp_path / "here", 1)
    assert rows_of(tmp_path / "one") == rows_of(tmp_path / "here")


def test_workers_with_another_kernel_are_refused(tmp_path: Path, scheduler: Any) -> None:
    address, _ = scheduler
    import kiebitz

    other = "wasm" if kiebitz.backend == "native" else "native"
    with started_workers(address, 1, KIEBITZ_BACKEND=other):
        ran = run_on(address, tmp_path / "study")
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "kiebitz: worker 'tcp://" in ran.stderr


@pytest.mark.slow
def test_a_scheduler_that_goes_away(tmp_path: Path, scheduler: Any) -> None:
    address, process = scheduler
    with started_workers(address, 1):
        command = [*COMMAND, str(tmp_path / "study"), "--scheduler", address]
        with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            while not list(tmp_path.glob("study/rows/*.parquet")):
                time.sleep(0.02)
            process.kill()
            _, errors = run.communicate(timeout=55)
    assert run.returncode == 2
    assert errors.count("\n") == 1
    assert "is gone; finished chunks are kept" in errors
    assert run_study(None, tmp_path / "study", 1).finished


@pytest.mark.slow
def test_three_workers_one_killed_and_a_scheduler_restarted(tmp_path: Path) -> None:
    path = tmp_path / "study"
    command = [*COMMAND, str(path), "--scheduler"]
    files: list[Path] = []

    def more_files() -> bool:
        return len(list(path.glob("rows/*.parquet"))) > len(files)

    with (
        started_scheduler() as (address, process),
        started_workers(address, 3) as workers,
        Started([*command, address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run,
    ):
        for doomed in (workers[0], process):  # first a worker; then, after others have resumed its work, the scheduler
            while not more_files():
                assert run.poll() is None, run.communicate()
                time.sleep(0.01)
            files = list(path.glob("rows/*.parquet"))
            doomed.kill()
        _, errors = run.communicate(timeout=55)
    assert (run.returncode, "finished chunks are kept" in errors) == (2, True)
    kept = len(list(path.glob("rows/*.parquet")))
    with started_scheduler() as (address, _), started_workers(address, 3):
        resumed = run_on(address, path)
    assert resumed.returncode == 3, resumed.stderr
    assert len(list(path.glob("rows/*.parquet"))) > kept >= 2
    run_study(STUDY, tmp_path / "here", 1)
    assert rows_of(path) == rows_of(tmp_path / "here")


@pytest.mark.parametrize("address", ["", "nonsense", "x://y", "tcp://127.0.0.1:9"])
def test_schedulers_that_do_not_answer(tmp_path: Path, address: str) -> None:
    start = time.monotonic()
    ran = run_on(address, tmp_path / "study")
    assert time.monotonic() - start < 20
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"kiebitz: scheduler '{address}' ")
    assert ran.stderr.count("\n") == 1
    assert not (tmp_path / "study").exists()


def test_without_distributed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(KiebitzError, match=r"pip install 'kiebitz\[cluster\]'"), cluster("local-cluster"):
        pass
