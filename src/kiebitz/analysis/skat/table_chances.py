"""Table chances: how often a contract is made if three engine players see only their own cards.

Each world is played once, and compared with the outcome of the same world with open cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, play_out
from kiebitz.analysis.skat.world_outcomes import Outcome
from kiebitz.analysis.skat.worlds import Task, world_layouts
from kiebitz.deals.shuffles import nth
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.pack import HAND
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage

if TYPE_CHECKING:
    from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, World
    from kiebitz.cards import Card

#: Caption of every answer, beside the level.
TABLE = "table chances: three engine players who see only their own cards"

_NORMAL_95 = 1.959964
_WORLDS = 0  # the stream of worlds for judging contracts
_PLAYERS = 3  # the stream of the players' random numbers


@dataclass(frozen=True, slots=True)
class TableTask:
    """A contract with its discard, to be played on the worlds of a seed by players of one level."""

    knowledge: DeclarerKnowledge
    entry: Entry
    level: str
    seed: int


@dataclass(frozen=True, slots=True)
class TableGames:
    """For each world, whether the declarer won at the table and with open cards; the wall time."""

    won: tuple[tuple[bool, bool], ...]
    seconds: float


def play_tables(task: TableTask, first: int, last: int) -> TableGames:
    """Play the worlds *first* to *last* of the run."""
    start = perf_counter()
    worlds = Task(task.knowledge, (task.entry,), task.seed, _WORLDS, detail=False)
    games = []
    for index, (world, skat, outcome) in enumerate(world_layouts(worlds, first, last), first):
        engine = Engine(LEVELS[task.level], nth(nth(task.seed, _PLAYERS), index))
        score = play_out(_announced(task, world, skat), [engine] * 3).score()
        games.append((score is not None and score.won, outcome >= Outcome.WON))
    return TableGames(tuple(games), perf_counter() - start)


def _announced(task: TableTask, world: World, skat: tuple[Card, ...]) -> Session:
    """Return the game before the first card: the declarer bid 18, the others passed."""
    knowledge, contract = task.knowledge, task.entry.contract
    seat = knowledge.seat
    hands = {seat: knowledge.cards[:HAND], seat.next: world.next, seat.next.next: world.last}
    dealt = knowledge.cards[HAND:] or world.skat
    first, second, third = (hands[holder] for holder in Seat)
    session = Session(Deal((first, second, third), dealt))
    while session.stage is Stage.BIDDING:
        is_declarer = session.turn is seat
        session.say(PASS if not is_declarer else HOLD if session.auction.is_asked else str(BIDS[0]))
    if not contract.hand:
        session.take_skat()
    session.announce(contract, () if contract.hand else skat)
    return session


@dataclass(frozen=True, slots=True)
class TableChance:
    """Counts of games won at the table and with open cards, at the table only, with open cards only, and not at all."""

    both: int = 0
    table: int = 0
    opened: int = 0
    neither: int = 0

    def with_games(self, games: tuple[tuple[bool, bool], ...]) -> TableChance:
        count = games.count
        return TableChance(
            self.both + count((True, True)),
            self.table + count((True, False)),
            self.opened + count((False, True)),
            self.neither + count((False, False)),
        )

    @property
    def games(self) -> int:
        return self.both + self.table + self.opened + self.neither

    @property
    def won(self) -> int:
        """The games won at the table."""
        return self.both + self.table

    @property
    def won_open(self) -> int:
        """The games won with open cards."""
        return self.both + self.opened

    @property
    def difference(self) -> tuple[float, float, float] | None:
        """The share won at the table minus that with open cards, and its 95 % interval.

        The worlds are paired, so only disagreements count (normal approximation with continuity correction). `None` for
        fewer than two games.
        """
        games = self.games
        if games < 2:
            return None
        mean = (self.table - self.opened) / games
        spread = (self.table + self.opened) / games - mean * mean
        half = _NORMAL_95 * sqrt(spread / games) + 1 / games
        return mean, max(-1.0, mean - half), min(1.0, mean + half)
