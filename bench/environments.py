"""A study on a Dask cluster whose scheduler and workers run in separate virtual environments.

    python bench/environments.py FOLDER

Builds a wheel, installs it with the extra `cluster` into four environments in FOLDER (from a package index, in some
minutes; they are reused), and starts the scheduler in one and a worker in each of the others. During the study a worker
is killed, then the scheduler; with a new scheduler and new workers the same command resumes. Exits with 1 unless the
rows are those of a single process, each deal once.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pyarrow.dataset

from measuring.processes import children

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SOURCES = Path(__file__).parent.parent
WORKERS = ("one", "two", "three")
STUDY = ("--cells", "0,3", "--deals", "1-6000", "--limit-states", "20k", "--limit-memory", "100M")
ROWS = 12_000
UNDECIDED = 3  # the exit code of a study with undecided deals
_TIMEOUT = 600  # seconds
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def main() -> int:
    """Create the environments, run the study twice, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="gets the environments and the studies")
    folder: Path = parser.parse_args().folder.resolve()
    install(folder)
    for name in ("alone", "cluster"):
        shutil.rmtree(folder / name, ignore_errors=True)
    kiebitz = folder / "scheduler" / "bin" / "kiebitz"
    command = [str(kiebitz), "study", "run", *STUDY, "--jobs", "1", "--output", str(folder / "alone")]
    subprocess.run(command, check=False, env=_ENVIRONMENT)
    first = run_disturbed(folder)
    print(f"scheduler killed: exit code {first}, {len(files(folder))} files kept")
    with Cluster(folder, 8791) as cluster:
        second = cluster.study().wait(_TIMEOUT)
    alone, clustered = rows(folder / "alone"), rows(folder / "cluster")
    print(f"resumed: exit code {second}, {len(clustered):,} rows, the same: {alone == clustered}")
    return int((first, second) != (2, UNDECIDED) or alone != clustered or len(clustered) != ROWS)


def install(folder: Path) -> None:
    """Build the wheel and install it into each missing environment."""
    wheels = folder / "wheels"
    if not list(wheels.glob("*.whl")):
        subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, SOURCES], check=True)
    (wheel,) = wheels.glob("*.whl")
    for name in ("scheduler", *WORKERS):
        if not (folder / name / "bin" / "kiebitz").exists():
            subprocess.run([sys.executable, "-m", "venv", "--clear", folder / name], check=True)
            pip = [str(folder / name / "bin" / "pip"), "install", "-q", "-c", str(SOURCES / "constraints.txt")]
            subprocess.run([*pip, f"{wheel}[cluster]"], check=True, env=_ENVIRONMENT)


class Cluster:
    """A scheduler and three workers, each from its own environment."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{port}"
        self._stack = ExitStack()
        where = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
        self.scheduler = self._start("scheduler", "dask", ["scheduler", *where])
        once = ["worker", self.address, "--nthreads", "1", "--no-dashboard", "--local-directory"]
        self.workers = [self._start(name, "dask", [*once, str(folder / f"{name}-scratch")]) for name in WORKERS]
        wait = f"from distributed import Client; Client({self.address!r}, timeout=60).wait_for_workers(3, timeout=60)"
        subprocess.run([folder / "scheduler" / "bin" / "python", "-c", wait], check=True, env=_ENVIRONMENT)

    def study(self) -> subprocess.Popen[bytes]:
        """Start or resume the study."""
        where = ["--scheduler", self.address, "--output", str(self.folder / "cluster")]
        return self._start("scheduler", "kiebitz", ["study", "run", *STUDY, *where])

    def _start(self, environment: str, program: str, words: Sequence[str]) -> subprocess.Popen[bytes]:
        path = self.folder / environment / "bin" / program
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([path, *words], env=_ENVIRONMENT, stdout=quiet, stderr=quiet)
        self._stack.callback(kill, process)
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children abruptly, like a failing machine."""
    if process.poll() is None:
        for child in children(process.pid):
            os.kill(child, 9)
        process.kill()
    process.wait()


def run_disturbed(folder: Path) -> int:
    """Kill a worker, then the scheduler during the study, and return the study's exit code."""
    with Cluster(folder, 8790) as cluster:
        study = cluster.study()
        until(lambda: len(files(folder)) >= 3, study)
        kill(cluster.workers[0])
        count = len(files(folder))
        until(lambda: len(files(folder)) >= count + 4, study)
        kill(cluster.scheduler)
        return study.wait(_TIMEOUT)


def until(is_met: Callable[[], bool], study: subprocess.Popen[bytes]) -> None:
    """Wait for a condition while the study runs."""
    while not is_met():
        if study.poll() is not None:
            raise SystemExit(f"the study ended with {study.returncode} before it was disturbed")
        time.sleep(0.05)


def files(folder: Path) -> list[Path]:
    """Return the finished files of the study on the cluster."""
    return list((folder / "cluster" / "rows").glob("*.parquet"))


def rows(folder: Path) -> list[tuple[object, ...]]:
    """Return all rows of a study, sorted."""
    table = pyarrow.dataset.dataset(folder / "rows").to_table()
    return sorted((tuple(row.values()) for row in table.to_pylist()), key=repr)


if __name__ == "__main__":
    sys.exit(main())
