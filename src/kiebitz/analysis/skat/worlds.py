"""Worlds: the possible layouts of the unseen cards, drawn or counted, and judged with open cards.

Open-card chances may differ from those at a table, where players see only their own cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.world_outcomes import Outcome, kinds_of
from kiebitz.cards import PACKS, Card
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import cards_of, encode_contract, mask
from kiebitz.skat.seats import FOREHAND, Seat

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from kiebitz.analysis.skat.world_outcomes import Kind
    from kiebitz.skat.contract import Contract

#: Caption of every answer.
LEVEL = "open cards: the share of worlds won if all see all cards; at table: the chance if each sees his own cards only"

_PACK = tuple(sorted(PACKS["32"]))


@dataclass(frozen=True, slots=True)
class DeclarerKnowledge:
    """The declarer's knowledge before play: the cards, with or without the skat, and the seat.

    The other fields are for endings: the cards in play, the leader, and the declarer's card points so far.
    """

    cards: tuple[Card, ...]
    seat: Seat = FOREHAND
    pack: tuple[Card, ...] = _PACK
    turn: Seat = FOREHAND
    taken: int = 0

    @property
    def worlds(self) -> int:
        """The number of possible worlds."""
        return kernel.skat_all_worlds(self.encoded())

    def encoded(self) -> tuple[int, ...]:
        return mask(self.cards), self.seat, mask(self.pack), self.turn, self.taken


@dataclass(frozen=True, slots=True)
class World:
    """The unseen cards: the next seat's hand, the last seat's, and the skat (empty if the declarer knows it)."""

    next: tuple[Card, ...]
    last: tuple[Card, ...]
    skat: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A contract to judge, with the discard if the skat is known.

    Without a discard, a Hand game leaves the skat; another game takes it up, and the discard is chosen for each world
    on other worlds.
    """

    contract: Contract
    discard: tuple[Card, ...] = ()

    def encoded(self) -> tuple[int, ...]:
        return *encode_contract(self.contract), mask(self.discard)


@dataclass(frozen=True, slots=True)
class Task:
    """Entries to judge on the worlds of a run; different *stream*s of a seed have independent worlds.

    World i of a run is the same for all entries. *exact* enumerates the worlds of a known skat once each, in blocks
    shuffled by the seed. Without *detail*, Schneider and Schwarz are not computed.
    """

    knowledge: DeclarerKnowledge
    entries: tuple[Entry, ...]
    seed: int
    stream: int
    exact: bool = False
    detail: bool = True

    def encoded(self) -> tuple[int, ...]:
        return self.seed, self.stream, self.exact, self.detail


@dataclass(frozen=True, slots=True)
class WorldResults:
    """The outcomes in some worlds of a run by entry, the tricks searched, and the wall time."""

    tallies: tuple[Counter[Kind], ...]
    tricks: tuple[int, ...]
    seconds: float


def judge(task: Task, first: int, last: int) -> WorldResults:
    """Judge the entries on the worlds *first* to *last* of the run."""
    start = perf_counter()
    entries = [entry.encoded() for entry in task.entries]
    rows = kernel.skat_judge(task.knowledge.encoded(), task.encoded(), entries, first, last)
    tallies, tricks = tuple(kinds_of(kinds) for _, kinds in rows), tuple(searched for searched, _ in rows)
    return WorldResults(tallies, tricks, perf_counter() - start)


def world_layouts(task: Task, first: int, last: int) -> Iterator[tuple[World, tuple[Card, ...], Outcome]]:
    """Yield the worlds *first* to *last* of a run of one entry, with the skat during play and the outcome."""
    (entry,) = task.entries
    values = kernel.skat_laid_out(task.knowledge.encoded(), task.encoded(), entry.encoded(), first, last)
    for at in range(0, len(values), 5):
        *sets, end = values[at : at + 5]
        following, last_hand, dealt, skat = map(cards_of, sets)
        yield World(following, last_hand, dealt), skat, Outcome(end)
