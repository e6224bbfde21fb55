"""Players of Skat: a rule-of-thumb player, and the engine, which samples worlds and solves them with open cards.

They decide by a `View`, without hidden cards, and a seed alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kiebitz.analysis.skat.levels import Level
from kiebitz.kernel import skat as kernel
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.encoding import CARDS, cards_of, decode_contract, encode_view
from kiebitz.skat.session import Session, Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.view import View


def decision(view: View, level: str, seed: int) -> str:
    """Return the engine's action in the seat to move, as a word of the line protocol; a `ValueError` if it has none."""
    return kernel.skat_decision(encode_view(view), level, seed)


class Player(Protocol):
    """Makes the decisions of one seat."""

    def bids(self, view: View, bid: int) -> bool:
        """Return whether to bid, or to hold, this much."""

    def takes_skat(self, view: View) -> bool:
        """Return whether the declarer takes up the skat."""

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        """Return the contract and, if the skat was taken up, the discard."""

    def plays(self, view: View) -> Card:
        """Return the card to play."""


def step(session: Session, player: Player) -> None:
    """Let a player make the pending decision; illegal decisions raise the session's errors."""
    seat = session.turn
    if seat is None:
        return
    view, stage = session.view(seat), session.stage
    if stage is Stage.BIDDING:
        bid = session.auction.at_stake
        says = bid is not None and player.bids(view, bid)
        session.say(PASS if not says else HOLD if session.auction.is_asked else str(bid))
    elif stage is Stage.SKAT and player.takes_skat(view):
        session.take_skat()
    elif stage is Stage.PLAY:
        session.put(player.plays(view))
    else:
        session.announce(*player.announces(view))


def play_out(session: Session, players: Sequence[Player]) -> Session:
    """Play a game to its end with three players in seat order, and return it."""
    while session.turn is not None:
        step(session, players[session.turn])
    return session


class _KernelPlayer:
    """Plays at an engine level, or without one by rules of thumb."""

    def __init__(self, level: Level | None, seed: int) -> None:
        self._level = level
        self.seed = seed

    def bids(self, view: View, bid: int) -> bool:
        return bid <= kernel.skat_bid(encode_view(view), self._level, self.seed)

    def takes_skat(self, view: View) -> bool:
        return kernel.skat_takes_skat(encode_view(view), self._level, self.seed)

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        game, announced, discard = kernel.skat_announcement(encode_view(view), self._level, self.seed)
        return decode_contract(game, announced), cards_of(discard)

    def plays(self, view: View) -> Card:
        return CARDS[kernel.skat_card(encode_view(view), self._level, self.seed)]


class RuleOfThumb(_KernelPlayer):
    """Counts trumps, jacks and aces to bid, discards losers, and plays by textbook maxims.

    The declarer draws trumps from above. The defenders lead aces, then the declarer's void suit; they give points to
    their partner's tricks only, and win tricks as cheaply as they can.
    """

    def __init__(self) -> None:
        super().__init__(None, 0)


class Engine(_KernelPlayer):
    """Samples worlds that agree with its view, solves each with open cards, and plays the best card.

    Bids and discards follow the share of worlds won and the game's value. Answers depend only on view, level and seed.
    """

    def __init__(self, level: Level | None = None, seed: int = 1) -> None:
        self.level = level or Level()
        super().__init__(self.level, seed)
