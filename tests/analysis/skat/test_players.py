"""Players follow the rules, see no hidden card, and take wins that are certain in every world."""

from __future__ import annotations

from random import Random

from kiebitz.analysis.skat.levels import LEVELS, Level
from kiebitz.analysis.skat.players import Engine, RuleOfThumb, play_out, step
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.iss import read_game, write_game
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.view import View
from skat_tables import PACK, cards, deal_of

QUICK = Level(worlds=3, bidding=4)


def shuffled(seed: int) -> Deal:
    order = list(PACK)
    Random(seed).shuffle(order)
    return deal_of(order)


def test_rule_of_thumb_players_keep_the_rules() -> None:
    games = set()
    for seed in range(60):
        session = play_out(Session(shuffled(seed)), [RuleOfThumb()] * 3)
        assert session.stage is Stage.OVER
        again = read_game(write_game(session.record()))
        assert again.score() == session.score()
        if session.contract is not None:
            games.add(session.contract.game)
            result = session.score()
            assert result is not None
            assert not result.overbid or session.contract.game is not Game.NULL
    assert len(games) >= 4


def test_engines_keep_the_rules() -> None:
    played = 0
    for seed in range(3):
        session = play_out(
            Session(shuffled(seed)), [Engine(QUICK, seed), RuleOfThumb(), Engine(LEVELS["beginner"], seed)]
        )
        again = read_game(write_game(session.record()))
        assert again.score() == session.score()
        played += session.contract is not None
    assert played


def in_play(deal: Deal, contract: str, put: str, played: str) -> Session:
    session = Session(deal)
    for word in ("p", "p", "18"):
        session.say(word)
    session.take_skat()
    session.announce(Contract.parse(contract), cards(put))
    for card in cards(played):
        session.put(card)
    return session


DEAL = Deal(
    (
        cards("JC JS JD AC KC 9C AS 7H QD 8D"),
        cards("TC QC 8C 7C TS KS QS 9S 8S 7S"),
        cards("AH TH KH QH 9H 8H AD TD KD 9D"),
    ),
    cards("7D JH"),
)


def test_a_hidden_hand_changes_no_card() -> None:
    """Swapping unseen cards changes no decision for the same seed."""
    other = Deal((DEAL.hands[0], DEAL.hands[2], DEAL.hands[1]), DEAL.skat)
    players = (Engine(QUICK, 7), RuleOfThumb())
    for player in players:
        first, second = (in_play(deal, "clubs", "7H QD", "") for deal in (DEAL, other))
        assert first.view(FOREHAND) == second.view(FOREHAND)
        assert player.decides(first.view(FOREHAND)) == player.decides(second.view(FOREHAND))
    # Middlehand sees a card led; the other unseen cards are redealt.
    chance = Random(3)
    led, own = cards("7D")[0], DEAL.hands[MIDDLEHAND]
    hidden = [card for card in PACK if card not in own and card is not led]
    cards_played, views = set(), set()
    for _ in range(4):
        chance.shuffle(hidden)
        deal = Deal(((*hidden[:9], led), own, tuple(hidden[9:19])), tuple(hidden[19:]))
        session = in_play(deal, "grand", " ".join(map(str, deal.skat)), "7D")
        views.add(session.view(MIDDLEHAND))
        cards_played.add(Engine(QUICK, 11).decides(session.view(MIDDLEHAND)))
    assert len(views) == 1
    assert len(cards_played) == 1


def test_bids_depend_on_the_hand_and_the_seed_alone() -> None:
    first, second = Session(DEAL), Session(Deal((DEAL.hands[0], DEAL.hands[2], DEAL.hands[1]), DEAL.skat))
    for session in (first, second):
        session.say("18")
    assert first.view(FOREHAND) == second.view(FOREHAND)
    assert Engine(QUICK, 3).decides(first.view(FOREHAND)) == Engine(QUICK, 3).decides(second.view(FOREHAND))


def test_a_view_holds_no_more_than_may_be_known() -> None:
    fields = set(View.__dataclass_fields__)
    assert fields == {"seat", "hand", "words", "bid", "declarer", "contract", "skat", "shown", "played", "picked"}


def test_seats_decide_in_turn() -> None:
    session = Session(DEAL)
    step(session, RuleOfThumb())
    assert session.auction.words[0][0] is MIDDLEHAND
    assert session.turn in (FOREHAND, REARHAND)
    assert Seat(0) is FOREHAND
