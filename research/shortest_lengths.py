"""A summary of a table of shortest lines: mean, extremes, histogram, hardest deals, and bounds of open deals.

    python research/shortest_lengths.py research/data/shortest-lines.parquet [--plot FOLDER] [--width N --states N]

A row holds one of Microsoft's deals, the moves of the shortest line known (null for none), a lower bound and the
positions searched. A line is proven shortest if its moves equal the bound. --width searches the open deals again and
writes the answers to the table: the first line with so many positions of each level, then the proof.
"""

from __future__ import annotations

import argparse
from collections import Counter
from io import BytesIO
from pathlib import Path
from statistics import mean, median, stdev
from typing import NamedTuple

from pyarrow import Table, parquet
from pyarrow import table as arrow_table

from kiebitz.analysis.limits import Limit
from kiebitz.analysis.shortest import shortest
from kiebitz.files import File
from kiebitz.patience import dealing
from kiebitz.studies.plot_style import blank, need, style, svg

_HARDEST = 10
_GROUP = 5


class Deal(NamedTuple):
    """A row of the table."""

    number: int
    moves: int | None
    bound: int
    states: int

    @property
    def proven(self) -> bool:
        """Whether the line is proven shortest."""
        return self.moves == self.bound


def read(table: Path) -> list[Deal]:
    """Return the rows of a table, without impossible deals, which have no bound."""
    columns = parquet.read_table(table).to_pydict()
    rows = zip(*(columns[name] for name in ("deal", "moves", "bound", "states")), strict=True)
    return [deal for deal in (Deal(*row) for row in rows) if deal.bound is not None]


def write(file: Path, content: Table) -> None:
    """Write a table that appears complete or not at all."""
    data = BytesIO()
    parquet.write_table(content, data, compression="zstd")
    with File(str(file), binary=True) as out:
        out.write(data.getvalue())


def improve(table: Path, width: int, states: int) -> None:
    """Search the open deals again, and write each answer to the table."""
    content = parquet.read_table(table)
    columns, schema = content.to_pydict(), content.schema
    for row, number in enumerate(columns["deal"]):
        moves, bound = columns["moves"][row], columns["bound"][row]
        if bound is None or moves == bound:
            continue
        line = shortest(dealing.deal(number), Limit(states=states), width=width)
        columns["moves"][row] = min(filter(None, (moves, line.length)), default=None)
        if line.bound > bound:
            columns["bound"][row], columns["states"][row] = line.bound, line.statistics.states
        write(table, arrow_table(columns, schema=schema))


def report(deals: list[Deal]) -> None:
    """Print the summary of the deals."""
    proven = [deal for deal in deals if deal.proven]
    lengths = [deal.bound for deal in proven]
    states = [deal.states for deal in deals]
    print(f"deals {deals[0].number} to {deals[-1].number}: {len(proven):,} of {len(deals):,} proven")
    print(f"moves: mean {mean(lengths):.2f}, standard deviation {stdev(lengths):.2f}, median {median(lengths):g}")
    for word, length in (("least", min(lengths)), ("most", max(lengths))):
        print(f"{word}: {length} moves (deal {', '.join(str(deal.number) for deal in proven if deal.bound == length)})")
    print(f"positions: median {median(states):,.0f}, mean {mean(states):,.0f}, most {max(states):,}")
    print("\n| moves | deals | % |\n| --- | ---: | ---: |")
    for group, count in sorted(Counter(length // _GROUP for length in lengths).items()):
        first = _GROUP * group
        print(f"| {first} to {first + _GROUP - 1} | {count:,} | {100 * count / len(lengths):.2f} |")
    print("\n| hardest deals | moves | positions |\n| ---: | ---: | ---: |")
    for deal in sorted(proven, key=lambda deal: -deal.states)[:_HARDEST]:
        print(f"| {deal.number} | {deal.moves} | {deal.states:,} |")
    for deal in deals:
        if not deal.proven:
            most = f" to {deal.moves}" if deal.moves else " or more"
            print(f"\nopen: {deal.number}, {deal.bound}{most} moves, {deal.states:,} positions")


def plot(deals: list[Deal]) -> str:
    """Return the histogram of the proven lengths as the text of an SVG file."""
    need()
    counts = Counter(deal.bound for deal in deals if deal.proven)
    with style():
        figure, axes = blank("single-card moves of the shortest line", "deals")
        axes.bar(list(counts), list(counts.values()), width=0.8, color="#30659b")
        axes.set_title(f"Shortest lines of FreeCell, {counts.total():,} deals")
        return svg(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path, metavar="TABLE")
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="write lengths.svg there")
    parser.add_argument("--width", type=int, metavar="N", help="search the open deals again")
    parser.add_argument("--states", type=int, default=80_000_000, metavar="N", help="positions for each of them")
    args = parser.parse_args()
    if args.width:
        improve(args.table, args.width, args.states)
    deals = read(args.table)
    report(deals)
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
        (args.plot / "lengths.svg").write_text(plot(deals), encoding="utf-8")


if __name__ == "__main__":
    main()
