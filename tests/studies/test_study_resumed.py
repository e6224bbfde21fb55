"""Stopped and killed studies resume and leave the same files."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import State, run_study
from processes import Started, children
from small_study import SMALL, key, names_in, rows_of, two_threads
from study_work import deadly, deadly_once


def test_any_order_of_work_leaves_the_same_files(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "one", 1)
    run_study(SMALL, tmp_path / "threads", cluster=two_threads())
    assert (tmp_path / "one" / "study.json").read_bytes() == (tmp_path / "threads" / "study.json").read_bytes()
    names = names_in(tmp_path / "one" / "rows")
    assert names == names_in(tmp_path / "threads" / "rows")
    for name in names:
        tables = [pa.parquet.read_table(tmp_path / run / "rows" / name) for run in ("one", "threads")]
        assert tables[0].equals(tables[1])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_goes_on(tmp_path: Path, jobs: int) -> None:
    state = State()

    def stop() -> None:
        state.stopping = True

    study = Study("freecell", Deals(1, 2000), cells=(5,))
    run_study(study, tmp_path, jobs, state=state, progress=stop)
    assert 0 < state.since.deals < 2000
    assert not state.finished
    kept = {path: path.read_bytes() for path in (tmp_path / "rows").iterdir()}
    again = run_study(None, tmp_path, jobs)
    assert again.before == state.total
    assert again.finished
    assert {path: path.read_bytes() for path in kept} == kept
    assert sorted(row["deal"] for row in rows_of(tmp_path)) == list(range(1, 2001))
    assert run_study(study, tmp_path, jobs).since.deals == 0


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    state = run_study(SMALL, tmp_path, 2, work=deadly_once)
    assert (state.finished, state.lost) == (True, [])
    assert state.remarks == ["a process died; its deals were done again"]
    assert sorted(map(key, rows_of(tmp_path))) == sorted(
        (cells, 8, "alternate_colour", "any", "standard", deal) for cells in (0, 4) for deal in range(1, 151)
    )


def test_a_deadly_deal_is_singled_out(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "calm", 1)
    state = run_study(SMALL, tmp_path / "deadly", 2, work=deadly)
    assert state.finished
    assert state.lost == [77]
    calm, rows = (sorted(rows_of(tmp_path / name), key=key) for name in ("calm", "deadly"))
    differing = [row for row, other in zip(rows, calm, strict=True) if row != other]
    (lost,) = differing
    assert (lost["cells"], lost["deal"], lost["verdict"], lost["limit_hit"]) == (0, 77, "undecided", "process")
    assert (lost["states"], lost["moves"]) == (0, None)


SCRIPT = """
import sys
from kiebitz.analysis.limits import Limit
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import run_study
if __name__ == "__main__":
    run_study(Study("freecell", Deals(1, 4000), cells=(0, 3), limit=Limit(states=3000)), sys.argv[1], 2)
"""


def killed_at_random(tmp_path: Path, kills: int, seed: int) -> None:
    """Kill the run or one of its processes this many times, then let it finish."""
    chance = random.Random(seed)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    calm, harried = tmp_path / "calm", tmp_path / "harried"
    subprocess.run([sys.executable, script, calm], check=True, timeout=300)
    done = 0
    while done < kills:
        with Started([sys.executable, str(script), str(harried)], stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and done < kills:
                time.sleep(chance.uniform(0.05, 1.2))
                workers = children(process.pid)
                if process.poll() is None:
                    victim = chance.choice([process.pid, *workers])
                    os.kill(victim, signal.SIGKILL)
                    done += 1
                    if victim == process.pid:
                        break
            process.wait(60)
        if process.returncode == 0 and done < kills:  # it finished before the kill: remove some files
            for path in sorted((harried / "rows").iterdir())[::2]:
                path.unlink()
        seen = set(map(key, rows_of(harried))) if any(harried.glob("rows/*.parquet")) else set()
        assert len(seen) == sum(pa.parquet.read_metadata(path).num_rows for path in harried.glob("rows/*.parquet"))
    subprocess.run([sys.executable, script, harried], check=True, timeout=300)
    names = names_in(calm / "rows")
    assert names_in(harried / "rows") == names
    for name in names:
        assert pa.parquet.read_table(harried / "rows" / name).equals(pa.parquet.read_table(calm / "rows" / name)), name
    assert (harried / "study.json").read_bytes() == (calm / "study.json").read_bytes()
    assert len(rows_of(harried)) == 8000


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")


@needs_proc
def test_kills_at_random_moments(tmp_path: Path) -> None:
    killed_at_random(tmp_path, 4, 1)


@pytest.mark.slow
@needs_proc
def test_twenty_kills_at_random_moments(tmp_path: Path) -> None:
    killed_at_random(tmp_path, 20, 2)


def test_leftovers_are_cleared_away(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path, 1)
    leftover = tmp_path / "rows" / ".cells-0.columns-8.alternate_colour.any.standard.001.parquet.part"
    leftover.write_bytes(b"PAR1")
    (tmp_path / "rows" / leftover.name[1:-5]).unlink()
    state = run_study(SMALL, tmp_path, 1)
    assert state.finished
    assert 0 < state.since.deals < 300
    assert not leftover.exists()


def test_a_folder_without_its_manifest_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    (tmp_path / ".lock").touch()
    (tmp_path / ".study.json.part").write_text("{")
    assert run_study(SMALL, tmp_path, 1).finished


@pytest.mark.slow
def test_memory_stays_flat(tmp_path: Path) -> None:
    script = "import resource, sys\nfrom kiebitz.cli import main\nif __name__ == '__main__':\n"
    script += "    main(sys.argv[1:])\n    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    peaks = []
    for deals in (30_000, 300_000):
        command = [sys.executable, "-c", script, "study", "run", "--jobs", "1", "--cells", "6", "--deals", f"1-{deals}"]
        ran = subprocess.run([*command, "-o", tmp_path / str(deals)], capture_output=True, text=True, check=True)
        peaks.append(int(ran.stdout.split()[-1]))
    assert peaks[1] < 1.2 * peaks[0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
