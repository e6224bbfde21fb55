"""Players of Skat: a rule-of-thumb player, and the engine, which samples worlds and solves them with open cards.

They decide by a `View`, without hidden cards, and a seed alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kiebitz.analysis.skat.levels import Level
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import encode_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.skat.session import Session
    from kiebitz.skat.view import View


class Player(Protocol):
    """Makes the decisions of one seat."""

    def decides(self, view: View) -> str:
        """Return the action of the seat to move, as a word of the line protocol; a `ValueError` if it has none."""


def step(session: Session, player: Player) -> None:
    """Let a player make the pending decision; illegal decisions raise the session's errors."""
    if session.turn is not None:
        session.act(player.decides(session.view(session.turn)))


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

    def decides(self, view: View) -> str:
        return kernel.skat_decision(encode_view(view), self._level, self.seed)


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
