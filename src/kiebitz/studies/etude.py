"""Wetherell's étude: so many random games of Russian Solitaire, each played to its best score, and their figures.

The figures are sums of whole numbers, so that they are the same in whatever order and by however many processes the
games were played. Playing and checking is for `kiebitz.patience.best`, the processes are the engine's, printing is not
done here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from kiebitz.patience.best import Store, StoreFigures, random_scores
from kiebitz.studies.engine import run_chunks
from kiebitz.studies.rows import Rows
from kiebitz.studies.samples import Sample, Share

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.best import RandomScores
    from kiebitz.studies.engine import Chunk
    from kiebitz.studies.rows import Form, Payload, RowWriter

    Play = Callable[["Question", int, int], "Played"]

CARDS = 52
#: What a deck costs in the casino of the étude, in dollars, and what it pays for each card brought home.
STAKE = 52 + 3
PAID = 5
#: So many games are looked at for moves and decision points, and so many lines replayed by the referee, unless asked.
PATH_GAMES = 20_000
REPLAYED_GAMES = 10_000

# Twenty to each power of ten: where the mean is noted on its way, whatever the chunks are.
_CHECKPOINTS = sorted({round(10 ** (step / 20)) for step in range(20 * 19)})


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of each deal of the run *seed*.

    The first *path_games* deals are asked for their shortest lines, and the lines of the first *replayed_games* are
    replayed by the referee. *rows* names the form of the rows, one a deal, where they are wanted.
    """

    seed: int = 1
    shuffle: str = "fisher-yates"
    store: Store = field(default_factory=Store)
    path_games: int = PATH_GAMES
    replayed_games: int = REPLAYED_GAMES
    rows: Form | None = None


@dataclass(slots=True)
class Figures:
    """The figures of some games of a run: counts and sums that can be added to those of others.

    `scores`, `moves` and `decisions` say how often each value occurred; `effort` how often the number of positions
    that a search looked at had so many binary digits. `stretches` holds a sample of the scores between two checkpoints.
    """

    scores: Counter[int] = field(default_factory=Counter)
    immobile: int = 0
    moves: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    effort: Counter[int] = field(default_factory=Counter)
    positions: int = 0
    most_positions: int = 0
    stretches: dict[int, Sample] = field(default_factory=dict)
    store: StoreFigures = field(default_factory=StoreFigures)
    replayed: int = 0
    lost: list[int] = field(default_factory=list)

    @staticmethod
    def of(played: RandomScores) -> Figures:
        """Return the figures of games that were just played."""
        return Figures(
            Counter(played.scores),
            played.choices.count(0),
            Counter(played.moves),
            Counter(played.decisions),
            Counter(map(int.bit_length, played.states)),
            sum(played.states),
            max(played.states, default=0),
            _stretches(played.first, played.scores),
            played.store,
            played.replayed,
        )

    def add(self, other: Figures) -> None:
        """Add the figures of other games of the same run."""
        self.scores.update(other.scores)
        self.immobile += other.immobile
        self.moves.update(other.moves)
        self.decisions.update(other.decisions)
        self.effort.update(other.effort)
        self.positions += other.positions
        self.most_positions = max(self.most_positions, other.most_positions)
        for stretch, sample in other.stretches.items():
            self.stretches[stretch] = self.stretches.get(stretch, Sample()) + sample
        mine, theirs = self.store, other.store
        self.store = StoreFigures(
            max(mine.entries, theirs.entries),
            mine.lookups + theirs.lookups,
            mine.hits + theirs.hits,
            mine.evictions + theirs.evictions,
            max(mine.memory, theirs.memory),
        )
        self.replayed += other.replayed
        self.lost += other.lost

    @property
    def games(self) -> int:
        """How many games were played to their best score."""
        return self.scores.total()

    @property
    def score(self) -> Sample:
        """The sample of best scores."""
        return Sample.of(self.scores)

    @property
    def path_moves(self) -> Sample:
        """The sample of moves on shortest paths, of the games in which those were looked for."""
        return Sample.of(self.moves)

    @property
    def path_decisions(self) -> Sample:
        """The sample of decision points on them."""
        return Sample.of(self.decisions)

    @property
    def won(self) -> Share:
        """The games in which all cards can be brought home."""
        return Share(self.scores[CARDS], self.games)

    @property
    def without_move(self) -> Share:
        """The games in which no card can be moved between columns, once all is home that goes there by itself."""
        return Share(self.immobile, self.games)

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
        interval = self.score.interval
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


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a chunk of games: their figures, their rows if those are wanted, and the time that it took."""

    figures: Figures
    rows: Payload | None
    seconds: float


def play(question: Question, first: int, last: int) -> Played:
    """Play the deals *first* to *last* of a run: what every process does, again and again."""
    figures = Figures()
    rows = Rows(question.seed, question.rows) if question.rows is not None else None
    seconds = 0.0
    for paths, start, end in (
        (True, first, min(last, question.path_games - 1)),
        (False, max(first, question.path_games), last),
    ):
        if start > end:
            continue
        played = random_scores(
            question.seed,
            start,
            end - start + 1,
            shuffle=question.shuffle,
            store=question.store,
            paths=paths,
            replay=max(0, question.replayed_games - start),
        )
        figures.add(Figures.of(played))
        seconds += played.seconds
        if rows is not None:
            rows.add(start, played.scores, played.states, played.moves, played.decisions)
    return Played(figures, rows.payload() if rows is not None else None, seconds)


def run_etude(
    question: Question,
    games: int,
    jobs: int = 1,
    *,
    figures: Figures | None = None,
    remark: Callable[[str], None] | None = None,
    progress: Callable[[], None] | None = None,
    writer: RowWriter | None = None,
    play: Play = play,
) -> Figures:
    """Play the first *games* deals of a run and return the figures, the same ones whatever *jobs* is.

    They grow in *figures*, which is what there is after a `KeyboardInterrupt`. *jobs* processes share the work, 0
    meaning one for each core. *remark* hears what happened to processes, *progress* is called now and then, and
    *writer* gets the rows, in order, if the question asks for any.
    """
    figures = Figures() if figures is None else figures
    books = _Books(question, figures, writer, remark or (lambda _: None))
    run_chunks(play, question, 0, games - 1, jobs, books, progress or (lambda: None))
    return figures


class _Books:
    """The figures of a run and its rows, if it has any: where the engine's answers go."""

    def __init__(
        self, question: Question, figures: Figures, writer: RowWriter | None, remark: Callable[[str], None]
    ) -> None:
        self._question = question
        self._figures = figures
        self._writer = writer
        self.remark = remark

    def add(self, chunk: Chunk, answer: Played) -> None:
        self._figures.add(answer.figures)
        if self._writer is not None and answer.rows is not None:
            self._writer.add(chunk.first, chunk.last, answer.rows)

    def lose(self, number: int) -> None:
        self._figures.lost.append(number)
        self._figures.lost.sort()
        if self._writer is not None and self._question.rows is not None:
            rows = Rows(self._question.seed, self._question.rows)
            rows.lost(number)
            self._writer.add(number, number, rows.payload())
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
