"""The numbered deals that FreeCell loses, and their verdicts where sequences move whole.

    python research/lost_deals.py FIRST LAST FILE

A deal won in FreeCell is also won with sequences that move whole, so only lost deals are solved again by the rules of
`relaxed_freecell`. FILE gets one line of JSON per finished block of deals; the same command resumes after the last
line. --report only summarizes FILE. --again 200M retries undecided deals, one by one, with that many positions.
"""

from __future__ import annotations

import argparse
import bisect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from kiebitz.analysis.proportions import Share
from resumable import json_lines, read_rows, rows_to_continue, write_rows

_LIMIT = ("--limit-states", "50M", "--limit-memory", "2G")


def answer(target: str, *options: str, limit: tuple[str, ...] = _LIMIT) -> dict[str, Any]:
    """Return the answer of `kiebitz solve` for a deal or a range of deals."""
    command = [sys.executable, "-m", "kiebitz", "solve", target, "--json", *options, *limit]
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if process.returncode not in (0, 1, 3):  # solved, impossible, undecided
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    result: dict[str, Any] = json.loads(process.stdout)
    return result


def block(first: int, last: int) -> dict[str, Any]:
    """Return the result of a block: counts, lost deals, and the verdict of each under the relaxed rules."""
    answers = answer(f"{first}-{last}", "--jobs", "1")
    lost = answers["impossible_deals"]
    return {
        "first": first,
        "last": last,
        "impossible": lost,
        "undecided": answers["undecided_deals"],
        "states": answers["states"],
        "relaxed": [answer(str(deal), "--game", "relaxed_freecell")["verdict"] for deal in lost],
    }


def run(first: int, last: int, size: int, file: Path) -> None:
    """Solve the deals from *first* to *last*, except for the blocks in the file."""
    blocks = rows_to_continue(file)
    if blocks and blocks[0]["first"] != first:
        raise SystemExit(f"{file}: begins with deal {blocks[0]['first']}; expected {first}")
    start = blocks[-1]["last"] + 1 if blocks else first
    while start <= last:
        end = min(start + size - 1, last)
        line = json_lines([block(start, end)])
        with file.open("a") as out:
            out.write(line)
        start = end + 1


def retry(file: Path, states: str) -> None:
    """Retry the undecided deals in *file*, and save each new verdict at once."""
    blocks = read_rows(file)
    for row in blocks:
        for deal in list(row["undecided"]):
            verdict = answer(str(deal), "--prove", limit=("--limit-states", states, "--limit-memory", "8G"))["verdict"]
            if verdict == "undecided":
                continue
            row["undecided"].remove(deal)
            if verdict == "impossible":
                index = bisect.bisect(row["impossible"], deal)
                row["impossible"].insert(index, deal)
                row["relaxed"].insert(index, answer(str(deal), "--game", "relaxed_freecell")["verdict"])
            write_rows(file, blocks)


def report(blocks: list[dict[str, Any]]) -> str:
    """Return the totals of all blocks, and all lost deals."""
    count = sum(row["last"] - row["first"] + 1 for row in blocks)
    lost = [deal for row in blocks for deal in row["impossible"]]
    undecided = [deal for row in blocks for deal in row["undecided"]]
    relaxed = {"impossible": [], "undecided": [], "solved": []}  # type: dict[str, list[int]]
    for row in blocks:
        for deal, verdict in zip(row["impossible"], row["relaxed"], strict=True):
            relaxed[verdict].append(deal)
    low, high = (100 * end for end in Share(len(lost), count).interval or (0, 1))
    lines = [f"deals {blocks[0]['first']:,} to {blocks[-1]['last']:,}: {count:,}, undecided {undecided}"]
    lines.append(f"lost by the rules of FreeCell: {len(lost):,}, {100 * len(lost) / count:.6f} %")
    lines.append(f"  95 % interval {low:.6f} to {high:.6f} %: {count - len(lost):,} won, {len(lost):,} lost")
    if lost:
        lines.append(f"  one in {count / len(lost):,.0f}, 95 % interval {100 / high:,.0f} to {100 / low:,.0f}")
    lines.append(f"lost where sequences move whole: {relaxed['impossible']}, undecided {relaxed['undecided']}")
    return "\n".join([*lines, "lost by the rules of FreeCell:", *map(str, lost)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--block", type=int, default=1_000_000, help="deals in a line (default 1,000,000)")
    parser.add_argument("--report", action="store_true", help="only sum up what is there")
    parser.add_argument("--again", metavar="STATES", help="ask what is undecided once more, with that many positions")
    args = parser.parse_args()
    if args.again:
        retry(args.file, args.again)
    elif not args.report:
        run(args.first, args.last, args.block, args.file)
    print(report(read_rows(args.file)))


if __name__ == "__main__":
    main()
