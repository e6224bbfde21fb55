"""Shortest lines and short ones: how many of some deals are proven, how many moves short lines have, what that takes.

    python bench/shortest.py FILE [--deals 1-100] [--limit-states 10M] [--limit-memory 4G]
    python bench/shortest.py --short FILE [--deals 1-100]

Every card moved counts one; of short lines, a sequence counts one and what autoplay `max` plays nothing. FILE gets one
line of JSON for each deal as soon as it is done, and the same command goes on after the last one; deals that a smaller
limit left open are asked again. Seconds are CPU time of the call. Exit code 1 if a deal is open (or has no short line)
or a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import kiebitz
from kiebitz.cli.deal_argument import range_in
from kiebitz.cli.parser import amount
from kiebitz.deals import numbering

#: The bars: median and mean of CPU seconds a deal, positions a second.
MOST_MEDIAN, MOST_MEAN, LEAST_RATE = 0.1, 1.0, 1_500_000
#: The bars of short lines: mean of moves, and of CPU seconds a deal.
MOST_MOVES, MOST_SECONDS = 25.5, 0.2


def measured(deal: int, limit: kiebitz.Limit) -> dict[str, Any]:
    """Return what the search says of a deal."""
    start = process_time()
    found = kiebitz.shortest(kiebitz.deal(deal), limit)
    return {
        "deal": deal,
        "limit": limit.states,
        "length": found.length,
        "bound": found.bound,
        "proven": found.proven,
        "states": found.statistics.states,
        "memory": found.statistics.memory,
        "seconds": process_time() - start,
    }


def short(deal: int) -> dict[str, Any]:
    """Return what the search for a short line finds."""
    position = kiebitz.deal(deal)
    start = process_time()
    found = kiebitz.short(position, autoplay=kiebitz.Autoplay.MAX)
    return {
        "deal": deal,
        "length": len(found.moves) if found.autoplay is kiebitz.Autoplay.MAX and found.moves else None,
        "states": found.statistics.states,
        "memory": found.statistics.memory,
        "seconds": process_time() - start,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--short", action="store_true", help="short lines, without proof")
    parser.add_argument("--deals", default="1-100")
    parser.add_argument("--limit-states", type=amount, default=10_000_000)
    parser.add_argument("--limit-memory", type=amount, default=4 << 30)
    args = parser.parse_args()
    span = range_in(args.deals, numbering("microsoft"))
    if span is None:
        parser.error("--deals takes a range such as 1-100")
    first, last = span
    rows = {}
    if args.file.exists():
        rows = {row["deal"]: row for row in map(json.loads, args.file.read_text().splitlines())}
    limit = kiebitz.Limit(states=args.limit_states, memory=args.limit_memory)
    for deal in range(first, last + 1):
        known = rows.get(deal)
        if known is None or not (args.short or known["proven"] or known["limit"] >= limit.states):
            rows[deal] = short(deal) if args.short else measured(deal, limit)
            with args.file.open("a") as out:
                out.write(json.dumps(rows[deal]) + "\n")
    done = [rows[deal] for deal in range(first, last + 1)]
    if args.short:
        return told_of_short(done)
    open_ones = [row for row in done if not row["proven"]]
    for row in open_ones:
        print(f"{row['deal']:7}: {row['bound']} to {row['length'] or '?'} moves, {row['states']:,} positions")
    seconds = [row["seconds"] for row in done]
    rate = sum(row["states"] for row in done) / sum(seconds)
    print(f"proven        {len(done) - len(open_ones)} of {len(done)}")
    if not open_ones:
        print(f"moves         mean {mean(row['length'] for row in done):.2f}")
    print(f"CPU seconds   median {median(seconds):.3f}  mean {mean(seconds):.3f}  largest {max(seconds):.1f}")
    print(f"positions     median {median(row['states'] for row in done):,.0f}  a second {rate:,.0f}")
    print(f"memory        largest {max(row['memory'] for row in done) / 1e6:,.0f} MB")
    return bool(open_ones) or median(seconds) > MOST_MEDIAN or mean(seconds) > MOST_MEAN or rate < LEAST_RATE


def told_of_short(done: list[dict[str, Any]]) -> int:
    """Print the figures of short lines, and return the exit code."""
    lengths = [row["length"] for row in done if row["length"] is not None]
    seconds = [row["seconds"] for row in done]
    print(f"lines         {len(lengths)} of {len(done)}")
    print(f"moves         mean {mean(lengths):.2f}  fewest {min(lengths)}  most {max(lengths)}")
    print(f"CPU seconds   median {median(seconds):.3f}  mean {mean(seconds):.3f}  largest {max(seconds):.2f}")
    print(f"memory        largest {max(row['memory'] for row in done) / 1e6:,.0f} MB")
    return len(lengths) < len(done) or mean(lengths) > MOST_MOVES or mean(seconds) > MOST_SECONDS


if __name__ == "__main__":
    sys.exit(main())
