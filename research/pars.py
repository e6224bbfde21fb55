"""Write the page's pars: the proven least number of single-card moves of Microsoft's deals, a byte for each.

    python research/pars.py TABLE … --output src/kiebitz/web/static/pars.bin

A table is a Parquet file, or a folder of them, with the columns `deal`, `moves` and `bound`: the published
`data/shortest-lines.parquet`, or the rows of a study of the question `shortest`. Byte i belongs to deal i + 1. It is 0
where no line is proven shortest, because the search is open or there is no line.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pyarrow import parquet


def pars(tables: list[Path]) -> bytes:
    """Return a byte for each deal from 1 to the last proven one."""
    proven: dict[int, int] = {}
    for table in tables:
        columns = parquet.read_table(table, columns=["deal", "moves", "bound"]).to_pydict()
        rows = zip(*columns.values(), strict=True)
        proven |= {deal: moves for deal, moves, bound in rows if moves is not None and moves == bound}
    return bytes(proven.get(deal, 0) for deal in range(1, max(proven) + 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path, nargs="+", metavar="TABLE")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    data = pars(args.tables)
    args.output.write_bytes(data)
    print(f"{len(data) - data.count(0):,} of {len(data):,} deals proven: {args.output}")


if __name__ == "__main__":
    main()
