"""The cost of writing and checking certificates, and their size.

    python bench/certificates.py impossible
    python bench/certificates.py lengths FILE [--count 50] [--limit-states 60M] [--limit-memory 6G]

`impossible` writes a certificate for each of the eight impossible deals of Microsoft's million and runs both checkers.
`lengths` does so for the shortest lines of a random sample of the deals 1 to 1000; FILE gets one line of JSON per
finished deal, and the same command resumes after the last one. Seconds are CPU time of the whole command, including the
start of Python. Exits with 1 if a checker refuses a certificate or a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import kiebitz
from measuring.resumable import rows_to_continue

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
#: The bars: seconds to write, seconds of the small checker and of the native one, bytes.
BARS = (2.0, 60.0, 1.0, 2_000_000)
SMALL_CHECKER = Path(kiebitz.__file__).with_name("check_certificate.py")
KIEBITZ = (sys.executable, "-m", "kiebitz")


def run_timed(*command: object) -> tuple[int, str, float]:
    """Return exit code, standard output and CPU seconds of a command."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, out, usage.ru_utime + usage.ru_stime


def certify(deal: int, *options: str, small: bool) -> dict[str, Any]:
    """Write a deal's certificate and check it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        code, out, written = run_timed(*KIEBITZ, "prove", deal, "--certificate", file, "--json", *options)
        row = {"deal": deal, "written": written, **json.loads(out)}
        if code:
            return row
        code, _, row["native_checker"] = run_timed(*KIEBITZ, "check", file)
        row["accepted"] = code == 0
        if small:
            code, _, row["small_checker"] = run_timed(sys.executable, SMALL_CHECKER, file)
            row["accepted"] &= code == 0
    return row


def impossible() -> bool:
    print(f"{'deal':>7} {'positions':>10} {'bytes':>10} {'written s':>10} {'small s':>8} {'native s':>9}")
    passed = True
    for deal in IMPOSSIBLE:
        row = certify(deal, small=True)
        cost = (row["written"], row["small_checker"], row["native_checker"], row["bytes"])
        print(f"{deal:7} {row['positions']:10} {cost[3]:10} {cost[0]:10.2f} {cost[1]:8.2f} {cost[2]:9.2f}", flush=True)
        passed &= (
            row["accepted"] and row["claim"] == "impossible" and all(a < b for a, b in zip(cost, BARS, strict=True))
        )
    return passed


def lengths(file: Path, count: int, limits: tuple[str, ...]) -> bool:
    rows = rows_to_continue(file)
    finished = {row["deal"] for row in rows if row["shortest"]}
    sample = Random(14).sample(range(1, 1001), count)
    for deal in sample:
        if deal not in finished:
            row = certify(deal, *limits, small=False)
            rows.append(row)
            with file.open("a") as out:
                out.write(json.dumps(row) + "\n")
            print(
                f"{deal:5}: {row['moves']} moves, shortest {row['shortest']}, {row['positions']} positions", flush=True
            )
    proven = {row["deal"]: row for row in rows if row["shortest"] and row["deal"] in sample}
    accepted: int = sum(row["accepted"] for row in proven.values())
    print(f"{len(proven)} of {count} lengths proven, {accepted} certificates accepted")
    if proven:
        for name in ("moves", "positions", "bytes", "written", "native_checker"):
            values = sorted(row[name] for row in proven.values())
            mean, median = sum(values) / len(values), values[len(values) // 2]
            print(f"{name:15} mean {mean:12,.2f}  median {median:12,.2f}  largest {values[-1]:12,.2f}")
    return accepted == count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["impossible", "lengths"])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--limit-states", default="60M")
    parser.add_argument("--limit-memory", default="6G")
    args = parser.parse_args()
    if args.what == "impossible":
        return not impossible()
    if args.file is None:
        parser.error("lengths needs a FILE")
    limits = ("--limit-states", args.limit_states, "--limit-memory", args.limit_memory)
    return not lengths(args.file, args.count, limits)


if __name__ == "__main__":
    sys.exit(main())
