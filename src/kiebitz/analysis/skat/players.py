"""Players of Skat: a rule-of-thumb player, and the engine, which samples worlds and solves each with open cards.

A player is asked with a `View`, which holds no hidden card, and answers by that and its seed alone: the same view and
seed give the same answer. Nothing of a game is remembered between two questions. How they decide is the kernel's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kiebitz.analysis.skat.encoding import CARDS, cards_of, decode_contract, encode_view
from kiebitz.analysis.skat.parameters import Level
from kiebitz.kernel import skat as kernel
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.session import Session, Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.view import View


class Player(Protocol):
    """Who decides for one seat."""

    def bids(self, view: View, bid: int) -> bool:
        """Say whether to bid, or to hold, this much."""

    def takes_skat(self, view: View) -> bool:
        """Say as declarer whether to take up the skat."""

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        """Return the contract and, if the skat was taken up, what to put down."""

    def plays(self, view: View) -> Card:
        """Return the card to play."""


def step(session: Session, player: Player) -> None:
    """Let a player decide what the game waits for; what may not be done is an error of the session."""
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
    """Let three players, in the order of the seats, play a game to its end, and return it."""
    while session.turn is not None:
        step(session, players[session.turn])
    return session


class _KernelPlayer:
    """Decides as the kernel does on a level, or without one by the maxims."""

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
    """Counts trumps, jacks and aces to bid, puts losers down, and plays by the maxims of the textbooks.

    The declarer draws trumps from above; the defenders lead aces and then the suit the declarer lacks, give points to a
    partner's trick and none to the declarer's, and take a trick as cheaply as they can.
    """

    def __init__(self) -> None:
        super().__init__(None, 0)


class Engine(_KernelPlayer):
    """Plays by worlds: draws some that agree with all it knows, solves each with open cards, and takes the best card.

    Bids and discards go by the share of worlds won and what the game is worth then. The answers depend on view, level
    and seed only.
    """

    def __init__(self, level: Level | None = None, seed: int = 1) -> None:
        self.level = level or Level()
        super().__init__(self.level, seed)
