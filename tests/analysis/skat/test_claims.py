"""Claims: those that hold in every world, or that all agree to, hold in the deal; a world against one refutes it."""

from __future__ import annotations

from collections import Counter

from kiebitz.analysis.skat.claims import agrees, claim, rest_of
from kiebitz.analysis.skat.players import RuleOfThumb, step
from kiebitz.skat.contract import Game
from kiebitz.skat.dealing import deal
from kiebitz.skat.referee import Play, replay
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage


def won_by_the_declarer(play: Play) -> int:
    """Return the number of tricks that the declarer takes when the rest is played for the side to move."""
    return replay(play, rest_of(play)).result.declarer_tricks - play.result.declarer_tricks


def check_agreement(session: Session) -> bool:
    """Return whether all agree to the claim of the seat to move; if they do, it holds in the deal."""
    play, seat = session.play, session.turn
    assert play is not None
    assert seat is not None
    is_agreed = all(agrees(session.view(other), play.hands[seat]) for other in Seat if other is not seat)
    if is_agreed:
        tricks, left = won_by_the_declarer(play), len(play.hands[seat])
        every = 0 if play.game is Game.NULL else left
        assert (tricks == every) if seat is play.declarer else ((tricks > 0) is (play.game is Game.NULL))
    return is_agreed


def check_claim(session: Session) -> tuple[bool, bool]:
    play, seat = session.play, session.turn
    assert play is not None
    assert seat is not None
    answer = claim(session.view(seat))
    is_declarers, left = seat is play.declarer, len(play.hands[seat])
    every = 0 if play.game is Game.NULL else left
    if answer.holds:
        tricks = won_by_the_declarer(play)
        assert tricks == every if is_declarers else (tricks > 0 if play.game is Game.NULL else tricks == 0)
    elif answer.is_checked:
        assert answer.worlds <= 20_000
        assert set(answer.against[seat]) == set(play.hands[seat])
        cards = sorted(card for hand in answer.against for card in hand)
        known = {*session.played, *play.hands[seat]}
        assert not {*cards} & {*session.played}
        assert len({*cards} - known) == sum(len(hand) for other, hand in enumerate(play.hands) if other != seat)
    return answer.is_checked, answer.holds


def test_claims_in_games_by_rule_of_thumb() -> None:
    answers: Counter[tuple[bool, bool]] = Counter()
    agreed: Counter[tuple[bool, bool]] = Counter()
    for number in range(12):
        session = Session(deal(number))
        while session.turn is not None:
            if session.stage is Stage.PLAY:
                answer = check_claim(session)
                answers[answer] += 1
                agreed[answer[0], check_agreement(session)] += 1
            step(session, RuleOfThumb())
    assert min(answers[True, True], answers[True, False], answers[False, False]) > 10
    assert agreed[False, True] > 0
    assert min(agreed[True, True], agreed[True, False], agreed[False, False]) > 10
