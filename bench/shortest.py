"""Shortest and short lines: how many deals are proven, how long short lines are, and the cost.

    python bench/shortest.py FILE [--deals 1-100] [--limit-states 10M] [--limit-memory 4G]
    python bench/shortest.py --short FILE [--deals 1-100]

Each moved card counts one; for short lines, a sequence counts one and autoplay `max` nothing. FILE gets one line of
JSON per finished deal; the same command resumes and retries deals left open by a smaller limit. Seconds are CPU time of
the call. Exits with 1 if a deal is open (or has no short line) or a bar is missed.
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
from measuring.resumable import rows_to_continue

#: The bars: median and mean CPU seconds per deal, positions per second.
MAX_MEDIAN, MAX_MEAN, MIN_RATE = 0.1, 1.0, 1_500_000
#: The bars of short lines: mean moves and CPU seconds per deal.
MAX_MOVES, MAX_SECONDS = 25.5, 0.2


def measured(deal: int, limit: kiebitz.Limit) -> dict[str, Any]:
    """Return the search's result for a deal."""
    start = process_time()
    line = kiebitz.shortest(kiebitz.deal(deal), limit)
    return {
        "deal": deal,
        "limit": limit.states,
        "length": line.length,
        "bound": line.bound,
        "proven": line.proven,
        "states": line.statistics.states,
        "memory": line.statistics.memory,
        "seconds": process_time() - start,
    }


def short(deal: int) -> dict[str, Any]:
    """Return the short line's figures for a deal."""
    position = kiebitz.deal(deal)
    start = process_time()
    result = kiebitz.short(position, autoplay=kiebitz.Autoplay.MAX)
    return {
        "deal": deal,
        "length": len(result.moves) if result.autoplay is kiebitz.Autoplay.MAX and result.moves else None,
        "states": result.statistics.states,
        "memory": result.statistics.memory,
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
    rows = {row["deal"]: row for row in rows_to_continue(args.file)}
    limit = kiebitz.Limit(states=args.limit_states, memory=args.limit_memory)
    for deal in range(first, last + 1):
        previous = rows.get(deal)
        if previous is None or not (args.short or previous["proven"] or previous["limit"] >= limit.states):
            rows[deal] = short(deal) if args.short else measured(deal, limit)
            with args.file.open("a") as out:
                out.write(json.dumps(rows[deal]) + "\n")
    results = [rows[deal] for deal in range(first, last + 1)]
    if args.short:
        return report_short(results)
    open_rows = [row for row in results if not row["proven"]]
    for row in open_rows:
        print(f"{row['deal']:7}: {row['bound']} to {row['length'] or '?'} moves, {row['states']:,} positions")
    seconds = [row["seconds"] for row in results]
    rate = sum(row["states"] for row in results) / sum(seconds)
    print(f"proven        {len(results) - len(open_rows)} of {len(results)}")
    if not open_rows:
        print(f"moves         mean {mean(row['length'] for row in results):.2f}")
    print(f"CPU seconds   median {median(seconds):.3f}  mean {mean(seconds):.3f}  largest {max(seconds):.1f}")
    print(f"positions     median {median(row['states'] for row in results):,.0f}  a second {rate:,.0f}")
    print(f"memory        largest {max(row['memory'] for row in results) / 1e6:,.0f} MB")
    return bool(open_rows) or median(seconds) > MAX_MEDIAN or mean(seconds) > MAX_MEAN or rate < MIN_RATE


def report_short(rows: list[dict[str, Any]]) -> int:
    """Print the figures of short lines and return the exit code."""
    lengths = [row["length"] for row in rows if row["length"] is not None]
    seconds = [row["seconds"] for row in rows]
    print(f"lines         {len(lengths)} of {len(rows)}")
    print(f"moves         mean {mean(lengths):.2f}  fewest {min(lengths)}  most {max(lengths)}")
    print(f"CPU seconds   median {median(seconds):.3f}  mean {mean(seconds):.3f}  largest {max(seconds):.2f}")
    print(f"memory        largest {max(row['memory'] for row in rows) / 1e6:,.0f} MB")
    return len(lengths) < len(rows) or mean(lengths) > MAX_MOVES or mean(seconds) > MAX_SECONDS


if __name__ == "__main__":
    sys.exit(main())
