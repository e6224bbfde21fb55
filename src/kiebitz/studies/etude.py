"""Wetherell's étude: random games of Russian Solitaire, each played to its best score, and their figures.

The figures are sums of whole numbers, and so independent of the number of processes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from kiebitz.analysis.limits import Limit
from kiebitz.analysis.proportions import Share
from kiebitz.analysis.score_stores import Store, StoreFigures
from kiebitz.patience.games import game
from kiebitz.studies.engine import run_chunks
from kiebitz.studies.grid import Cell
from kiebitz.studies.questions import Request
from kiebitz.studies.questions.score import CARDS, CHOICES, QUESTION, Settings
from kiebitz.studies.row_counts import Findings
from kiebitz.studies.sample_statistics import Sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.studies.chunks import Chunk
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.row_writer import RowWriter

#: The casino's price of a deck and its payment for each card brought home, in dollars.
STAKE = 52 + 3
PAID = 5
#: Default numbers of games with shortest paths, and of lines that the referee replays.
PATH_GAMES = 2_000
REPLAYED_GAMES = 500

# The numbers of games after which the mean is recorded: 20 for each power of ten.
_CHECKPOINTS = sorted({round(10 ** (step / 20)) for step in range(20 * 19)})


@dataclass(frozen=True, slots=True)
class Etude:
    """The games of an étude: the run *seed* of a *shuffle*, with a *store* of old positions.

    The first *path_games* get shortest lines; the referee replays the first *replayed_games*.
    """

    seed: int = 1
    shuffle: str = "fisher-yates"
    store: Store = field(default_factory=Store)
    path_games: int = PATH_GAMES
    replayed_games: int = REPLAYED_GAMES

    @property
    def request(self) -> Request:
        settings = Settings(self.store, self.path_games, self.replayed_games)
        return Request(QUESTION, Cell.of(game("russian")), self.shuffle, self.seed, Limit(), settings=settings)


@dataclass(slots=True)
class EtudeFigures:
    """The figures of some games of a run.

    *stretches* are the samples of scores between checkpoints, *checked* and *replayed* the lines replayed by the native
    checker and the referee, *lost* the places of games whose processes died.
    """

    findings: Findings = field(default_factory=Findings)
    stretches: dict[int, Sample] = field(default_factory=dict)
    store: StoreFigures = field(default_factory=StoreFigures)
    checked: int = 0
    replayed: int = 0
    lost: list[int] = field(default_factory=list)

    def add(self, first: int, rows: Rows) -> None:
        self.findings.add(rows, range(first, first + rows.count), (*QUESTION.columns, CHOICES))
        for stretch, sample in _stretches(first, rows.columns["score"]).items():
            self.stretches[stretch] = self.stretches.get(stretch, Sample()) + sample
        for store, checked, replayed in rows.extra:
            self.store = self.store + store
            self.checked += checked
            self.replayed += replayed

    @property
    def games(self) -> int:
        return self.score.count

    @property
    def scores(self) -> Counter[float]:
        return self.findings.values["score"].counts

    @property
    def score(self) -> Sample:
        return self.findings.values["score"].sample

    @property
    def moves(self) -> Counter[float]:
        return self.findings.values["moves"].counts

    @property
    def path_moves(self) -> Sample:
        return self.findings.values["moves"].sample

    @property
    def decisions(self) -> Counter[float]:
        return self.findings.values["decisions"].counts

    @property
    def path_decisions(self) -> Sample:
        return self.findings.values["decisions"].sample

    @property
    def states(self) -> Sample:
        return self.findings.values["states"].sample

    @property
    def most_positions(self) -> int:
        return int(self.findings.values["states"].most or 0)

    @property
    def effort(self) -> Counter[float]:
        """The counts of games by the binary digits of their number of positions."""
        counts: Counter[float] = Counter()
        for states, times in self.findings.values["states"].counts.items():
            counts[int(states).bit_length()] += times
        return counts

    @property
    def won(self) -> Share:
        """The share of games in which all cards can be brought home."""
        return Share(self.findings.verdicts["solved"], self.games)

    @property
    def without_move(self) -> Share:
        """The share of games without a first move between columns."""
        choices = self.findings.values.get(CHOICES.name)
        return Share(0 if choices is None else choices.counts[0], self.games)

    def at_least(self, score: int) -> Share:
        """Return the share of games with this score or a better one."""
        return Share(sum(times for value, times in self.scores.items() if value >= score), self.games)

    @property
    def hit_rate(self) -> float | None:
        """The share of lookups that the store answered; `None` without lookups."""
        return self.store.hits / self.store.lookups if self.store.lookups else None

    def convergence(self) -> list[Sample]:
        """Return the samples from the first game to each checkpoint and to the end."""
        return list(accumulate(self.stretches[stretch] for stretch in sorted(self.stretches)))


@dataclass(frozen=True, slots=True)
class Casino:
    """The étude's casino, which takes `STAKE` dollars a deck and pays `PAID` a card brought home."""

    score: Sample

    @property
    def profit(self) -> float | None:
        """The player's expected profit from a deck, in dollars."""
        return self._dollars(self.score.mean)

    @property
    def interval(self) -> tuple[float, float] | None:
        interval = self.score.interval_within(0, CARDS)
        return None if interval is None else (PAID * interval[0] - STAKE, PAID * interval[1] - STAKE)

    @property
    def deviation(self) -> float | None:
        deviation = self.score.deviation
        return None if deviation is None else PAID * deviation

    @property
    def edge(self) -> float | None:
        """The house edge: the expected share of the stake that the house keeps."""
        profit = self.profit
        return None if profit is None else -profit / STAKE

    @property
    def edge_interval(self) -> tuple[float, float] | None:
        interval = self.interval
        return None if interval is None else (-interval[1] / STAKE, -interval[0] / STAKE)

    @staticmethod
    def _dollars(cards: float | None) -> float | None:
        return None if cards is None else PAID * cards - STAKE


def answer(request: Request, first: int, last: int) -> Rows:
    """Play the games in the places *first* to *last*; a `LimitError` if the store does not fit into memory."""
    try:
        return request.question.answer(request, first, last)
    except MemoryError:
        raise request.settings.store.too_large() from None


def run_etude(
    etude: Etude,
    games: int,
    jobs: int = 1,
    *,
    figures: EtudeFigures | None = None,
    remark: Callable[[str], None] | None = None,
    progress: Callable[[], None] | None = None,
    writer: RowWriter | None = None,
    work: Callable[[Request, int, int], Rows] = answer,
) -> EtudeFigures:
    """Play the first *games* deals of a run and return the figures, which do not depend on *jobs*.

    They accumulate in *figures*, valid also after a `KeyboardInterrupt`. *jobs* is the number of processes, 0 for one
    per core; *remark* gets messages about processes, *writer* the rows. Raises `LimitError` as `answer`.
    """
    figures = EtudeFigures() if figures is None else figures
    ledger = _Ledger(figures, writer, remark or (lambda _: None))
    run_chunks(work, etude.request, [(0, games - 1)], jobs, ledger, progress or (lambda: None))
    return figures


class _Ledger:
    def __init__(self, figures: EtudeFigures, writer: RowWriter | None, remark: Callable[[str], None]) -> None:
        self._figures = figures
        self._writer = writer
        self.remark = remark

    def add(self, chunk: Chunk, answer: Rows) -> None:
        self._figures.add(chunk.first, answer)
        if self._writer is not None:
            self._writer.add(chunk.first, chunk.last, answer)

    def lose(self, number: int) -> None:
        self._figures.lost.append(number)
        self._figures.lost.sort()
        if self._writer is not None:
            self._writer.add(number, number, None)
        self.remark(f"game {number} of the run is lost: every process that tried it died")


def _stretches(first: int, scores: bytes) -> dict[int, Sample]:
    stretches = {}
    at = 0
    while at < len(scores):
        stretch = bisect_right(_CHECKPOINTS, first + at)
        end = _CHECKPOINTS[stretch] - first if stretch < len(_CHECKPOINTS) else len(scores)
        stretches[stretch] = Sample.of(Counter(scores[at:end]))
        at = end
    return stretches
