"""Advice, bids, hints, the table of chances and the review of a game never contradict each other."""

from __future__ import annotations

import pytest

from kiebitz.analysis.skat.advice import Advice, Hint, advice, hint
from kiebitz.analysis.skat.chances import ChanceRow, Chances, Comparison
from kiebitz.analysis.skat.fair_view import fair_steps
from kiebitz.cards import Card
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract
from kiebitz.skat.dealing import deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.studies.skat_chances import run_chances
from skat_tables import at_table

WORLDS = 10  # for speed; the page and the commands use 60


def dealt(number: int, *words: str) -> Session:
    """Return a deal after some words of the bidding."""
    session = Session(deal(number))
    for word in words:
        session.say(word)
    return session


def hinted(session: Session) -> Hint:
    assert session.turn is not None
    return hint(session.view(session.turn), WORLDS)


def table(question: Comparison) -> list[ChanceRow]:
    run_chances(chances := Chances(question))
    return chances.rows()


def pays(row: ChanceRow) -> int:
    return row.tally.highest_paying_bid(tournament=True) or 0


@pytest.mark.parametrize(
    "numbers",
    [
        range(7_000_000, 7_000_002),
        *(
            pytest.param(range(first, min(first + 10, 7_000_050)), marks=pytest.mark.long)
            for first in range(7_000_002, 7_000_050, 10)
        ),
    ],
)
def test_advice_table_bids_and_hints_agree(numbers: range) -> None:
    assert sum(check_hand(number, seat) for number in numbers for seat in Seat)


def check_hand(number: int, seat: Seat) -> bool:
    """Check the answers about the cards of a seat; return whether it bids."""
    hand = dealt(number).view(seat).hand
    advised = advice(hand, seat, WORLDS)
    check_table(advised, table(Comparison(hand, seat=seat, worlds=WORLDS)))
    check_sentence(advised)
    if seat is Seat.MIDDLEHAND:  # begins
        assert hinted(dealt(number)).word == (str(BIDS[0]) if advised.bid else PASS)
    return seat is Seat.FOREHAND and check_bids(number, advised)


def check_table(advised: Advice, rows: list[ChanceRow]) -> None:
    """Check that no row pays at a higher bid, and that the plan is a row, with the chance at the advised bid."""
    assert max(map(pays, rows)) == advised.bid
    plan = next(row for row in rows if row.contract == advised.plan.contract)
    assert advised.plan[1:] == (plan.won.value, plan.won.of, at_table(plan.tally, advised.bid))
    assert pays(plan) == advised.bid
    if advised.bid <= BIDS[0]:
        assert plan is rows[0]


def check_sentence(advised: Advice) -> None:
    """Check that the sentence advises to pass, or to bid, with the chance of the plan."""
    plan = advised.plan
    how = f"Bid up to {advised.bid}: at that bid," if advised.bid else "Pass: even at a bid of 18,"
    expected = f"{how} {plan.contract}"
    assert advised.sentence().startswith(expected)
    assert f" wins about {100 * plan.chance:.0f} % at the table (" in advised.sentence()


def check_bids(number: int, advised: Advice) -> bool:
    """Compare forehand's hints with the advice at every bid, for the contract, and for the discard."""
    above = next(bid for bid in BIDS if bid > advised.bid)
    assert hinted(dealt(number, str(above))).word == PASS
    if not advised.bid:
        return False
    plan = advised.plan
    assert hinted(dealt(number, str(advised.bid))) == (HOLD, plan.won, plan.chance)
    declarer = dealt(number, str(advised.bid), HOLD, PASS, PASS)
    assert declarer.stage is Stage.SKAT
    assert hinted(declarer) == (plan.contract.letters() if plan.contract.hand else "s", plan.won, plan.chance)
    if not plan.contract.hand:
        declarer.take_skat()
        check_announcement(declarer)
    return True


def check_announcement(session: Session) -> None:
    """Compare the hint with the best row of the table for the twelve cards at the bid."""
    ten, two = session.deal.hands[Seat.FOREHAND], session.deal.skat
    best = table(Comparison(ten, two, bid=session.auction.bid, worlds=WORLDS))[0]
    word, won, chance = hinted(session)
    assert word == ".".join([best.contract.letters(), *map(str, sorted(best.discard))])
    assert (won, chance) == (best.won.value, best.at_table)


@pytest.mark.parametrize(
    "number", [7_000_001, *(pytest.param(number, marks=pytest.mark.long) for number in range(7_000_002, 7_000_006))]
)
def test_a_review_calls_no_card_of_the_hint_a_mistake(number: int) -> None:
    session = dealt(number, "18", HOLD, PASS, PASS)
    session.announce(Contract.parse("grand hand"))
    while session.turn is not None:
        session.put(Card.parse(hinted(session).word))
    steps = list(fair_steps(session.record(), 20))
    assert not any(step.is_mistake for step in steps)
    assert len(steps) > 10
