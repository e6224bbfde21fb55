"""Solvitaire and Kiebitz decide the same deals of ten games: verdicts and processor time.

    python bench/solvitaire.py FILE [--deals 100] [--limit-seconds 10]

`solvitaire` (github.com/thecharlieblake/Solvitaire) is on the PATH, or the environment variable SOLVITAIRE names it.
Its generator deals its numbers from 2,000,001 on, and Kiebitz reads the boards that it prints. The two take turns, a
fresh process for each deal; the start is not counted. Limits on a deal: processor time and 1 GiB of memory, for
Solvitaire 3,000,000 positions (200 to 570 bytes each). As in its authors' publication, it first runs with its
"streamliners" for a tenth of the time.

FILE gets one line of JSON per search; the same command resumes, and with a larger limit repeats the
undecided searches. Exits with 1 if the two contradict each other, with 2 if Solvitaire is absent.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.limits import Limit
from kiebitz.analysis.solving import solve
from kiebitz.patience.games import game
from kiebitz.patience.notation import parse_board
from measuring.processes import PEAK_UNIT
from measuring.resumable import rows_to_continue

if TYPE_CHECKING:
    from collections.abc import Callable

#: Kiebitz's games and Solvitaire's presets.
GAMES = {
    "freecell": "free-cell", "bakers_game": "bakers-game", "eight_off": "eight-off",
    "seahaven_towers": "seahaven-towers", "beleaguered_castle": "beleaguered-castle",
    "streets_and_alleys": "streets-and-alleys", "fan": "fan", "king_albert": "king-albert", "raglan": "raglan",
    "spanish_patience": "spanish-patience",
}  # fmt: skip
PROGRAM = os.environ.get("SOLVITAIRE", "solvitaire")
FIRST = 2_000_001
MEMORY = 1 << 30
CAPACITY = 3_000_000  # positions in Solvitaire's cache
WORDS = ("solved", "impossible", "undecided")


def run(work: Callable[[], object], seconds: float) -> tuple[str, float, int]:
    """Do some work in a child; return its output, nothing if its CPU seconds run out, and CPU seconds and peak."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            try:
                os.dup2(out.fileno(), 1)
                os.dup2(errors.fileno(), 2)
                signal.setitimer(signal.ITIMER_PROF, seconds)  # stays when another program replaces the process
                work()
                os._exit(0)
            finally:
                os._exit(1)
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code not in (0, -signal.SIGPROF):
            raise RuntimeError(f"a search ended with code {code}")
        out.seek(0)
        output = "" if code else out.read().decode()
    return output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * PEAK_UNIT


def solvitaire(*arguments: object, seconds: float = 60) -> tuple[str, float, int]:
    """Run Solvitaire."""
    return run(lambda: os.execvp(PROGRAM, [PROGRAM, *map(str, arguments)]), seconds)


def theirs(name: str, number: int, seconds: float) -> dict[str, Any]:
    """Return Solvitaire's verdict; its streamliners, which can only solve, get another tenth of the time at first."""
    deal = ("--type", GAMES[name], "--random", number, "--classify", "--cache-capacity", CAPACITY)
    runs = [solvitaire(*deal, "--streamliners", "both", seconds=seconds / 10)]
    if not runs[0][0].endswith("solved\n"):
        runs.append(solvitaire(*deal, "--streamliners", "none", seconds=seconds))
    fields = [output.strip().split(", ") for output, *_ in runs]
    word = fields[-1][-1].replace("unsolvable", "impossible")
    # Its own search time is wall time in whole milliseconds; the CPU time of the process includes the start.
    own = [int(words[2]) / 1000 if len(words) > 2 else cpu for words, (_, cpu, _) in zip(fields, runs, strict=True)]
    return {
        "verdict": word if word in WORDS else "undecided",
        "cpu": sum(min(cpu, time) for time, (_, cpu, _) in zip(own, runs, strict=True)),
        "peak": max(peak for *_, peak in runs),
    }


def ours(name: str, number: int, seconds: float) -> dict[str, Any]:
    """Return Kiebitz's verdict, its line replayed."""
    board = solvitaire("--type", GAMES[name], "--random", number, "--deal-only")[0]
    position = parse_board(board, game(name)).position()

    def search() -> None:
        start = process_time()
        verdict = solve(position, Limit(memory=MEMORY)).verdict.value
        os.write(1, f"{verdict} {process_time() - start}".encode())

    output, cpu, peak = run(search, seconds)
    verdict, own_cpu = output.split() or ("undecided", cpu)
    return {"verdict": verdict, "cpu": float(own_cpu), "peak": peak}


def measure(file: Path, deals: int, seconds: float) -> dict[tuple[str, int, str], dict[str, Any]]:
    """Run the searches that are missing, or undecided within a smaller limit; return all rows."""
    rows = {(row["game"], row["deal"], row["by"]): row for row in rows_to_continue(file)}
    for number in range(FIRST, FIRST + deals):
        for name in GAMES:
            for search in (ours, theirs) if number % 2 else (theirs, ours):
                key = (name, number, search.__name__)
                if key in rows and (rows[key]["verdict"] != "undecided" or rows[key]["limit"] >= seconds):
                    continue
                head = dict(zip(("game", "deal", "by"), key, strict=True))
                rows[key] = {**head, "limit": seconds, **search(name, number, seconds)}
                with file.open("a") as out:
                    out.write(json.dumps(rows[key]) + "\n")
    return rows


def report(rows: dict[tuple[str, int, str], dict[str, Any]]) -> int:
    """Print the table; return the number of contradictions."""
    print("| game | deals | Kiebitz | Solvitaire | contradictions | Kiebitz, CPU s | Solvitaire, CPU s | ratio |")
    print("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |")
    wrong = 0
    for name in GAMES:
        deals = [n for game_, n, by in rows if (game_, by) == (name, "ours") and (name, n, "theirs") in rows]
        sides = [[rows[name, n, by] for n in deals] for by in ("ours", "theirs")]
        verdicts = [[row["verdict"] for row in side] for side in sides]
        mine, others = (" / ".join(str(side.count(word)) for word in WORDS) for side in verdicts)
        contradictions = sum({*pair} == {*WORDS[:2]} for pair in zip(*verdicts, strict=True))
        wrong += contradictions
        cpu, peer = (sum(row["cpu"] for row in side) for side in sides)
        ratio = f"{peer / cpu:.1f}" if cpu else "–"
        print(f"| {name} | {len(deals)} | {mine} | {others} | {contradictions} | {cpu:.2f} | {peer:.2f} | {ratio} |")
    for by in ("ours", "theirs"):
        print(f"{by}: {max((row['peak'] for row in rows.values() if row['by'] == by), default=0) / 1e6:.0f} MB at most")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--deals", type=int, default=100, help="of each game")
    parser.add_argument("--limit-seconds", type=float, default=10.0)
    args = parser.parse_args()
    if shutil.which(PROGRAM) is None:
        print(f"bench: {PROGRAM} is not on the PATH: build it from its sources", file=sys.stderr)
        return 2
    return int(report(measure(args.file, args.deals, args.limit_seconds)) > 0)


if __name__ == "__main__":
    sys.exit(main())
