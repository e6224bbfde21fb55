"""Best scores: the most cards that come home from a position, or from each deal of a seeded run."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.answers import Line, LineAnswer, Path
from kiebitz.analysis.encoding import decode_numbers, encode_dealing, encode_store
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limit_tracker import LimitTracker
from kiebitz.analysis.limits import Limit, Verdict, limit_or
from kiebitz.analysis.score_stores import Store, StoreFigures
from kiebitz.analysis.solving import state_of
from kiebitz.analysis.supported_rules import Search, require_search
from kiebitz.deals import shuffles
from kiebitz.deals.shuffles import SHUFFLES, nth
from kiebitz.errors import (
    ChoiceError,
    InputError,
    KernelFaultError,
    NumberRangeError,
    UnsupportedRulesError,
    WrongScoreError,
)
from kiebitz.kernel import analyst as kernel_analyst
from kiebitz.kernel import functions as kernel
from kiebitz.patience import referee
from kiebitz.patience.encoding import (
    AUTOPLAYS,
    decode_moves,
    encode_game,
    encode_layout,
    encode_position,
    encode_rules,
)
from kiebitz.patience.games import game
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.patience.referee import Table
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import Session

_NO_BEST = "has no best score that can be searched for:"
_MOST_DEALS = 1 << 24  # per call; lines take about 100 bytes per deal


@dataclass(frozen=True, slots=True, kw_only=True)
class BestScore(LineAnswer):
    """The most cards that come home from a position, those at home included.

    `moves` reach `score` with autoplay by the rule `autoplay`, as the referee has verified. No line exceeds `bound`; if
    it is above the score, `limit_hit` names the limit (`states`, `seconds`, `memory`) that left the best score open.
    `path` is set if a shortest line was requested and found; `moves` are that line.
    """

    score: int
    bound: int
    store: StoreFigures
    path: Path | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether all cards come home."""
        cards = len(self.position.rules.pack)
        solved = self.score == cards
        return Verdict.SOLVED if solved else Verdict.IMPOSSIBLE if self.bound < cards else Verdict.UNDECIDED

    @property
    def proven(self) -> bool:
        """Whether no line brings more cards home."""
        return self.score == self.bound

    exact = proven  # the name in earlier versions


def require(rules: Rules) -> None:
    """Raise an `UnsupportedRulesError` for rules that `best_score` does not support."""
    require_search(rules, Search.RUSSIAN, _NO_BEST)


def best_score(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    shortest: bool = False,
    store: Store | None = None,
    exhaustive: bool = False,
    stop: Callable[[], bool] | None = None,
) -> BestScore:
    """Return the most cards that come home from *position*, in games that are played for that (`russian`).

    *shortest* asks for a line with the fewest moves between columns, then the fewest decision points (see `Path`).
    *exhaustive* visits every position, without store or reductions, for comparison. A limit leaves the score below its
    bound. *stop* and errors: see `solve`.
    """
    position, rule = state_of(position, autoplay)
    rules = position.rules
    if not exhaustive:
        require(rules)
    tracker = LimitTracker(limit_or(limit), stop)
    request, options = (encode_rules(rules), encode_position(position)), encode_store(store or Store())
    try:
        best = tracker.spend(
            lambda limits, poll: kernel.best_score(*request, limits, exhaustive=exhaustive, store=options, ask=poll)
        )
    except ValueError as error:
        raise UnsupportedRulesError(rules.title, f"{_NO_BEST} {error}") from None
    score, bound, line = (
        (best.score, best.bound, best.line) if best else (sum(position.foundations), len(rules.pack), b"")
    )
    path = None
    if shortest and score == bound:
        shortest_path = tracker.spend(lambda limits, poll: kernel.shortest(*request, score, limits, poll))
        if shortest_path is not None and shortest_path.moves >= 0:
            line, path = shortest_path.line, Path(shortest_path.moves, shortest_path.decisions)
        elif shortest_path is not None and not shortest_path.limit_hit:
            raise KernelFaultError(f"no shortest line to the score {score} was found, though a line to it was")
    with as_kernel_fault():
        player_moves, _ = kernel_analyst.for_player(
            encode_game(rules), request[1], line, score, AUTOPLAYS.index(rule), tracker.limit.allowance()
        )
        player_line = Line.decoded(position, player_moves, rule)
        referee.verify(position, player_line.moves, rule, score)
    return BestScore(
        line=player_line,
        effort=tracker.effort(),
        score=score,
        bound=bound,
        store=StoreFigures(*best.store) if best else StoreFigures(),
        path=path,
    )


# Runs of random deals


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomScores:
    """The best scores of the deals *first*, *first* + 1, … of the run *seed*, one byte per deal in `scores`.

    Every score is proven. The checker has replayed the lines (*checked*), the referee the first *replayed* of them.
    `states` are the positions searched. `moves` and `decisions` describe a shortest line (see `Path`), one byte per
    deal, empty unless requested. `choices` counts the moves between columns at the start, after the forced moves home;
    empty columns are one target.
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
    checked: int
    replayed: int
    seconds: float

    def number(self, index: int) -> int:
        """Return the number of deal *index* of the run in the numbering named after the shuffle."""
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
    exhaustive: bool = False,
) -> RandomScores:
    """Return the best scores of Russian Solitaire for the deals *first* … *first* + *count* − 1 of the run *seed*.

    Deal i of a run is the shuffle numbered `kiebitz.deals.shuffles.nth(seed, i)`. *paths* adds moves and decision
    points of shortest lines. The checker replays all lines, the referee the first *replay*. *exhaustive* is as in
    `best_score`. Raises `NumberRangeError` for deals outside a run, `LimitError` for a store larger than this process's
    share of the free memory, `KernelFaultError` for a rejected line.
    """
    if shuffle not in SHUFFLES:
        raise ChoiceError("shuffle", shuffle, SHUFFLES)
    if type(count) is not int or not 0 < count <= _MOST_DEALS:
        raise NumberRangeError(count, f"1 to {_MOST_DEALS} deals at a time")
    if type(replay) is not int or replay < 0:
        raise NumberRangeError(replay, "how many lines are replayed, from 0")
    nth(seed, first)  # raises for a seed or an index out of range
    nth(seed, first + count - 1)
    store = store or Store()
    store.check_room(Limit().with_memory().memory or 0)
    rules = game("russian")
    deal = (shuffles.fisher_yates, shuffles.wetherell)[SHUFFLES.index(shuffle)]
    request, dealing = (encode_rules(rules), encode_layout(rules), first), encode_dealing(shuffle, seed)
    start = perf_counter()
    batch = kernel.best_scores(
        *request, count, exhaustive=exhaustive, paths=paths, store=encode_store(store), deals=dealing
    )
    checked = kernel.check_scores(*request, batch.scores, batch.lines, batch.ends, dealing)
    if checked != count:
        raise KernelFaultError(f"deal {first + checked} of run {seed}: the checker refuses the line that was found")
    ends = decode_numbers(batch.ends)
    for index in range(min(replay, count)):
        line = batch.lines[ends[index - 1] if index else 0 : ends[index]]
        position = Position.deal(rules, deal(nth(seed, first + index)))  # by Python's shuffle, to check the kernel's
        with as_kernel_fault(f"deal {first + index} of run {seed}: "):
            _replay(position, line, batch.scores[index], batch.choices[index])
    return RandomScores(
        seed=seed,
        first=first,
        shuffle=shuffle,
        scores=batch.scores,
        states=decode_numbers(batch.states),
        moves=batch.moves,
        decisions=batch.decisions,
        choices=batch.choices,
        store=StoreFigures(*batch.store),
        checked=checked,
        replayed=min(replay, count),
        seconds=perf_counter() - start,
    )


def _replay(position: Position, line: bytes, score: int, choices: int) -> None:
    """Let the referee replay a line, and compare whether the start offers a choice after the forced moves."""
    _, at_first = referee.autoplayed(position, Autoplay.MAX)
    if bool(referee.legal_moves(at_first)) != (choices > 0):
        raise InputError("", f"{choices} moves at its start, which the referee denies")
    moves = decode_moves(line)
    cards_home = sum(referee.replay(position, moves).foundations)
    if cards_home != score:
        raise WrongScoreError(len(moves), cards_home, score)
