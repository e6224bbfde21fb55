"""A comparison of consecutive deal numbers with random deals, in figures that matter where columns are built by suit.

    python research/number_sample.py [--blocks N] [--size N]

For each block of Microsoft's numbers, and for one of fair shuffles, a row holds the mean of four figures and its
distance from that of a million fair shuffles, in standard errors:

- built: cards dealt onto the next higher card of their suit;
- reversed: cards dealt onto a lower card of their suit, in the same column;
- low: total number of cards on top of the aces and twos;
- first: chi square of the first card's 52 counts against a uniform draw (51 degrees of freedom).
"""

from __future__ import annotations

import argparse

import numpy as np

_COLUMN = np.arange(52) % 8
_ROW = np.arange(52) // 8
_HEIGHT = np.where(np.arange(8) < 4, 7, 6)
_ON_IT = _HEIGHT[_COLUMN] - 1 - _ROW  # cards on top of each place
_PAIRS = [(low, high) for low in range(52) for high in range(low + 1, 52) if low % 8 == high % 8]


def microsoft(first: int, count: int) -> np.ndarray:
    """Return *count* deals from number *first*, one per row: cards (4 * rank + suit) in dealing order."""
    state = np.arange(first, first + count, dtype=np.uint64)
    deck = np.tile(np.arange(52, dtype=np.int8), (count, 1))
    dealt = np.empty((count, 52), dtype=np.int8)
    rows = np.arange(count)
    for place in range(52):
        state = (state * np.uint64(214013) + np.uint64(2531011)) % np.uint64(2**32)
        remaining = 52 - place
        chosen = ((state >> np.uint64(16)) % np.uint64(2**15) % np.uint64(remaining)).astype(np.int64)
        dealt[:, place] = deck[rows, chosen]
        deck[rows, chosen] = deck[:, remaining - 1]
    return dealt


def fair(count: int, seed: int) -> np.ndarray:
    """Return *count* shuffles by numpy's generator."""
    return np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.int8), (count, 1)), axis=1)


def figures(deals: np.ndarray) -> np.ndarray:
    """Return the figures built, reversed and low of each deal."""
    rank, suit = deals // 4, deals % 4
    built = np.zeros(len(deals), dtype=np.int32)
    turned = np.zeros(len(deals), dtype=np.int32)
    over = np.zeros_like(deals, dtype=bool)
    for under, upper in _PAIRS:  # `under` was dealt first, so `upper` lies above it
        same = suit[:, under] == suit[:, upper]
        if upper == under + 8:
            built += same & (rank[:, under] == rank[:, upper] + 1)
        over[:, upper] |= same & (rank[:, under] < rank[:, upper])
    turned += over.sum(axis=1)
    low = np.where(rank < 2, _ON_IT, 0).sum(axis=1)
    return np.stack([built, turned, low], axis=1)


def row(name: str, deals: np.ndarray, mean: np.ndarray, deviation: np.ndarray) -> str:
    """Return a row of the table; *mean* and *deviation* are those of fair shuffles."""
    means = figures(deals).mean(axis=0)
    errors = (means - mean) / deviation * np.sqrt(len(deals))
    counts = np.bincount(deals[:, 0], minlength=52)
    expected = len(deals) / 52
    cells = [f"{value:.4f} ({error:+.1f})" for value, error in zip(means, errors, strict=True)]
    return f"| {name} | {' | '.join(cells)} | {((counts - expected) ** 2 / expected).sum():.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=5, help="blocks of Microsoft's numbers (default 5)")
    parser.add_argument("--size", type=int, default=200_000, help="deals in a block (default 200,000)")
    args = parser.parse_args()
    reference = np.concatenate([figures(fair(args.size, seed)) for seed in range(2, 7)])
    mean, deviation = reference.mean(axis=0), reference.std(axis=0)
    print("| deals | built | reversed | low | first |\n| --- | --- | --- | --- | --- |")
    print(row("fair shuffles", fair(args.size, 1), mean, deviation))
    for block in range(args.blocks):
        first = 1 + block * args.size
        deals = microsoft(first, args.size)
        print(row(f"{first:,} to {first + args.size - 1:,}", deals, mean, deviation), flush=True)


if __name__ == "__main__":
    main()
