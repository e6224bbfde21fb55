"""Bidding advice for a hand in one sentence: the engine's chances and the textbook rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import decode_contract, mask
from kiebitz.kernel import skat as kernel
from kiebitz.skat.hand import HAND, check_cards
from kiebitz.skat.textbook import Appraisal, appraise

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.seats import Seat

WORLDS = 60


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """A contract, the share of worlds won in it, the chance at the table, and its value by the known cards."""

    contract: Contract
    won: float
    chance: float
    value: int


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for ten cards: the highest bid that pays (0: pass), the contract to play, and the textbook rule.

    `plan` pays most at a bid of 18, even if that is too little; `None` if no contract is worth considering.
    """

    bid: int
    plan: ContractPlan | None
    textbook: Appraisal
    worlds: int

    def sentence(self) -> str:
        """Return the advice in one sentence."""
        rule = "passes" if self.textbook.reason else f"says {self.textbook}"
        plan = self.plan
        if plan is None:
            return f"Pass: no game is worth considering; the textbook rule {rule}."
        won = f"{100 * plan.chance:.0f} % at the table ({100 * plan.won:.0f} % of {self.worlds} worlds with open cards)"
        if not self.bid:
            return f"Pass: {plan.contract}, the best, wins about {won}, too few to pay; the textbook rule {rule}."
        how = "" if plan.contract.hand else " after a likely discard"
        return f"Bid up to {self.bid}: {plan.contract}{how} wins about {won}; the textbook rule {rule}."


def advice(hand: Iterable[Card], seat: Seat, worlds: int = WORLDS, seed: int = 1) -> Advice:
    """Return advice for ten cards in a seat, the same for equal seeds; a `HandError` if they are not a hand."""
    cards = tuple(sorted(check_cards(hand, HAND, "hand")))
    bid, best, _ = kernel.skat_advice(mask(cards), seat, worlds, seed)
    plan = None if best is None else ContractPlan(decode_contract(*best[:2]), *best[2:])
    return Advice(bid, plan, appraise(cards), worlds)
