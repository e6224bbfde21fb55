"""Table chances: how often a declarer makes a contract when all three play as the engine does, seeing their own cards.

Each world is played out once, and beside it is said whether the declarer wins the same world with open cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.parameters import LEVELS
from kiebitz.analysis.skat.players import Engine, play_out
from kiebitz.analysis.skat.world_outcomes import Outcome
from kiebitz.analysis.skat.worlds import Task, laid_out
from kiebitz.deals.shuffles import nth
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.hand import HAND
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage

if TYPE_CHECKING:
    from kiebitz.analysis.skat.worlds import Entry, Known, World
    from kiebitz.cards import Card

#: What every such answer has to say beside the level.
TABLE = "table chances: three engine players, each of whom sees his own cards"

_NORMAL_95 = 1.959964
_WORLDS = 0  # the stream of worlds that contracts are judged on
_PLAYERS = 3  # a stream of its own for the players' random numbers


@dataclass(frozen=True, slots=True)
class TableTask:
    """One contract to be played out on the worlds of a seed by players of one level, and the two cards put down."""

    known: Known
    entry: Entry
    level: str
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """For each world whether the declarer won at the table, and whether he wins with open cards; the wall time."""

    won: tuple[tuple[bool, bool], ...]
    seconds: float


def play_tables(task: TableTask, first: int, last: int) -> Played:
    """Play the worlds *first* to *last* of the run."""
    start = perf_counter()
    worlds = Task(task.known, (task.entry,), task.seed, _WORLDS, detail=False)
    found = []
    for index, (world, skat, outcome) in enumerate(laid_out(worlds, first, last), first):
        engine = Engine(LEVELS[task.level], nth(nth(task.seed, _PLAYERS), index))
        score = play_out(_announced(task, world, skat), [engine] * 3).score()
        found.append((score is not None and score.won, outcome >= Outcome.WON))
    return Played(tuple(found), perf_counter() - start)


def _announced(task: TableTask, world: World, skat: tuple[Card, ...]) -> Session:
    """Return the game at the first card: the declarer bid 18, the others passed."""
    known, contract = task.known, task.entry.contract
    seat = known.seat
    hands = {seat: known.cards[:HAND], seat.next: world.next, seat.next.next: world.last}
    dealt = known.cards[HAND:] or world.skat
    first, second, third = (hands[one] for one in Seat)
    session = Session(Deal((first, second, third), dealt))
    while session.stage is Stage.BIDDING:
        mine = session.turn is seat
        session.say(PASS if not mine else HOLD if session.auction.is_asked else str(BIDS[0]))
    if not contract.hand:
        session.take_skat()
    session.announce(contract, () if contract.hand else skat)
    return session


@dataclass(frozen=True, slots=True)
class TableChance:
    """Games by how they ended: at the table and with open cards, at the table alone, with open cards alone, neither."""

    both: int = 0
    table: int = 0
    opened: int = 0
    neither: int = 0

    def with_games(self, games: tuple[tuple[bool, bool], ...]) -> TableChance:
        """Return these and more games."""
        count = games.count
        return TableChance(
            self.both + count((True, True)),
            self.table + count((True, False)),
            self.opened + count((False, True)),
            self.neither + count((False, False)),
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.both + self.table + self.opened + self.neither

    @property
    def won(self) -> int:
        """How many of them the declarer won at the table."""
        return self.both + self.table

    @property
    def won_open(self) -> int:
        """How many of their worlds he wins with open cards."""
        return self.both + self.opened

    @property
    def difference(self) -> tuple[float, float, float] | None:
        """The share won at the table less that with open cards, and its 95 % interval; `None` of fewer than two games.

        The worlds are the same, so what counts is how often the two disagree (normal approximation, with the
        correction for counting whole games).
        """
        games = self.games
        if games < 2:
            return None
        mean = (self.table - self.opened) / games
        spread = (self.table + self.opened) / games - mean * mean
        half = _NORMAL_95 * sqrt(spread / games) + 1 / games
        return mean, max(-1.0, mean - half), min(1.0, mean + half)
