"""Write the page's pars and fewest moves of Microsoft's deals.

    python research/pars.py --output src/kiebitz/web/static/pars.bin

The file has three parts, with a byte for each deal from 1 on. The first two have the bounds of the fewest moves of a
player with autoplay `safe` in the daily deals, 1 to 4,000: that which no line can go below, and that of the best line
known, 0 without a line. They are equal if it is proven to be shortest. The last part has the proven least numbers of
single-card moves, 0 where none is proven. The numbers are those of `data/shortest-lines.parquet` and
`data/players-moves.parquet`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from players_moves import read_table
from shortest_lengths import read

DATA = Path(__file__).parent / "data"
DAILY_DEALS = 4_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    rows = read_table(DATA / "players-moves.parquet")
    moves = [rows[deal]["safe"][:2] for deal in range(1, DAILY_DEALS + 1)]
    pars = {deal.number: deal.bound for deal in read(DATA / "shortest-lines.parquet") if deal.proven}
    deals = max(pars)
    least = bytes(bound for _, bound in moves)
    best = bytes(known or 0 for known, _ in moves)
    args.output.write_bytes(least + best + bytes(pars.get(deal, 0) for deal in range(1, deals + 1)))
    proven = sum(known == bound for known, bound in moves)
    print(f"{len(pars):,} pars of {deals:,} deals; fewest moves of {len(moves):,} deals, {proven:,} proven")


if __name__ == "__main__":
    main()
