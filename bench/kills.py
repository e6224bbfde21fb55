"""Studies of several kinds whose runs and processes are killed at random moments and resumed.

    python bench/kills.py FILE --kills 1000

A study is killed and resumed until a run finishes by itself, then run once undisturbed and compared with a study that
was never killed: each deal once, the same rows in the same files, no complaint from `report --verify`. FILE gets a line
of JSON per finished study; the same command resumes after the last line. Exits with 1 after lost, duplicate or
different rows, or a hang. Needs /proc and `fork`: a run is forked from this process, which has imported all that
`kiebitz study run` needs, so that kills hit its work and not the start of Python.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from kiebitz.cli import main as kiebitz
from kiebitz.errors import KiebitzError
from kiebitz.studies.study.figures import figures
from kiebitz.studies.study.folder import Folder
from measuring.processes import children
from measuring.resumable import rows_to_continue

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The options of each study; each takes two processes some seconds.
KINDS = {
    "solve": "--deals 1-12000 --cells 0,3 --limit-states 3k",
    "stock": "--game marseille --deals 1-200",
    "yukon": "--game yukon --deals 1-800 --limit-states 10k",
    "score": "--question score --game russian --random 1000000",
    "score numbered": "--question score --game russian --deals 1-6000 --paths",
    "shortest": "--question shortest --game solitaire_one_suit --supermoves whole --deals 1-80000",
    "skat": "--question skat --game skat --random 600 --contract grand,hearts,null",
}
#: The signals by frequency: mostly SIGKILL, else those of users and systems.
SIGNALS = [signal.SIGKILL] * 8 + [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
HANG_SECONDS = 600  # seconds, on a busy machine
_FINISHED = (0, 3)
_KILLED = (*(-sent for sent in SIGNALS), 130, 2)  # 2: too many of its processes died in a row


class Run:
    """A run of `kiebitz study run` in a separate process."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.code: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            with open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            sys.modules["__main__"] = ModuleType("__main__")  # otherwise its processes would import this script
            code = kiebitz(["study", "run", *KINDS[kind].split(), "--jobs", "2", "--output", str(folder)])
            os._exit(code)

    def wait(self, seconds: float) -> bool:
        """Wait up to *seconds* and return whether the run has ended; `code` is the exit code or minus the signal."""
        end = time.monotonic() + seconds
        while self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= end:
                return False
            else:
                time.sleep(0.005)
        return True

    def end(self) -> int:
        """Return the exit code; raise `RuntimeError` if the run hangs."""
        if not self.wait(HANG_SECONDS):
            os.killpg(self.pid, signal.SIGKILL)
            raise RuntimeError("a run hangs")
        return self.code if self.code is not None else 0


def run_undisturbed(kind: str, folder: Path) -> None:
    """Run a study to its end."""
    code = Run(kind, folder).end()
    if code not in _FINISHED:
        raise RuntimeError(f"{kind}: exit code {code}")


def run_with_kills(kind: str, folder: Path, chance: random.Random) -> Iterator[str]:
    """Run a study, yielding each kill, until a run ends by itself."""
    span, last_count = 1.5, 0  # largest seconds before a kill: more if no file was finished before it, else less
    while True:
        run, alive = Run(kind, folder), True
        try:
            while alive and not run.wait(chance.uniform(0, span)):
                workers = children(run.pid)
                victim = chance.choice([run.pid, *workers, *workers])
                signal_sent = chance.choice(SIGNALS) if victim == run.pid else signal.SIGKILL
                try:
                    os.kill(victim, signal_sent)
                except ProcessLookupError:  # the worker has just ended
                    continue
                alive = victim != run.pid
                yield f"{'worker' if alive else 'run'} {signal_sent.name}"
        except GeneratorExit:  # enough kills: finish this run before the next one starts
            run.end()
            raise
        code = run.end()
        if code in _FINISHED:
            return
        if code not in _KILLED:
            raise RuntimeError(f"{kind}: a run that was killed ended with {code}")
        count = len(list(folder.glob("rows/*.parquet")))
        span *= 1.25 if count == last_count else 0.8
        last_count = count


def differences(folder: Path, calm: Path) -> list[str]:
    """Return the differences from the undisturbed study."""
    names = [sorted(path.name for path in (study / "rows").iterdir()) for study in (folder, calm)]
    if names[0] != names[1]:
        return ["other files"]
    if (folder / "study.json").read_bytes() != (calm / "study.json").read_bytes():
        return ["another manifest"]
    faults = [
        f"other rows in {name}"
        for name in names[0]
        if not pq.read_table(folder / "rows" / name).equals(pq.read_table(calm / "rows" / name))
    ]
    try:
        summary = figures(Folder.read(folder), verify=True)
        faults += [] if summary.finished else ["not finished"]
    except KiebitzError as error:
        faults.append(str(error))
    return faults


def run_case(kind: str, seed: int, calm: Path, limit: int) -> dict[str, Any]:
    """Disturb one study with up to *most* kills and return the outcome."""
    chance, kills, faults = random.Random(seed), Counter[str](), []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "study")
        try:
            for kill in run_with_kills(kind, folder, chance):
                kills[kill] += 1
                if kills.total() >= limit:
                    break
            run_undisturbed(kind, folder)
            faults = differences(folder, calm)
        except RuntimeError as error:
            faults = [str(error)]
    return {"kind": kind, "seed": seed, "killed": dict(kills), "wrong": faults}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--kills", type=int, default=1000)
    args = parser.parse_args()
    results = rows_to_continue(args.file)
    with tempfile.TemporaryDirectory() as place:
        calm = {kind: Path(place, kind.replace(" ", "-")) for kind in KINDS}
        while (remaining := args.kills - sum(sum(line["killed"].values()) for line in results)) > 0:
            kind = list(KINDS)[len(results) % len(KINDS)]
            if not calm[kind].exists():
                run_undisturbed(kind, calm[kind])
            # At most 60 kills per study: a run must also get a chance to finish.
            results.append(run_case(kind, len(results), calm[kind], min(remaining, 60)))
            with args.file.open("a") as out:
                out.write(json.dumps(results[-1]) + "\n")
    kills = sum((Counter(line["killed"]) for line in results), Counter[str]())
    print(f"{kills.total():,} kills ({', '.join(f'{kill} {count}' for kill, count in sorted(kills.items()))})")
    print(f"of {len(results)} studies: {', '.join(f'{kind} {number}' for kind, number in _kinds(results).items())}")
    faults = [line for line in results if line["wrong"]]
    for line in faults:
        print(f"{line['kind']}, seed {line['seed']}: {'; '.join(line['wrong'])}")
    print("every deal once, and the same rows" if not faults else f"{len(faults)} studies are not as they should be")
    return int(bool(faults))


def _kinds(results: list[dict[str, Any]]) -> Counter[str]:
    return Counter(line["kind"] for line in results)


if __name__ == "__main__":
    sys.exit(main())
