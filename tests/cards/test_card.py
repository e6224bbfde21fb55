"""Cards and packs as values: one object per card, unchangeable, in a fixed order."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from kiebitz.cards import PACKS, Card, Colour, Pack, Rank, Suit
from kiebitz.errors import KiebitzError
from strategies import cards, packs


def test_the_52_cards_are_those_of_microsofts_deck() -> None:
    deck = [Card.from_index(index) for index in range(52)]
    assert " ".join(map(str, deck[:9])) == "AC AD AH AS 2C 2D 2H 2S 3C"
    assert str(deck[51]) == "KS"
    assert [card.index for card in deck] == list(range(52))
    assert all(card.index == 4 * (card.rank - 1) + card.suit for card in deck)
    assert len(set(deck)) == 52


@given(cards())
def test_a_card_exists_once(card: Card) -> None:
    assert Card(card.rank, card.suit) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert eval(repr(card), {"Card": Card}) is card


@given(cards(), cards())
def test_cards_sort_by_index(one: Card, other: Card) -> None:
    assert (one < other) == (one.index < other.index)
    assert (one <= other) == (one.index <= other.index)
    assert (one > other) == (one.index > other.index)
    assert (one >= other) == (one.index >= other.index)
    assert (one == other) == (one.index == other.index)


@pytest.mark.parametrize("name", ["rank", "suit", "index", "colour", "nickname"])
def test_a_card_cannot_be_changed(name: str) -> None:
    card = Card(Rank.ACE, Suit.SPADES)
    with pytest.raises(AttributeError):
        setattr(card, name, 1)
    with pytest.raises(AttributeError):
        delattr(card, name)


@pytest.mark.parametrize("index", [-1, 52, 10**6])
def test_an_index_outside_the_deck_is_refused(index: int) -> None:
    with pytest.raises(KiebitzError, match="expected 0 to 51"):
        Card.from_index(index)


def test_a_card_of_no_rank_is_refused() -> None:
    with pytest.raises(KiebitzError, match="rank '14'"):
        Card(14, Suit.CLUBS)  # type: ignore[arg-type]


def test_colours_are_those_of_the_suits() -> None:
    assert [suit.colour for suit in Suit] == [Colour.BLACK, Colour.RED, Colour.RED, Colour.BLACK]
    assert all(Card.from_index(index).colour is Card.from_index(index).suit.colour for index in range(52))


def test_enumerations_say_their_names() -> None:
    for member in (*Suit, *Rank, *Colour):
        assert eval(repr(member), {"Suit": Suit, "Rank": Rank, "Colour": Colour}) is member
    assert (str(Suit.CLUBS), str(Rank.QUEEN)) == ("clubs", "queen")


@pytest.mark.parametrize(
    ("name", "ranks", "suits"),
    [
        ("52", "A23456789TJQK", "CDHS"),
        ("36", "A6789TJQK", "CDHS"),
        ("32", "A789TJQK", "CDHS"),
        ("26", "A23456789TJQK", "CH"),
        ("13", "A23456789TJQK", "S"),
    ],
)
def test_packs_hold_their_cards_rank_by_rank(name: str, ranks: str, suits: str) -> None:
    pack = PACKS[name]
    assert [str(card) for card in pack] == [rank + suit for rank in ranks for suit in suits]
    assert "".join(rank.letter for rank in pack.rank_order) == ranks
    assert len(pack) == int(name)


@given(packs(), cards())
def test_packs_are_values(pack: Pack, card: Card) -> None:
    again = eval(repr(pack), {"Pack": Pack, "Rank": Rank, "Suit": Suit})
    assert again == pack
    assert hash(again) == hash(pack)
    assert pickle.loads(pickle.dumps(pack)) == pack
    assert (card in pack) == (card in set(pack.cards))
    assert [other for other in PACKS.values() if other == pack] == [pack]


def test_a_pack_with_a_rank_twice_is_refused() -> None:
    with pytest.raises(KiebitzError, match="none of them twice"):
        Pack("odd", (Rank.ACE, Rank.ACE))
    with pytest.raises(KiebitzError, match="at least one rank"):
        Pack("none", ())
