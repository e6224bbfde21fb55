"""The cost of the étude's store by size and eviction: positions searched, hits, evictions and time.

    python research/eviction.py [GAMES] [--plot FOLDER]

The same games (default 10,000) run with one store after another. A search without memory of a position repeats it and
everything below it. Time is relative to the standard store.
"""

from __future__ import annotations

import argparse
from array import array
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from kiebitz.analysis.encoding import encode_dealing, encode_store
from kiebitz.analysis.score_stores import Eviction, Store
from kiebitz.kernel import functions as kernel
from kiebitz.patience.encoding import encode_layout, encode_rules
from kiebitz.patience.games import game
from kiebitz.studies.plot_style import blank, need, style, svg

if TYPE_CHECKING:
    from kiebitz.kernel.answers import Scores

SIZES = (1, 8, 64, 512, 4096, 65536)
_RULES = game("russian")


def cost(games: int, seed: int, store: Store) -> tuple[Scores, float]:
    """Return the best scores of the first games of a run, and the seconds of CPU time."""
    dealt, deals = (encode_rules(_RULES), encode_layout(_RULES), 0), encode_dealing("fisher-yates", seed)
    start = process_time()
    scores = kernel.best_scores(*dealt, games, lines=False, store=encode_store(store), deals=deals)
    return scores, process_time() - start


def plot(points: dict[Eviction, list[tuple[int, float]]], games: int) -> str:
    """Return the cost of each eviction policy by size of the store, as the text of an SVG file."""
    need()
    with style():
        figure, axes = blank("positions that the store has room for", "positions looked at in a game, mean")
        for eviction, colour in zip(points, ("#6b6b6b", "#30659b", "#b5382a"), strict=True):
            sizes, means = zip(*points[eviction], strict=True)
            axes.plot(sizes, means, color=colour, marker="o", markersize=3, label=eviction.value)
        axes.set_xscale("log", base=2)
        axes.set_ylim(0, 1.1 * max(mean for line in points.values() for _, mean in line))
        axes.set_title(f"Store size and eviction, {games:,} games")
        axes.legend(frameon=False)
        return svg(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="write eviction.svg there")
    args = parser.parse_args()
    print("| room for | eviction | positions a game | hit rate | evictions a game | time |")
    print("| --- | --- | --- | --- | --- | --- |")
    points: dict[Eviction, list[tuple[int, float]]] = {eviction: [] for eviction in Eviction}
    for size in SIZES:
        for eviction in Eviction:
            _, standard = cost(args.games, args.seed, Store())
            scores, seconds = cost(args.games, args.seed, Store(size, eviction))
            positions, store = sum(array("I", scores.states)) / args.games, scores.store
            cells = (
                f"{size:,}",
                eviction.value,
                f"{positions:.1f}",
                f"{100 * store.hits / max(1, store.lookups):.1f} %",
                f"{store.evictions / args.games:.1f}",
                f"{seconds / standard:.2f}",
            )
            print(f"| {' | '.join(cells)} |", flush=True)
            points[eviction].append((size, positions))
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
        (args.plot / "eviction.svg").write_text(plot(points, args.games), encoding="utf-8")


if __name__ == "__main__":
    main()
