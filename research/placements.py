"""The effect of placing Marseille's last three cards on whether a deal can be won.

    python research/placements.py FILE [--deals N]

Each of the 343 ways to place the three cards on the seven columns is searched to its end or a limit. FILE gets one line
of JSON per random deal; the same command resumes after the last line.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from kiebitz import Position, game
from kiebitz.analysis.limits import VERDICTS
from kiebitz.analysis.proportions import Share
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.kernel import functions as kernel
from kiebitz.kernel.analyst import FIRST
from kiebitz.kernel.answers import Limits
from kiebitz.patience import apply, legal_moves
from kiebitz.patience.encoding import encode_position, encode_rules
from resumable import json_lines, rows_to_continue

_RULES = game("marseille")
_LIMIT = 500_000


def placed(position: Position) -> list[Position]:
    """Return the positions after each way of placing the stock."""
    if not position.stock:
        return [position]
    return [after for move in legal_moves(position) for after in placed(apply(position, move))]


def verdicts(index: int, seed: int) -> dict[str, int]:
    """Return the number of placements of a random deal by verdict."""
    code = encode_rules(_RULES)
    counts = Counter(
        VERDICTS[kernel.solve(code, encode_position(position), FIRST, Limits(states=_LIMIT)).verdict].value
        for position in placed(Position.deal(_RULES, fisher_yates(nth(seed, index))))
    )
    return {verdict.value: counts[verdict.value] for verdict in VERDICTS}


def report(rows: list[dict[str, int]]) -> str:
    """Return how many deals all, some or no placements win."""
    lines = [f"{len(rows):,} deals, {sum(row['undecided'] for row in rows)} placements undecided"]
    placements = sum(sum(row.values()) for row in rows)
    lines.append(f"placements that lose: {sum(row['impossible'] for row in rows):,} of {placements:,}")
    for name, count in (
        ("every placement wins", sum(not row["impossible"] and not row["undecided"] for row in rows)),
        ("the placement decides", sum(row["solved"] > 0 < row["impossible"] for row in rows)),
        ("every placement loses", sum(not row["solved"] and not row["undecided"] for row in rows)),
    ):
        low, high = Share(count, len(rows)).interval or (0.0, 1.0)
        lines.append(f"{name}: {count:,}, {100 * count / len(rows):.2f} % ({100 * low:.2f} to {100 * high:.2f})")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=1000, help="random deals (default 1,000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows = rows_to_continue(args.file)
    with args.file.open("a") as out:
        for index in range(len(rows), args.deals):
            rows.append(verdicts(index, args.seed))
            out.write(json_lines(rows[-1:]))
            out.flush()
    print(report(rows))


if __name__ == "__main__":
    main()
