"""The effect of the étude's shuffle on the best scores, by order of the pack and way of dealing.

    python research/bias_conventions.py [GAMES]

The étude's text leaves both open. The pack may be ordered by rank (ace of clubs, of diamonds, ...) or by suit, and
dealt row by row, as PySolFC deals its Yukon, or pile by pile: the seven piles from left to right, then the six columns
of four. Each of the four combinations is played a million times by default, and so is a fair shuffle, for which neither
matters. numpy draws the places.
"""

from __future__ import annotations

import argparse
from itertools import product
from math import sqrt

import numpy as np

from kiebitz.analysis.encoding import encode_store
from kiebitz.analysis.proportions import Z95
from kiebitz.analysis.score_stores import Store
from kiebitz.kernel import functions as kernel
from kiebitz.patience import Position, game
from kiebitz.patience.encoding import encode_position, encode_rules

_RULES = game("russian")
_CODE = encode_rules(_RULES)
_BLOCK = 20_000
#: Column of each card in dealing order.
DEALINGS = {
    "row by row": [pile.index for pile in _RULES.destinations],
    "pile by pile": [column for column in range(7) for _ in range(column + 1)]
    + [column for column in range(1, 7) for _ in range(4)],
}
#: Cards as the kernel numbers them, 4 * rank + suit.
PACKS = {
    "rank by rank": list(range(52)),
    "suit by suit": [4 * rank + suit for suit in range(4) for rank in range(13)],
}


def boards(decks: np.ndarray, dealing: list[int]) -> list[bytes]:
    """Return dealt packs in the kernel's encoding."""
    template = np.frombuffer(encode_position(Position.deal(_RULES, _RULES.pack.cards)), dtype=np.uint8)
    starts, offset = [], 6  # four foundations, no cell, seven columns; then each column's length and cards
    for column in range(7):
        starts.append(offset + 1)
        offset += 1 + dealing.count(column)
    places = [starts[column] + dealing[:place].count(column) for place, column in enumerate(dealing)]
    filled = np.tile(template, (len(decks), 1))
    filled[:, places] = decks
    return [row.tobytes() for row in filled]


def shuffled(pack: list[int], count: int, biased: bool, chance: np.random.Generator) -> np.ndarray:
    """Return shuffled packs, one per row: fair, or with each place swapped with one drawn from all."""
    decks = np.tile(np.array(pack, dtype=np.uint8), (count, 1))
    if not biased:
        return chance.permuted(decks, axis=1)
    rows = np.arange(count)
    for place in range(52):
        other = chance.integers(0, 52, count)
        previous = decks[:, place].copy()
        decks[:, place] = decks[rows, other]
        decks[rows, other] = previous
    return decks


def play(pack: list[int], dealing: list[int], games: int, biased: bool, seed: int) -> tuple[float, float]:
    """Return the mean best score of the games and its standard error."""
    chance = np.random.default_rng(seed)
    store = encode_store(Store())
    scores: list[int] = []
    while len(scores) < games:
        decks = shuffled(pack, min(_BLOCK, games - len(scores)), biased, chance)
        scores += [kernel.best_score(_CODE, board, store=store).score for board in boards(decks, dealing)]
    return float(np.mean(scores)), float(np.std(scores, ddof=1)) / sqrt(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    fair, fair_error = play(PACKS["rank by rank"], DEALINGS["row by row"], args.games, False, args.seed)
    print(f"fair shuffle: mean {fair:.4f} +- {Z95 * fair_error:.4f}", flush=True)
    print("| pack | dealt | mean | difference from fair | standard errors |\n| --- | --- | ---: | --- | ---: |")
    for number, (pack, dealing) in enumerate(product(PACKS, DEALINGS), 1):
        mean, error = play(PACKS[pack], DEALINGS[dealing], args.games, True, args.seed + number)
        both = sqrt(error**2 + fair_error**2)
        change = f"{mean - fair:+.4f} ± {Z95 * both:.4f}"
        print(f"| {pack} | {dealing} | {mean:.4f} | {change} | {(mean - fair) / both:+.1f} |", flush=True)


if __name__ == "__main__":
    main()
