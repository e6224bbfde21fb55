"""What the size of the étude's store and its way of making room cost: positions looked at, hits, evictions and time.

    python bench/eviction.py [GAMES] [--plot FOLDER]

The same games (10,000 unless said otherwise) with one store after the other. A search that has forgotten a position
looks at it and at all that follows anew, so with tiny stores a single game may take billions of positions. Games that
would take more than 100,000 are counted, and left out of the row's figures; its time is held against that of the
standard store on the same games. The plot shows the positions of all games, those that were stopped counted as
100,000: what a scheme costs at least.
"""

from __future__ import annotations

import argparse
from array import array
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from kiebitz import kernel
from kiebitz.analysis.encoding import encode_deals, encode_layout, encode_position, encode_rules, encode_store
from kiebitz.analysis.stores import Eviction, Store
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.patience import Position, game
from kiebitz.studies.drawing import blank, need, style, svg

SIZES = (64, 256, 1024, 2048, 4096, 8192, 16384, 65536)
_MOST_STATES = 100_000
_RULES = game("russian")
_CODE = encode_rules(_RULES)
_LIMITS = kernel.Limits(states=_MOST_STATES)


@dataclass(slots=True)
class Cost:
    """What games cost with one store."""

    games: int = 0
    positions: int = 0
    lookups: int = 0
    hits: int = 0
    evictions: int = 0
    seconds: float = 0.0


def hopeless(boards: list[bytes], store: Store) -> list[int]:
    """Return the games that take too many positions with this store."""
    kept = encode_store(store)
    return [i for i, board in enumerate(boards) if kernel.best_score(_CODE, board, _LIMITS, store=kept).limit_hit]


def cost(games: int, seed: int, store: Store, without: list[int]) -> Cost:
    """Play the first games of a run to their best scores, but for some."""
    dealt, deals = (_CODE, encode_layout(_RULES)), encode_deals("fisher-yates", seed)
    sums = Cost()
    first = 0
    for left_out in [*without, games]:
        count = left_out - first
        if count:
            start = process_time()
            found = kernel.best_scores(*dealt, first, count, lines=False, store=encode_store(store), deals=deals)
            sums.seconds += process_time() - start
            sums.games += count
            sums.positions += sum(array("I", found.states))
            sums.lookups += found.store.lookups
            sums.hits += found.store.hits
            sums.evictions += found.store.evictions
        first = left_out + 1
    return sums


def row(store: Store, without: list[int], sums: Cost, standard: Cost) -> str:
    """Return a row of the table."""
    cells = (
        f"{store.size:,}",
        store.eviction.value,
        f"{len(without):,}",
        f"{sums.positions / max(1, sums.games):.1f}",
        f"{100 * sums.hits / max(1, sums.lookups):.1f} %",
        f"{sums.evictions / max(1, sums.games):.1f}",
        f"{sums.seconds / standard.seconds:.2f}" if sums.games else "–",
    )
    return "| " + " | ".join(cells) + " |"


def plot(points: dict[Eviction, list[tuple[int, float]]], games: int) -> str:
    """Return the cost of each way of making room by the size of the store, as the text of an SVG file."""
    need()
    with style():
        figure, axes = blank("positions that the store has room for", "positions looked at in a game, mean")
        for eviction, colour in zip(points, ("#6b6b6b", "#30659b", "#b5382a"), strict=True):
            sizes, means = zip(*points[eviction], strict=True)
            axes.plot(sizes, means, color=colour, marker="o", markersize=3, label=eviction.value)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(f"Store size and eviction, {games:,} games (stopped ones count as {_MOST_STATES:,})")
        axes.legend(frameon=False)
        return svg(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="write eviction.svg there")
    args = parser.parse_args()
    boards = [
        encode_position(Position.deal(_RULES, fisher_yates(nth(args.seed, index)))) for index in range(args.games)
    ]
    print("| room for | eviction | games left out | positions a game | hit rate | evictions a game | time |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    points: dict[Eviction, list[tuple[int, float]]] = {eviction: [] for eviction in Eviction}
    for size in SIZES:
        for eviction in Eviction:
            store = Store(size, eviction)
            without = hopeless(boards, store)
            sums = cost(args.games, args.seed, store, without)
            standard = cost(args.games, args.seed, Store(), without)
            print(row(store, without, sums, standard), flush=True)
            points[eviction].append((size, (sums.positions + len(without) * _MOST_STATES) / args.games))
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
        (args.plot / "eviction.svg").write_text(plot(points, args.games), encoding="utf-8")


if __name__ == "__main__":
    main()
