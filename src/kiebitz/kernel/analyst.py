"""The kernel's analyst: each function answers one question about a position or a game.

`answers` and the kernel's header `analyst.hpp` define the values. *game* is encoded by `patience.encoding.encode_game`.
The kernel polls *ask*; when it returns true, the search ends with the results so far. A `RuntimeError` means that the
checker rejected a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.kernel.host import call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.kernel.answers import Dealing, Play

    Ask = Callable[[], object] | None
    #: States, seconds, memory (0: no limit), and the bytes granted if memory has no limit.
    Allowance = tuple[int, float, int, int]
    #: The number of an analyst, the positions it remembers, the width of its search for short lines (0: default).
    Handle = tuple[int, int, int]

#: Search modes: quick attempts and complete searches in turns; or one quick attempt, then a complete search.
FIRST, PROVE = 0, 1


class Status(NamedTuple):
    """The status of a position: `verdict` and `limit_hit` as in `answers.Answer`.

    `score` and `bound` are `None` except in scored games. The line has three bytes per move, every move home included.
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
    """A status with a player's line: four bytes per move, as in `answers.PlayerLines`.

    `autoplay` is the line's rule; `is_new` is 0 for the rest of an earlier line.
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
    """The answers about consecutive deals: one byte per deal, four for `states` and for `ends`, the ends of the lines.

    In scored games `scores` are the best scores, `path_moves` and `decisions` belong to shortest lines to them; 255
    means that a limit left it open.
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
    """A search's condition on a rule: a bit for each valid choice or, if there are none, a range of numbers."""

    rule: int
    choices: int
    least: int
    most: int


class Measured(NamedTuple):
    """The measures of difficulty: a player's line and its autoplay, and counts of moves before each of its moves.

    `won_1` and `won_2` are the games won by each player without a plan, of `games`.
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
    """The difficulty of a position; empty unless it can be won.

    Pass `measured` to the next call while `share`, the share of work done, is below 1. `share_kept` and `only_moves`
    are lower and upper bounds; `level` is `None` before the end.
    """

    status: Status
    measured: Measured
    share: float
    share_kept: tuple[float, float]
    only_moves: tuple[int, int]
    level: int | None


class Judged(NamedTuple):
    """A legal move (three bytes), the first move to the same position, and the effect and status of that position.

    `moves_left`, for the first move to a position, is the length of a short player's line from there, `None` if none is
    known.
    """

    move: bytes
    same_as: int
    effect: int
    verdict: int
    score: int | None
    bound: int | None
    limit_hit: int
    moves_left: int | None


class GameInProgress(NamedTuple):
    """A game in progress: its positions, then moves from the last one, three bytes each, and their autoplay."""

    game: bytes
    positions: Sequence[bytes]
    moves: bytes = b""
    autoplay: int = 0


def conditions(search: int) -> list[Condition]:
    """Return a search's conditions on the rules."""
    return [Condition(*values) for values in call("conditions", search)]


def unmet_condition(game: bytes, search: int) -> Condition | None:
    """Return the first condition of a search that a game does not meet."""
    (unmet,) = call("missed", game, search)
    return None if unmet is None else Condition(*unmet)


def search_for(game: bytes) -> int | None:
    """Return the search for a game's verdict."""
    (code,) = call("search_for", game)
    return code if code is None else int(code)


def answer(game: bytes, position: bytes, mode: int, allowance: Allowance, ask: Ask = None) -> Status:
    """Return the status of a position."""
    return Status(*call("answer", game, position, mode, *allowance, ask=ask))


def solution(
    game: bytes, position: bytes, mode: int, autoplay: int, width: int, allowance: Allowance, ask: Ask = None
) -> Solution:
    """Return the status with a player's line, shortened by a search that keeps *width* positions per level."""
    return Solution(*call("solution", game, position, mode, autoplay, width, *allowance, ask=ask))


def for_player(
    game: bytes, position: bytes, line: bytes, score: int | None, autoplay: int, allowance: Allowance, ask: Ask = None
) -> tuple[bytes, int]:
    """Return a player's line (four bytes per move) from a line that wins or reaches a score, and its autoplay rule."""
    moves, rule = call("for_player", game, position, line, score, autoplay, *allowance, ask=ask)
    return moves, rule


def answer_range(
    game: bytes,
    layout: bytes,
    first: int,
    last: int,
    mode: int,
    allowance: Allowance,
    deals: Dealing,
    *,
    lines: bool,
    paths: bool,
) -> Columns:
    """Return the answers about the deals *first* to *last*, each within the allowance."""
    return Columns(*call("answer_range", game, layout, first, last, mode, lines, paths, *allowance, *deals))


def status(analyst: Handle, played: GameInProgress, allowance: Allowance, ask: Ask = None) -> Status:
    """Return the status of the current position of a game, and remember it.

    The owner of an analyst chooses its number.
    """
    return Status(*call("analyst_status", *analyst, *played, *allowance, ask=ask))


def solution_of(
    analyst: Handle, played: GameInProgress, autoplay: int, allowance: Allowance, ask: Ask = None
) -> Solution:
    """Return the status of the current position with a player's line."""
    return Solution(*call("analyst_solution", *analyst, *played, autoplay, *allowance, ask=ask))


def losing_move(
    analyst: Handle, played: GameInProgress, allowance: Allowance, ask: Ask = None
) -> tuple[int, int, bool, int | None, int | None] | None:
    """Return ply, last winnable ply (-1: none), certainty, and the scores before and after the losing move."""
    loss = call("analyst_losing_move", *analyst, *played, *allowance, ask=ask)
    if not loss:
        return None
    ply, last_winnable, certain, before, after = loss
    return ply, last_winnable, bool(certain), before, after


def judge(
    analyst: Handle, played: GameInProgress, first: int, count: int, allowance: Allowance, ask: Ask = None
) -> tuple[int, list[Judged]]:
    """Return the number of legal moves, and *count* of them from index *first* on, judged."""
    total, *judged = call("analyst_judge", *analyst, *played, first, count, *allowance, ask=ask)
    return total, [Judged(*values) for values in judged]


def effect(before: tuple[int, int | None, int | None], after: tuple[int, int | None, int | None]) -> int:
    """Return the effect of a move, by verdict, score and bound before it and after it."""
    return int(call("effect", *before, *after)[0])


def rank_moves(judged: Sequence[Judged]) -> list[int]:
    """Return all legal moves by index, one to each position, the best first: by effect, score, moves left."""
    moves = [[move.effect, move.same_as, move.score, move.moves_left] for move in judged]
    return list(map(int, call("rank_moves", moves)))


def story(game: bytes, position: bytes, moves: bytes, autoplay: int) -> list[tuple[int, int, int]]:
    """Return the events of a player's line, three bytes per move: kind, move, and suit, column or free places."""
    return [(kind, move, value) for kind, move, value in call("story", game, position, moves, autoplay)]


def forget(analyst: int) -> None:
    """Free an analyst's memory."""
    call("analyst_forget", analyst)


def remembered(analyst: int) -> int:
    """Return the number of positions that an analyst remembers."""
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
    """Measure the difficulty of a position, in at most *steps* steps (0: to the end)."""
    values = call("difficulty", game, position, autoplay, *allowance, steps, measured, ask=ask)
    measures, share, low, high, least, most, level = values[9:]
    return Difficulty(Status(*values[:9]), Measured(*measures), share, (low, high), (least, most), level)


def level(
    game: bytes, position: bytes, autoplay: int, among: int, allowance: Allowance, ask: Ask = None
) -> tuple[Status, int | None]:
    """Return the status of a position, without a line, and its level if it can be won.

    A level that is not *among* these bits may be left open; at least one is set.
    """
    *status, code = call("level", game, position, autoplay, among, *allowance, ask=ask)
    return Status(*status), code


def greedy_line(rules: bytes, position: bytes, play: Play, ahead: int, seed: int) -> bytes:
    """Return the moves of a player without a plan that looks *ahead* moves ahead, four bytes each."""
    _, _, line = call("greedy_games", rules, position, *play, ahead, 1, seed)
    return bytes(line)


def narrowness(kept: bytes, lost: bytes, left_open: bytes) -> tuple[tuple[float, float], tuple[int, int]]:
    """Return the share of moves that keep a win, and the number of only moves: lower and upper bounds."""
    low, high, least, most = call("narrowness", kept, lost, left_open)
    return (low, high), (least, most)


def percentiles(
    game: bytes, layout: bytes, position: bytes, measured: Measured, *quantiles: Sequence[float]
) -> list[int]:
    """Return the percentage of easier deals among Microsoft's, by measure; empty for deals of other games.

    The measures: moves of the line, share of moves that keep the win, only moves, games won by each player.
    """
    return list(map(int, call("percentiles", game, layout, position, measured, *map(list, quantiles))))
