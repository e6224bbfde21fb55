"""Find Microsoft's numbers for a deal's cards; the kernel searches in chunks, for progress and Ctrl-C."""

from __future__ import annotations

from kiebitz.cards import PACKS, Card
from kiebitz.deals import microsoft
from kiebitz.errors import NumberRangeError, SetupError
from kiebitz.kernel import functions as kernel

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Numbers per chunk: some tenths of a second.
_CHUNK = 2**31


def find(
    cards: Sequence[Card],
    first: int = 1,
    last: int = microsoft.LAST_OF_MICROSOFT,
    progress: Callable[[int, int], object] | None = None,
) -> list[int]:
    """Return the Microsoft numbers from *first* to *last* with *cards* in dealing order, ascending.

    The range may span −4 to 8,589,934,591. *progress* is called after each chunk with the numbers tried and their
    total. Raises `SetupError` unless the cards are the 52 different ones, `NumberRangeError` for a range that leaves
    the numbering or runs backwards.

    >>> find(microsoft.cards(617), 600, 700)
    [617]
    """
    _check_cards(cards)
    for number in (first, last):
        if type(number) is not int or number not in microsoft.RANGE:
            raise NumberRangeError(number, f"a whole number from {microsoft.FIRST} to {microsoft.LAST}")
    if last < first:
        raise NumberRangeError(f"{first}-{last}", "a range whose first number is not above its last")

    sought = tuple(cards)
    matches = [number for number in range(first, min(last, -1) + 1) if microsoft.cards(number) == sought]
    codes = bytes(card.index for card in sought)
    for start in range(max(first, 0), last + 1, _CHUNK):
        end = min(start + _CHUNK - 1, last)
        matches += kernel.find_microsoft(codes, start, end)
        if progress is not None:
            progress(end - first + 1, last - first + 1)
    return matches


def _check_cards(cards: Sequence[Card]) -> None:
    missing = [card for card in PACKS["52"] if card not in cards]
    doubled = sorted({card for card in cards if cards.count(card) > 1})
    if missing or doubled:
        raise SetupError(missing, doubled)
