"""Winning chances of a Skat hand: contracts and discards compared on common worlds, narrowed in stages.

The kernel derives each stage from the results so far; the caller judges its worlds, in one process or in many. A choice
is never judged on the worlds that it was based on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.table_chances import TableChance
from kiebitz.analysis.skat.world_outcomes import Outcome, Tally, kinds_of, numbers_of
from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, Task
from kiebitz.errors import ContractError, HandError, InputError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import cards_of, decode_contract, encode_contract, mask
from kiebitz.skat.seats import FOREHAND, Seat

if TYPE_CHECKING:
    from kiebitz.analysis.skat.world_outcomes import Kind
    from kiebitz.analysis.skat.worlds import WorldResults
    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract

WORLDS = 60
SEED = 1
_STAGES = ("judged", "survey", "choice", "exact")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The question: ten cards, the skat if known, the leader, the contracts, and the number of worlds.

    With a known skat, contracts that take it up get the best *discard* unless one is given. *exact* counts all worlds
    of one contract: 184,756 if the skat is known, 42,678,636 of a Hand game without it. Contracts that are slow to
    search get fewer worlds unless *patient*.
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
            raise InputError("", f"{self.worlds} worlds", "1 or more")
        if self.exact and (len(self.contracts) != 1 or not (self.skat or self.contracts[0].hand)):
            raise InputError("", "all worlds can be counted for one contract", "one, with the skat or a Hand game")
        if self.discard and not self.skat:
            raise InputError("", "a discard without the skat", "both or neither")
        if self.discard and any(contract.hand for contract in self.contracts):
            raise ContractError("", "a discard in a Hand game", "contracts that take up the skat")
        for card in self.discard:
            if card not in (*self.hand, *self.skat):
                raise HandError("discard", f"{card} is neither in the hand nor in the skat", "two of the twelve")

    @property
    def knowledge(self) -> DeclarerKnowledge:
        return DeclarerKnowledge((*self.hand, *self.skat), self.seat)

    def encoded(self) -> list[object]:
        cards = map(mask, (self.hand, self.skat, self.discard))
        contracts = list(map(encode_contract, self.contracts))
        return [*cards, self.seat, self.bid, self.worlds, self.seed, self.exact, self.patient, contracts]


def usual_contracts(*, hand: bool) -> tuple[Contract, ...]:
    """Return the contracts compared by default: no announcements except Hand and Null ouvert."""
    return tuple(decode_contract(*contract) for contract in kernel.skat_usual_contracts(hand))


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard in a contract: the share won of the worlds for the choice, and of fresh worlds (`judged`).

    `judged` is empty for discards that were dropped.
    """

    cards: tuple[Card, ...]
    tried: Share
    judged: Share


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """A contract with its worlds and their *stage*: `choice`, `survey`, `judged` or `exact`.

    `at_table` is the chance if all see their own cards only; `None` for announcements that are not fitted.
    `interval` bounds the share of worlds won: Wilson's 95 % interval, or while counting, the range that the uncounted
    worlds leave.
    """

    contract: Contract
    tally: Tally
    stage: str
    discard: tuple[Card, ...]
    all_worlds: int
    interval: tuple[float, float]
    at_table: float | None

    @property
    def won(self) -> Share:
        """The worlds that the declarer wins."""
        return Share(self.tally.won, self.tally.worlds)

    @property
    def schneider(self) -> Share:
        """The worlds in which the declarer makes the defenders schneider."""
        made = self.tally.ending(Outcome.WON_SCHNEIDER) + self.tally.ending(Outcome.WON_SCHWARZ)
        return Share(made, self.tally.worlds)

    @property
    def schwarz(self) -> Share:
        """The worlds in which the declarer takes every trick."""
        return Share(self.tally.ending(Outcome.WON_SCHWARZ), self.tally.worlds)

    @property
    def is_exact(self) -> bool:
        """Whether every world was counted."""
        return self.stage == "exact" and self.tally.worlds == self.all_worlds

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The interval while counting worlds, else `None`."""
        return self.interval if self.stage == "exact" else None


@dataclass(frozen=True, slots=True)
class ChanceStage:
    """The next work: a task on the worlds *first* to *last* of its run."""

    task: Task
    first: int
    last: int


@dataclass(slots=True)
class _Result:
    tricks: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)


@dataclass(slots=True)
class Chances:
    """The results so far, readable after an interruption too.

    `has_all_worlds` is set if no world was lost or left out, `settled` once the run has ended.
    """

    question: Comparison
    has_all_worlds: bool = False
    settled: bool = False
    played: int = 0
    total: int = 0
    lost: int = 0
    remarks: list[str] = field(default_factory=list)
    table: TableChance = field(default_factory=TableChance)
    table_level: str = ""
    _done: list[list[_Result]] = field(default_factory=list)

    def next_stage(self) -> ChanceStage | None:
        """Return the next work, or `None`; the results added since the last call must be those of that stage."""
        self._done.append([])
        self.total, stage = kernel.skat_chances_next(self.question.encoded(), self._encoded())
        if stage is None:
            return None
        (seed, stream, exact, detail), entries, first, last = stage
        self._done[-1] = [_Result() for _ in entries]
        chosen = tuple(Entry(decode_contract(game, flags), self._cards(pair)) for game, flags, pair in entries)
        return ChanceStage(Task(self.question.knowledge, chosen, seed, stream, bool(exact), bool(detail)), first, last)

    def add(self, judged: WorldResults) -> None:
        """Add the results of some worlds of the stage, in any order."""
        for result, tally, tricks in zip(self._done[-1], judged.tallies, judged.tricks, strict=True):
            result.kinds.update(tally)
            result.tricks += tricks
            self.played += tally.total()

    def rows(self) -> list[ChanceRow]:
        """Return a row for each contract with results, the best mean in tournament points first."""
        knowledge, rows = self.question.knowledge, []
        for game, flags, stage, pair, (_, kinds), low, high, at_table in kernel.skat_chances_rows(
            self.question.encoded(), self._encoded(), self.settled
        ):
            tally = Tally(decode_contract(game, flags), knowledge.cards, kinds_of(kinds), knowledge.seat)
            cards = self._cards(pair)
            row = ChanceRow(tally.contract, tally, _STAGES[stage], cards, knowledge.worlds, (low, high), at_table)
            rows.append(row)
        return rows

    def discards(self, contract: Contract) -> list[Discard]:
        """Return the discards compared for a contract, the best choice first."""
        discards = kernel.skat_chances_discards(self.question.encoded(), self._encoded(), *encode_contract(contract))
        return [
            Discard(cards_of(pair), Share(tried_won, tried), Share(won, judged))
            for pair, tried_won, tried, won, judged, *_ in discards
        ]

    def _encoded(self) -> list[list[tuple[int, list[int]]]]:
        return [[(result.tricks, numbers_of(result.kinds)) for result in stage] for stage in self._done]

    def _cards(self, pair: int) -> tuple[Card, ...]:
        """Return two cards, in the order of the question."""
        named_pairs = (cards for cards in (self.question.discard, self.question.skat) if cards and mask(cards) == pair)
        return next(named_pairs, cards_of(pair))
