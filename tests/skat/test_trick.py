"""Tricks: trumps, following, the taker and points, spelt out for each of the six games."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card, Rank, Suit
from kiebitz.skat.contract import Game
from kiebitz.skat.trick import (
    ALL_POINTS,
    JACKS,
    follows,
    in_order,
    is_trump,
    legal_among,
    must_follow,
    points,
    taking,
)
from skat_tables import PACK, cards, games

pack_cards = st.sampled_from(PACK)
tricks = st.lists(pack_cards, min_size=1, max_size=3, unique=True)


def test_all_cards_count_120() -> None:
    assert points(PACK) == ALL_POINTS == 120
    assert {card.rank: points([card]) for card in PACK} == {
        Rank.SEVEN: 0,
        Rank.EIGHT: 0,
        Rank.NINE: 0,
        Rank.JACK: 2,
        Rank.QUEEN: 3,
        Rank.KING: 4,
        Rank.TEN: 10,
        Rank.ACE: 11,
    }


@pytest.mark.parametrize(
    ("game", "trumps"),
    [
        (Game.CLUBS, "JC JS JH JD AC TC KC QC 9C 8C 7C"),
        (Game.SPADES, "JC JS JH JD AS TS KS QS 9S 8S 7S"),
        (Game.HEARTS, "JC JS JH JD AH TH KH QH 9H 8H 7H"),
        (Game.DIAMONDS, "JC JS JH JD AD TD KD QD 9D 8D 7D"),
        (Game.GRAND, "JC JS JH JD"),
        (Game.NULL, ""),
    ],
)
def test_trumps_from_high_to_low(game: Game, trumps: str) -> None:
    expected = cards(trumps)
    assert {card for card in PACK if is_trump(game, card)} == set(expected)
    assert in_order(game, PACK)[: len(expected)] == expected
    for high, low in pairwise(expected):
        assert taking(game, (high, low)) == 0
        assert taking(game, (low, high)) == 1


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("suit", Suit)
def test_plain_suits_from_high_to_low(game: Game, suit: Suit) -> None:
    ranks = "AKQJT987" if game is Game.NULL else "ATKQ987"
    ladder = cards(" ".join(rank + suit.letter for rank in ranks))
    for high, low in pairwise(ladder):
        assert follows(game, high, low)
        assert taking(game, (high, low)) == 0
        assert taking(game, (low, high)) == 1


@pytest.mark.parametrize(
    ("game", "trick", "place"),
    [
        (Game.GRAND, "7C AD TD", 0),  # no card follows
        (Game.GRAND, "AC JD TC", 1),
        (Game.GRAND, "JD JH JC", 2),
        (Game.HEARTS, "AC 7H TC", 1),
        (Game.HEARTS, "AC AH JD", 2),
        (Game.HEARTS, "AC AH 7H", 1),
        (Game.NULL, "TC JC 9C", 1),
        (Game.NULL, "JC AD AH", 0),
        (Game.NULL, "TC 9C QC", 2),
        (Game.CLUBS, "KS TS QS", 1),
    ],
)
def test_takers(game: Game, trick: str, place: int) -> None:
    assert taking(game, cards(trick)) == place


def test_jacks_belong_to_their_suit_in_null_only() -> None:
    jack, ace = Card.parse("JC"), Card.parse("AC")
    assert follows(Game.NULL, ace, jack)
    assert not follows(Game.GRAND, ace, jack)
    assert must_follow(Game.SPADES, jack) is None
    assert legal_among(Game.GRAND, (jack, Card.parse("7D")), (ace,)) == (jack, Card.parse("7D"))


@given(games(), pack_cards, pack_cards)
def test_following_is_mutual(game: Game, one: Card, other: Card) -> None:
    assert follows(game, one, other) == follows(game, other, one)
    assert follows(game, one, one)


@given(games(), st.lists(pack_cards, unique=True, min_size=1), tricks)
def test_legal_cards_are_all_that_follow_or_the_whole_hand(game: Game, hand: list[Card], trick: list[Card]) -> None:
    legal = legal_among(game, hand, trick)
    following = [card for card in hand if follows(game, trick[0], card)]
    assert list(legal) == (following or hand)
    assert legal_among(game, hand, ()) == tuple(hand)


@given(games(), tricks)
def test_the_card_that_takes_a_trick_follows_or_is_trump(game: Game, trick: list[Card]) -> None:
    card = trick[taking(game, trick)]
    assert follows(game, trick[0], card) or is_trump(game, card)
    assert is_trump(game, card) or not any(is_trump(game, other) for other in trick)
    # Later cards that do not take the trick change nothing.
    assert all(taking(game, (card, other)) == 0 or trick.index(other) < trick.index(card) for other in trick)


@given(games(), st.permutations(PACK))
def test_order_of_a_hand_depends_on_its_cards_only(game: Game, shuffled: list[Card]) -> None:
    hand = shuffled[:10]
    assert in_order(game, hand) == in_order(game, sorted(hand))
    assert set(in_order(game, hand)) == set(hand)


def test_there_are_four_jacks() -> None:
    assert cards("JC JS JH JD") == JACKS
