"""The number of cards that single-card moves can carry, by exhaustive search: the proof behind the count of supermoves.

    python research/supermoves.py [--cells N] [--columns M]

A run lies on a card that never moves and is to go onto another card, with n free cells and m empty columns; all other
cards stay. A row states the largest run that can be carried, the positions searched, and (n + 1) * 2^m.

Searching card by card would take too many positions for 144 cards. The search uses three facts.

1. Number the run from 1, its last and lowest card. A card lies on the next higher one or is *apart*: in a cell, or at
   the bottom of an empty column. Card i can be moved if card i - 1 is apart (or i = 1). No card can lie on a card in a
   cell, so card i may be in a cell only while card i - 1 is apart.
2. In every position, all cards in cells can be returned to their next higher cards, the highest first, because the card
   below stays apart meanwhile. So a position need only record the cards in columns, provided that a card may go from
   its next higher one into an empty column, or back, whenever the cells can hold all cards between it and the next
   lower one apart in a column (or the end of the run): at most n.
3. The highest card of the run can go to its target once the next lower one is apart. That one may be apart in a cell, n
   cards above the highest card that can ever be apart in a column. So n + 1 more cards than that can be carried, and
   once the highest card is on its target, the reversed moves bring the others onto it.

These positions are the sets of at most m numbers, and all reachable ones are searched.
`tests/patience/test_supermoves.py` searches small cases card by card without these facts.
"""

from __future__ import annotations

import argparse


def reachable(cells: int, columns: int) -> tuple[int, int]:
    """Return the highest card that can ever be apart in a column, and the number of positions, by full search."""
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
    """Return the positions after moving one card into an empty column or back from one."""
    gaps = enumerate(zip((0, *apart), apart, strict=False))
    positions = [apart[:place] + apart[place + 1 :] for place, (below, card) in gaps if card - below <= cells + 1]
    if len(apart) < columns:
        for place, below in enumerate((0, *apart)):
            end = apart[place] if place < len(apart) else below + cells + 2
            cards = range(below + 1, min(below + cells + 2, end))
            positions += [(*apart[:place], card, *apart[place:]) for card in cards]
    return positions


def carried(cells: int, columns: int) -> int:
    """Return how many cards can be carried with these free cells and empty columns."""
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
