"""Deals without free cells that a public list leaves open: how many can be decided.

    python research/open_deals.py LIST FILE [--jobs N]
    python research/open_deals.py --check FILE [--jobs N]

LIST has a line for each deal, `Int` and a number, as the logs of github.com/shlomif/freecell-pro-0fc-deals (folder
`0fc-logs`) have for deals that its solver gave up. The program takes 1,000 of them at random and decides one after the
other, each within ten minutes and 8 GB. FILE gets one line of JSON per deal; the same command resumes. Without LIST,
the program only summarizes FILE. The line of a won deal: `kiebitz solve NUMBER --cells 0`.

--check writes a certificate of each lost deal by an easier game and checks it, within two minutes and 8 GB; `checked`
is the number of positions that the checker visits, null without a certificate; the same command tries these again.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from kiebitz.analysis.certificates import certify, check
from kiebitz.analysis.limits import Limit
from kiebitz.analysis.proportions import Share
from kiebitz.analysis.solving import solve
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from resumable import json_lines, read_rows, rows_to_continue, write_rows

SAMPLE, SEED = 1000, 1
LIMIT = Limit(seconds=600, memory=8_000_000_000)
CHECK_LIMIT = Limit(seconds=120, memory=8_000_000_000)


def decided(number: int) -> dict[str, Any]:
    """Return verdict, states and processor seconds of a deal."""
    start = process_time()
    result = solve(deal(number, game("freecell").with_(cells=0)), LIMIT)
    states = result.effort.statistics.states
    return {"deal": number, "verdict": result.verdict.value, "states": states, "cpu": round(process_time() - start, 1)}


def checked(number: int) -> int | None:
    """Return the positions that the checker visits for a lost deal, or `None` without a certificate."""
    position = deal(number, game("freecell").with_(cells=0))
    certificate = certify(position, CHECK_LIMIT, merge_suits=True, number=number)
    if not certificate.data:
        return None
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        file.write_bytes(certificate.data)
        is_proven, statement = check(str(file))
    assert is_proven, (number, statement)
    return int(statement.rpartition(" ")[2])


def report(rows: list[dict[str, Any]]) -> None:
    """Print the verdicts, the shares with their intervals, and the effort."""
    if not rows:
        return
    verdicts = [row["verdict"] for row in rows]
    won, open_deals = verdicts.count("solved"), [row["deal"] for row in rows if row["verdict"] == "undecided"]
    print(f"{len(rows)} deals: {won} can be won, {verdicts.count('impossible')} cannot, {len(open_deals)} open")
    for what, count in (("decided", len(rows) - len(open_deals)), ("can be won", won)):
        low, high = Share(count, len(rows)).interval or (0.0, 1.0)
        print(f"{what}: {count / len(rows):.1%}, 95 % interval {low:.1%} to {high:.1%}")
    seconds = sorted(row["cpu"] for row in rows)
    print(f"processor time: median {seconds[len(seconds) // 2]} s, largest {seconds[-1]} s, sum {sum(seconds):.0f} s")
    if open_deals:
        print("open:", *open_deals)
    lost = [row["checked"] for row in rows if "checked" in row]
    if lost:
        print(f"of {len(lost)} lost deals {len(lost) - lost.count(None)} have a certificate that the checker accepts")


def main() -> None:
    """Decide the sample, or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path, nargs="?")
    parser.add_argument("file", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    rows = rows_to_continue(args.file) if args.list else read_rows(args.file)
    if args.check:
        lost = [row for row in rows if row["verdict"] == "impossible" and row.get("checked") is None]
        lost.sort(key=lambda row: "checked" in row)  # deals without a certificate so far come last
        with ProcessPoolExecutor(args.jobs) as pool:
            checks = {pool.submit(checked, row["deal"]): row for row in lost}
            for check_done in as_completed(checks):
                checks[check_done]["checked"] = check_done.result()
                write_rows(args.file, rows)
    elif args.list:
        numbers = sorted(int(line.split()[1]) for line in args.list.read_text().splitlines() if line.startswith("Int"))
        known = {row["deal"] for row in rows}
        wanted = [number for number in Random(SEED).sample(numbers, SAMPLE) if number not in known]
        with ProcessPoolExecutor(args.jobs) as pool, args.file.open("a") as out:
            for future in as_completed([pool.submit(decided, number) for number in wanted]):
                rows.append(future.result())
                out.write(json_lines(rows[-1:]))
                out.flush()
    report(rows)


if __name__ == "__main__":
    main()
