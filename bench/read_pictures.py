"""Read pictures of boards and compare them with the true boards: the table of figures for the reader of pictures.

    python bench/read_pictures.py FOLDER [--all]

FOLDER has files NAME.png, .jpg or .webp, each with NAME.txt, FreeCell's board in fc-solve's form. The order of columns
counts, that of cells does not. A line for each picture that is not read as it is, or with --all for every one; then the
shares.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz import read_picture
from kiebitz.analysis.picture import PictureBoard, PictureStatus
from kiebitz.patience.games import game
from kiebitz.patience.notation import parse_board

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.patience.position import Position

FREECELL = game("freecell")
_FEW = 3  # corrections


@dataclass(frozen=True)
class Comparison:
    """The figures of one picture."""

    layout: bool
    cards: int
    wrong: int
    corrections: int
    unmarked: int
    whole: bool
    sure: bool
    seconds: float


def main() -> None:
    """Read all pictures of a folder and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    results = []
    for picture in sorted(args.folder.iterdir()):
        truth = picture.with_suffix(".txt")
        if picture.suffix in (".png", ".jpg", ".webp") and truth.is_file():
            before = time.process_time()
            seen = read_picture(picture)
            result = compared(
                seen, parse_board(truth.read_text(), FREECELL, "fc-solve").position(), time.process_time() - before
            )
            results.append(result)
            if args.all or not (result.whole and result.sure):
                layout = "layout right" if result.layout else "layout wrong"
                words = f"{layout}, {result.wrong} of {result.cards} wrong, {result.unmarked} of them not marked"
                print(f"{picture.name}: {seen.status.value}, {words}, {result.seconds:.2f} s")
    report(results)


def compared(seen: PictureBoard, truth: Position, seconds: float) -> Comparison:
    """Compare a board that was read with the true one."""
    columns = [list(column) for column in seen.columns]
    while columns and not columns[-1] and len(columns) > len(truth.columns):
        columns.pop()
    columns += [[]] * (len(truth.columns) - len(columns))
    cells = [card for card in truth.cells if card is not None]
    cards = sum(map(len, truth.columns)) + len(cells)
    heights = [len(column) for column in columns] == [len(column) for column in truth.columns]
    layout = heights and len(seen.cells) == len(cells)
    sure = seen.status is PictureStatus.READ
    if not layout:
        return Comparison(False, cards, cards, cards, cards if sure else 0, False, sure, seconds)
    pairs = [
        pair for column, right in zip(columns, truth.columns, strict=True) for pair in zip(column, right, strict=True)
    ]
    wrong = [card for card, right in pairs if card.card is not right]
    wrong += [card for card in seen.cells if card.card not in cells]
    unmarked = sum(card.is_sure for card in wrong)
    whole = not wrong and seen.home == truth.foundations
    seen_cells = [card.card for card in seen.cells]
    seen_cards = [card.card for card, _ in pairs] + [card for card in seen_cells if card not in cells]
    right_cards = [right for _, right in pairs] + [card for card in cells if card not in seen_cells]
    return Comparison(True, cards, len(wrong), corrections(seen_cards, right_cards), unmarked, whole, sure, seconds)


def corrections(seen: list[Card], right: list[Card]) -> int:
    """Count the cards to set right, as in the editor: a card that lies elsewhere changes places with the wrong one."""
    cards, count = list(seen), 0
    for place, card in enumerate(right):
        if cards[place] is card:
            continue
        count += 1
        if card in cards:
            cards[cards.index(card)] = cards[place]
        cards[place] = card
    return count


def report(results: list[Comparison]) -> None:
    """Print the shares."""
    found = [result for result in results if result.layout]
    cards = sum(result.cards for result in found)
    right = cards - sum(result.wrong for result in found)
    few = sum(result.corrections <= _FEW for result in found)
    few_wrong = sum(result.wrong <= _FEW for result in found)
    unmarked = sum(result.unmarked > 0 for result in results)
    print(
        f"pictures {len(results)}, seconds {sum(result.seconds for result in results) / max(1, len(results)):.2f} each"
    )
    for what, part, all_of in (
        ("layout right", len(found), len(results)),
        ("cards right, where the layout is", right, cards),
        ("boards wholly right", sum(result.whole for result in results), len(results)),
        (f"boards with at most {_FEW} wrong cards", few_wrong, len(results)),
        (f"boards with at most {_FEW} corrections", few, len(results)),
        ("boards called read", sum(result.sure for result in results), len(results)),
        ("boards with an error that is not marked", unmarked, len(results)),
    ):
        print(f"{what}: {part} of {all_of} ({100 * part / max(1, all_of):.1f} %)")


if __name__ == "__main__":
    main()
