"""Studies of several kinds whose run and processes are killed at random moments and that are gone on with.

    python bench/kills.py FILE --kills 1000

A study is harried until a run comes to its end, then run once in peace and compared with one that nobody disturbed:
every deal once, the same rows in the same files, nothing that `report --verify` complains about. FILE gets a line of
JSON for each such study as soon as it is done; the same command goes on after the last line that is there. Ends with 1
if anything was lost, came twice, differs or hangs. Needs /proc and `fork`: a run is forked off from this process, which
has imported all that `kiebitz study run` needs, so that it is killed at its work and not while Python starts.
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
from measuring.processes import children, resumed

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The options of each study; each takes some seconds of two processes.
KINDS = {
    "solve": "--deals 1-12000 --cells 0,3 --limit-states 3k",
    "stock": "--game marseille --deals 1-200",
    "yukon": "--game yukon --deals 1-800 --limit-states 10k",
    "score": "--question score --game russian --random 1000000",
    "score numbered": "--question score --game russian --deals 1-6000 --paths",
    "shortest": "--question shortest --game solitaire_one_suit --supermoves whole --deals 1-80000",
    "skat": "--question skat --game skat --random 600 --contract grand,hearts,null",
}
#: What is sent how often: mostly what nobody can handle, else what a user or a system sends.
SIGNALS = [signal.SIGKILL] * 8 + [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
HANGS = 600  # seconds, on a machine with other things to do
_FINISHED = (0, 3)
_KILLED = (*(-sent for sent in SIGNALS), 130, 2)  # 2: too many of its processes died one after the other


class Run:
    """A run of `kiebitz study run` in a process of its own."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.code: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            with open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            sys.modules["__main__"] = ModuleType("__main__")  # or its processes would import this script
            code = kiebitz(["study", "run", *KINDS[kind].split(), "--jobs", "2", "--output", str(folder)])
            os._exit(code)

    def wait(self, seconds: float) -> bool:
        """Wait so long for its end, and say whether it has come; `code` is its exit code, or minus the signal."""
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
        """Return its exit code; a `RuntimeError` if it does not come to an end."""
        if not self.wait(HANGS):
            os.killpg(self.pid, signal.SIGKILL)
            raise RuntimeError("a run hangs")
        return self.code if self.code is not None else 0


def in_peace(kind: str, folder: Path) -> None:
    """Run a study to its end."""
    code = Run(kind, folder).end()
    if code not in _FINISHED:
        raise RuntimeError(f"{kind}: exit code {code}")


def harried(kind: str, folder: Path, chance: random.Random) -> Iterator[str]:
    """Run a study and yield what was killed each time, until a run comes to its end by itself."""
    span, files = 1.5, 0  # seconds till a kill at most: more where nothing was finished before it, less where much was
    while True:
        run, alive = Run(kind, folder), True
        try:
            while alive and not run.wait(chance.uniform(0, span)):
                workers = children(run.pid)
                victim = chance.choice([run.pid, *workers, *workers])
                sent = chance.choice(SIGNALS) if victim == run.pid else signal.SIGKILL
                try:
                    os.kill(victim, sent)
                except ProcessLookupError:  # a worker that has just ended
                    continue
                alive = victim != run.pid
                yield f"{'worker' if alive else 'run'} {sent.name}"
        except GeneratorExit:  # there were enough kills: this run comes to its end, or the next would find it at work
            run.end()
            raise
        code = run.end()
        if code in _FINISHED:
            return
        if code not in _KILLED:
            raise RuntimeError(f"{kind}: a run that was killed ended with {code}")
        now = len(list(folder.glob("rows/*.parquet")))
        span *= 1.25 if now == files else 0.8
        files = now


def differences(folder: Path, calm: Path) -> list[str]:
    """Return what is not as in the study that nobody disturbed."""
    names = [sorted(path.name for path in (study / "rows").iterdir()) for study in (folder, calm)]
    if names[0] != names[1]:
        return ["other files"]
    if (folder / "study.json").read_bytes() != (calm / "study.json").read_bytes():
        return ["another manifest"]
    wrong = [
        f"other rows in {name}"
        for name in names[0]
        if not pq.read_table(folder / "rows" / name).equals(pq.read_table(calm / "rows" / name))
    ]
    try:
        found = figures(Folder.read(folder), verify=True)
        wrong += [] if found.finished else ["not finished"]
    except KiebitzError as error:
        wrong.append(str(error))
    return wrong


def one(kind: str, seed: int, calm: Path, most: int) -> dict[str, Any]:
    """Harry one study, up to this number of kills, and say what became of it."""
    chance, killed, wrong = random.Random(seed), Counter[str](), []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "study")
        try:
            for what in harried(kind, folder, chance):
                killed[what] += 1
                if killed.total() >= most:
                    break
            in_peace(kind, folder)
            wrong = differences(folder, calm)
        except RuntimeError as error:
            wrong = [str(error)]
    return {"kind": kind, "seed": seed, "killed": dict(killed), "wrong": wrong}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--kills", type=int, default=1000)
    args = parser.parse_args()
    done = resumed(args.file)
    with tempfile.TemporaryDirectory() as place:
        calm = {kind: Path(place, kind.replace(" ", "-")) for kind in KINDS}
        while (left := args.kills - sum(sum(line["killed"].values()) for line in done)) > 0:
            kind = list(KINDS)[len(done) % len(KINDS)]
            if not calm[kind].exists():
                in_peace(kind, calm[kind])
            # No more than 60 kills of one study: a run that is never let to its end tells nothing.
            done.append(one(kind, len(done), calm[kind], min(left, 60)))
            with args.file.open("a") as out:
                out.write(json.dumps(done[-1]) + "\n")
    killed = sum((Counter(line["killed"]) for line in done), Counter[str]())
    print(f"{killed.total():,} kills ({', '.join(f'{what} {count}' for what, count in sorted(killed.items()))})")
    print(f"of {len(done)} studies: {', '.join(f'{kind} {number}' for kind, number in _kinds(done).items())}")
    wrong = [line for line in done if line["wrong"]]
    for line in wrong:
        print(f"{line['kind']}, seed {line['seed']}: {'; '.join(line['wrong'])}")
    print("every deal once, and the same rows" if not wrong else f"{len(wrong)} studies are not as they should be")
    return int(bool(wrong))


def _kinds(done: list[dict[str, Any]]) -> Counter[str]:
    return Counter(line["kind"] for line in done)


if __name__ == "__main__":
    sys.exit(main())
