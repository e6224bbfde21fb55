"""Typed hands and skats: every spelling, and a one-line error for every fault."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card
from kiebitz.cards.spelling import SPELLINGS
from kiebitz.cards.text import format_cards
from kiebitz.errors import HandError, KiebitzError
from kiebitz.skat.hand import read_hand, read_skat

HAND = "JC JS JD AC KC 9C AS 7H QD 8D"


def hands() -> st.SearchStrategy[tuple[Card, ...]]:
    return st.permutations(PACKS["32"].cards).map(lambda cards: tuple(cards[:10]))


@pytest.mark.parametrize("ten", ["0S", "TS", "10S", "S0", "st", "♠10"])
def test_a_ten_in_every_spelling(ten: str) -> None:
    assert Card.parse("TS") in read_hand(f"CJ js {ten} AC KC 9C AS 7H QD 8D")


@given(hand=hands(), spelling=st.sampled_from(SPELLINGS))
def test_hands_come_back(hand: tuple[Card, ...], spelling: str) -> None:
    assert read_hand(format_cards(hand, spelling), spelling) == hand


FAULTS = {
    "one of clubs": ("JC JS JD AC KC 9C 1C 7H QD 8D", "hand, card 7: '1C' cannot be read; expected a card"),
    "a word": ("JC JS JD null KC 9C AS 7H QD 8D", "hand, card 4: 'null' cannot be read; expected a card"),
    "a six": (
        "JC JS JD AC KC 9C 6C 7H QD 8D",
        "hand, card 7: 6C is not in the Skat pack; expected 7 8 9 10 J Q K",
    ),
    "twice": (
        "JC JS JD AC KC 9C cj 7H QD 8D",
        "hand, card 7: JC occurs twice; expected ten",
    ),
    "eleven": (HAND + " 7C", "hand: eleven cards, from 7C on too many; expected ten"),
    "nine": (HAND.removesuffix(" 8D"), "hand: nine cards, QD the last; expected ten"),
    "none": (" ", "hand: no cards; expected ten"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_a_hand(name: str) -> None:
    text, message = FAULTS[name]
    with pytest.raises(KiebitzError) as caught:
        read_hand(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("JC 7C", "skat: JC is in the hand too; expected two cards that are not in the hand"),
        ("7C", "skat: one card, 7C the last; expected two"),
        ("7C 7C", "skat, card 2: 7C occurs twice; expected two different cards"),
    ],
)
def test_faults_of_a_skat(text: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        read_skat(text, read_hand(HAND))


@given(st.text(alphabet=" CDHSAKQJT01678♠♣", max_size=50))
def test_anything_is_a_hand_or_an_error(text: str) -> None:
    try:
        outcome: object = len(set(read_hand(text)))
    except KiebitzError as error:
        outcome = str(error).isprintable()
    assert outcome in (10, True)
