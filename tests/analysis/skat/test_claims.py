"""Claims: held in every world, they hold in the deal; a world against a claim agrees with the view and refutes it."""

from __future__ import annotations

from collections import Counter

from kiebitz.analysis.skat.claims import claim, rest_of
from kiebitz.analysis.skat.players import RuleOfThumb, step
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.skat.contract import Game
from kiebitz.skat.referee import Deal, Play, replay
from kiebitz.skat.session import Session, Stage


def won_by_the_declarer(play: Play) -> int:
    """Return the number of tricks that the declarer takes when the rest is played for the side to move."""
    return replay(play, rest_of(play)).result.declarer_tricks - play.result.declarer_tricks


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
    for number in range(12):
        cards = fisher_yates(number, PACKS["32"])
        session = Session(Deal((cards[:10], cards[10:20], cards[20:30]), cards[30:]))
        while session.turn is not None:
            if session.stage is Stage.PLAY:
                answers[check_claim(session)] += 1
            step(session, RuleOfThumb())
    assert min(answers[True, True], answers[True, False], answers[False, False]) > 10
