"""Shortest lines: of a position of the FreeCell family, and of consecutive deals of the 13-card game.

The checker or the referee has replayed every line; the search proves that none is shorter.
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
from kiebitz.analysis.solving import SHORT, state_of
from kiebitz.analysis.supported_rules import Search, require_search
from kiebitz.deals import one_suit
from kiebitz.errors import KernelFaultError, NumberRangeError
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

_MOST_DEALS = 1 << 20  # per call; lines take about 60 bytes per deal

_NO_SEARCH = "has no search for shortest lines:"


class Metric(Choice):
    """The way to count moves.

    `SINGLE`: each card moved counts one, moves home included, without autoplay. `PLAYER`: each player's move counts
    one, a sequence included; autoplay does not count.
    """

    SINGLE = "single"
    PLAYER = "player"


_WIDTHS = {Metric.SINGLE: 256, Metric.PLAYER: SHORT}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortestLine(LineAnswer):
    """The fewest moves that win from a position, or bounds for them, counted by the `metric`.

    `moves` is the best line known, verified by the referee: single cards with all moves home in the metric `SINGLE`, a
    player's line for the rule `autoplay` in the metric `PLAYER`. No line has fewer than `bound` moves. `limit_hit`
    names what left open whether there is a shorter one: `states`, `seconds`, `memory`, or `stopped`.
    """

    verdict: Verdict
    bound: int
    metric: Metric = Metric.SINGLE

    @property
    def length(self) -> int | None:
        """The length of the best line; `None` without one."""
        return len(self.moves) if self.verdict is Verdict.SOLVED else None

    @property
    def proven(self) -> bool:
        """Whether nothing is left open: no line is shorter, or there is none."""
        return self.length == self.bound or self.verdict is Verdict.IMPOSSIBLE


def require(rules: Rules, metric: Metric = Metric.SINGLE) -> None:
    """Raise an `UnsupportedRulesError` for rules that `shortest` does not support."""
    search = {Metric.SINGLE: Search.SHORTEST_LINE, Metric.PLAYER: Search.SHORTEST_PLAYER_LINE}[metric]
    require_search(rules, search, _NO_SEARCH)


def shortest(
    position: Position | Session | Table,
    limit: Limit | None = None,
    *,
    metric: Metric | str = Metric.SINGLE,
    autoplay: Autoplay | str | None = None,
    width: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> ShortestLine:
    """Return a line that wins in the fewest moves, counted by *metric*; within limits, the best line and a lower bound.

    For the metric `PLAYER`, *autoplay* is the rule. The search for a line before the proof keeps *width* positions of
    each level, by default 256 for `SINGLE` and 5,000 for `PLAYER`. *progress* is called with the bound and the length
    of the best line (`None` without one) when one of them changes. *stop*: see `solve`. Raises `UnsupportedRulesError`
    for rules with a stock, rules in which any card moves, and for `SINGLE` rules that move more cards at once than
    single-card moves can.

    >>> from kiebitz.patience.dealing import deal
    >>> result = shortest(deal(3))
    >>> result.length, result.bound, result.proven
    (73, 73, True)
    """
    position, rule = state_of(position, autoplay)
    rules, metric = position.rules, choice_named(Metric, metric)
    require(rules, metric)
    tracker = LimitTracker(limit_or(limit), stop)
    width = width or _WIDTHS[metric]
    if metric is Metric.PLAYER:
        return _shortest_player_line(position, rule, width, tracker, progress)
    request, report = (encode_rules(rules), encode_position(position)), _progress_callback(progress, None)
    answer = tracker.spend(
        lambda limits, _: kernel.shortest_line(*request, limits, width=width, progress=report, ask=stop)
    )
    if answer is None:
        return ShortestLine(verdict=Verdict.UNDECIDED, line=Line(position=position), bound=0, effort=tracker.effort())
    moves, verdict = decode_moves(answer.line), VERDICTS[answer.verdict]
    if verdict is Verdict.SOLVED:
        with as_kernel_fault():
            referee.verify(position, moves)
    line = Line(position=position, moves=moves)
    return ShortestLine(verdict=verdict, line=line, bound=answer.bound, effort=tracker.effort())


def _progress_callback(
    progress: Callable[[int, int | None], object] | None, least: int | None
) -> Callable[[int, int], object] | None:
    """Return the kernel's progress callback, which gets −1 for no line; *least* is the length of an earlier line."""
    if progress is None:
        return None
    return lambda bound, length: progress(bound, length if length >= 0 else least)


def _shortest_player_line(
    position: Position,
    autoplay: Autoplay,
    width: int,
    tracker: LimitTracker,
    progress: Callable[[int, int | None], object] | None,
) -> ShortestLine:
    """Return the answer in the metric `PLAYER`: a short line, then the proof or a shorter line."""
    rules, board, rule = encode_game(position.rules), encode_position(position), AUTOPLAYS.index(autoplay)
    with as_kernel_fault():
        short_line = tracker.spend(
            lambda limits, poll: kernel_analyst.solution(rules, board, FIRST, rule, width, (*limits, 0), poll)
        )
    moves = short_line.moves if short_line is not None and short_line.autoplay == rule else b""
    is_lost = short_line is not None and VERDICTS[short_line.verdict] is Verdict.IMPOSSIBLE
    bound, hit = 0, None
    if not is_lost and not referee.is_won(position):
        length, report = len(moves) // 4, _progress_callback(progress, len(moves) // 4 or None)
        request = encode_rules(position.rules), board, encode_play(position.rules, autoplay)
        answer = tracker.spend(
            lambda limits, _: kernel.shortest_player_line(
                *request, limits, known=length, progress=report, ask=tracker.stop
            )
        )
        hit = tracker.limit_hit
        if answer is not None:
            bound = answer.bound
            moves = answer.line if VERDICTS[answer.verdict] is Verdict.SOLVED else moves
            is_lost = VERDICTS[answer.verdict] is Verdict.IMPOSSIBLE and not moves
    line = Line.decoded(position, moves, autoplay)
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
    """The lengths of shortest lines of the deals *first*, *first* + 1, … of the 13-card game, one byte per deal.

    A length counts every move, moves home included; 0 means impossible. A move takes one card or, if sequences move
    whole, one sequence.
    """

    rules: Rules
    lengths: bytes = field(repr=False)

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the line of a deal with all moves home, empty if the deal is impossible.

        The referee has replayed it. Raises `NumberRangeError` for other deals.
        """
        line = self.line(number)
        if line:
            with as_kernel_fault(f"deal {number}: "):
                referee.verify(Position.deal(self.rules, one_suit.cards(number, self.rules.pack)), line)
        return line


def shortest_lines(rules: Rules, first: int, count: int = 1) -> ShortestLines:
    """Return shortest lines of the deals *first* … *first* + *count* − 1 in the numbering `one-suit`.

    *rules* are those of `solitaire_one_suit`, with supermoves `single` or `whole` (the cards per move), and empty
    columns for any card or only kings. The checker has replayed every line. Raises `UnsupportedRulesError` for other
    rules, `NumberRangeError` for other deals.

    >>> from kiebitz.patience.games import game
    >>> rules = game("solitaire_one_suit").with_(supermoves="single")
    >>> list(shortest_lines(rules, 379948320).lengths)
    [23]
    """
    require_search(rules, Search.ONE_SUIT, _NO_SEARCH)
    if type(count) is not int or not 0 < count <= _MOST_DEALS:
        raise NumberRangeError(count, f"1 to {_MOST_DEALS} deals at a time")
    one_suit.columns(first)  # raises for an invalid number
    one_suit.columns(first + count - 1)
    start = perf_counter()
    rule_bytes = encode_rules(rules)
    lines = kernel.one_suit(rule_bytes, first, count)
    checked = kernel.check_one_suit(rule_bytes, first, lines.lengths, lines.lines, lines.ends)
    if checked != count:
        raise KernelFaultError(f"deal {first + checked}: the checker refuses the line that was found")
    return ShortestLines(
        rules=rules,
        first=first,
        lengths=lines.lengths,
        states=decode_numbers(lines.states),
        lines=lines.lines,
        ends=decode_numbers(lines.ends),
        seconds=perf_counter() - start,
    )
