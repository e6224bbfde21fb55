"""Wetherell's étude: random games of Russian Solitaire, each played to its best score, and their figures.

It is the question `score` about the first deals of a random run. The figures are sums of whole numbers, so that they
are the same in whatever order and by however many processes the games were played.
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
from kiebitz.studies.questions import Asked
from kiebitz.studies.questions.score import CARDS, CHOICES, QUESTION, Settings
from kiebitz.studies.row_counts import Findings
from kiebitz.studies.sample_statistics import Sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.studies.chunks import Chunk
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.rows import RowWriter

#: What a deck costs in the casino of the étude, in dollars, and what it pays for each card brought home.
STAKE = 52 + 3
PAID = 5
#: Games that are looked at for moves and decision points, and lines that the referee replays, unless asked.
PATH_GAMES = 2_000
REPLAYED_GAMES = 500

# Twenty to each power of ten: where the mean is noted on its way, whatever the chunks are.
_CHECKPOINTS = sorted({round(10 ** (step / 20)) for step in range(20 * 19)})


@dataclass(frozen=True, slots=True)
class Etude:
    """Which games are played and how: the run *seed* of a *shuffle*, and the *store* of old positions.

    The first *path_games* deals are asked for their shortest lines, and the lines of the first *replayed_games* are
    replayed by the referee.
    """

    seed: int = 1
    shuffle: str = "fisher-yates"
    store: Store = field(default_factory=Store)
    path_games: int = PATH_GAMES
    replayed_games: int = REPLAYED_GAMES

    @property
    def asked(self) -> Asked:
        """What is asked of each of its games."""
        settings = Settings(self.store, self.path_games, self.replayed_games)
        return Asked(QUESTION, Cell.of(game("russian")), self.shuffle, self.seed, Limit(), settings=settings)


@dataclass(slots=True)
class Figures:
    """The figures of some games of a run, which can be added to those of others.

    `stretches` holds a sample of the scores between two checkpoints each; *checked* and *replayed* are how many lines
    the native checker and the referee have replayed; *lost* are the places of games whose processes died.
    """

    findings: Findings = field(default_factory=Findings)
    stretches: dict[int, Sample] = field(default_factory=dict)
    store: StoreFigures = field(default_factory=StoreFigures)
    checked: int = 0
    replayed: int = 0
    lost: list[int] = field(default_factory=list)

    def add(self, first: int, rows: Rows) -> None:
        """Add the games in the places from *first* on."""
        self.findings.add(rows, range(first, first + rows.count), (*QUESTION.columns, CHOICES))
        for stretch, sample in _stretches(first, rows.columns["score"]).items():
            self.stretches[stretch] = self.stretches.get(stretch, Sample()) + sample
        for store, checked, replayed in rows.extra:
            self.store = self.store + store
            self.checked += checked
            self.replayed += replayed

    @property
    def games(self) -> int:
        """How many games were played to their best score."""
        return self.score.count

    @property
    def scores(self) -> Counter[float]:
        """How often each best score occurred."""
        return self.findings.values["score"].counts

    @property
    def score(self) -> Sample:
        """The sample of best scores."""
        return self.findings.values["score"].sample

    @property
    def moves(self) -> Counter[float]:
        """How often each number of moves occurred on a shortest path."""
        return self.findings.values["moves"].counts

    @property
    def path_moves(self) -> Sample:
        """The sample of moves on shortest paths, of the games in which those were looked for."""
        return self.findings.values["moves"].sample

    @property
    def decisions(self) -> Counter[float]:
        """How often each number of decision points occurred on a shortest path."""
        return self.findings.values["decisions"].counts

    @property
    def path_decisions(self) -> Sample:
        """The sample of decision points on them."""
        return self.findings.values["decisions"].sample

    @property
    def states(self) -> Sample:
        """The sample of positions that the searches looked at."""
        return self.findings.values["states"].sample

    @property
    def most_positions(self) -> int:
        """The most positions that were looked at in one game."""
        return int(self.findings.values["states"].most or 0)

    @property
    def effort(self) -> Counter[float]:
        """How often the number of positions looked at had one binary digit, two, and so on."""
        found: Counter[float] = Counter()
        for states, times in self.findings.values["states"].counts.items():
            found[int(states).bit_length()] += times
        return found

    @property
    def won(self) -> Share:
        """The games in which all cards can be brought home."""
        return Share(self.findings.verdicts["solved"], self.games)

    @property
    def without_move(self) -> Share:
        """The games in which no card can be moved between columns, once all is home that goes there by itself."""
        choices = self.findings.values.get(CHOICES.name)
        return Share(0 if choices is None else choices.counts[0], self.games)

    def at_least(self, score: int) -> Share:
        """Return the share of games with such a score or a better one."""
        return Share(sum(times for value, times in self.scores.items() if value >= score), self.games)

    @property
    def hit_rate(self) -> float | None:
        """How many of the positions that the store was asked for it knew; `None` if it was asked for none."""
        return self.store.hits / self.store.lookups if self.store.lookups else None

    def convergence(self) -> list[Sample]:
        """Return the samples of the first 1, 2, … games of the run, up to each checkpoint and to its end."""
        return list(accumulate(self.stretches[stretch] for stretch in sorted(self.stretches)))


@dataclass(frozen=True, slots=True)
class Casino:
    """The étude's casino: what a sample of scores means for who pays `STAKE` dollars a deck and gets `PAID` a card."""

    score: Sample

    @property
    def profit(self) -> float | None:
        """The player's expected profit from a deck in dollars: below zero, he loses."""
        return self._dollars(self.score.mean)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the expected profit."""
        interval = self.score.interval_within(0, CARDS)
        return None if interval is None else (PAID * interval[0] - STAKE, PAID * interval[1] - STAKE)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of a deck's profit in dollars."""
        deviation = self.score.deviation
        return None if deviation is None else PAID * deviation

    @property
    def edge(self) -> float | None:
        """The house edge: the share of the stake that the house keeps in the long run."""
        profit = self.profit
        return None if profit is None else -profit / STAKE

    @property
    def edge_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the house edge."""
        interval = self.interval
        return None if interval is None else (-interval[1] / STAKE, -interval[0] / STAKE)

    @staticmethod
    def _dollars(cards: float | None) -> float | None:
        return None if cards is None else PAID * cards - STAKE


def answer(asked: Asked, first: int, last: int) -> Rows:
    """Play the games in the places *first* to *last*.

    They all take the same memory, that of the store: where there is too little for one of them, there is for none.
    """
    try:
        return asked.question.answer(asked, first, last)
    except MemoryError:
        raise asked.settings.store.too_large() from None


def run_etude(
    etude: Etude,
    games: int,
    jobs: int = 1,
    *,
    figures: Figures | None = None,
    remark: Callable[[str], None] | None = None,
    progress: Callable[[], None] | None = None,
    writer: RowWriter | None = None,
    work: Callable[[Asked, int, int], Rows] = answer,
) -> Figures:
    """Play the first *games* deals of a run and return the figures, the same ones whatever *jobs* is.

    They grow in *figures*, which is what there is after a `KeyboardInterrupt`. *jobs* processes share the work, 0
    meaning one for each core. *remark* hears what happened to processes, *progress* is called now and then, and
    *writer* gets the rows. A `LimitError` says that the store takes more memory than there is.
    """
    figures = Figures() if figures is None else figures
    ledger = _Ledger(figures, writer, remark or (lambda _: None))
    run_chunks(work, etude.asked, [(0, games - 1)], jobs, ledger, progress or (lambda: None))
    return figures


class _Ledger:
    """Where the engine's answers go: the figures of a run, and its rows if they are wanted."""

    def __init__(self, figures: Figures, writer: RowWriter | None, remark: Callable[[str], None]) -> None:
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
    """Return the samples of these scores between two checkpoints each."""
    stretches = {}
    at = 0
    while at < len(scores):
        stretch = bisect_right(_CHECKPOINTS, first + at)
        end = _CHECKPOINTS[stretch] - first if stretch < len(_CHECKPOINTS) else len(scores)
        stretches[stretch] = Sample.of(Counter(scores[at:end]))
        at = end
    return stretches
