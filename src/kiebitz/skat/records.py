"""A recorded game: its deal, what was said and played, how it ended, what it scores, and where the record differs.

How records are written is for `iss` and `game_text`.
"""

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
    """How a recorded game came to its end.

    `PASSED`: nobody bid. `PLAYED`: to the last card, or until the declarer took a trick in Null. `DECIDED`: an
    announced Schwarz was lost, and nobody played on. `GIVEN_UP`: the declarer resigned. `CONCEDED`: both opponents
    resigned, and the declarer gets what is left.
    """

    PASSED = "passed"
    PLAYED = "played"
    DECIDED = "decided"
    GIVEN_UP = "given up"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class Claim:
    """What the record says of the result; `numbers` are those it gives, such as m: matadors, negative if without."""

    declarer: int
    won: bool
    score: int
    overbid: bool
    numbers: dict[str, int]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as it was dealt, bid for and played.

    `bids` are the words of the bidding with their seats: a number, `y` (held) or `p` (passed). Where all passed,
    `declarer` and `contract` are None. `discard` is None in Hand games; `play` is the state at the end.
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
        """Who played what at which bid."""
        return "all passed" if self.contract is None else f"{self.declarer} at {self.bid}, {self.contract}"

    def start(self) -> Play:
        """Return the start of play, the skat exchanged; a `RecordError` where all passed."""
        if self.declarer is None or self.contract is None:
            raise RecordError("game", "all passed", "a game that was played")
        deal = self.deal if self.discard is None else self.deal.exchanged(self.declarer, self.discard)
        return deal.play(self.contract.game, self.declarer)

    def finished(self) -> Finished | None:
        """Return what there is to score, or None where all passed."""
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
        """Return the score by `kiebitz.skat.score`, or None where all passed."""
        finished = self.finished()
        return None if finished is None else score(finished, rules)

    def differences(self, found: Score | None) -> list[str]:
        """Return in words where the record's result is another than this score; nothing where it has none."""
        claim = self.claim
        if claim is None:
            return []
        finished = self.finished()
        if found is None or finished is None:
            return [] if claim.score == 0 else [f"score: {claim.score} in the record, but all passed"]
        pairs: list[tuple[str, int | None, int | None]] = [
            ("declarer", claim.declarer, self.declarer),
            ("won", claim.won, found.won),
            ("score", claim.score, found.score),
            ("overbid", claim.overbid, found.overbid),
        ]
        numbers = claim.numbers
        if found.matadors is not None and self.contract is not None and self.contract.game is not Game.NULL:
            pairs.append(("matadors", numbers.get("m"), found.matadors.count * (1 if found.matadors.held else -1)))
        if self.ending is not Ending.GIVEN_UP:
            pairs += [
                ("card points", numbers.get("p"), finished.points),
                ("tricks", numbers.get("t"), finished.tricks),
            ]
        return [
            f"{what}: {said} in the record, {ours} by the rules"
            for what, said, ours in pairs
            if said is not None and said != ours
        ]
