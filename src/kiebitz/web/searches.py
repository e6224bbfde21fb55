"""What the API finds out by searching: the light, the losing move, hints, solutions, winnable deals.

The kernel is asked by the rooms below, and stops when nobody waits any more; nothing is searched for longer than the
limits here allow.
"""

from __future__ import annotations

from contextlib import contextmanager
from random import SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.patience import light as lights
from kiebitz.patience.best import best_score
from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import Header, Solution, format_moves, under_autoplay
from kiebitz.patience.session import Session
from kiebitz.patience.solve import Limit, Verdict, hint, kernel_name, solve, solve_range
from kiebitz.web.faults import RefusedError
from kiebitz.web.game_data import move_data
from kiebitz.web.games_api import game_of
from kiebitz.web.schema import DealFound, HintData, LightData, LosingMove, SolutionData

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from kiebitz.patience.moves import Move
    from kiebitz.patience.rules import Autoplay
    from kiebitz.web.lanes import Stop
    from kiebitz.web.schema import DealAsked, GameReference

_PLAIN = kernel_name() == "plain"
#: What a search may need, its seconds apart, which the queue allows; a hint gets less than a solution.
_MEMORY = 192 << 20
_SOLUTION_STATES = 50_000 if _PLAIN else 5_000_000
_HINT_STATES = 5_000 if _PLAIN else 500_000
_DEAL_STATES = 2_000 if _PLAIN else 200_000
#: Random deals are taken from those that every program with Microsoft's numbers knows.
_NUMBERS = 1_000_000
#: So many winnable deals are looked at, and the one that took the search least, most or middling is chosen.
_SAMPLE = 15
_CHOICE = {"easy": 0, "medium": _SAMPLE // 2, "hard": _SAMPLE - 1}
_WORDS: dict[Verdict, Literal["won", "lost", "unknown"]] = {
    Verdict.SOLVED: "won",
    Verdict.IMPOSSIBLE: "lost",
    Verdict.UNDECIDED: "unknown",
}
_random = SystemRandom()


def light(asked: GameReference, stop: Stop) -> LightData:
    """Say whether the game can still be won."""
    return _light(read_link(asked.link), None, stop)


def losing_move(asked: GameReference, stop: Stop) -> LosingMove:
    """Return the move that lost the game."""
    session = read_link(asked.link)
    with _searching():
        loss = lights.losing_move(session, None, stop)
    if loss is None:
        return LosingMove(ply=None, last_winnable=None, certain=None, score_before=None, score_after=None)
    return LosingMove(
        ply=loss.ply,
        last_winnable=loss.last_winnable,
        certain=loss.certain,
        score_before=loss.score_before,
        score_after=loss.score_after,
    )


def next_move(asked: GameReference, stop: Stop) -> HintData:
    """Return a move that wins, or one towards the best score."""
    session = read_link(asked.link)
    limit = Limit(states=_HINT_STATES, memory=_MEMORY)
    found = _light(session, limit, stop)
    move: Move | None = None
    with _searching():
        if session.rules.is_scored:
            line = best_score(session.position, _within(limit, stop), session.autoplay).moves
            move = line[0] if line else None
        elif found.light == "won":
            move = hint(session.position, _within(limit, stop), session.autoplay, stop=stop)
    return HintData(move=None if move is None else move_data(move, _word(session, move)), light=found)


def solution(asked: GameReference, stop: Stop) -> SolutionData:
    """Return a line that wins from here, or that no line wins; of a scored game the best score and its line."""
    session = read_link(asked.link)
    limit = Limit(states=_SOLUTION_STATES, memory=_MEMORY)
    start = perf_counter()
    autoplay = session.autoplay
    moves: tuple[Move, ...] = ()
    with _searching():
        found = lights.light(session, _within(limit, stop), stop)
        if session.rules.is_scored:
            moves = best_score(session.position, _within(limit, stop), autoplay).moves
        elif found.verdict is Verdict.SOLVED:  # the same search again, this time for a line fit for players
            result = solve(session.position, limit, autoplay, stop=stop)
            moves, autoplay = result.moves, result.autoplay
    return SolutionData(
        verdict=found.verdict.value,
        moves=format_moves(session.position, moves, autoplay),
        link=_with_moves(session, moves, autoplay),
        autoplay=autoplay.value,
        score=found.score,
        states=found.states,
        seconds=round(perf_counter() - start, 6),
        limit_hit=_limit_hit(found),
    )


def deal(asked: DealAsked, stop: Stop) -> DealFound:
    """Return a random deal, or one that can be won and is as hard as was wanted."""
    rules = game_named(asked.game)
    if asked.kind == "random":
        return _found(asked, _random.randint(1, _NUMBERS), None)
    winnable: list[tuple[int, int]] = []
    wanted = 1 if asked.difficulty == "any" else _SAMPLE
    while len(winnable) < wanted and not stop():
        number = _random.randint(1, _NUMBERS)
        answer = solve_range(rules, number, number, Limit(states=_DEAL_STATES, memory=_MEMORY))
        if answer.count(Verdict.SOLVED):
            winnable.append((answer.states[0], number))
    if not winnable:
        raise RefusedError(503, "timeout", f"no winnable deal of {rules.title} was found in time", {"game": rules.game})
    winnable.sort()
    place = _CHOICE.get(asked.difficulty, 0) * len(winnable) // _SAMPLE
    states, number = winnable[place]
    return _found(asked, number, states)


def _found(asked: DealAsked, number: int, states: int | None) -> DealFound:
    session = Session.new(number=number, rules=game_named(asked.game))
    return DealFound(link=write_link(session), number=number, states=states)


def _light(session: Session, limit: Limit | None, stop: Stop) -> LightData:
    start = perf_counter()
    with _searching():
        found = lights.light(session, limit, stop)
    return LightData(
        light=_WORDS[found.verdict],
        score=found.score,
        bound=found.bound,
        states=found.states,
        seconds=round(perf_counter() - start, 6),
        limit_hit=_limit_hit(found),
    )


def _limit_hit(found: lights.Light) -> str | None:
    """Return the limit that left something open; who is asked to stop in time to answer has had too few seconds."""
    return "seconds" if found.limit_hit == "stopped" else found.limit_hit


def _within(limit: Limit, stop: Stop) -> Limit:
    """Return the limit with the seconds that are left."""
    return Limit(limit.states, max(0.001, stop.left), limit.memory)


def _with_moves(session: Session, moves: tuple[Move, ...], autoplay: Autoplay) -> str | None:
    """Return the game with these moves to be made again, as a link."""
    if not moves:
        return None
    if autoplay is not session.autoplay:  # the solver falls back on rules that take less
        session = _under(session, autoplay)
    ply = session.ply
    for move in moves:
        session.push(move)
    session.goto(ply)
    return write_link(session)


def _under(session: Session, autoplay: Autoplay) -> Session:
    """Return the game under a rule of autoplay that takes less: what it leaves, the player sends home."""
    made = Solution(Header(autoplay=session.autoplay), session.start, session.moves)
    return game_of(session.start, session.deal, autoplay, under_autoplay(made, autoplay).moves)


def _word(session: Session, move: Move) -> str:
    return format_moves(session.position, [move], session.autoplay)[0]


@contextmanager
def _searching() -> Iterator[None]:
    """Tell rules that no search knows from other bad input."""
    try:
        yield
    except KiebitzError as error:
        if type(error) is KiebitzError:
            raise RefusedError(422, "unsolvable", str(error)) from error
        raise
