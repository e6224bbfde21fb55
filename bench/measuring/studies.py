"""The rows about studies: the overhead of engine, files and a cluster, and recovery from kills.

Needs the extra `study`, for one row `cluster`.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from measuring import peer, processes
from measuring.processes import Spread, children
from measuring.rows import Row, _kiebitz, _say, _worker, _worker_command

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from measuring.rows import Sizes

_MB = 1_000_000
_ROUNDS = 3
_KILLS = 20
_SCHEDULER = ("--scheduler", "local-cluster")


def _study(folder: Path | str, deals: int, *options: str) -> list[str]:
    return [*_kiebitz(), "study", "run", "--deals", f"1-{deals}", "--jobs", "2", *options, "--output", str(folder)]


def _halves(deals: int) -> list[tuple[int, int]]:
    return [(1, deals // 2), (deals // 2 + 1, deals)]


def _timed(deals: int, *options: str) -> float:
    """Return the wall time of the whole command, in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        process = processes.run(_study(f"{folder}/study", deals, *options), (0, 3))
        rows = sum(_count(path) for path in Path(folder).glob("study/rows/*.parquet"))
    if rows != deals:
        raise RuntimeError(f"{rows} rows of {deals} deals")
    return process.wall


def _count(path: Path) -> int:
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows)


def _rounds(
    what: str, first_run: Callable[[], float], second_run: Callable[[], float]
) -> tuple[list[float], list[float], Spread]:
    """Return the seconds of two functions run in turn, and the ratio of the first to the second."""
    first_seconds, second_seconds = [], []
    for number in range(_ROUNDS):
        _say(f"{what}, round {number + 1} of {_ROUNDS}")
        first_seconds.append(first_run())
        second_seconds.append(second_run())
    return (
        first_seconds,
        second_seconds,
        Spread.of([first / second for first, second in zip(first_seconds, second_seconds, strict=True)]),
    )


def raw(sizes: Sizes) -> Row:
    """Compare a study of the million with the kernel's bare loop over the same deals, two processes each."""

    def bare() -> float:
        with ThreadPoolExecutor(2) as pool:  # each thread waits for its own process
            runs = list(pool.map(lambda half: _worker("range", *half), _halves(sizes.million)))
        return float(max(run["wall"] for run in runs))

    what = f"a study of {sizes.million:,} deals and the bare loops"
    study, loops, ratio = _rounds(what, lambda: _timed(sizes.million), bare)
    return Row(
        f"study of Microsoft 1…{sizes.million:,}, four cells, two processes, Parquet / two bare kernel loops",
        "≤ 1.15 wall time",
        f"{Spread.of(study)} s against {Spread.of(loops)} s",
        None if sizes.quick else ratio.median <= 1.15,
        f"{ratio}",
        commands=[
            processes.shown(_study("DIR", sizes.million)),
            *(processes.shown(_worker_command("range", *half)) for half in _halves(sizes.million)),
        ],
        notes=[
            "the study: the whole command, start, checker and files included",
            "the bare loops: the slower of the two, the call into the kernel alone, neither start nor checker",
        ],
        values={"study": study, "loops": loops},
    )


def against_peer(sizes: Sizes) -> Row:
    """Compare the same study with the peer's range solver in two processes."""
    options = ("-l", "lg")

    def peers() -> float:
        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda half: peer.solve(half[0], half[1], options), _halves(sizes.million)))
        return time.perf_counter() - start

    what = f"a study of {sizes.million:,} deals and the peer"
    peer_seconds, own_seconds, ratio = _rounds(what, peers, lambda: _timed(sizes.million))
    return Row(
        f"study of Microsoft 1…{sizes.million:,}, two processes, against the peer's range solver in two",
        "≥ 2.5× faster",
        f"{Spread.of(own_seconds)} s against {Spread.of(peer_seconds)} s",
        None if sizes.quick else ratio.median >= 2.5,
        f"{ratio}",
        commands=[
            processes.shown(_study("DIR", sizes.million)),
            *(processes.shown(peer.command(*half, options)) for half in _halves(sizes.million)),
        ],
        notes=["wall time; the study's lines are replayed by the checker and its rows written to the disk"],
        values={"study": own_seconds, "peer": peer_seconds},
    )


def dask(sizes: Sizes) -> Row:
    """Compare a local Dask cluster with local processes."""
    what = f"a study of {sizes.million:,} deals by both executors"
    cluster, local, ratio = _rounds(what, lambda: _timed(sizes.million, *_SCHEDULER), lambda: _timed(sizes.million))
    return Row(
        f"study of Microsoft 1…{sizes.million:,}: Dask cluster with two workers / two local processes",
        "≤ 1.15 wall time",
        f"{Spread.of(cluster)} s against {Spread.of(local)} s",
        None if sizes.quick else ratio.median <= 1.15,
        f"{ratio}",
        commands=[
            processes.shown(_study("DIR", sizes.million, *_SCHEDULER)),
            processes.shown(_study("DIR", sizes.million)),
        ],
        notes=["whole commands: starting the cluster and ending it are included"],
        values={"cluster": cluster, "local": local},
    )


def kills(sizes: Sizes) -> Row:
    """Compare a study with killed runs and processes with an undisturbed one."""
    import pyarrow.parquet as pq

    deals = min(sizes.million, 200_000)
    chance = random.Random(20)
    counts = {"runs": 0, "processes": 0}
    limit = _KILLS if not sizes.quick else 5
    with tempfile.TemporaryDirectory() as folder:
        undisturbed, disturbed = Path(folder, "calm"), Path(folder, "harried")
        _say(f"a study of {deals:,} deals left in peace, and one with {limit} kills")
        processes.run(_study(undisturbed, deals), (0, 3))
        while sum(counts.values()) < limit:
            with subprocess.Popen(
                _study(disturbed, deals), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as run:
                while run.poll() is None and sum(counts.values()) < limit:
                    time.sleep(chance.uniform(0.1, 1.5))
                    victim = chance.choice([run.pid, *children(run.pid)])
                    if run.poll() is None:
                        os.kill(victim, signal.SIGKILL)
                        counts["runs" if victim == run.pid else "processes"] += 1
                run.kill()
            if sum(counts.values()) < limit:  # it may have finished already: delete some files
                for path in sorted(disturbed.glob("rows/*.parquet"))[::3]:
                    path.unlink()
        processes.run(_study(disturbed, deals), (0, 3))
        names = [sorted(path.name for path in (study / "rows").iterdir()) for study in (undisturbed, disturbed)]
        same = names[0] == names[1] and all(
            pq.read_table(undisturbed / "rows" / name).equals(pq.read_table(disturbed / "rows" / name))
            for name in names[0]
        )
        numbers = [
            number for name in names[1] for number in pq.read_table(disturbed / "rows" / name)["deal"].to_pylist()
        ]
    complete = sorted(numbers) == list(range(1, deals + 1))
    total = sum(counts.values())
    return Row(
        f"study of Microsoft 1…{deals:,} with {total} SIGKILLs at random moments, resumed",
        "every deal once, the same rows",
        f"{'every deal once' if complete else 'NOT every deal once'}; rows {'the same' if same else 'NOT the same'}",
        complete and same and (sizes.quick or total >= _KILLS),
        commands=[processes.shown(_study("DIR", deals))],
        notes=[f"killed: {counts['runs']} runs, {counts['processes']} of their processes; rows compared file by file"],
        values=dict(counts),
    )


def memory(sizes: Sizes) -> Row:
    """Measure the memory of all processes of a study, and whether it grows with the deals."""
    peaks = []
    for deals in (sizes.million // 10, sizes.million):
        _say(f"memory of a study of {deals:,} deals")
        with tempfile.TemporaryDirectory() as folder:
            peaks.append(_peak(_study(f"{folder}/study", deals)))
    bare = _bare()
    net_peak = peaks[1] - 3 * bare
    return Row(
        f"memory of a study of Microsoft 1…{sizes.million:,}, two processes and the one that writes",
        "< 500 MB plus the interpreter's own; flat",
        f"{peaks[1] / _MB:.0f} MB, {net_peak / _MB:.0f} MB of it not the interpreters'; "
        f"{peaks[1] / peaks[0]:.2f} × a tenth's",
        net_peak < 500 * _MB and (sizes.quick or peaks[1] < 1.2 * peaks[0]),
        commands=[processes.shown(_study("DIR", sizes.million))],
        notes=["largest sum over all processes, ten times a second, pages they share counted once (PSS of Linux)"],
        values={"peaks": peaks, "interpreter": bare},
    )


def _peak(command: Sequence[str]) -> int:
    """Return the peak memory in bytes of a command with its children."""
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None:
            peak = max(peak, sum(map(_resident, [run.pid, *children(run.pid)])))
            time.sleep(0.1)
    return peak


def _bare() -> int:
    """Return the memory of an idle Python."""
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        time.sleep(0.5)
        return _resident(run.pid)


def _resident(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:  # it has just ended
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:")), 0)


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {
    "study": raw,
    "study-peer": against_peer,
    "study-dask": dask,
    "study-kills": kills,
    "study-memory": memory,
}

#: Rows that need the peer.
NEED_PEER = frozenset({"study-peer"})
