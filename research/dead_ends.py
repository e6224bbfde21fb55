"""The share of Simple Simon deals that are lost within a few positions, by a search independent of the kernel.

    python research/dead_ends.py [--deals 2500] [--most 250]

The deals are those of `kiebitz study run --game simple_simon --random`. A breadth-first search visits all reachable
positions until a suit could go home or it has more than --most. If it ends before, the deal is lost whatever the other
rules.
"""

from __future__ import annotations

import argparse
from collections import deque
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Share
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.patience import Position, game

if TYPE_CHECKING:
    from collections.abc import Iterator

Columns = tuple[tuple[tuple[int, int], ...], ...]  # cards as (rank 1 to 13, suit)

_KING = 13
_WHOLE = [*range(_KING, 0, -1)]


def columns_of(position: Position) -> Columns:
    """Return the columns of a position as plain tuples."""
    return tuple(tuple((int(card.rank), int(card.suit)) for card in column) for column in position.columns)


def followers(columns: Columns) -> Iterator[Columns]:
    """Yield the positions one move away, except for suits going home; one empty column represents all."""
    for source, cards in enumerate(columns):
        for count in range(1, len(cards) + 1):
            if count > 1:
                card, lower = cards[1 - count], cards[-count]
                if card[1] != lower[1] or lower[0] != card[0] + 1:
                    break
            empty_seen = False
            for target, others in enumerate(columns):
                if target == source or (not others and empty_seen):
                    continue
                empty_seen |= not others
                if not others or others[-1][0] == cards[-count][0] + 1:
                    after = list(columns)
                    after[source], after[target] = cards[:-count], others + cards[-count:]
                    yield tuple(after)


def dead_end(columns: Columns, most: int) -> int | None:
    """Return the number of reachable positions, or `None` if it exceeds *most* or a suit can go home."""
    seen, todo = {tuple(sorted(columns))}, deque([columns])
    while todo:
        for after in followers(todo.popleft()):
            if any(len(cards) >= _KING and [card[0] for card in cards[-_KING:]] == _WHOLE for cards in after):
                return None
            key = tuple(sorted(after))
            if key not in seen:
                seen.add(key)
                todo.append(after)
                if len(seen) > most:
                    return None
    return len(seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2500)
    parser.add_argument("--most", type=int, default=250)
    args = parser.parse_args()
    rules = game("simple_simon")
    starts = (Position.deal(rules, fisher_yates(nth(1, place))) for place in range(args.deals))
    sizes = [dead_end(columns_of(start), args.most) for start in starts]
    lost = sum(size is not None for size in sizes)
    low, high = Share(lost, args.deals).interval or (0.0, 1.0)
    print(
        f"{args.deals:,} deals: {lost:,} lost within {args.most:,} positions, {sizes.count(1):,} of them without a move"
    )
    print(f"{100 * lost / args.deals:.2f} %, 95 % interval {100 * low:.2f} to {100 * high:.2f} %")


if __name__ == "__main__":
    main()
