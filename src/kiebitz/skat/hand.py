"""Typed hands and skats: ten or two different cards of the Skat pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import PACKS, Card
from kiebitz.errors import HandError, NotationError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

HAND = 10
SKAT = 2
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PACK = frozenset(PACKS["32"])


#: Signs between cards, and Unicode's playing cards.
_SIGNS = dict.fromkeys(map(ord, "{}()[],;"), " ") | {
    0x1F0A0 + 16 * row + column: f" {rank}{suit} "
    for row, suit in enumerate("SHDC")
    for column, rank in ((1, "A"), *((number, str(number)) for number in range(2, 11)), (11, "J"), (13, "Q"), (14, "K"))
}


def card_words(text: str) -> list[str]:
    """Return the words of cards separated by white space, commas, semicolons or brackets.

    >>> card_words("{JC, 10S} \N{PLAYING CARD ACE OF HEARTS}")
    ['JC', '10S', 'AH']
    """
    return text.translate(_SIGNS).split()


def read_hand(text: str, spelling: str = "english") -> tuple[Card, ...]:
    """Return ten cards in any order with white space between them.

    A `NotationError` or `HandError` names the card at fault, its place and what was expected.

    >>> len(read_hand("JC JS JD AC KC 9C AS 7H QD 8D"))
    10
    """
    return read_cards(card_words(text), HAND, "hand", spelling)


def read_skat(text: str, hand: Collection[Card], spelling: str = "english") -> tuple[Card, ...]:
    """Return the two cards of the skat, which must not be in the hand; errors as in `read_hand`."""
    skat = read_cards(card_words(text), SKAT, "skat", spelling)
    check_apart(skat, hand)
    return skat


def read_cards(words: Sequence[str], count: int, place: str, spelling: str = "english") -> tuple[Card, ...]:
    """Return *count* different cards of the Skat pack; errors as in `read_hand`."""
    cards = []
    for number, word in enumerate(words, 1):
        try:
            cards.append(Card.parse(word, spelling))
        except NotationError as error:
            raise NotationError(word, f"{place}, card {number}", error.expected) from None
    return check_cards(cards, count, place)


def check_cards(cards: Iterable[Card], count: int, place: str) -> tuple[Card, ...]:
    """Return the cards if they are *count* different cards of the Skat pack; a `HandError` otherwise."""
    checked = tuple(cards)
    if len(checked) == count == len(_PACK.intersection(checked)):
        return checked
    for number, card in enumerate(checked):
        where = f"{place}, card {number + 1}"
        if card not in _PACK:
            raise HandError(where, f"{card} is not in the Skat pack", "7 8 9 10 J Q K or A of a suit")
        if card in checked[:number]:
            raise HandError(where, f"{card} occurs twice", f"{_count(count)} different cards")
    if len(checked) > count:
        raise HandError(place, f"{_count(len(checked))} cards, from {checked[count]} on too many", _count(count))
    if len(checked) < count:
        last = f", {checked[-1]} the last" if checked else ""
        raise HandError(place, f"{_count(len(checked))} card{'' if len(checked) == 1 else 's'}{last}", _count(count))
    return checked


def check_apart(skat: Iterable[Card], hand: Collection[Card]) -> None:
    """Raise a `HandError` if a card of the skat is also in the hand."""
    for card in skat:
        if card in hand:
            raise HandError("skat", f"{card} is in the hand too", "two cards that are not in the hand")


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)
