"""Claims: those that hold in every world, or that all agree to, hold in the deal; a world against one refutes it."""

from __future__ import annotations

from collections import Counter

from kiebitz.analysis.skat.claims import claim
from kiebitz.analysis.skat.players import RuleOfThumb, step
from kiebitz.skat.contract import Game
from kiebitz.skat.dealing import deal
from kiebitz.skat.referee import replay
from kiebitz.skat.session import Session, Stage


def check_claim(session: Session) -> tuple[bool, bool]:
    """Return whether the claim was checked, and whether it holds or is agreed to; if so, it holds in the deal."""
    play, seat = session.play, session.turn
    assert play is not None
    assert seat is not None
    answer = claim(session)
    is_declarers, left = seat is play.declarer, len(play.hands[seat])
    every = 0 if play.game is Game.NULL else left
    if answer.cards:
        end = replay(play, answer.cards)
        tricks = end.result.declarer_tricks - play.result.declarer_tricks
        assert end.is_over
        assert tricks == every if is_declarers else (tricks > 0 if play.game is Game.NULL else tricks == 0)
        assert not answer.refused_by
        assert not answer.against
    elif answer.is_checked:
        assert answer.worlds <= 20_000
        assert set(answer.against[seat]) == set(play.hands[seat])
        cards = sorted(card for hand in answer.against for card in hand)
        known = {*session.played, *play.hands[seat]}
        assert not {*cards} & {*session.played}
        assert len({*cards} - known) == sum(len(hand) for other, hand in enumerate(play.hands) if other != seat)
    else:
        assert answer.worlds > 20_000
        assert 0 < len(answer.refused_by) < 3
        assert seat not in answer.refused_by
    return answer.is_checked, bool(answer.cards)


def test_claims_in_games_by_rule_of_thumb() -> None:
    answers: Counter[tuple[bool, bool]] = Counter()
    for number in range(12):
        session = Session(deal(number))
        while session.turn is not None:
            if session.stage is Stage.PLAY:
                answers[check_claim(session)] += 1
            step(session, RuleOfThumb())
    assert min(answers[True, True], answers[True, False], answers[False, False]) > 10
    assert answers[False, True] > 0
