"""What may come of a hand when the cards of the others are not known: worlds drawn or counted, each played open-handed.

A world is one way in which the unseen cards may lie. The chances are those of play with open cards; at a table, where
nobody sees the others' cards, they may be others.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import cards_of, encode_contract, mask
from kiebitz.analysis.skat.world_outcomes import Outcome, kinds_of
from kiebitz.cards import PACKS, Card
from kiebitz.kernel import skat as kernel
from kiebitz.skat.hand import SKAT
from kiebitz.skat.seats import FOREHAND, Seat

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from kiebitz.analysis.skat.world_outcomes import Kind
    from kiebitz.skat.contract import Contract

#: What every answer of this level has to say.
LEVEL = "open-card chances, not table chances"

_PACK = tuple(sorted(PACKS["32"]))


@dataclass(frozen=True, slots=True)
class Known:
    """What the declarer knows before play: his cards, with the skat among them or not, and his seat.

    The other fields are for endings: the cards that are in play at all, who leads, and the card points that the
    declarer has by then.
    """

    cards: tuple[Card, ...]
    seat: Seat = FOREHAND
    pack: tuple[Card, ...] = _PACK
    turn: Seat = FOREHAND
    taken: int = 0

    @property
    def worlds(self) -> int:
        """How many ways there are for the unseen cards to lie."""
        size = (len(self.pack) - SKAT) // 3
        both = comb(2 * size, size)
        return both if len(self.cards) > size else comb(2 * size + SKAT, SKAT) * both

    def encoded(self) -> tuple[int, ...]:
        """Return it as the kernel has it."""
        return mask(self.cards), self.seat, mask(self.pack), self.turn, self.taken


@dataclass(frozen=True, slots=True)
class World:
    """Where the unseen cards lie: those of the seat after the declarer, of the one after that, and of the skat.

    The skat is empty where the declarer knows it.
    """

    next: tuple[Card, ...]
    last: tuple[Card, ...]
    skat: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is judged: a contract, and where the skat is known the two cards that lie in it during play.

    Without these two a Hand game leaves the skat where it is; another game takes it up, and what is put down is chosen
    world by world, on other worlds than the one that is judged.
    """

    contract: Contract
    discard: tuple[Card, ...] = ()

    def encoded(self) -> tuple[int, ...]:
        """Return it as the kernel has it."""
        return *encode_contract(self.contract), mask(self.discard)


@dataclass(frozen=True, slots=True)
class Task:
    """Entries to be judged on worlds of one run; *stream* tells its runs apart, whose worlds have nothing in common.

    World i of a run is the same for all entries. With *exact* the worlds of a known skat are gone through, each once,
    block by block in an order drawn by the seed. Without *detail* neither Schneider nor Schwarz is asked for.
    """

    known: Known
    entries: tuple[Entry, ...]
    seed: int
    stream: int
    exact: bool = False
    detail: bool = True

    def encoded(self) -> tuple[int, ...]:
        """Return the run as the kernel has it."""
        return self.seed, self.stream, self.exact, self.detail


@dataclass(frozen=True, slots=True)
class Judged:
    """What some worlds of a run came to, entry by entry, the tricks that were searched, and the wall time that took."""

    tallies: tuple[Counter[Kind], ...]
    tricks: tuple[int, ...]
    seconds: float


def judge(task: Task, first: int, last: int) -> Judged:
    """Judge the entries on the worlds *first* to *last* of the run."""
    start = perf_counter()
    entries = [entry.encoded() for entry in task.entries]
    found = kernel.skat_judge(task.known.encoded(), task.encoded(), entries, first, last)
    tallies, tricks = tuple(kinds_of(kinds) for _, kinds in found), tuple(searched for searched, _ in found)
    return Judged(tallies, tricks, perf_counter() - start)


def laid_out(task: Task, first: int, last: int) -> Iterator[tuple[World, tuple[Card, ...], Outcome]]:
    """Yield the worlds *first* to *last* of a run of one entry, with the skat during play and how each ends."""
    (entry,) = task.entries
    found = kernel.skat_laid_out(task.known.encoded(), task.encoded(), entry.encoded(), first, last)
    for at in range(0, len(found), 5):
        *sets, end = found[at : at + 5]
        following, last_hand, dealt, skat = map(cards_of, sets)
        yield World(following, last_hand, dealt), skat, Outcome(end)
