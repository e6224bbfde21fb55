"""The node benchmark: positions searched for the first solutions of a fixed range of deals, as one number.

The number is the same on every machine, so that a commit can state its effect on the search.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from subprocess import run

from kiebitz.patience.encoding import encode_layout, encode_rules

#: Deals that no row of the table uses.
FIRST, LAST = 2_200_001, 2_204_000


def count() -> int:
    """Search the range and return the total positions."""
    from kiebitz.kernel import functions as kernel
    from kiebitz.patience.games import game

    rules = game("freecell")
    batch = kernel.solve_range(encode_rules(rules), encode_layout(rules), FIRST, LAST, 0, lines=False)
    return sum(array("I", batch.states))


def main() -> int:
    """Count in two processes and print the number; return 1 if they disagree."""
    if sys.argv[1:] == ["--once"]:
        print(count())
        return 0
    command = [sys.executable, str(Path(__file__)), "--once"]
    counts = [int(run(command, capture_output=True, text=True, check=True).stdout) for _ in range(2)]
    if counts[0] != counts[1]:
        print(f"not deterministic: {counts[0]} and {counts[1]} nodes", file=sys.stderr)
        return 1
    print(f"Nodes: {counts[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
