"""Typed hands and skats, which the kernel reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Card
from kiebitz.cards.spelling import expected, spelling_code
from kiebitz.errors import HandError, NotationError
from kiebitz.kernel.text import read_hands
from kiebitz.skat.pack import HAND, SKAT, check_apart, check_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_NAMES = "forehand:, middlehand:, rearhand: or skat: before the cards, each once, or 32 cards without names"
_IN_ORDER = "32: ten each of forehand, middlehand and rearhand, then the two of the skat"


def read_hand(text: str, spelling: str = "english") -> tuple[Card, ...]:
    """Return ten cards in any order, separated by white space, commas, semicolons or brackets.

    A `NotationError` or `HandError` names the card at fault, its place and what was expected.

    >>> len(read_hand("JC JS JD AC KC 9C AS 7H QD 8D"))
    10
    """
    return read_cards(text, HAND, "hand", spelling)


def read_skat(text: str, hand: Collection[Card], spelling: str = "english") -> tuple[Card, ...]:
    """Return the two cards of the skat, which must not be in the hand; errors as in `read_hand`."""
    skat = read_cards(text, SKAT, "skat", spelling)
    check_apart(skat, hand)
    return skat


def read_cards(text: str, count: int | None, place: str, spelling: str = "english") -> tuple[Card, ...]:
    """Return *count* different cards of the Skat pack, or any cards for `None`; errors as in `read_hand`.

    >>> read_cards("{JC, 10S} \N{PLAYING CARD ACE OF HEARTS}", None, "played")
    (Card.parse('JC'), Card.parse('TS'), Card.parse('AH'))
    """
    (cards,) = read_piles(text, (place,), spelling)
    return cards if count is None else check_cards(cards, count, place)


def read_piles(text: str, places: Sequence[str], spelling: str) -> list[tuple[Card, ...]]:
    """Return the cards of one place, or of three hands and the skat; a `NotationError` or `HandError` otherwise."""
    form = 0 if len(places) == 1 else 1
    read = read_hands(text.encode("utf-8", "backslashreplace"), form, bytes((spelling_code(spelling),)))
    if not read.complaint:
        return [tuple(map(Card.from_index, pile)) for pile in read.piles]
    name, faulty, _, _, _, numbers = read.complaint
    word = faulty.decode()
    match name:
        case b"card":
            pile, number = numbers
            raise NotationError(word, f"{places[pile]}, card {number}", expected(spelling, word))
        case b"pile_name":
            raise NotationError(word, "deal", _NAMES)
        case b"deal_size":
            raise HandError("deal", f"{numbers[0]} cards", _IN_ORDER)
    raise NotationError(word, "the whole text", "a hand or a deal of Skat")
