"""The referee of Skat: the text of each refusal; consistent refusals, lists and play; and results."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card
from kiebitz.errors import HandError, IllegalMoveError, KiebitzError
from kiebitz.skat.contract import Game
from kiebitz.skat.referee import Deal, Play, Result, Table, replay
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat
from kiebitz.skat.trick import ALL_POINTS, points, taking
from skat_tables import PACK, cards, deal_of, games, plays, seats, skat_deals

FORE = "JC JS AC TC KC QC 9C 8C 7C AS"
MIDDLE = "JH TS KS QS 9S 8S 7S AH TH KH"
REAR = "JD QH 9H 8H 7H AD TD KD QD 9D"
SKAT = "8D 7D"
DEAL = Deal((cards(FORE), cards(MIDDLE), cards(REAR)), cards(SKAT))


def ending(game: Game, *hands: str, declarer: Seat = FOREHAND, turn: Seat = FOREHAND, trick: str = "") -> Play:
    first, second, third = map(cards, hands)
    return Play(game, declarer, (first, second, third), turn, cards(trick))


# --- one rule ---


@given(plays())
def test_legal_cards_are_those_that_are_not_refused(play: Play) -> None:
    allowed = {card for card in PACK if play.refusal(card) is None}
    assert set(play.legal_cards) == allowed
    assert len(play.legal_cards) == len(allowed)
    assert bool(allowed) == (not play.is_over)


@given(plays(), st.sampled_from(PACK))
def test_playing_what_is_refused_changes_nothing(play: Play, card: Card) -> None:
    table = Table(play)
    reason = play.refusal(card)
    if reason is None:
        table.push(card)
        assert table.history == (card,)
        assert table.peek() is card
        assert table.pop() is card
    else:
        with pytest.raises(IllegalMoveError) as error:
            table.push(card)
        assert (error.value.reason, error.value.move, error.value.ply) == (reason, card, 1)
        with pytest.raises(IllegalMoveError):
            play.after(card)
    assert table.play == play
    assert table.history == ()


@given(plays(), st.data())
def test_no_card_and_no_point_is_lost(play: Play, data: st.DataObject) -> None:
    left = [card for hand in play.hands for card in hand] + [*play.trick, *play.skat]
    assert sum(play.points) + points(left) == ALL_POINTS
    assert len(left) + 3 * sum(play.tricks) == len(PACK)
    if play.is_over:
        return
    card = data.draw(st.sampled_from(play.legal_cards))
    after = play.after(card)
    assert card not in after.hands[play.turn]
    if len(play.trick) < 2:
        assert after.trick == (*play.trick, card)
        assert after.turn == play.turn.next
        assert (after.points, after.leader) == (play.points, play.leader)
    else:
        trick = (*play.trick, card)
        assert after.turn == (play.leader + taking(play.game, trick)) % 3
        assert after.points[after.turn] == play.points[after.turn] + points(trick)
        assert after.trick == ()
        assert after.leader is after.turn


@given(skat_deals(), games(), seats(), st.randoms(use_true_random=False))
def test_games_come_to_an_end(deal: Deal, game: Game, declarer: Seat, chance: Any) -> None:
    start = deal.play(game, declarer)
    table = Table(start)
    while not table.play.is_over:
        table.push(chance.choice(table.play.legal_cards))
    result = table.play.result
    if game is Game.NULL:
        assert result.is_won == (len(table.history) == 30 and result.declarer_tricks == 0)
        assert result.declarer_tricks <= 1
    else:
        assert len(table.history) == 30
        assert result.declarer_tricks + result.defender_tricks == 10
        assert result.declarer_points + result.defender_points == ALL_POINTS
        assert result.is_won == (result.declarer_points >= 61)
    assert replay(start, table.history) == table.play
    while table.history:
        table.pop()
    assert table.play == start


# --- refusals in words ---


@pytest.mark.parametrize(
    ("play", "card", "reason"),
    [
        (ending(Game.GRAND, "AC", "JC", "8C", turn=MIDDLEHAND), "AC", "middlehand does not hold AC"),
        (ending(Game.GRAND, "9D", "JC 7C", "8C 9C", turn=MIDDLEHAND, trick="AC"), "JC", "clubs must be followed: 7C"),
        (
            ending(Game.GRAND, "9D TD", "JC KC 7C", "8C 9C QC", turn=MIDDLEHAND, trick="AC"),
            "JC",
            "clubs must be followed: KC or 7C",
        ),
        (
            ending(Game.SPADES, "7D 8D 9D", "AS JD 7S AC", "7H 8H 9H KH", turn=MIDDLEHAND, trick="JC"),
            "AC",
            "trumps must be followed: JD, AS or 7S",
        ),
        (ending(Game.NULL, "7D", "JC 8D", "7H 8H", turn=MIDDLEHAND, trick="7C"), "8D", "clubs must be followed: JC"),
        (ending(Game.CLUBS, "", "", ""), "7C", "the game is over: all cards are played"),
        (ending(Game.CLUBS, "7C", "8C", "9C"), "2C", "2C is not in the Skat pack"),
    ],
)
def test_reasons(play: Play, card: str, reason: str) -> None:
    assert play.refusal(Card.parse(card)) == reason


def test_null_is_over_with_the_declarer_s_first_trick() -> None:
    play = replay(ending(Game.NULL, "AC AD", "7C 7D", "8C 8D"), cards("AC 7C 8C"))
    assert play.is_over
    assert play.legal_cards == ()
    assert play.refusal(Card.parse("AD")) == "the game is over: the declarer took a trick in Null"
    assert not play.result.is_won


def test_a_defender_s_trick_goes_on_in_null() -> None:
    play = replay(ending(Game.NULL, "7C AD", "AC 7D", "8C 8D"), cards("7C AC 8C"))
    assert not play.is_over
    assert play.turn is MIDDLEHAND
    assert play.result.is_won  # so far


def test_a_line_stops_at_its_first_illegal_card() -> None:
    play = DEAL.play(Game.CLUBS, FOREHAND)
    with pytest.raises(IllegalMoveError) as error:
        replay(play, cards("JC TS"))
    assert str(error.value) == "move 2 'TS' is illegal: trumps must be followed: JH"


def test_only_cards_are_played() -> None:
    with pytest.raises(KiebitzError, match="'JC'"):
        DEAL.play(Game.CLUBS, FOREHAND).refusal("JC")  # type: ignore[arg-type]


def test_nothing_to_take_back() -> None:
    table = Table(DEAL.play(Game.CLUBS, FOREHAND))
    with pytest.raises(IndexError):
        table.pop()
    with pytest.raises(IndexError):
        table.peek()


# --- deals ---


def test_the_order_of_cards_is_forgotten() -> None:
    other = Deal((cards(FORE)[::-1], cards(MIDDLE)[::-1], cards(REAR)[::-1]), cards(SKAT)[::-1])
    assert other == DEAL
    assert hash(other) == hash(DEAL)
    assert pickle.loads(pickle.dumps(DEAL)) == DEAL


def test_forehand_leads() -> None:
    for declarer in Seat:
        assert DEAL.play(Game.GRAND, declarer).turn is FOREHAND


@pytest.mark.parametrize(
    ("hands", "skat", "error"),
    [
        ((FORE + " 8D", MIDDLE, REAR), SKAT, "forehand's hand: eleven cards, from 8D on too many; expected ten"),
        ((FORE, MIDDLE[:-3], REAR), SKAT, "middlehand's hand: nine cards, TH the last; expected ten"),
        ((FORE, MIDDLE, REAR[:-2] + "QD"), SKAT, "rearhand's hand, card 10: QD occurs twice;"),
        (
            (FORE, MIDDLE[:-2] + "AS", REAR),
            SKAT,
            "middlehand's hand: AS is in forehand's hand too; expected each card once",
        ),
        ((FORE, MIDDLE, REAR[:-2] + "6D"), SKAT, "rearhand's hand, card 10: 6D is not in the Skat pack"),
        ((FORE, MIDDLE, REAR), "8D AS", "the skat: AS is in forehand's hand too; expected each card once"),
        ((FORE, MIDDLE, REAR), "8D", "the skat: one card, 8D the last; expected two"),
        ((FORE, MIDDLE), SKAT, "deal: 2 hands; expected three and a skat"),
    ],
)
def test_no_deals(hands: tuple[str, ...], skat: str, error: str) -> None:
    held: Any = tuple(map(cards, hands))
    with pytest.raises(KiebitzError) as caught:
        Deal(held, cards(skat))
    assert str(caught.value).startswith(error)
    assert "\n" not in str(caught.value)


@given(skat_deals(), seats(), st.data())
def test_exchanged(deal: Deal, declarer: Seat, data: st.DataObject) -> None:
    twelve = sorted((*deal.hands[declarer], *deal.skat))
    discard = data.draw(st.lists(st.sampled_from(twelve), min_size=2, max_size=2, unique=True))
    after = deal.exchanged(declarer, discard)
    assert set(after.skat) == set(discard)
    assert set(after.hands[declarer]) == set(twelve).difference(discard)
    assert all(after.hands[seat] == deal.hands[seat] for seat in Seat if seat is not declarer)
    assert after.exchanged(declarer, deal.skat) == deal


def test_only_own_cards_are_put_down() -> None:
    with pytest.raises(HandError, match=r"discard: .*JH"):
        DEAL.exchanged(FOREHAND, cards("JH 8D"))
    with pytest.raises(HandError, match="discard"):
        DEAL.exchanged(FOREHAND, cards("8D"))


def test_numbers_do_for_seats() -> None:
    number: Any = 1
    assert DEAL.exchanged(number, cards("TS 8D")) == DEAL.exchanged(MIDDLEHAND, cards("TS 8D"))
    assert DEAL.play(Game.NULL, number) == DEAL.play(Game.NULL, MIDDLEHAND)
    assert DEAL.play(Game.NULL, number).after(Card.parse("7C")).after(Card.parse("7S")).turn is REARHAND
    nobody: Any = 3
    with pytest.raises(KiebitzError, match="'3'"):
        DEAL.play(Game.NULL, nobody)


# --- states of play ---


@pytest.mark.parametrize(
    ("hands", "turn", "trick", "error"),
    [
        (
            ("7C", "8C 9C", "TC"),
            FOREHAND,
            "",
            "middlehand's hand: 2 cards, the trick's included; expected 1, as forehand",
        ),
        (("7C", "8C", "9C"), FOREHAND, "AC", "rearhand's hand: 2 cards, the trick's included; expected 1, as forehand"),
        (("7C", "8C", "7C"), FOREHAND, "", "rearhand's hand: 7C is in forehand's hand too; expected each card once"),
        (("", "8C", ""), MIDDLEHAND, "JC 8C", "the trick: 8C is in middlehand's hand too; expected each card once"),
        (
            ("7C", "8C", "5C"),
            FOREHAND,
            "",
            "rearhand's hand: '5C' is not in the Skat pack; expected 7 8 9 10 J Q K or A",
        ),
        (("7C", "8C", "9C"), FOREHAND, "AC AD AH", "the trick: 3 cards; expected at most two"),
    ],
)
def test_no_states(hands: tuple[str, ...], turn: Seat, trick: str, error: str) -> None:
    with pytest.raises(HandError) as caught:
        ending(Game.GRAND, *hands, turn=turn, trick=trick)
    assert str(caught.value).startswith(error)


# --- results ---


@pytest.mark.parametrize(
    ("result", "won", "schneider", "schwarz"),
    [  # schneider and schwarz: declarer, defenders
        (Result(Game.GRAND, 61, 5, 59, 5), True, (False, False), (False, False)),
        (Result(Game.GRAND, 60, 5, 60, 5), False, (False, False), (False, False)),
        (Result(Game.CLUBS, 89, 8, 31, 2), True, (False, False), (False, False)),
        (Result(Game.CLUBS, 90, 8, 30, 2), True, (False, True), (False, False)),
        (Result(Game.CLUBS, 120, 9, 0, 1), True, (False, True), (False, False)),  # a trick without points is a trick
        (Result(Game.CLUBS, 120, 10, 0, 0), True, (False, True), (False, True)),
        (Result(Game.CLUBS, 30, 2, 90, 8), False, (True, False), (False, False)),
        (Result(Game.CLUBS, 31, 2, 89, 8), False, (False, False), (False, False)),
        (Result(Game.CLUBS, 21, 0, 99, 10), False, (True, False), (True, False)),  # the skat's points are no trick
        (Result(Game.NULL, 21, 0, 99, 10), True, (True, False), (True, False)),
        (Result(Game.NULL, 0, 1, 0, 0), False, (True, True), (False, True)),
    ],
)
def test_results(result: Result, won: bool, schneider: tuple[bool, bool], schwarz: tuple[bool, bool]) -> None:
    assert result.is_won == won
    assert (result.declarer_is_schneider, result.defenders_are_schneider) == schneider
    assert (result.declarer_is_schwarz, result.defenders_are_schwarz) == schwarz


def test_the_skat_counts_for_the_declarer() -> None:
    deal = DEAL.exchanged(REARHAND, cards("AD TD"))
    result = deal.play(Game.HEARTS, REARHAND).result
    assert (result.declarer_points, result.declarer_tricks, result.defender_points) == (21, 0, 0)


def test_a_grand_of_aces_and_jacks() -> None:
    order = cards(
        "JC JS JH JD AC AS AH AD TC TS " + "7C 8C 9C QC KC 7S 8S 9S QS KS " + "7H 8H 9H TH QH KH 7D 8D 9D TD KD QD"
    )
    play = deal_of(list(order)).play(Game.GRAND, FOREHAND)
    table = Table(play)
    while not table.play.is_over:
        table.push(table.play.legal_cards[0])
    assert table.play.result == Result(Game.GRAND, 120, 10, 0, 0)
    assert table.play.result.defenders_are_schwarz
