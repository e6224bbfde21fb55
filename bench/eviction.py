"""What the size of the étude's store and its way of making room cost: positions looked at, hits, evictions and time.

    python bench/eviction.py [GAMES]

The same games (10,000 unless said otherwise) with one store after the other. A search that has forgotten a position
looks at it and at all that follows anew, so with tiny stores a single game may take billions of positions. Games that
would take more than 100,000 are counted, and left out of the row's figures; its time is held against that of the
standard store on the same games.
"""

from __future__ import annotations

import argparse
from array import array
from dataclasses import dataclass
from time import process_time

from kiebitz import kernel
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.patience import Position, game
from kiebitz.patience.best import Eviction, Store

SIZES = (64, 256, 1024, 2048, 4096, 8192, 16384, 65536)
_MOST_STATES = 100_000
_RULES = game("russian")
_CODE = _RULES.kernel_bytes()


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
    kept = store.for_kernel()
    return [
        i for i, board in enumerate(boards) if kernel.best_score(_CODE, board, False, _MOST_STATES, 0.0, 0, *kept)[3]
    ]


def cost(games: int, seed: int, store: Store, without: list[int]) -> Cost:
    """Play the first games of a run to their best scores, but for some."""
    run = _CODE, bytes(_RULES.destinations), bytes(_RULES.face_down), 0, seed
    sums = Cost()
    first = 0
    for left_out in [*without, games]:
        count = left_out - first
        if count:
            start = process_time()
            found = kernel.etude(*run, first, count, False, *store.for_kernel(), False, False)
            sums.seconds += process_time() - start
            _, states, _, _, _, _, _, lookups, hits, evictions, _, _ = found
            sums.games += count
            sums.positions += sum(array("I", states))
            sums.lookups += lookups
            sums.hits += hits
            sums.evictions += evictions
        first = left_out + 1
    return sums


def row(boards: list[bytes], seed: int, store: Store) -> str:
    """Return a row of the table."""
    without = hopeless(boards, store)
    sums = cost(len(boards), seed, store, without)
    standard = cost(len(boards), seed, Store(), without)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    boards = [Position.deal(_RULES, fisher_yates(nth(args.seed, index))).kernel_bytes() for index in range(args.games)]
    print("| room for | eviction | games left out | positions a game | hit rate | evictions a game | time |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for size in SIZES:
        for eviction in Eviction:
            print(row(boards, args.seed, Store(size, eviction)), flush=True)


if __name__ == "__main__":
    main()
