"""The bidding: turns, valid words, and the declarer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import RecordError
from kiebitz.skat.auction import Auction
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat


def bidding(*words: str) -> Auction:
    auction = Auction()
    for word in words:
        auction = auction.after(word)
    return auction


@pytest.mark.parametrize(
    ("words", "declarer", "bid"),
    [
        ("p p p", None, 0),
        ("p p 18", FOREHAND, 18),
        ("p p 24", FOREHAND, 24),
        ("18 p p", MIDDLEHAND, 18),
        ("18 y p p", FOREHAND, 18),
        ("18 y 20 y p 22 y p", FOREHAND, 22),
        ("18 y 20 p 22 p", REARHAND, 22),
        ("18 y 20 p 22 y 23 y p", MIDDLEHAND, 23),
        ("p 18 p", REARHAND, 18),
        ("p 18 y p", FOREHAND, 18),
    ],
)
def test_the_declarer(words: str, declarer: Seat | None, bid: int) -> None:
    auction = bidding(*words.split())
    assert auction.is_over
    assert auction.turn is None
    assert (auction.declarer, auction.bid) == (declarer, bid)


def test_whose_turn_it_is() -> None:
    assert Auction().turn is MIDDLEHAND
    assert Auction().at_stake == 18
    assert bidding("18").turn is FOREHAND
    assert bidding("18").at_stake == 18
    assert bidding("18", "y").at_stake == 20
    assert bidding("18", "p").turn is REARHAND
    assert bidding("p", "p").turn is FOREHAND
    assert bidding("264").at_stake == 264
    assert bidding("264", "y").at_stake is None


@pytest.mark.parametrize(
    ("words", "word", "message"),
    [
        ("", "17", "'17' is not a bid; expected a bid such as 18, 20, 22, or p"),
        ("", "y", "'y' is not a bid; expected a bid such as 18, 20, 22, or p"),
        ("18", "20", "it is not an answer to a bid; expected y or p"),
        ("20 y", "18", "'18' is not a bid; expected a bid of Skat above 20 such as 22, 23, 24, or p"),
        ("20 y", "1" * 5000, "is not a bid"),
        ("p p p", "18", "the bidding is over"),
    ],
)
def test_invalid_words(words: str, word: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        bidding(*words.split()).after(word)


@given(st.lists(st.sampled_from(["p", "y", "next"]), max_size=150))
def test_every_bidding_ends_with_one_declarer_or_none(choices: list[str]) -> None:
    auction = Auction()
    for choice in (*choices, *["p"] * 5):
        if auction.is_over:
            break
        word = str(auction.at_stake) if choice == "next" else choice
        if auction.fault(word) is None:
            auction = auction.after(word)
    assert auction.is_over
    bids = [int(word) for _, word in auction.words if word.isdigit()]
    assert bids == sorted(set(bids))
    assert set(bids) <= set(BIDS)
    passed = [seat for seat, word in auction.words if word == "p"]
    assert len(set(passed)) == len(passed)
    if auction.declarer is None:
        assert set(passed) == set(Seat)
    else:
        assert auction.declarer not in passed
        assert auction.bid == bids[-1]
