"""Recorded games: deal, bidding, play, ending and score."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.errors import RecordError
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.score import ALL_TRICKS, Finished, Score, TableRules, score
from kiebitz.skat.trick import ALL_POINTS

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.skat.referee import Deal, Play
    from kiebitz.skat.seats import Seat


class Ending(Enum):
    """How a recorded game ended.

    - `PASSED`: all passed
    - `PLAYED`: with the last card, or the declarer's first trick in Null
    - `DECIDED`: an announced Schwarz was lost, and play stopped
    - `GIVEN_UP`: the declarer resigned
    - `CONCEDED`: both opponents resigned, and the declarer gets the remaining cards
    """

    PASSED = "passed"
    PLAYED = "played"
    DECIDED = "decided"
    GIVEN_UP = "given up"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class Claim:
    """The result in a record; `numbers` are its numbers, such as m: matadors, negative if without."""

    declarer: int
    won: bool
    score: int
    overbid: bool
    numbers: dict[str, int]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as it was dealt, bid and played; if all passed, without declarer, contract and play.

    `bids` are a number, `y` (hold) or `p` (pass) with their seats. `discard` is None in Hand games.
    """

    players: tuple[str, str, str]
    date: str
    number: str
    deal: Deal
    bids: tuple[tuple[Seat, str], ...]
    bid: int
    declarer: Seat | None
    contract: Contract | None
    discard: tuple[Card, ...] | None
    cards: tuple[Card, ...]
    play: Play | None
    ending: Ending
    claim: Claim | None

    @property
    def title(self) -> str:
        """Declarer, bid and contract."""
        return "all passed" if self.contract is None else f"{self.declarer} at {self.bid}, {self.contract}"

    def start(self) -> Play:
        """Return the start of play, the skat exchanged; a `RecordError` if all passed."""
        if self.declarer is None or self.contract is None:
            raise RecordError("game", "all passed", "a game that was played")
        deal = self.deal if self.discard is None else self.deal.exchanged(self.declarer, self.discard)
        return deal.play(self.contract.game, self.declarer)

    def finished(self) -> Finished | None:
        """Return the finished game for scoring, or None if all passed."""
        if self.declarer is None or self.contract is None or self.play is None:
            return None
        result = self.play.result
        points, tricks = result.declarer_points, result.declarer_tricks
        if self.ending is Ending.CONCEDED and self.contract.game is not Game.NULL:
            points, tricks = ALL_POINTS - result.defender_points, ALL_TRICKS - result.defender_tricks
        return Finished(
            self.contract,
            self.bid,
            points,
            tricks,
            cards=(*self.deal.hands[self.declarer], *self.deal.skat),
            given_up=self.ending is Ending.GIVEN_UP,
        )

    def score(self, rules: TableRules | None = None) -> Score | None:
        """Return the score by `kiebitz.skat.score`, or None if all passed."""
        finished = self.finished()
        return None if finished is None else score(finished, rules)

    def differences(self, scored: Score | None) -> list[str]:
        """Return the differences between the record's result, if any, and *scored*."""
        claim = self.claim
        if claim is None:
            return []
        finished = self.finished()
        if scored is None or finished is None:
            return [] if claim.score == 0 else [f"score: {claim.score} in the record, but all passed"]
        pairs: list[tuple[str, int | None, int | None]] = [
            ("declarer", claim.declarer, self.declarer),
            ("won", claim.won, scored.won),
            ("score", claim.score, scored.score),
            ("overbid", claim.overbid, scored.overbid),
        ]
        numbers = claim.numbers
        if scored.matadors is not None and self.contract is not None and self.contract.game is not Game.NULL:
            pairs.append(("matadors", numbers.get("m"), scored.matadors.number))
        if self.ending is not Ending.GIVEN_UP:
            pairs += [
                ("card points", numbers.get("p"), finished.points),
                ("tricks", numbers.get("t"), finished.tricks),
            ]
        return [
            f"{name}: {recorded} in the record, {ours} by the rules"
            for name, recorded, ours in pairs
            if recorded is not None and recorded != ours
        ]
