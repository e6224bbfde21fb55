"""Best scores: how many cards can be brought home, of one position or of a run of random deals, and on which line.

The search kernel is asked here and its answers are checked: no line leaves that the referee has not replayed (for runs
of deals: the native checker), and a score is called best only after a search that came to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz import kernel
from kiebitz.deals import shuffles
from kiebitz.deals.shuffles import nth
from kiebitz.errors import KernelFaultError, KiebitzError, LimitError, NumberRangeError, shown
from kiebitz.patience import referee
from kiebitz.patience.games import game
from kiebitz.patience.moves import moves_from_kernel
from kiebitz.patience.piles import PileKind
from kiebitz.patience.position import Position
from kiebitz.patience.rules import Autoplay
from kiebitz.patience.solve import Limit, Statistics, numbers_from_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.moves import Move

#: The shuffles that random deals are dealt with; their names are also those of the numberings.
SHUFFLES = ("fisher-yates", "wetherell")

_LIMITS = (None, "states", "seconds", "memory")
_MOST_DEALS = 1 << 24  # in one call; lines take about 100 bytes a deal


class Eviction(Enum):
    """What a full store of old positions does: take no more, or make room.

    `LRU` drops the position that was met longest ago, `LFU` the one that was met least often.
    """

    NONE = "none"
    LRU = "lru"
    LFU = "lfu"

    def __repr__(self) -> str:
        return f"Eviction.{self.name}"


@dataclass(frozen=True, slots=True)
class Store:
    """The store of old positions: how many it holds at most (`None`: the standard size), and what it does when full.

    A small one costs time, never an answer. A `LimitError` refuses a size that is not above zero.
    """

    size: int | None = None
    eviction: Eviction = Eviction.LRU

    def __post_init__(self) -> None:
        size = self.size
        if size is not None and (not isinstance(size, int) or isinstance(size, bool) or not 0 < size < 2**63):
            raise LimitError("store size", size, "a whole number above 0")

    def for_kernel(self) -> tuple[int, int]:
        """Return size and eviction as the kernel takes them."""
        return self.size or 0, list(Eviction).index(self.eviction)


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """What became of a store: *entries* held at most at a time, *lookups* and *hits*, *evictions*, bytes of *memory*.

    A lookup asks whether a position was met before; a hit is one answered yes.
    """

    entries: int = 0
    lookups: int = 0
    hits: int = 0
    evictions: int = 0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    """The length of a shortest line to a score, as the étude counts it.

    *moves* are moves between columns, the fewest that reach the score; moves home are forced and not counted.
    *decisions* are the positions of the line from which such a move is made although another one is legal too (all
    empty columns are one target): the fewest among the lines with the fewest moves.
    """

    moves: int
    decisions: int


@dataclass(frozen=True, slots=True)
class BestScore:
    """The most cards that can be brought home from one position, those that are home already among them.

    `score` is reached by `moves`, the player's moves of a line that the referee has replayed, given that the program
    plays by the rule `autoplay` after each of them. No line can reach more than `bound`: the score is the best where
    both are equal, and otherwise `limit_hit` names the limit (`states`, `seconds`, `memory`) that left it open. `path`
    is there where the shortest line was asked for and found within the limit; `moves` are that line then.
    """

    score: int
    bound: int
    position: Position
    moves: tuple[Move, ...]
    autoplay: Autoplay
    limit_hit: str | None
    statistics: Statistics
    store: StoreFigures
    path: Path | None = None

    @property
    def exact(self) -> bool:
        """Whether no line brings more cards home."""
        return self.score == self.bound


def best_score(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    shortest: bool = False,
    store: Store | None = None,
    plain: bool = False,
) -> BestScore:
    """Find out how many cards can be brought home from *position*, where that is the goal (`russian`).

    With *shortest* the line is one with the fewest moves between columns, and among those the fewest decision points
    (see `Path`). *plain* asks for the search by explicit columns that looks at every position there is: it knows no
    store and no theory, so the two can be compared. Hitting a limit is no error, but leaves the score below its bound.
    Ctrl-C (`KeyboardInterrupt`) ends the search at once. A `KiebitzError` says which games have no best score here; a
    `KernelFaultError` means that the referee refused the search's answer, which is a fault of this package.
    """
    limit, store = limit or Limit(), store or Store()
    states, seconds, memory = limit.for_kernel()
    start = perf_counter()
    rules = position.rules.kernel_bytes()
    try:
        score, bound, line, hit, count, entries, lookups, hits, evictions, peak = kernel.best_score(
            rules, position.kernel_bytes(), plain, states, seconds, memory, *store.for_kernel()
        )
    except ValueError as error:
        raise KiebitzError(f"{position.rules.title} has no best score that can be searched for: {error}") from None
    path = None
    if shortest and score == bound:
        # One limit for both searches: what is left of it is what the second one gets.
        states_left, seconds_left = max(1, states - count), max(1e-9, seconds - (perf_counter() - start))
        short, moves, decisions, hit, more, more_memory = kernel.shortest(
            rules,
            position.kernel_bytes(),
            score,
            states_left if states else 0,
            seconds_left if seconds else 0.0,
            memory,
        )
        count, peak_of_both = count + more, max(peak, more_memory)
        if moves >= 0:
            line, path = short, Path(moves, decisions)
        elif not hit:
            raise KernelFaultError(f"no shortest line to the score {score} was found, though a line to it was")
    else:
        peak_of_both = peak
    statistics = Statistics(count, entries, peak_of_both, perf_counter() - start)
    try:
        player_moves = _for_player(position, moves_from_kernel(line), autoplay, score)
    except KernelFaultError:
        raise
    except KiebitzError as error:
        raise KernelFaultError(str(error)) from None
    figures = StoreFigures(entries, lookups, hits, evictions, peak)
    return BestScore(score, bound, position, player_moves, autoplay, _LIMITS[hit], statistics, figures, path)


def _for_player(position: Position, line: Sequence[Move], autoplay: Autoplay, score: int) -> tuple[Move, ...]:
    """Return what the player has to do himself, after the referee has replayed it with the program's help."""
    table = referee.Table(position, autoplay)
    moves = []
    along = position
    for move in line:
        if move.target.kind is PileKind.FOUNDATION:
            card = along.columns[move.source.index][-1]
            done = along.rules.steps[card] < table.position.foundations[card.suit]
        else:
            done = False
        along = referee.apply(along, move)
        if not done:
            table.push(move)
            moves.append(move)
    home = sum(table.position.foundations)
    if home != score:
        raise KernelFaultError(f"the line brings {home} cards home, not {score}")
    return tuple(moves)


# Runs of random deals


@dataclass(frozen=True, slots=True)
class RandomScores:
    """The best scores of the deals *first*, *first* + 1, … of the run *seed*; one byte a deal in `scores`.

    Every score is exact, and every line to one has been replayed by the checker, the first *replayed* of them by the
    referee too. `states` are the positions that each search looked at. `moves` and `decisions` are those of the
    shortest line (see `Path`), one byte a deal, empty unless asked for. `choices` are the different moves between
    columns that a deal offers once all cards are home that go there by themselves; its empty columns are one target.
    """

    seed: int
    first: int
    shuffle: str
    scores: bytes = field(repr=False)
    states: Sequence[int] = field(repr=False)
    moves: bytes = field(repr=False)
    decisions: bytes = field(repr=False)
    choices: bytes = field(repr=False)
    store: StoreFigures
    replayed: int
    seconds: float

    def number(self, index: int) -> int:
        """Return the number of deal *index* of the run in the numbering that is called like the shuffle."""
        return nth(self.seed, index)


def random_scores(
    seed: int,
    first: int,
    count: int,
    *,
    shuffle: str = "fisher-yates",
    store: Store | None = None,
    paths: bool = False,
    replay: int = 0,
    plain: bool = False,
) -> RandomScores:
    """Return the best scores of Russian Solitaire for the deals *first* … *first* + *count* − 1 of the run *seed*.

    Deal i of a run is the shuffle numbered `kiebitz.deals.shuffles.nth(seed, i)`. *paths* asks for moves and decision
    points of the shortest lines, *replay* for so many lines to be replayed by the referee, the first of them; the
    checker replays all. *plain* asks for the search that looks at every position. Raises `NumberRangeError` for deals
    that no run has, `KernelFaultError` for a line that is refused.
    """
    if shuffle not in SHUFFLES:
        raise KiebitzError(f"unknown shuffle {shown(shuffle)}; expected one of: {', '.join(SHUFFLES)}")
    if not isinstance(count, int) or not 0 < count <= _MOST_DEALS:
        raise NumberRangeError(count, f"1 to {_MOST_DEALS} deals at a time")
    nth(seed, first)  # complains about either
    nth(seed, first + count - 1)
    rules = game("russian")
    deal = (shuffles.fisher_yates, shuffles.wetherell)[SHUFFLES.index(shuffle)]
    run = (
        rules.kernel_bytes(),
        bytes(rules.destinations),
        bytes(rules.face_down),
        SHUFFLES.index(shuffle),
        seed,
        first,
    )
    start = perf_counter()
    found = kernel.etude(*run, count, plain, *(store or Store()).for_kernel(), True, paths)
    scores, states, lines, ends, moves, decisions, entries, lookups, hits, evictions, memory, choices = found
    right = kernel.check_etude(*run, scores, lines, ends)
    if right != count:
        raise KernelFaultError(f"deal {first + right} of run {seed}: the checker refuses the line that was found")
    borders = numbers_from_kernel(ends)
    for index in range(min(replay, count)):
        line = lines[borders[index - 1] if index else 0 : borders[index]]
        position = Position.deal(rules, deal(nth(seed, first + index)))  # by the shuffle in Python
        try:
            _replay(position, line, scores[index], choices[index])
        except KiebitzError as error:
            raise KernelFaultError(f"deal {first + index} of run {seed}: {error}") from None
    return RandomScores(
        seed,
        first,
        shuffle,
        scores,
        numbers_from_kernel(states),
        moves,
        decisions,
        choices,
        StoreFigures(entries, lookups, hits, evictions, memory),
        min(replay, count),
        perf_counter() - start,
    )


def _replay(position: Position, line: bytes, score: int, choices: int) -> None:
    """Let the referee replay a line, and look whether there was a choice when only forced moves had been made."""
    at_first = position
    for automatic in referee.autoplay_moves(position, Autoplay.MAX):
        at_first = referee.unchecked(at_first, automatic)
    if bool(referee.legal_moves(at_first)) != (choices > 0):
        raise KiebitzError(f"{choices} moves at its start, which the referee denies")
    home = sum(referee.replay(position, moves_from_kernel(line)).foundations)
    if home != score:
        raise KiebitzError(f"the line brings {home} cards home, not {score}")
