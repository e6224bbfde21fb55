"""Contracts and discards of a Skat hand compared on common worlds, narrowed step by step, then judged: its chances.

What is to be judged next follows from what came of all that was judged before, and is the kernel's to say; whoever runs
it hands out worlds, in one process or in many. What is chosen is never judged on the worlds that it was chosen by.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.encoding import cards_of, decode_contract, encode_contract, mask
from kiebitz.analysis.skat.table_chances import TableChance
from kiebitz.analysis.skat.world_outcomes import Outcome, Tally, kinds_of, numbers_of
from kiebitz.analysis.skat.worlds import Entry, Known, Task
from kiebitz.errors import ContractError, HandError, StudyError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.seats import FOREHAND, Seat

if TYPE_CHECKING:
    from kiebitz.analysis.skat.world_outcomes import Kind
    from kiebitz.analysis.skat.worlds import Judged
    from kiebitz.cards import Card

WORLDS = 200
SEED = 1
_STAGES = ("judged", "survey", "choice", "exact")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is asked: ten cards, and the skat if it is known; whose turn, which contracts, on how many worlds.

    With a skat the contracts that take it up are asked for with the best *discard*, unless it is named. *exact* counts
    all worlds for one contract, where the skat is known. Contracts whose games take long to search get fewer worlds,
    unless the asker is *patient*.
    """

    hand: tuple[Card, ...]
    skat: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    seat: Seat = FOREHAND
    contracts: tuple[Contract, ...] = ()
    bid: int = 18
    worlds: int = WORLDS
    seed: int = SEED
    exact: bool = False
    patient: bool = False

    def __post_init__(self) -> None:
        if not self.contracts:
            object.__setattr__(self, "contracts", usual_contracts(hand=not self.skat))
        if self.worlds < 1:
            raise StudyError("", f"{self.worlds} worlds", "1 or more")
        if self.exact and (not self.skat or len(self.contracts) != 1):
            what = "one contract" if self.skat else "the skat"
            raise StudyError("", "all worlds can be counted where skat and contract are known", f"{what} too")
        if self.discard and not self.skat:
            raise StudyError("", "a discard without the skat", "both or neither")
        if self.discard and any(contract.hand for contract in self.contracts):
            raise ContractError("", "a discard in a Hand game", "contracts that take up the skat")
        for card in self.discard:
            if card not in (*self.hand, *self.skat):
                raise HandError("discard", f"{card} is neither in the hand nor in the skat", "two of the twelve")

    @property
    def known(self) -> Known:
        """What the declarer knows."""
        return Known((*self.hand, *self.skat), self.seat)

    def encoded(self) -> list[object]:
        """Return it as the kernel has it."""
        cards = map(mask, (self.hand, self.skat, self.discard))
        contracts = list(map(encode_contract, self.contracts))
        return [*cards, self.seat, self.bid, self.worlds, self.seed, self.exact, self.patient, contracts]


def usual_contracts(*, hand: bool) -> tuple[Contract, ...]:
    """Return the contracts that are compared unless others are named: nothing announced but Hand and Null ouvert."""
    found = []
    for one in (False, True) if hand else (False,):
        found += [Contract(game, hand=one) for game in TRUMP_GAMES]
        found += [Contract(Game.NULL, hand=one, ouvert=ouvert) for ouvert in (False, True)]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard of one contract: on how many worlds of the choice it was tried, and in how many it won.

    `judged` is what it came to on fresh worlds: nothing for those that were left behind.
    """

    cards: tuple[Card, ...]
    tried: Share
    judged: Share


@dataclass(frozen=True, slots=True)
class Row:
    """A contract with its worlds; *stage* says which: those of the `choice`, a `survey`, `judged` ones, or `exact`.

    `interval` is that of the chance to win, for 95 %: Wilson's, or where worlds are counted between what it must lie,
    whatever the worlds not counted yet are like.
    """

    contract: Contract
    tally: Tally
    stage: str
    discard: tuple[Card, ...]
    all_worlds: int
    interval: tuple[float, float]

    @property
    def won(self) -> Share:
        """The worlds that the declarer wins."""
        return Share(self.tally.won, self.tally.worlds)

    @property
    def schneider(self) -> Share:
        """The worlds in which he makes the others schneider."""
        made = self.tally.ending(Outcome.WON_SCHNEIDER) + self.tally.ending(Outcome.WON_SCHWARZ)
        return Share(made, self.tally.worlds)

    @property
    def schwarz(self) -> Share:
        """The worlds in which he takes every trick."""
        return Share(self.tally.ending(Outcome.WON_SCHWARZ), self.tally.worlds)

    @property
    def is_exact(self) -> bool:
        """Whether every world was counted."""
        return self.stage == "exact" and self.tally.worlds == self.all_worlds

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The interval where worlds are counted; else `None`."""
        return self.interval if self.stage == "exact" else None


@dataclass(frozen=True, slots=True)
class Stage:
    """What is judged next: a task, on the worlds *first* to *last* of its run."""

    task: Task
    first: int
    last: int


@dataclass(slots=True)
class _Came:
    """What came of an entry in a stage."""

    tricks: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)


@dataclass(slots=True)
class Chances:
    """The figures so far; they stay readable after an interruption.

    `complete` says that no world was lost and none left out, `settled` that the run went to its end.
    """

    question: Comparison
    complete: bool = False
    settled: bool = False
    played: int = 0
    total: int = 0
    lost: int = 0
    remarks: list[str] = field(default_factory=list)
    table: TableChance = field(default_factory=TableChance)
    table_level: str = ""
    _done: list[list[_Came]] = field(default_factory=list)

    def next_stage(self) -> Stage | None:
        """Return what has to be judged next; what was added since the last call is all that came of that stage."""
        self._done.append([])
        self.total, stage = kernel.skat_chances_next(self.question.encoded(), self._encoded())
        if stage is None:
            return None
        (seed, stream, exact, detail), entries, first, last = stage
        self._done[-1] = [_Came() for _ in entries]
        chosen = tuple(Entry(decode_contract(game, flags), self._cards(pair)) for game, flags, pair in entries)
        return Stage(Task(self.question.known, chosen, seed, stream, bool(exact), bool(detail)), first, last)

    def add(self, judged: Judged) -> None:
        """Count what some worlds of the stage came to; sums of whole numbers, so the order does not matter."""
        for came, tally, tricks in zip(self._done[-1], judged.tallies, judged.tricks, strict=True):
            came.kinds.update(tally)
            came.tricks += tricks
            self.played += tally.total()

    def rows(self) -> list[Row]:
        """Return a row a contract that has figures, the best mean score first."""
        known, found = self.question.known, []
        for game, flags, stage, pair, (_, kinds), *interval in kernel.skat_chances_rows(
            self.question.encoded(), self._encoded(), self.settled
        ):
            tally = Tally(decode_contract(game, flags), known.cards, kinds_of(kinds))
            low, high = interval
            found.append(Row(tally.contract, tally, _STAGES[stage], self._cards(pair), known.worlds, (low, high)))
        return found

    def discards(self, contract: Contract) -> list[Discard]:
        """Return the discards of a contract that were compared, the best of the choice first."""
        found = kernel.skat_chances_discards(self.question.encoded(), self._encoded(), *encode_contract(contract))
        return [
            Discard(cards_of(pair), Share(tried_won, tried), Share(won, judged))
            for pair, tried_won, tried, won, judged, *_ in found
        ]

    def _encoded(self) -> list[list[tuple[int, list[int]]]]:
        return [[(came.tricks, numbers_of(came.kinds)) for came in stage] for stage in self._done]

    def _cards(self, pair: int) -> tuple[Card, ...]:
        """Return two cards, in the order in which they were asked about."""
        asked = (each for each in (self.question.discard, self.question.skat) if each and mask(each) == pair)
        return next(asked, cards_of(pair))
