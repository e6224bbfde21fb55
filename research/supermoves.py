"""How many cards of a run single-card moves can carry, by exhaustive search: the proof behind the count of supermoves.

    python research/supermoves.py [--cells N] [--columns M]

The setting is that of the proof: a run lies on a card that never moves, it is to go onto another card, there are n free
cells and m empty columns, and every other card stays where it is. A row says how many cards can be carried, how many
positions the search looked at, and (n + 1) * 2^m.

The search is exhaustive, but not card by card, for 144 cards that would be too many positions. It goes by three facts.

1. Number the run from 1, its last and lowest card. A card lies on the next higher one, or it is *apart*: in a cell or
   at the bottom of an empty column. Card i can be taken up if nothing lies on it: if card i - 1 is apart (or i = 1).
   In a cell nothing can lie on a card, so card i may be in a cell only while card i - 1 is apart.
2. Whatever the position, all cards in cells can be put back onto their next higher cards, the highest first: the card
   below stays apart meanwhile. So nothing gets lost if only cards in columns are remembered, as long as a card may
   go from its next higher one into an empty column, or back, whenever the cells can take all the cards between it and
   the next lower one that is apart in a column (or the end of the run): at most n of them.
3. The highest card of the run can go to its new place as soon as the next lower one is apart. That one can be apart in
   a cell, n cards above the highest that can ever be apart in a column; so n + 1 more than that one can be carried, and
   once the highest card lies in its new place the same moves backwards bring the others onto it.

Those positions are the sets of at most m numbers, and all that can be reached are looked at. Small cases are searched
card by card as well, without any of this, in `tests/patience/test_supermoves.py`.
"""

from __future__ import annotations

import argparse


def reachable(cells: int, columns: int) -> tuple[int, int]:
    """Return the highest card that can ever be apart in a column, and the number of positions (both by full search)."""
    start: tuple[int, ...] = ()  # the cards apart in columns, the lowest first
    seen, todo = {start}, [start]
    highest = 0
    while todo:
        apart = todo.pop()
        highest = max(highest, *apart[-1:], 0)
        for after in _moves(apart, cells, columns):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return highest, len(seen)


def _moves(apart: tuple[int, ...], cells: int, columns: int) -> list[tuple[int, ...]]:
    """Return the positions one card away: a card put into an empty column or taken back from one."""
    gaps = enumerate(zip((0, *apart), apart, strict=False))
    found = [apart[:place] + apart[place + 1 :] for place, (below, card) in gaps if card - below <= cells + 1]
    if len(apart) < columns:
        for place, below in enumerate((0, *apart)):
            end = apart[place] if place < len(apart) else below + cells + 2
            cards = range(below + 1, min(below + cells + 2, end))
            found += [(*apart[:place], card, *apart[place:]) for card in cards]
    return found


def carried(cells: int, columns: int) -> int:
    """Return how many cards can be carried from card to card with these free cells and empty columns."""
    return reachable(cells, columns)[0] + cells + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=8, help="free cells at most (default 8)")
    parser.add_argument("--columns", type=int, default=4, help="empty columns at most (default 4)")
    args = parser.parse_args()
    print("| free cells | empty columns | carried | (n + 1) * 2^m | positions |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for columns in range(args.columns + 1):
        for cells in range(args.cells + 1):
            highest, positions = reachable(cells, columns)
            formula = (cells + 1) << columns
            print(f"| {cells} | {columns} | {highest + cells + 1} | {formula} | {positions:,} |", flush=True)


if __name__ == "__main__":
    main()
