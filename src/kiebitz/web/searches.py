"""What the API finds out by searching: the light, the losing move, hints, solutions, winnable deals.

All threads share one `Analyst`. A search stops when no client waits for it, or at a limit of `analysis.request_limits`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.limits import STOPPED, Limit
from kiebitz.analysis.ranges import winnable
from kiebitz.analysis.request_limits import HINT, MEMORY, SOLUTION
from kiebitz.patience.game_text import game_of
from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import Header, Solution, format_moves, under_autoplay
from kiebitz.patience.session import Session
from kiebitz.web.api_errors import RefusedError
from kiebitz.web.game_data import move_data
from kiebitz.web.schema import DealFound, HintData, LightData, LosingMove, SolutionData

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.analysis.answers import Answer, Result
    from kiebitz.analysis.request_limits import Stop
    from kiebitz.patience.moves import Move
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.web.schema import DealAsked, GameReference

#: What is looked at of each deal where a winnable one is wanted.
_DEAL_STATES = 200_000
#: Random deals are taken from those that every program with Microsoft's numbers knows.
_NUMBERS = 1_000_000
#: How many winnable deals are looked at; the one that took the search least, most or middling is chosen.
_SAMPLE = 15
_CHOICE = {"easy": 0, "medium": _SAMPLE // 2, "hard": _SAMPLE - 1}
_random = SystemRandom()
_analyst = Analyst()


def light(asked: GameReference, stop: Stop) -> LightData:
    """Say whether the game can still be won."""
    start = perf_counter()
    return _light_data(_analyst.status(read_link(asked.link), None, stop), start)


def losing_move(asked: GameReference, stop: Stop) -> LosingMove:
    """Return the move that lost the game."""
    session = read_link(asked.link)
    loss = _analyst.losing_move(session, None, stop)
    if loss is None:
        return LosingMove(ply=None, last_winnable=None, certain=None, score_before=None, score_after=None)
    return LosingMove(**loss._asdict())


def next_move(asked: GameReference, stop: Stop) -> HintData:
    """Return a move that wins, or one towards the best score."""
    session = read_link(asked.link)
    start = perf_counter()
    found = _solution(session, HINT, stop)
    move = found.moves[0] if found.moves else None
    return HintData(
        move=None if move is None else move_data(move, _word(session, move)), light=_light_data(found, start)
    )


def solution(asked: GameReference, stop: Stop) -> SolutionData:
    """Return a line that wins from here, or that no line wins; of a scored game the best score and its line."""
    session = read_link(asked.link)
    start = perf_counter()
    found = _solution(session, SOLUTION, stop)
    return SolutionData(
        verdict=found.verdict.value,
        moves=found.line.words(),
        link=_with_moves(session, found.moves, found.autoplay),
        autoplay=found.autoplay.value,
        score=found.score,
        states=found.statistics.states,
        seconds=round(perf_counter() - start, 6),
        limit_hit=_limit_hit(found),
    )


def deal(asked: DealAsked, stop: Stop) -> DealFound:
    """Return a random deal, or one that can be won and is as hard as was wanted."""
    rules = game_named(asked.game)
    if asked.kind == "random":
        return _found(asked, _random.randint(1, _NUMBERS), None)
    wanted = 1 if asked.difficulty == "any" else _SAMPLE
    answers = winnable(rules, _by_chance(stop), Limit(states=_DEAL_STATES, memory=MEMORY))
    found = sorted((answer.states[0], answer.first) for answer in islice(answers, wanted))
    if not found:
        raise RefusedError(503, "timeout", f"no winnable deal of {rules.title} was found in time", {"game": rules.game})
    states, number = found[_CHOICE.get(asked.difficulty, 0) * len(found) // _SAMPLE]
    return _found(asked, number, states)


def _by_chance(stop: Stop) -> Iterator[int]:
    while not stop():
        yield _random.randint(1, _NUMBERS)


def _found(asked: DealAsked, number: int, states: int | None) -> DealFound:
    session = Session.new(number=number, rules=game_named(asked.game))
    return DealFound(link=write_link(session), number=number, states=states)


def _solution(session: Session, limit: Limit, stop: Stop) -> Result:
    return _analyst.solution(session, replace(limit, seconds=max(0.001, stop.left)), stop=stop)


def _light_data(found: Answer | Result, start: float) -> LightData:
    return LightData(
        verdict=found.verdict.value,
        score=found.score,
        bound=found.bound,
        states=found.statistics.states,
        seconds=round(perf_counter() - start, 6),
        limit_hit=_limit_hit(found),
    )


def _limit_hit(found: Answer | Result) -> str | None:
    """Return the limit that left something open; who is asked to stop in time to answer has had too few seconds."""
    return "seconds" if found.limit_hit == STOPPED else found.limit_hit


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
