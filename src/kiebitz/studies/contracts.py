"""Contracts and discards of a Skat hand compared on common worlds, narrowed step by step, then judged: its chances.

Which outcome a world has is found in `kiebitz.analysis.skat.worlds`; here worlds are handed out, counted and compared.
What is chosen is never judged on the worlds that it was chosen by.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.discards import ranked_discards
from kiebitz.analysis.skat.table import TableChance, TableTask, play_tables
from kiebitz.analysis.skat.tallies import Outcome, Tally
from kiebitz.analysis.skat.worlds import Entry, Known, Task, judge
from kiebitz.errors import ContractError, HandError, StudyError
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.studies.engine import run_chunks
from kiebitz.studies.samples import Share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.skat.table import Played
    from kiebitz.analysis.skat.tallies import Kind
    from kiebitz.analysis.skat.worlds import Judged
    from kiebitz.cards import Card
    from kiebitz.studies.chunks import Chunk

WORLDS = 200
SEED = 1
#: All contracts are looked at on this part of the worlds; this number of them go on to fresh ones.
_SURVEY_PART, _GO_ON = 5, 3
#: Discards still compared in each round, and worlds for every 200 that are asked for; the last round is for the
#: contracts that go on.
_ROUNDS = ((66, 2), (16, 6), (5, 20), (3, 60))
_SHOWN = 3
_FIRST_LOOK = 1
#: Tricks that may be searched for a contract in one stage, about a quarter of a second and one second: where its games
#: take longer it gets fewer worlds, then fewer discards. Tricks, not seconds, so that the figures are the same
#: everywhere.
_ALLOWED, _ALLOWED_TO_JUDGE = 1_500_000, 6_000_000
#: Below this number of games played out, processes take longer to start than to play them.
_SMALL = 1_500
_JUDGED, _SURVEY, _CHOICE = 0, 1, 2  # streams of worlds: they have nothing in common


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


def usual_contracts(*, hand: bool) -> tuple[Contract, ...]:
    """Return the contracts that are compared unless others are named: nothing announced but Hand and Null ouvert."""
    found = []
    for one in (False, True) if hand else (False,):
        found += [Contract(game, hand=one) for game in TRUMP_GAMES]
        found += [Contract(Game.NULL, hand=one, ouvert=ouvert) for ouvert in (False, True)]
    return tuple(found)


# Figures


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
    """A contract with its worlds; *stage* says which: those of the `choice`, a `survey`, `judged` ones, or `exact`."""

    contract: Contract
    tally: Tally
    stage: str
    discard: tuple[Card, ...]
    all_worlds: int

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
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the chance to win: Wilson's, or where worlds are counted its bounds."""
        return self.bounds or self.won.interval

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Between what the chance must lie, whatever the worlds not counted yet are like; `None` unless exact."""
        if self.stage != "exact":
            return None
        left = self.all_worlds - self.tally.worlds
        return self.tally.won / self.all_worlds, (self.tally.won + left) / self.all_worlds


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
    tallies: dict[tuple[int, Entry], Counter[Kind]] = field(default_factory=dict)
    narrowed: dict[Contract, list[tuple[Card, ...]]] = field(default_factory=dict)
    tricks: Counter[Contract] = field(default_factory=Counter)
    games: Counter[Contract] = field(default_factory=Counter)
    exact_entry: Entry | None = None
    table: TableChance = field(default_factory=TableChance)
    table_level: str = ""

    def rows(self) -> list[Row]:
        """Return a row a contract that has figures, the best mean score first."""
        found = [row for contract in self.question.contracts if (row := self._row(contract)) is not None]
        return sorted(found, key=lambda row: -(row.tally.expected(self.question.bid) or 0))

    def discards(self, contract: Contract) -> list[Discard]:
        """Return the discards of a contract that were compared, the best of the choice first."""
        plays = played_as(contract)
        order = sorted(self.narrowed.get(plays, ()), key=lambda pair: self._rank(plays, pair))
        return [
            Discard(pair, self._share(_CHOICE, Entry(plays, pair)), self._share(_JUDGED, Entry(plays, pair)))
            for pair in order
        ]

    def _rank(self, contract: Contract, pair: tuple[Card, ...]) -> tuple[int, float]:
        tried = self._share(_CHOICE, Entry(contract, pair))
        return -tried.of, -(tried.value or 0)

    def _share(self, stream: int, entry: Entry) -> Share:
        kinds = self.tallies.get((stream, entry), Counter())
        return Share(sum(count for (_, end), count in kinds.items() if end.is_won), kinds.total())

    def _row(self, contract: Contract) -> Row | None:
        plays = played_as(contract)
        question = self.question
        discard: tuple[Card, ...] = ()
        if question.skat:
            tried = self.discards(plays)
            discard = question.skat if plays.hand else question.discard or (tried[0].cards if tried else ())
        entry = Entry(plays, discard)
        stages = {_JUDGED: "exact" if entry == self.exact_entry else "judged", _SURVEY: "survey", _CHOICE: "choice"}
        found = [(kinds, stages[stream]) for stream in stages if (kinds := self.tallies.get((stream, entry)))]
        if not found:
            return None
        # While fresh worlds are still few, the older ones say more; in the end only the fresh ones count.
        kinds, stage = found[0] if self.settled else max(found, key=lambda each: each[0].total())
        return Row(
            contract, Tally(contract, (*question.hand, *question.skat), kinds), stage, discard, question.known.worlds
        )


def played_as(contract: Contract) -> Contract:
    """Return the contract that is played alike with open cards: Null ouvert as Null, since all see the cards anyway."""
    return replace(contract, ouvert=False) if contract.game is Game.NULL else contract


# The run


def run_chances(chances: Chances, jobs: int = 1, progress: Callable[[], None] = lambda: None) -> None:
    """Answer a question in *jobs* processes; after a `KeyboardInterrupt` *chances* holds what is known.

    The figures depend on question and seed only, not on the number of processes.
    """
    _Run(chances, jobs, progress).run()
    chances.settled = True
    chances.complete = not chances.lost


class _Run:
    def __init__(self, chances: Chances, jobs: int, progress: Callable[[], None]) -> None:
        self._chances = chances
        self._question = chances.question
        self._jobs = jobs
        self._progress = progress

    def run(self) -> None:
        question = self._question
        entries = {Entry(played_as(contract)): None for contract in question.contracts}
        contracts = [entry.contract for entry in entries]
        survey = max(1, question.worlds // _SURVEY_PART)
        few = len(contracts) <= _GO_ON
        if not question.skat:
            self._chances.total = (0 if few else len(contracts) * survey) + min(
                len(contracts), _GO_ON
            ) * question.worlds
            if not few:
                look = max(1, survey // _SURVEY_PART)
                self._stage(_SURVEY, list(entries), look)
                for entry in entries if survey > look else ():
                    self._stage(_SURVEY, [entry], look + self._affordable([entry], survey - look, _ALLOWED), first=look)
            self._judge([Entry(contract) for contract in self._best(contracts)], question.worlds)
            return
        chosen = self._discards(contracts)
        if question.exact:
            entry = self._chances.exact_entry = Entry(contracts[0], chosen[contracts[0]][0])
            self._stage(_JUDGED, [entry], question.known.worlds, exact=True)
            return
        if question.discard and not few:  # nothing was chosen, so nothing is known of these contracts yet
            self._stage(_SURVEY, [Entry(contract, chosen[contract][0]) for contract in contracts], survey)
        best = self._best(contracts)
        going_on = [Entry(best[0], pair) for pair in chosen[best[0]]] + [Entry(one, chosen[one][0]) for one in best[1:]]
        others = [Entry(contract, chosen[contract][0]) for contract in contracts if contract not in best]
        self._judge(going_on + others, survey)
        self._judge(going_on, question.worlds, first=survey)

    def _best(self, contracts: Sequence[Contract]) -> list[Contract]:
        """Return the contracts that go on: those with the best mean scores by what is known of them so far."""
        if len(contracts) <= _GO_ON:
            known = [played_as(row.contract) for row in self._chances.rows()]
            return sorted(contracts, key=lambda one: known.index(one) if one in known else len(known))
        order = dict.fromkeys(played_as(row.contract) for row in self._chances.rows())
        return [contract for contract in order if contract in contracts][:_GO_ON]

    def _discards(self, contracts: Sequence[Contract]) -> dict[Contract, list[tuple[Card, ...]]]:
        """Return for each contract the discards to be judged, the best first, by rounds on common worlds."""
        question = self._question
        chosen: dict[Contract, list[tuple[Card, ...]]] = {}
        for contract in contracts:
            if contract.hand or question.discard:
                chosen[contract] = [question.skat if contract.hand else question.discard]
            else:
                twelve = (*question.hand, *question.skat)
                self._chances.narrowed[contract] = list(ranked_discards(twelve, contract.game))
        rounds = [(size, max(1, worlds * question.worlds // WORLDS)) for size, worlds in _ROUNDS]
        open_ = [contract for contract in contracts if contract not in chosen]
        self._plan(len(open_), len(contracts), rounds)
        done = dict.fromkeys(open_, 0)
        for place, (size, worlds) in enumerate(rounds):
            for one in self._best(open_) if place == len(rounds) - 1 else open_:
                entries = [Entry(one, each.cards) for each in self._chances.discards(one)[:size]]
                # The first world of all shows what games of this contract take.
                for more in (1, worlds - 1) if place == 0 else (worlds,):
                    done[one] += self._compare(entries, more, first=done[one])
        for contract in open_:
            best = [each.cards for each in self._chances.discards(contract)]
            chosen[contract] = best[: 1 if question.exact else _SHOWN]
        return chosen

    def _compare(self, entries: list[Entry], worlds: int, *, first: int) -> int:
        """Compare discards of one contract on *worlds* more worlds, or fewer, or fewer of them; return how many."""
        while (more := self._affordable(entries, worlds, _ALLOWED)) < min(1, worlds) and len(entries) > _SHOWN:
            entries = entries[: max(_SHOWN, len(entries) // 2)]
        more = max(more, min(1, worlds))
        self._stage(_CHOICE, entries, first + more, first=first, detail=False)
        return more

    def _affordable(self, entries: Sequence[Entry], worlds: int, allowed: int) -> int:
        """Return how many of *worlds* worlds may be played out for these entries of one contract, perhaps none.

        What that takes is judged by what the games of the contract have taken so far.
        """
        contract = entries[0].contract
        tricks, games = self._chances.tricks[contract], self._chances.games[contract]
        if self._question.patient or not tricks:
            return worlds
        return min(worlds, allowed * games // (tricks * len(entries)))

    def _judge(self, entries: Sequence[Entry], worlds: int, *, first: int = 0) -> None:
        """Judge entries on the fresh worlds from *first* on, contract by contract."""
        for contract in dict.fromkeys(entry.contract for entry in entries):
            own = [entry for entry in entries if entry.contract == contract]
            if worlds > first:
                more = max(1, self._affordable(own, worlds - first, _ALLOWED_TO_JUDGE))
                self._stage(_JUDGED, own, first + more, first=first)

    def _plan(self, open_: int, contracts: int, rounds: Sequence[tuple[int, int]]) -> None:
        """Work out how many games will be played, for the bar."""
        question = self._question
        *early, (size, worlds) = rounds
        total = open_ * sum(size * worlds for size, worlds in early) + min(open_, _GO_ON) * size * worlds
        if question.exact:
            total += question.known.worlds
        else:
            best = min(contracts, _GO_ON)
            survey = max(1, question.worlds // _SURVEY_PART)
            total += (best + (_SHOWN - 1 if open_ else 0)) * question.worlds + (contracts - best) * survey
            total += contracts * survey if question.discard and contracts > _GO_ON else 0
        self._chances.total = total

    def _stage(
        self,
        stream: int,
        entries: Sequence[Entry],
        worlds: int,
        *,
        first: int = 0,
        exact: bool = False,
        detail: bool = True,
    ) -> None:
        """Judge the entries on the worlds *first* to *worlds* − 1 of a stream."""
        if not entries or first >= worlds:
            return
        question = self._question
        task = Task(question.known, tuple(entries), question.seed, stream, exact=exact, detail=detail)
        counting = _Counting(self._chances, task)
        jobs = 1 if len(entries) * (worlds - first) < _SMALL else self._jobs
        if jobs == 1 and worlds - first > _FIRST_LOOK:  # so that there is something to look at soon
            run_chunks(judge, task, first, first + _FIRST_LOOK - 1, 1, counting, self._progress)
            first += _FIRST_LOOK
        run_chunks(judge, task, first, worlds - 1, jobs, counting, self._progress)


def run_table(
    chances: Chances, games: int, level: str, jobs: int = 1, progress: Callable[[], None] = lambda: None
) -> None:
    """Let players of a level play out the best contract of a question that was answered, a world a game."""
    rows = chances.rows()
    if not rows:
        return
    question, best = chances.question, rows[0]
    chances.table_level = level
    task = TableTask(question.known, Entry(best.contract, best.discard), level, question.seed)
    run_chunks(play_tables, task, 0, games - 1, jobs, _Playing(chances), progress)


class _Playing:
    """Adds up games at the table."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances

    def add(self, chunk: Chunk, answer: Played) -> None:  # noqa: ARG002  the games of all chunks are alike
        self._chances.table = self._chances.table.with_games(answer.won)

    def lose(self, number: int) -> None:
        self._chances.remarks.append(f"game {number} at the table is not counted: two processes died over it")

    def remark(self, line: str) -> None:
        self._chances.remarks.append(line)


class _Counting:
    """Counts what comes in; sums of whole numbers, so the order does not matter."""

    def __init__(self, chances: Chances, task: Task) -> None:
        self._chances = chances
        self._task = task

    def add(self, chunk: Chunk, answer: Judged) -> None:
        for entry, tally in zip(self._task.entries, answer.tallies, strict=True):
            self._chances.tallies.setdefault((self._task.stream, entry), Counter()).update(tally)
        for entry, tricks in zip(self._task.entries, answer.tricks, strict=True):
            self._chances.tricks[entry.contract] += tricks
            self._chances.games[entry.contract] += chunk.size
        self._chances.played += chunk.size * len(self._task.entries)

    def lose(self, number: int) -> None:
        self._chances.lost += 1
        self._chances.remarks.append(f"world {number} is not counted: two processes died over it")

    def remark(self, line: str) -> None:
        self._chances.remarks.append(line)
