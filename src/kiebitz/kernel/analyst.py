"""The kernel's analyst: what is true of a position and how a player gets there, each question answered in one call.

What the values mean is said here, in `answers` and in the kernel's header `analyst.hpp`. A *game* is told in bytes
(`patience.encoding.encode_game`). `ask` is called now and then; a true answer ends the search, which gives what it has.
A `RuntimeError` says that the checker refused what the search found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.kernel.host import call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.kernel.answers import Deals

    Ask = Callable[[], object] | None
    #: States, seconds, memory, 0 for no limit; and the bytes that a search gets if it has no limit on memory.
    Allowance = tuple[int, float, int, int]
    #: The number of an analyst, how many positions it remembers, the width of its search for short lines; 0: as usual.
    Handle = tuple[int, int, int]

#: How a position is searched: quick attempts and complete searches by turns; one quick look, then a complete search.
FIRST, PROVE = 0, 1


class Status(NamedTuple):
    """What is known of a position: `verdict` and `limit_hit` as in `answers.Answer`.

    `score` and `bound` are `None` but in scored games. The line has three bytes a move, each move home spelt out.
    """

    verdict: int
    score: int | None
    bound: int | None
    line: bytes
    limit_hit: int
    states: int
    stored: int
    memory: int
    seconds: float


class Solution(NamedTuple):
    """A status and a player's line: four bytes a move, as `answers.PlayerLines` has them.

    `autoplay` is the rule that it is for; `is_new` is 0 for the rest of a line that was handed out before.
    """

    verdict: int
    score: int | None
    bound: int | None
    line: bytes
    limit_hit: int
    states: int
    stored: int
    memory: int
    seconds: float
    moves: bytes
    autoplay: int
    is_new: int


class Columns(NamedTuple):
    """What is known of deals in a row: a byte a deal, but four for `states` and for `ends`, where lines end.

    `scores` are those of a scored game; moves and decisions those of shortest lines to them. 255 stands for what a
    limit left open.
    """

    verdicts: bytes
    limits_hit: bytes
    states: bytes
    lines: bytes
    ends: bytes
    scores: bytes
    path_moves: bytes
    decisions: bytes


class Condition(NamedTuple):
    """What a search expects of a rule: one of some choices, a bit each, or if there are none a number in between."""

    rule: int
    choices: int
    least: int
    most: int


class Measured(NamedTuple):
    """What was measured of a difficulty: a player's line and its autoplay, moves kept, lost and left open before each.

    Then the games won by each player without a plan, and all games played.
    """

    moves: bytes
    autoplay: int
    kept: bytes
    lost: bytes
    left_open: bytes
    won_1: int
    won_2: int
    games: int


class Difficulty(NamedTuple):
    """How narrow the way to a win is; empty but for a deal that can be won.

    `measured` is for the next call where the `share` of the work that is done is below 1. `share_kept` and `only_moves`
    are each at least and at most.
    """

    status: Status
    measured: Measured
    share: float
    share_kept: tuple[float, float]
    only_moves: tuple[int, int]


class Played(NamedTuple):
    """A game in progress: positions, the first one at its start; then moves, three bytes each, and their autoplay."""

    game: bytes
    positions: Sequence[bytes]
    moves: bytes = b""
    autoplay: int = 0


def conditions(search: int) -> list[Condition]:
    """Return what a search expects of rules."""
    return [Condition(*values) for values in call("conditions", search)]


def missed(game: bytes, search: int) -> Condition | None:
    """Return the first condition of a search that a game does not meet."""
    (found,) = call("missed", game, search)
    return None if found is None else Condition(*found)


def search_for(game: bytes) -> int | None:
    """Return the search that decides whether a game can be won."""
    (found,) = call("search_for", game)
    return found if found is None else int(found)


def answer(game: bytes, position: bytes, mode: int, allowance: Allowance, ask: Ask = None) -> Status:
    """Find out what is true of a position."""
    return Status(*call("answer", game, position, mode, *allowance, ask=ask))


def solution(
    game: bytes, position: bytes, mode: int, autoplay: int, width: int, allowance: Allowance, ask: Ask = None
) -> Solution:
    """Return the same with a player's line, shortened by a search that keeps *width* positions of each level."""
    return Solution(*call("solution", game, position, mode, autoplay, width, *allowance, ask=ask))


def for_player(
    game: bytes, position: bytes, line: bytes, score: int | None, autoplay: int, allowance: Allowance, ask: Ask = None
) -> tuple[bytes, int]:
    """Return a player's moves, four bytes each, of a line that wins or leads to a score; and their autoplay rule."""
    moves, rule = call("for_player", game, position, line, score, autoplay, *allowance, ask=ask)
    return moves, rule


def answer_range(
    game: bytes,
    layout: bytes,
    first: int,
    last: int,
    mode: int,
    allowance: Allowance,
    deals: Deals,
    *,
    lines: bool,
    paths: bool,
) -> Columns:
    """Return what is known of the deals *first* to *last*, each asked within the allowance."""
    return Columns(*call("answer_range", game, layout, first, last, mode, lines, paths, *allowance, *deals))


def status(analyst: Handle, played: Played, allowance: Allowance, ask: Ask = None) -> Status:
    """Return what an analyst knows of the position of a game now; it remembers what it finds out.

    An analyst is known by a number that its owner chooses.
    """
    return Status(*call("analyst_status", *analyst, *played, *allowance, ask=ask))


def solution_of(analyst: Handle, played: Played, autoplay: int, allowance: Allowance, ask: Ask = None) -> Solution:
    """Return the same with a player's line."""
    return Solution(*call("analyst_solution", *analyst, *played, autoplay, *allowance, ask=ask))


def losing_move(
    analyst: Handle, played: Played, allowance: Allowance, ask: Ask = None
) -> tuple[int, int, bool, int | None, int | None] | None:
    """Return ply, last winnable ply (-1: none), certainty, score before and after of the move that lost a game."""
    found = call("analyst_losing_move", *analyst, *played, *allowance, ask=ask)
    if not found:
        return None
    ply, last_winnable, certain, before, after = found
    return ply, last_winnable, bool(certain), before, after


def forget(analyst: int) -> None:
    """Free what an analyst remembers."""
    call("analyst_forget", analyst)


def remembered(analyst: int) -> int:
    """Return how many positions an analyst remembers."""
    return int(call("analyst_remembered", analyst)[0])


def difficulty(
    game: bytes,
    position: bytes,
    autoplay: int,
    allowance: Allowance,
    steps: int = 0,
    measured: Measured | None = None,
    ask: Ask = None,
) -> Difficulty:
    """Measure how hard a deal is, in so many steps (0: to the end)."""
    values = call("difficulty", game, position, autoplay, *allowance, steps, measured, ask=ask)
    told, share, low, high, least, most = values[9:]
    return Difficulty(Status(*values[:9]), Measured(*told), share, (low, high), (least, most))


def narrowness(kept: bytes, lost: bytes, left_open: bytes) -> tuple[tuple[float, float], tuple[int, int]]:
    """Return the share of moves that keep a win, and the only moves that do, each at least and at most."""
    low, high, least, most = call("narrowness", kept, lost, left_open)
    return (low, high), (least, most)


def place_among(value: float, quantiles: Sequence[float], more_is_harder: bool) -> int:
    """Return how many of a hundred deals are easier by a measure of which these are the quantiles."""
    return int(call("place_among", float(value), more_is_harder, list(quantiles))[0])
