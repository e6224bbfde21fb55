"""The textbook rule: its own examples, and an independent version of the rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card
from kiebitz.skat.hand import read_hand
from kiebitz.skat.textbook import appraise

EXAMPLES = {
    "JC JS JD AC KC 9C AS 7H QD 8D": "36 Clubs",
    "JD AS 0S KS QS 9S 8S AD 8C 9C": "44 Spades",
    "JH JD 0S KS 9C 8C QH KH AD 9D": "pass",
    "JD AS KS QS 0S 9S 8D 7D 0C QH": "pass",
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_task(text: str) -> None:
    assert str(appraise(read_hand(text))) == EXAMPLES[text]


@pytest.mark.parametrize(
    ("jacks", "factor"),
    [("C D", 2), ("C S D", 3), ("S H D", 2), ("C S H D", 5), ("", 5), ("D", 4), ("H", 3), ("S", 2), ("C", 2)],
)
def test_jack_factor(jacks: str, factor: int) -> None:
    words = [f"J{suit}" for suit in jacks.split()]
    hand = [*words, *["AC", "KC", "QC", "9C", "8C", "7C", "AS", "KS", "QS", "9S"]][:10]
    assert appraise(read_hand(" ".join(hand))).jack_factor == factor


def test_the_higher_of_equal_suits_is_trump() -> None:
    assert str(appraise(read_hand("JC JS AH KH QH 9H AS KS QS 9S"))) == "33 Spades"
    # The rule chooses the suit first; an ace beside spades does not help.
    assert str(appraise(read_hand("JC JS AC KC QC 9C TS KS QS 9S"))) == "pass"


def test_the_longer_suit_is_trump() -> None:
    assert str(appraise(read_hand("JC AD KD QD TD 9D AC KC QC TC"))) == "18 Diamonds"


def test_a_run_of_trumps_beyond_the_jacks_does_not_count() -> None:
    assert str(appraise(read_hand("JC JS JH JD AC TC KC QC 9C AS"))) == "60 Clubs"


def by_the_rule(hand: tuple[Card, ...]) -> str:
    """The rule on texts."""
    cards = [str(card) for card in hand]
    held = [f"J{suit}" in cards for suit in "CSHD"]
    factor = 1 + next((n for n in range(4) if held[n] != held[0]), 4)
    count = {suit: sum(card[0] == "J" or card[1] == suit for card in cards) for suit in "CSHD"}
    trump = min("CSHD", key=lambda suit: (-count[suit], "CSHD".index(suit)))
    if count[trump] < 6 or not any(card[0] == "A" and card[1] != trump for card in cards):
        return "pass"
    value = {"C": (12, "Clubs"), "S": (11, "Spades"), "H": (10, "Hearts"), "D": (9, "Diamonds")}[trump]
    return f"{factor * value[0]} {value[1]}"


@given(st.permutations(PACKS["32"].cards))
def test_any_hand(cards: list[Card]) -> None:
    hand = tuple(cards[:10])
    assert str(appraise(hand)) == by_the_rule(hand)


@given(hand=st.permutations(PACKS["32"].cards).map(lambda cards: cards[:10]))
def test_the_explanation_is_a_few_lines(hand: list[Card]) -> None:
    appraisal = appraise(hand)
    lines = appraisal.explanation()
    assert 7 <= len(lines) <= 10
    assert (appraisal.value is None) == (appraisal.suit is None) == any(line.startswith("pass: ") for line in lines)
