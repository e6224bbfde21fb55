"""One estimate behind advice, bids and hints: they never contradict each other."""

from __future__ import annotations

import pytest

from kiebitz.analysis.skat.advice import Advice, advice
from kiebitz.analysis.skat.encoding import encode_view
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.kernel.host import call
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND
from kiebitz.skat.session import Session, Stage

_WORLDS = 10  # for speed; the page and the commands use 60
_STRONGEST = Engine(LEVELS["strong"]._replace(bidding=_WORLDS))


def dealt(number: int, *words: str) -> Session:
    """Return a deal after some words of the bidding."""
    cards = fisher_yates(number, PACKS["32"])
    session = Session(Deal((cards[:10], cards[10:20], cards[20:30]), cards[30:]))
    for word in words:
        session.say(word)
    return session


def hint(session: Session) -> tuple[str, float | None, float | None]:
    """Return the hint for the seat to move: its word, the share of worlds, and the chance at the table."""
    assert session.turn is not None
    word, won, chance = call("skat_hint", encode_view(session.view(session.turn)), _WORLDS, 1)
    return word.decode(), won, chance


@pytest.mark.parametrize("first", range(7_000_000, 7_000_050, 25))
def test_advice_bids_and_hints_agree(first: int) -> None:
    bids = 0
    for number in range(first, first + 25):
        for seat in (FOREHAND, MIDDLEHAND):
            view = dealt(number).view(seat)
            advised = advice(view.hand, seat, _WORLDS)
            assert [bid for bid in BIDS if _STRONGEST.bids(view, bid)] == [bid for bid in BIDS if bid <= advised.bid]
            check_sentence(advised)
        assert hint(dealt(number))[0] == (str(BIDS[0]) if advised.bid else PASS)  # middlehand begins
        bids += check_forehand(number)
    assert bids


def check_sentence(advised: Advice) -> None:
    """Check that the sentence says to pass, or to bid, with the chance of the plan."""
    plan = advised.plan
    expected = f"Bid up to {advised.bid}: {plan.contract}" if advised.bid and plan else "Pass: "
    assert advised.sentence().startswith(expected)
    assert plan is None or f" wins about {100 * plan.chance:.0f} % at the table (" in advised.sentence()


def check_forehand(number: int) -> bool:
    """Compare forehand's hints with the advice, at its bid, above it, and for the contract; return whether it bids."""
    advised = advice(dealt(number).view(FOREHAND).hand, FOREHAND, _WORLDS)
    above = next(bid for bid in BIDS if bid > advised.bid)
    assert hint(dealt(number, str(above)))[0] == PASS
    plan = advised.plan
    if plan is None or not advised.bid:
        return False
    assert hint(dealt(number, str(advised.bid))) == (HOLD, plan.won, plan.chance)
    declarer = dealt(number, str(advised.bid), HOLD, PASS, PASS)
    assert declarer.stage is Stage.SKAT
    word, *shares = hint(declarer)
    assert word == (plan.contract.letters() if plan.contract.hand else "s")
    assert shares == [plan.won, plan.chance]
    return True
