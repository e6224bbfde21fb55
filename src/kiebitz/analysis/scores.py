"""Best scores: how many cards can be brought home, of one position or of a run of random deals, and on which line.

No line leaves here that the referee has not replayed (for runs of deals: the checker), and a score is called best only
after a search that came to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.answers import Found, Line, Path
from kiebitz.analysis.budget import Budget
from kiebitz.analysis.encoding import decode_numbers, encode_deals, encode_store
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import Limit, Verdict, limit_or
from kiebitz.analysis.score_stores import Store, StoreFigures
from kiebitz.analysis.search_support import Search, missed
from kiebitz.analysis.solving import state_of
from kiebitz.deals import shuffles
from kiebitz.deals.shuffles import SHUFFLES, nth
from kiebitz.errors import (
    ChoiceError,
    FaultError,
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
_MOST_DEALS = 1 << 24  # in one call; lines take about 100 bytes a deal


@dataclass(frozen=True, slots=True, kw_only=True)
class BestScore(Found):
    """The most cards that can be brought home from one position, those that are home already among them.

    `score` is reached by `moves`, the player's moves of a line that the referee has replayed, given that the program
    plays by the rule `autoplay` after each of them. No line can reach more than `bound`: the score is the best where
    both are equal, and otherwise `limit_hit` names the limit (`states`, `seconds`, `memory`) that left it open. `path`
    is there where the shortest line was asked for and found within the limit; `moves` are that line then.
    """

    score: int
    bound: int
    store: StoreFigures
    path: Path | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether all cards can be brought home."""
        cards = len(self.position.rules.pack)
        solved = self.score == cards
        return Verdict.SOLVED if solved else Verdict.IMPOSSIBLE if self.bound < cards else Verdict.UNDECIDED

    @property
    def exact(self) -> bool:
        """Whether no line brings more cards home."""
        return self.score == self.bound


def require(rules: Rules) -> None:
    """Raise an `UnsupportedRulesError` for rules under which `best_score` cannot search."""
    reason = missed(rules, Search.RUSSIAN)
    if reason is not None:
        raise UnsupportedRulesError(rules.title, f"{_NO_BEST} {reason}")


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
    """Find out how many cards can be brought home from *position*, where that is the goal (`russian`).

    With *shortest* the line is one with the fewest moves between columns, and among those the fewest decision points
    (see `Path`). *exhaustive* asks for the search by explicit columns that looks at every position there is: it knows
    no store and no theory, so the two can be compared. Hitting a limit is no error, but leaves the score below its
    bound; *stop* is that of `solve`. Ctrl-C (`KeyboardInterrupt`) ends the search at once. An `UnsupportedRulesError`
    tells which games have no best score; a `KernelFaultError` means that the referee refused the search's answer, a
    fault of this package.
    """
    position, rule = state_of(position, autoplay)
    rules = position.rules
    if not exhaustive:
        require(rules)
    budget = Budget(limit_or(limit), stop)
    question, kept = (encode_rules(rules), encode_position(position)), encode_store(store or Store())
    try:
        best = budget.spend(
            lambda limits, poll: kernel.best_score(*question, limits, exhaustive=exhaustive, store=kept, ask=poll)
        )
    except ValueError as error:
        raise UnsupportedRulesError(rules.title, f"{_NO_BEST} {error}") from None
    score, bound, line = (
        (best.score, best.bound, best.line) if best else (sum(position.foundations), len(rules.pack), b"")
    )
    path = None
    if shortest and score == bound:
        found = budget.spend(lambda limits, poll: kernel.shortest(*question, score, limits, poll))
        if found is not None and found.moves >= 0:
            line, path = found.line, Path(found.moves, found.decisions)
        elif found is not None and not found.limit_hit:
            raise KernelFaultError(f"no shortest line to the score {score} was found, though a line to it was")
    with as_kernel_fault():
        told, _ = kernel_analyst.for_player(
            encode_game(rules), question[1], line, score, AUTOPLAYS.index(rule), budget.limit.allowance()
        )
        player_line = Line.decoded(position, told, rule)
        referee.verify(position, player_line.moves, rule, score)
    return BestScore(
        line=player_line,
        effort=budget.effort(),
        score=score,
        bound=bound,
        store=StoreFigures(*best.store) if best else StoreFigures(),
        path=path,
    )


# Runs of random deals


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomScores:
    """The best scores of the deals *first*, *first* + 1, … of the run *seed*; one byte a deal in `scores`.

    Every score is exact. The checker has replayed the lines to them, *checked* in number, and the referee the first
    *replayed* of these. `states` are the positions that each search looked at. `moves` and `decisions` are those of the
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
    checked: int
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
    exhaustive: bool = False,
) -> RandomScores:
    """Return the best scores of Russian Solitaire for the deals *first* … *first* + *count* − 1 of the run *seed*.

    Deal i of a run is the shuffle numbered `kiebitz.deals.shuffles.nth(seed, i)`. *paths* asks for moves and decision
    points of the shortest lines, *replay* for the number of lines, the first ones, that the referee replays; the
    checker replays all. *exhaustive* asks for the search that looks at every position. Raises `NumberRangeError` for
    deals that no run has, `LimitError` for a store that takes more than this process's part of the free memory,
    `KernelFaultError` for a line that is refused.
    """
    if shuffle not in SHUFFLES:
        raise ChoiceError("shuffle", shuffle, SHUFFLES)
    if type(count) is not int or not 0 < count <= _MOST_DEALS:
        raise NumberRangeError(count, f"1 to {_MOST_DEALS} deals at a time")
    if type(replay) is not int or replay < 0:
        raise NumberRangeError(replay, "how many lines are replayed, from 0")
    nth(seed, first)  # complains about either
    nth(seed, first + count - 1)
    store = store or Store()
    store.check_room(Limit().with_memory().memory or 0)
    rules = game("russian")
    deal = (shuffles.fisher_yates, shuffles.wetherell)[SHUFFLES.index(shuffle)]
    dealt, deals = (encode_rules(rules), encode_layout(rules), first), encode_deals(shuffle, seed)
    start = perf_counter()
    found = kernel.best_scores(
        *dealt, count, exhaustive=exhaustive, paths=paths, store=encode_store(store), deals=deals
    )
    right = kernel.check_scores(*dealt, found.scores, found.lines, found.ends, deals)
    if right != count:
        raise KernelFaultError(f"deal {first + right} of run {seed}: the checker refuses the line that was found")
    borders = decode_numbers(found.ends)
    for index in range(min(replay, count)):
        line = found.lines[borders[index - 1] if index else 0 : borders[index]]
        position = Position.deal(rules, deal(nth(seed, first + index)))  # by the shuffle in Python
        with as_kernel_fault(f"deal {first + index} of run {seed}: "):
            _replay(position, line, found.scores[index], found.choices[index])
    return RandomScores(
        seed=seed,
        first=first,
        shuffle=shuffle,
        scores=found.scores,
        states=decode_numbers(found.states),
        moves=found.moves,
        decisions=found.decisions,
        choices=found.choices,
        store=StoreFigures(*found.store),
        checked=right,
        replayed=min(replay, count),
        seconds=perf_counter() - start,
    )


def _replay(position: Position, line: bytes, score: int, choices: int) -> None:
    """Let the referee replay a line, and look whether there was a choice when only forced moves had been made."""
    _, at_first = referee.autoplayed(position, Autoplay.MAX)
    if bool(referee.legal_moves(at_first)) != (choices > 0):
        raise FaultError("", f"{choices} moves at its start, which the referee denies")
    moves = decode_moves(line)
    home = sum(referee.replay(position, moves).foundations)
    if home != score:
        raise WrongScoreError(len(moves), home, score)
