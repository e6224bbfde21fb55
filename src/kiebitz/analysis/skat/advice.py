"""Advice by the table of chances: the highest bid of a hand in one sentence, and the best next action of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.analysis.skat.chances import SEED, WORLDS
from kiebitz.analysis.skat.world_outcomes import Tally, kinds_of
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import decode_contract, encode_contract, encode_view, mask
from kiebitz.skat.pack import HAND, check_cards
from kiebitz.skat.seats import Seat
from kiebitz.skat.textbook import Appraisal, appraise

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.view import View

_WORLDS_OF_CARD = 60


class ContractPlan(NamedTuple):
    """A contract, the share of worlds won in it with open cards, the number of these, and the chance at the table."""

    contract: Contract
    won: float
    worlds: int
    chance: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for ten cards: the highest bid that pays (0: pass), the contract to play, and the textbook rule.

    `plan` pays most at this bid, or at a bid of 18 if even that is too much. Bid and plan are those of the table of
    chances for the same cards.
    """

    bid: int
    plan: ContractPlan
    textbook: Appraisal

    def sentence(self) -> str:
        """Return the advice in one sentence."""
        rule = "passes" if self.textbook.reason else f"says {self.textbook}"
        contract, share, worlds, chance = self.plan
        won = f"{100 * chance:.0f} % at the table ({100 * share:.0f} % of {worlds} worlds with open cards)"
        if not self.bid:
            best = f"even at a bid of 18, {contract}, the best, wins about {won}"
            return f"Pass: {best}, too few to pay; the textbook rule {rule}."
        how = "" if contract.hand else " after a likely discard"
        return f"Bid up to {self.bid}: at that bid, {contract}{how} wins about {won}; the textbook rule {rule}."


def advice(hand: Iterable[Card], seat: Seat, worlds: int = WORLDS, seed: int = SEED) -> Advice:
    """Return advice for ten cards in a seat, the same for equal seeds; a `HandError` if they are not a hand."""
    cards = tuple(sorted(check_cards(hand, HAND, "hand")))
    bid, (game, flags, (_, kinds), chance) = kernel.skat_advice(mask(cards), seat, worlds, seed)
    tally = Tally(decode_contract(game, flags), cards, kinds_of(kinds), seat)
    plan = ContractPlan(tally.contract, tally.won / tally.worlds, tally.worlds, chance)
    return Advice(bid, plan, appraise(cards))


def passed_hands(game: RecordedGame) -> dict[Seat, Advice]:
    """Return advice for each seat's hand if all passed; nothing for a game that was played."""
    if game.declarer is not None:
        return {}
    return {seat: advice(game.deal.hands[seat], seat) for seat in Seat}


class Cover(Enum):
    """How a game that is won covers its bid."""

    ALWAYS = 0
    WITH_SOME_SKATS = 1
    WITH_SCHNEIDER = 2
    WITH_SCHWARZ = 3
    NEVER = 4


def cover(contract: Contract, cards: Iterable[Card], bid: int) -> tuple[Cover, int]:
    """Return how a game with ten cards, or with twelve, covers a bid, and its value; more than that takes Schneider."""
    way, value, *_ = kernel.skat_cover(*encode_contract(contract), mask(cards), bid)
    return Cover(way), value


class Hint(NamedTuple):
    """The best action as a word of the line protocol, and the share of worlds that the declarer then wins.

    Before play, `chance` is that at the table.
    """

    word: str
    won: float | None
    chance: float | None


def hint(view: View, worlds: int = WORLDS, seed: int = SEED) -> Hint:
    """Return the best action of the seat to move: by the table of chances before play, then the strongest engine's."""
    word, won, chance = kernel.skat_hint(encode_view(view), worlds, _WORLDS_OF_CARD, seed)
    return Hint(word.decode(), won, chance)
