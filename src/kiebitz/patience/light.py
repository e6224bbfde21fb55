"""The light beside a game in progress: can it still be won, what can still be reached, and which move lost it.

Quick answers to be asked for after every move; lines of play and full proofs are for `solve` and `best`, which are
asked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.patience.best import best_score
from kiebitz.patience.session import Session
from kiebitz.patience.solve import STOPPED, Limit, Verdict, decide, is_on_known_line, kernel_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.patience.position import Position

#: The limit unless another one is given. The native kernel takes about half a second for so many states where all of
#: them are needed, and less than a millisecond for nearly all positions of FreeCell; see `bench/` for the figures.
QUICK = Limit(states=5_000 if kernel_name() == "plain" else 300_000)


@dataclass(frozen=True, slots=True)
class Light:
    """What is known of a position: `SOLVED` if the game can be won from here, `IMPOSSIBLE` if it is lost.

    In a scored game (`Rules.is_scored`) `score` is the most cards that are known to be reachable and `bound` what no
    line can exceed; the score is the best one where they are equal, and the game lost where `bound` is below all cards.
    Elsewhere both are `None`. `limit_hit` names what left something open: `states`, `seconds`, `memory`, or `stopped`.
    `states` were looked at to find this out, maybe at an earlier call, which is remembered.
    """

    verdict: Verdict
    score: int | None
    bound: int | None
    limit_hit: str | None
    states: int


@dataclass(frozen=True, slots=True)
class Loss:
    """The move that lost the game, or in a scored game the last one by which the best score still reachable fell.

    `ply` is the number of the player's move, 1 for the first; 0 says that the deal itself was lost. `last_winnable` is
    the number of moves after which the game was last known to be winnable (in a scored game: to reach more), `None` if
    it never was. The move is `certain` unless there are undecided positions between the two. `score_before` and
    `score_after` are the best scores known there in a scored game, `None` elsewhere.
    """

    ply: int
    last_winnable: int | None
    certain: bool
    score_before: int | None = None
    score_after: int | None = None


def light(game: Session | Position, limit: Limit | None = None, stop: Callable[[], bool] | None = None) -> Light:
    """Say whether the game can be won from the position now, within *limit* (`QUICK` if there is none).

    The verdict is about free play: no rule of autoplay is taken into account, as `Autoplay.SAFE` loses no won game.
    What was found out is remembered, and a session whose earlier position is known to be lost stays lost. *stop* is
    asked now and then, as `decide` does, whether the search shall end. A winning line has been replayed by the checker,
    a line to a score by the referee. Errors as of `solve`.

    >>> session = Session.new("freecell", 617)
    >>> light(session).verdict
    Verdict.SOLVED
    """
    position = game.position if isinstance(game, Session) else game
    limit = limit or QUICK
    known = _known(position, limit)
    if known is None:
        known = _looked_at(position, limit, stop)
        if known.limit_hit != STOPPED:
            if len(_remembered) >= _MOST_REMEMBERED:
                _remembered.clear()
            _remembered[position] = (known, limit)
    if known.limit_hit is not None and isinstance(game, Session):
        return _by_the_past(game, known)
    return known


def losing_move(
    game: Session | Sequence[Position], limit: Limit | None = None, stop: Callable[[], bool] | None = None
) -> Loss | None:
    """Find the move that lost a game, or the best score; `None` if nothing was lost as far as known.

    *game* is a session or its positions, the one at the start first. Each position that is looked at gets the *limit*
    (`QUICK` if there is none). Once lost is always lost, so halving finds the move; from there the way back leads over
    undecided positions, if there are any, to the last one that is known to be winnable.
    """
    positions = game.positions() if isinstance(game, Session) else game
    now = light(positions[-1], limit, stop)
    cards = len(positions[-1].rules.pack)
    least = cards if now.bound is None else now.bound + 1

    def is_lost(ply: int) -> bool | None:
        """Whether as much is lost after so many moves as is now; `None` where that is undecided."""
        there = light(positions[ply], limit, stop)
        if there.score is None or there.bound is None:
            return {Verdict.SOLVED: False, Verdict.IMPOSSIBLE: True, Verdict.UNDECIDED: None}[there.verdict]
        return False if there.score >= least else True if there.bound < least else None

    if not is_lost(len(positions) - 1):
        return None
    low, lost = 0, len(positions) - 1  # the first position known to be lost lies above all below `low` that are not
    while low < lost:
        middle = (low + lost) // 2
        if is_lost(middle):
            lost = middle
        else:
            low = middle + 1
    before = lost - 1
    while before >= 0 and (verdict := is_lost(before)) is not False:
        if verdict:
            lost = before
        before -= 1
    if lost == 0 and now.score is not None:
        return None
    after = light(positions[lost], limit, stop).score
    if before < 0:
        return Loss(lost, None, lost == 0, None, after)
    return Loss(lost, before, before == lost - 1, light(positions[before], limit, stop).score, after)


_remembered: dict[Position, tuple[Light, Limit]] = {}
_MOST_REMEMBERED = 5_000  # about 10 MB


def _known(position: Position, limit: Limit) -> Light | None:
    """Return what is remembered of the position, unless a search within *limit* may find out more."""
    if not position.rules.is_scored and is_on_known_line(position):
        return Light(Verdict.SOLVED, None, None, None, 0)
    known, within = _remembered.get(position, (None, limit))
    return known if known is not None and (known.limit_hit is None or within == limit) else None


def _looked_at(position: Position, limit: Limit, stop: Callable[[], bool] | None) -> Light:
    if not position.rules.is_scored:
        found = decide(position, limit, stop)
        return Light(found.verdict, None, None, found.limit_hit, found.states)
    if stop is not None and stop():
        return _of_score(sum(position.foundations), len(position.rules.pack), position, STOPPED, 0)
    best = best_score(position, limit)  # the hardest of 8,000 deals takes two milliseconds, so this is not cut up
    return _of_score(best.score, best.bound, position, best.limit_hit, best.statistics.states)


def _of_score(score: int, bound: int, position: Position, limit_hit: str | None, states: int) -> Light:
    cards = len(position.rules.pack)
    verdict = Verdict.SOLVED if score == cards else Verdict.IMPOSSIBLE if bound < cards else Verdict.UNDECIDED
    return Light(verdict, score, bound, limit_hit if score < bound else None, states)


def _by_the_past(session: Session, now: Light) -> Light:
    """Return what is known of a session whose position is undecided, but whose earlier ones may be remembered."""
    earlier = [_remembered[turn.before][0] for turn in session.history if turn.before in _remembered]
    if now.score is not None and now.bound is not None:
        bound = min([now.bound, *(found.bound for found in earlier if found.bound is not None)])
        return _of_score(now.score, bound, session.position, now.limit_hit, now.states)
    if any(found.verdict is Verdict.IMPOSSIBLE for found in earlier):
        return Light(Verdict.IMPOSSIBLE, None, None, None, now.states)
    return now
