"""The way back from cards to Microsoft's numbers.

The kernel compares; here its range is cut into parts, between which progress is told and Ctrl-C heeded.
"""

from __future__ import annotations

from kiebitz.cards import PACKS, Card
from kiebitz.deals import microsoft
from kiebitz.errors import NumberRangeError, SetupError
from kiebitz.kernel import functions as kernel  # here, because only this function needs it

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Between two chunks the caller hears of the progress: some tenths of a second.
_CHUNK = 2**31


def find(
    cards: Sequence[Card],
    first: int = 1,
    last: int = microsoft.LAST_OF_MICROSOFT,
    progress: Callable[[int, int], object] | None = None,
) -> list[int]:
    """Return, in ascending order, the Microsoft numbers from *first* to *last* whose deal is *cards* in dealing order.

    The range may reach from −4 to 8,589,934,591. *progress*, if given, is called after each part of the search with
    how many numbers have been tried and how many there are. Cards that are not 52 different ones are a `SetupError`,
    a range outside the numbering or running backwards is a `NumberRangeError`.

    >>> find(microsoft.cards(617), 600, 700)
    [617]
    """
    _check_cards(cards)
    for number in (first, last):
        if type(number) is not int or number not in microsoft.RANGE:
            raise NumberRangeError(number, f"a whole number from {microsoft.FIRST} to {microsoft.LAST}")
    if last < first:
        raise NumberRangeError(f"{first}-{last}", "a range whose first number is not above its last")

    wanted = tuple(cards)
    found = [number for number in range(first, min(last, -1) + 1) if microsoft.cards(number) == wanted]
    codes = bytes(card.index for card in wanted)
    for start in range(max(first, 0), last + 1, _CHUNK):
        end = min(start + _CHUNK - 1, last)
        found += kernel.find_microsoft(codes, start, end)
        if progress is not None:
            progress(end - first + 1, last - first + 1)
    return found


def _check_cards(cards: Sequence[Card]) -> None:
    missing = [card for card in PACKS["52"] if card not in cards]
    doubled = sorted({card for card in cards if cards.count(card) > 1})
    if missing or doubled:
        raise SetupError(missing, doubled)
