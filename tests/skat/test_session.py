"""A game in progress: its stages, the seats' views, and its record."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import ContractError, HandError, IllegalMoveError, RecordError
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.iss import read_game, write_game
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import points
from skat_tables import cards, skat_deals

if TYPE_CHECKING:
    from random import Random

    from kiebitz.cards import Card

DEAL = Deal(
    (
        cards("JC JS JD AC KC 9C AS 7H QD 8D"),
        cards("TC QC 8C 7C TS KS QS 9S 8S 7S"),
        cards("AH TH KH QH 9H 8H AD TD KD 9D"),
    ),
    cards("7D JH"),
)


def bid_for(*words: str) -> Session:
    session = Session(DEAL)
    for word in words:
        session.say(word)
    return session


def test_the_stages_of_a_game() -> None:
    session = Session(DEAL)
    assert (session.stage, session.turn) == (Stage.BIDDING, MIDDLEHAND)
    for word in ("18", "y", "p", "p"):
        session.say(word)
    assert (session.stage, session.turn, session.declarer) == (Stage.SKAT, FOREHAND, FOREHAND)
    session.take_skat()
    assert session.stage is Stage.ANNOUNCEMENT
    assert set(session.view(FOREHAND).hand) == {*DEAL.hands[0], *DEAL.skat}
    session.announce(Contract(Game.CLUBS), cards("7H QD"))
    assert (session.stage, session.turn) == (Stage.PLAY, FOREHAND)
    while session.play is not None and not session.play.is_over:
        session.put(session.play.legal_cards[0])
    assert (session.stage, session.turn) == (Stage.OVER, None)
    result = session.score()
    assert result is not None
    again = read_game(write_game(session.record()))
    assert again.score() == result
    assert again.differences(result) == []
    assert again.cards == session.played


def test_a_game_that_all_passed() -> None:
    session = bid_for("p", "p", "p")
    assert session.stage is Stage.OVER
    assert session.score() is None
    assert write_game(read_game(write_game(session.record()))) == write_game(session.record())


def test_illegal_steps() -> None:
    session = bid_for("18", "y", "p", "p")
    with pytest.raises(ContractError, match="a Hand"):
        session.announce(Contract(Game.CLUBS))
    with pytest.raises(IllegalMoveError, match="before the announcement"):
        session.put(DEAL.hands[0][0])
    with pytest.raises(RecordError):
        session.say("p")
    with pytest.raises(ContractError, match="waits for skat"):
        session.record()
    session.take_skat()
    with pytest.raises(ContractError, match="waits for announcement"):
        session.take_skat()
    with pytest.raises(ContractError, match="no Hand"):
        session.announce(Contract(Game.CLUBS, hand=True))
    with pytest.raises(HandError, match="TC"):
        session.announce(Contract(Game.CLUBS), cards("TC 7D"))
    with pytest.raises(HandError):
        session.announce(Contract(Game.CLUBS), cards("7D"))
    with pytest.raises(ContractError, match="nothing is announced"):
        _ = session.view(FOREHAND).announced
    session.announce(Contract(Game.CLUBS), cards("7D 7H"))
    with pytest.raises(IllegalMoveError):
        session.put(cards("7D")[0])


def test_views() -> None:
    session = bid_for("18", "y", "p", "p")
    assert session.view(FOREHAND).skat == ()
    session.take_skat()
    assert session.view(MIDDLEHAND).hand == DEAL.hands[1]
    session.announce(Contract(Game.CLUBS), cards("7D 7H"))
    assert set(session.view(FOREHAND).skat) == {*cards("7D 7H")}
    assert session.view(REARHAND).skat == ()
    assert session.view(REARHAND).shown == ()


def test_an_ouvert_lies_open_for_the_others() -> None:
    session = bid_for("18", "y", "p", "p")
    session.announce(Contract(Game.NULL, hand=True, ouvert=True))
    assert session.view(MIDDLEHAND).shown == DEAL.hands[0]
    assert session.view(FOREHAND).shown == ()
    session.put(cards("9C")[0])
    assert cards("9C")[0] not in session.view(REARHAND).shown


def play_by_chance(deal: Deal, chance: Random) -> Session:
    session = Session(deal)
    while session.stage is Stage.BIDDING:
        word = chance.choice(["p", str(session.auction.at_stake), "y"])
        if session.auction.fault(word) is None:
            session.say(word)
    if session.stage is Stage.SKAT:
        hand = chance.random() < 0.3
        game = chance.choice(list(Game))
        if hand:
            session.announce(Contract(game, hand=True, ouvert=chance.random() < 0.3))
        else:
            session.take_skat()
            assert session.declarer is not None
            session.announce(Contract(game), chance.sample(session.view(session.declarer).hand, 2))
    return session


@given(skat_deals(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_view_has_only_the_play_that_all_have_seen(deal: Deal, chance: Random) -> None:
    session = play_by_chance(deal, chance)
    seen: list[tuple[Seat, Card]] = []
    while session.stage is Stage.PLAY:
        play = session.play
        assert play is not None
        *taken, table = session.view(play.turn).tricks
        assert [seat for seat, _ in table] == [*(play.leader, play.leader.next)][: len(play.trick)]
        assert tuple(card for _, card in table) == play.trick
        assert [*chain(*taken, table)] == seen
        assert len(taken) == sum(play.tricks)
        for seat in Seat:
            view = session.view(seat)
            assert view.hand == play.hands[seat]
            others = {card for other in Seat if other is not seat for card in play.hands[other]} - {*view.shown}
            named = {*view.hand, *view.skat, *view.shown, *view.played}
            assert not others & named
        session.put(chance.choice(play.legal_cards))
        seen.append((play.turn, session.played[-1]))
    record = session.record()
    again = read_game(write_game(record))
    assert again.cards == record.cards
    assert again.bids == record.bids
    assert again.score() == record.score()
    assert again.differences(again.score()) == []
    if session.play is not None and session.play.game is not Game.NULL:
        assert sum(session.play.points) + points(session.play.skat) == 120


def test_names_that_would_end_a_record() -> None:
    names = ("a]", "b\\", "\\]MV[")
    session = Session(DEAL, names=names)
    for word in ("p", "p", "p"):
        session.say(word)
    assert read_game(write_game(session.record())).players == names
