"""Shortest lines: of one position of the FreeCell family, and of deals in a row of the 13-card game.

No length leaves here whose line the checker or the referee has not replayed; that no shorter line exists is what the
search proves.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.answers import Line, LineAnswer, RangeAnswers
from kiebitz.analysis.encoding import decode_numbers, encode_play
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limit_tracker import LimitTracker
from kiebitz.analysis.limits import VERDICTS, Limit, Verdict, limit_or
from kiebitz.analysis.search_support import Search, missed
from kiebitz.analysis.solving import SHORT, state_of
from kiebitz.deals import one_suit
from kiebitz.errors import KernelFaultError, NumberRangeError, UnsupportedRulesError
from kiebitz.kernel import analyst as kernel_analyst
from kiebitz.kernel import functions as kernel
from kiebitz.kernel.analyst import FIRST
from kiebitz.patience import referee
from kiebitz.patience.encoding import (
    AUTOPLAYS,
    decode_moves,
    encode_game,
    encode_position,
    encode_rules,
)
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Autoplay, Choice, choice_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.referee import Table
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import Session

_MOST_DEALS = 1 << 20  # in one call; lines take about 60 bytes a deal

#: How many positions of each level the search for a good line keeps, which comes before the proof.
_WIDTH = 256


class Metric(Choice):
    """How the moves of a line are counted.

    `SINGLE`: every card moved counts one, moves home are counted, and the program plays nothing by itself. `PLAYER`: a
    move as players write it; a sequence counts one, and what the program plays by the rule of autoplay counts nothing.
    """

    SINGLE = "single"
    PLAYER = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortestLine(LineAnswer):
    """The fewest moves that win from a position, or between which numbers they lie, counted by the `metric`.

    `moves` is the best line known; the referee has replayed it. In the metric `SINGLE` it has one card a move and each
    move home spelt out; in the metric `PLAYER` it is for a table at which the program plays by the rule `autoplay`. No
    line has fewer than `bound` moves. `limit_hit` names what left it open whether there is a shorter one: `states`,
    `seconds`, `memory`, or `stopped`.
    """

    verdict: Verdict
    bound: int
    metric: Metric = Metric.SINGLE

    @property
    def length(self) -> int | None:
        """How many moves the best line has; `None` where no line is known."""
        return len(self.moves) if self.verdict is Verdict.SOLVED else None

    @property
    def proven(self) -> bool:
        """Whether nothing is open: no line is shorter than this one, or there is none at all."""
        return self.length == self.bound or self.verdict is Verdict.IMPOSSIBLE


def require(rules: Rules, metric: Metric = Metric.SINGLE) -> None:
    """Raise an `UnsupportedRulesError` for rules under which `shortest` cannot search."""
    search = {Metric.SINGLE: Search.SHORTEST_LINE, Metric.PLAYER: Search.SHORTEST_PLAYER_LINE}[metric]
    reason = missed(rules, search)
    if reason is not None:
        raise UnsupportedRulesError(rules.title, f"has no shortest lines that can be searched for: {reason}")


def shortest(
    position: Position | Session | Table,
    limit: Limit | None = None,
    *,
    metric: Metric | str = Metric.SINGLE,
    autoplay: Autoplay | str | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> ShortestLine:
    """Return a line that wins in the fewest moves: every card moved counts one, or as *metric* says.

    *autoplay* is the rule by which the program plays in the metric `PLAYER`. Within limits the answer is an interval:
    the best line found and the lower bound reached. *progress* is called with that bound and the length of the best
    line so far (`None`: none) whenever one of them changes; *stop* is asked every few hundredths of a second whether
    nobody waits for more, and what is known by then is the answer. Raises an `UnsupportedRulesError` for rules by which
    more cards move at once than single moves can carry (`SINGLE`), by which any card moves, or with a stock.

    >>> from kiebitz.patience.dealing import deal
    >>> found = shortest(deal(3))
    >>> found.length, found.bound, found.proven
    (73, 73, True)
    """
    position, rule = state_of(position, autoplay)
    rules, metric = position.rules, choice_named(Metric, metric)
    require(rules, metric)
    tracker = LimitTracker(limit_or(limit), stop)
    if metric is Metric.PLAYER:
        return _shortest_player_line(position, rule, tracker, progress)
    question, tell = (encode_rules(rules), encode_position(position)), _told(progress, None)
    found = tracker.spend(
        lambda limits, _: kernel.shortest_line(*question, limits, width=_WIDTH, progress=tell, ask=stop)
    )
    if found is None:
        return ShortestLine(verdict=Verdict.UNDECIDED, line=Line(position=position), bound=0, effort=tracker.effort())
    moves, verdict = decode_moves(found.line), VERDICTS[found.verdict]
    if verdict is Verdict.SOLVED:
        with as_kernel_fault():
            referee.verify(position, moves)
    line = Line(position=position, moves=moves)
    return ShortestLine(verdict=verdict, line=line, bound=found.bound, effort=tracker.effort())


def _told(
    progress: Callable[[int, int | None], object] | None, known: int | None
) -> Callable[[int, int], object] | None:
    """Return what the kernel calls with bound and length, −1 if it has no line; *known* is the length of one before."""
    if progress is None:
        return None
    return lambda bound, length: progress(bound, length if length >= 0 else known)


def _shortest_player_line(
    position: Position, autoplay: Autoplay, tracker: LimitTracker, progress: Callable[[int, int | None], object] | None
) -> ShortestLine:
    """Return the shortest line in the metric `PLAYER`: first a short one, then the proof or a shorter one."""
    rules, board, rule = encode_game(position.rules), encode_position(position), AUTOPLAYS.index(autoplay)
    with as_kernel_fault():
        first = tracker.spend(
            lambda limits, poll: kernel_analyst.solution(rules, board, FIRST, rule, SHORT, (*limits, 0), poll)
        )
    told = first.moves if first is not None and first.autoplay == rule else b""
    is_lost = first is not None and VERDICTS[first.verdict] is Verdict.IMPOSSIBLE
    bound, hit = 0, None
    if not is_lost and not referee.is_won(position):
        known, tell = len(told) // 4, _told(progress, len(told) // 4 or None)
        question = encode_rules(position.rules), board, encode_play(position.rules, autoplay)
        found = tracker.spend(
            lambda limits, _: kernel.shortest_player_line(
                *question, limits, known=known, progress=tell, ask=tracker.stop
            )
        )
        hit = tracker.limit_hit
        if found is not None:
            bound = found.bound
            told = found.line if VERDICTS[found.verdict] is Verdict.SOLVED else told
            is_lost = VERDICTS[found.verdict] is Verdict.IMPOSSIBLE and not told
    line = Line.decoded(position, told, autoplay)
    if line.moves:
        with as_kernel_fault():
            referee.verify(position, line.moves, autoplay)
    known_to_win = line.moves or referee.is_won(position)
    return ShortestLine(
        verdict=Verdict.IMPOSSIBLE if is_lost else Verdict.SOLVED if known_to_win else Verdict.UNDECIDED,
        line=line,
        bound=bound,
        metric=Metric.PLAYER,
        effort=replace(tracker.effort(), limit_hit=hit),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortestLines(RangeAnswers):
    """The lengths of shortest lines of the deals *first*, *first* + 1, … of the 13-card game; one byte a deal.

    A length counts every move, those to the foundation among them; 0 means that the deal is impossible. A move takes
    one card, or where sequences move whole, one sequence.
    """

    rules: Rules
    lengths: bytes = field(repr=False)

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the line of one deal, every move to the foundation spelt out; none if the deal is impossible.

        The referee has replayed it. A `NumberRangeError` for a deal that is not among these.
        """
        line = self.line(number)
        if line:
            with as_kernel_fault(f"deal {number}: "):
                referee.verify(Position.deal(self.rules, one_suit.cards(number, self.rules.pack)), line)
        return line


def shortest_lines(rules: Rules, first: int, count: int = 1) -> ShortestLines:
    """Return shortest lines of the deals *first* … *first* + *count* − 1 in the numbering `one-suit`.

    *rules* are those of `solitaire_one_suit`, with supermoves `single` or `whole`, which say how many cards make one
    move, and empty columns that take any card or only kings. The checker has replayed every line. Raises an
    `UnsupportedRulesError` for other rules, a `NumberRangeError` for deals that there are not.

    >>> from kiebitz.patience.games import game
    >>> rules = game("solitaire_one_suit").with_(supermoves="single")
    >>> list(shortest_lines(rules, 379948320).lengths)
    [23]
    """
    reason = missed(rules, Search.ONE_SUIT)
    if reason is not None:
        raise UnsupportedRulesError(rules.title, f"has no shortest lines that can be searched for: {reason}")
    if type(count) is not int or not 0 < count <= _MOST_DEALS:
        raise NumberRangeError(count, f"1 to {_MOST_DEALS} deals at a time")
    one_suit.columns(first)  # complains about numbers that no deal has
    one_suit.columns(first + count - 1)
    start = perf_counter()
    own = encode_rules(rules)
    found = kernel.one_suit(own, first, count)
    right = kernel.check_one_suit(own, first, found.lengths, found.lines, found.ends)
    if right != count:
        raise KernelFaultError(f"deal {first + right}: the checker refuses the line that was found")
    return ShortestLines(
        rules=rules,
        first=first,
        lengths=found.lengths,
        states=decode_numbers(found.states),
        lines=found.lines,
        ends=decode_numbers(found.ends),
        seconds=perf_counter() - start,
    )
