"""The ladder of bids, matadors and the official value, against published figures and counts by hand."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card
from kiebitz.errors import KiebitzError, NumberRangeError
from kiebitz.skat.bidding import BIDS, check_bid
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game, contracts
from kiebitz.skat.hand import read_hand, read_skat
from kiebitz.skat.score import Finished, score
from kiebitz.skat.valuation import Matadors, valuation

# The printed ladder of bids, for example in Wikipedia's article "Skat", section "Reizwerte".
PUBLISHED = """
    18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100 108 110 117 120
    121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192 198 204 216 240 264
"""


def test_the_ladder_is_the_published_one() -> None:
    assert list(map(str, BIDS)) == PUBLISHED.split()
    assert len(BIDS) == 63


def test_every_value_is_a_bid_and_every_bid_a_value() -> None:
    values = set()
    for contract in contracts():
        for count in range(1, 1 if contract.game is Game.NULL else 5 if contract.game is Game.GRAND else 12):
            for points, tricks in ((61, 5), (90, 5), (120, 10)):
                counted = Matadors(count, held=False)
                values.add(score(Finished(contract, 18, points, tricks, matadors=counted)).value)
        if contract.game is Game.NULL:
            values.add(score(Finished(contract, 18, tricks=0)).value)
    assert values == set(BIDS)


def test_bids_are_checked() -> None:
    assert check_bid(59) == 59
    with pytest.raises(NumberRangeError, match="'19'"):
        check_bid(19)


@pytest.mark.parametrize(
    ("cards", "game", "text"),
    [
        ("JC JS JH JD AS TS KS QS 9S 8S 7S AC", Game.SPADES, "with 11"),
        ("JC JS JH JD AS TS KS QS 9S 8S 7S AC", Game.GRAND, "with 4"),
        ("JC JS JH JD AS TS KS QS 9S 8S 7S AC", Game.CLUBS, "with 5"),
        ("AC TC KC QC 9C 8C 7C AS TS KS QS 9S", Game.HEARTS, "without 11"),
        ("AC TC KC QC 9C 8C 7C AS TS KS QS 9S", Game.SPADES, "without 4"),
        ("AC TC KC QC 9C 8C 7C AS TS KS QS 9S", Game.GRAND, "without 4"),
        ("JC JH JD AC TC KC QC 9C 8C 7C AS TS", Game.CLUBS, "with 1"),
        ("JD AC TC KC QC 9C 8C 7C AS TS KS QS", Game.CLUBS, "without 3"),
        ("AC TC KC QC 9C 8C 7C AS TS KS QS 8H", Game.HEARTS, "without 9"),
    ],
)
def test_matadors(cards: str, game: Game, text: str) -> None:
    twelve = [Card.parse(word) for word in cards.split()]
    assert str(valuation(twelve[:10], Contract(game), twelve[10:]).matadors) == text


def test_matadors_count_the_skat_in_hand_games_too() -> None:
    # A game of the International Skat Server, tests/data/iss/hand.sgf.
    hand = read_hand("SA CJ CK DA H7 C7 S9 CT SK D7")
    contract = Contract.parse("clubs hand")
    assert valuation(hand, contract).words == "with 1, game 2, Hand 3, × clubs 12 = 36"
    result = valuation(hand, contract, read_skat("SJ D8", hand))
    assert result.words == "with 2, game 3, Hand 4, × clubs 12 = 48"


WORDS = {
    ("spades hand", "with 2"): "with 2, game 3, Hand 4, × spades 11 = 44",
    ("clubs hand ouvert", "with 2"): (
        "with 2, game 3, Hand 4, Schneider 5, announced 6, Schwarz 7, announced 8, ouvert 9, × clubs 12 = 108"
    ),
    ("grand hand ouvert", "with 4"): (
        "with 4, game 5, Hand 6, Schneider 7, announced 8, Schwarz 9, announced 10, ouvert 11, × Grand 24 = 264"
    ),
    ("diamonds", "without 1"): "without 1, game 2, × diamonds 9 = 18",
    ("null", ""): "Null = 23",
    ("null hand", ""): "Null Hand = 35",
    ("null ouvert", ""): "Null ouvert = 46",
    ("null hand ouvert", ""): "Null Hand ouvert = 59",
}


@pytest.mark.parametrize(("contract", "counted"), WORDS)
def test_words(contract: str, counted: str) -> None:
    matadors, points = (Matadors.parse(counted), 61) if counted else (None, None)
    result = score(Finished(Contract.parse(contract), 18, points, 0 if points is None else 5, matadors=matadors))
    assert result.words.split(";")[0] == WORDS[contract, counted]
    assert WORDS[contract, counted].endswith(f"= {result.value}")


def test_no_more_matadors_than_there_are() -> None:
    with pytest.raises(KiebitzError, match=r"with 5; .*1 to 4"):
        score(Finished(Contract(Game.GRAND), 18, 61, 5, matadors=Matadors(5, held=True)))


@pytest.mark.parametrize(("text", "same"), [("2", "with 2"), ("-3", "without 3"), ("WITHOUT 11", "without 11")])
def test_matadors_are_read(text: str, same: str) -> None:
    assert str(Matadors.parse(text)) == same


@pytest.mark.parametrize("text", ["", " ", "0", "with", "with 12", "2 with", "-", "²"])
def test_matadors_that_cannot_be_read(text: str) -> None:
    with pytest.raises(KiebitzError, match="1 to 11"):
        Matadors.parse(text)


@settings(deadline=None, max_examples=30)
@given(st.permutations(PACKS["32"].cards), st.sampled_from([one for one in contracts() if one.game is not Game.NULL]))
def test_borders_over_all_skats(cards: list[Card], contract: Contract) -> None:
    hand = cards[:10]
    result = valuation(hand, contract)
    values = [valuation(hand, contract, two).value for two in combinations(cards[10:], 2)]
    assert (result.least, result.most) == (min(values), max(values))
    assert result.least <= result.value <= result.most
    assert result.highest_bid == max(bid for bid in BIDS if bid <= result.least)


def test_the_jack_of_clubs_in_the_skat_lowers_a_value() -> None:
    hand = read_hand("AS TS KS QS 9S 8S 7S AD AH KH")
    result = valuation(hand, Contract(Game.SPADES))
    assert (result.value, result.least, result.most, result.highest_bid) == (55, 22, 55, 22)
    assert (result.schneider, result.schwarz) == (66, 77)


@pytest.mark.parametrize("game", TRUMP_GAMES)
def test_announced_levels_are_not_counted_twice(game: Game) -> None:
    hand = read_hand("JC 7C 8C 9C 7S 8S 9S 7H 8H 7D")
    result = valuation(hand, Contract(game, hand=True, schneider=True))
    assert result.schneider == result.value
