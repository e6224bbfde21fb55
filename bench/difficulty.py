"""A summary of a difficulty study: `python bench/difficulty.py STUDY` prints it, `--write` saves the percentiles.

The study is `kiebitz study run --question difficulty --deals 1-32000 --limit-states 5M --output STUDY`, finished or
not; only the deals before the first gap count. `--write` saves 101 quantiles of each measure for
`kiebitz.analysis.difficulty`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean, median

from kiebitz import deal
from kiebitz.analysis import difficulty

DATA = Path(difficulty.__file__).with_suffix(".json")

#: The measures of `percentiles` by column of the study.
MEASURES = {
    "moves": "moves",
    "kept_most": "share_kept",
    "only_least": "only_moves",
    "won_1": "won_1",
    "won_2": "won_2",
}
#: The columns of the tables: these, the states of the search for any line, and the moves left open.
COLUMNS = (*MEASURES, "states", "left_open")

#: Deals that a player calls hard and extra hard: austega.com/en/freecell.html, the first of the challenges of 1997.
CALLED_HARD = {
    "hard": (
        169, 617, 3701, 3710, 4806, 6837, 10623, 12384, 12445, 16624, 17565, 18938, 19253, 22272, 25206, 25450, 25995,
        27478, 27657, 28138, 28588, 29788, 30663,
    ),
    "extra hard": (454, 718, 1941, 6182, 8591, 13867, 14548, 15562, 20630, 21283, 21365, 21491, 25856),
}  # fmt: skip


def rows_of(folder: Path) -> list[dict[str, float | None]]:
    """Return the rows of the deals 1, 2, … before the first gap."""
    import pyarrow.dataset

    rows = pyarrow.dataset.dataset(folder / "rows").to_table().to_pylist()
    rows.sort(key=lambda row: row["deal"])
    return [row for index, row in enumerate(rows, 1) if row["deal"] == index]


def quantiles(values: list[float]) -> list[float]:
    """Return the smallest values that 0, 1, … 100 per cent do not exceed."""
    ordered = sorted(values)
    return [ordered[max(0, -(-part * len(ordered) // 100) - 1)] for part in range(101)]


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value, with mean ranks for ties."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            result[index] = (start + end - 1) / 2
        start = end
    return result


def correlation(values: list[float], others: list[float]) -> float:
    """Return Spearman's rank correlation."""
    first, second = ranks(values), ranks(others)
    mean = (len(values) - 1) / 2
    products = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    spread = sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)
    return float(products / spread**0.5) if spread else 0.0


def place(column: str, value: float, values: list[float]) -> float:
    """Return the percentage of deals that are easier by a measure, ties counted half."""
    below = sum(each < value for each in values) + sum(each == value for each in values) / 2
    share = 100 * below / len(values)
    return share if column in ("moves", "only_least", "states", "left_open") else 100 - share


def measures_of(number: int) -> dict[str, float]:
    """Return the measures of a deal."""
    result = difficulty.difficulty(deal(number))
    shares, only = result.share_kept or (1, 1), result.only_moves or (0, 0)
    values = (len(result.moves), shares[1], only[0], *result.won, result.statistics.states, sum(result.left_open))
    return dict(zip(COLUMNS, map(float, values), strict=True))


def main() -> None:
    """Print the figures of a study as Markdown tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("study", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    rows = rows_of(args.study)
    solved = [row for row in rows if row["moves"] is not None]
    columns = {name: [float(row[name] or 0) for row in solved] for name in COLUMNS}
    total = {name: sum(int(row[name] or 0) for row in solved) for name in ("judged", "lost", "left_open")}
    print(f"deals 1 to {len(rows):,}, {len(solved):,} with a line; moves in all: {total}")
    open_deals = sum(bool(row["left_open"]) for row in solved)
    print(f"with moves left open: {open_deals:,}; without only moves: {columns['only_least'].count(0):,}", end="; ")
    print(f"with no move that loses: {sum(row['kept_least'] == 1 for row in solved):,}\n")
    parts = (1, 10, 25, 50, 75, 90, 99)
    print("| measure | mean |", *(f"{part} % |" for part in parts))
    for name, values in columns.items():
        points = quantiles(values)
        print(f"| `{name}` | {fmean(values):.4g} |", *(f"{points[part]:.4g} |" for part in parts))
    print("\n| rank correlation |", *(f"`{name}` |" for name in COLUMNS[1:]))
    for index, name in enumerate(COLUMNS[:-1], 1):
        correlations = (f"{correlation(columns[name], columns[other]):+.2f} |" for other in COLUMNS[index:])
        print(f"| `{name}` |", *[" |"] * (index - 1), *correlations)
    print("\n| called |", *(f"`{name}` |" for name in COLUMNS))
    for label, numbers in CALLED_HARD.items():
        measured = [measures_of(number) for number in numbers]
        places = ([place(name, measures[name], columns[name]) for measures in measured] for name in COLUMNS)
        print(f"| {label} ({len(numbers)}) |", *(f"{median(values):.0f} % |" for values in places))
        won = (sum(measures[name] for measures in measured) for name in ("won_1", "won_2"))
        print("games won:", *(f"{games:.0f} of {10 * len(numbers)}" for games in won))
    if args.write:
        data: dict[str, object] = {"deals": len(rows)}
        for column, measure in MEASURES.items():
            data[measure] = [round(value, 6) if value % 1 else int(value) for value in quantiles(columns[column])]
        DATA.write_text(json.dumps(data) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
