"""The number of moves in each position of Wetherell's étude, over random games.

    python research/etude_moves.py [GAMES] [--first N]

The referee plays each game in every possible way. Positions that differ only by the order of columns count once, and
forced moves to the foundations are made first. Moves into several empty columns count once or, as "literally", once per
column. A row lists in how many positions each number of moves is possible; the last row covers only the positions
without an empty column.
"""

from __future__ import annotations

import argparse
from collections import Counter

from kiebitz import Autoplay, Position, game
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.patience import LegalMoves, apply
from kiebitz.patience.referee import autoplay_moves, legal_moves, replay

RULES = game("russian")


def settled(position: Position) -> Position:
    """Return the position after all possible moves to the foundations."""
    return replay(position, autoplay_moves(position, Autoplay.MAX))


def counts(start: Position) -> Counter[tuple[int, int, bool]]:
    """Return how often each pair of counts of distinct and literal moves occurs, without and with an empty column."""
    start = settled(start)
    seen, todo = {_columns(start)}, [start]
    frequencies: Counter[tuple[int, int, bool]] = Counter()
    while todo:
        position = todo.pop()
        distinct = list(legal_moves(position, distinct=True))
        frequencies[len(distinct), LegalMoves(position).count(), all(position.columns)] += 1
        for move in distinct:
            after = settled(apply(position, move))
            if _columns(after) not in seen:
                seen.add(_columns(after))
                todo.append(after)
    return frequencies


def _columns(position: Position) -> tuple[object, ...]:
    """Return a key that ignores the order of columns; all other cards are home."""
    return tuple(sorted(zip(position.columns, position.face_down, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the place of the first game in its run")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    frequencies: Counter[tuple[int, int, bool]] = Counter()
    without = 0
    for index in range(args.first, args.first + args.games):
        start = Position.deal(RULES, fisher_yates(nth(args.seed, index)))
        without += not legal_moves(settled(start))
        frequencies += counts(start)
    positions = frequencies.total()
    print(f"{args.games:,} games, {positions:,} positions; {without} games without any move after the deal")
    for name, place, only_full in (("distinct", 0, False), ("literally", 1, False), ("no empty column", 0, True)):
        sums: Counter[int] = Counter()
        for row, times in frequencies.items():
            if row[2] or not only_full:
                sums[row[place]] += times
        print(f"moves, {name}: " + ", ".join(f"{count}: {sums[count]:,}" for count in sorted(sums)))


if __name__ == "__main__":
    main()
