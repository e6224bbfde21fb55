"""API handlers that search: light, losing move, hint, solution, winnable deal.

All threads share one `Analyst`. A search ends when its client disconnects, or at a limit of `analysis.request_limits`.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.levels import Level, random_deal
from kiebitz.analysis.limits import STOPPED
from kiebitz.analysis.request_limits import HINT, SOLUTION
from kiebitz.deals import numbering
from kiebitz.errors import InputError
from kiebitz.patience.game_text import game_of
from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import Header, Solution, format_moves, under_autoplay
from kiebitz.patience.session import Session
from kiebitz.web.api_errors import RefusedError
from kiebitz.web.game_data import move_data
from kiebitz.web.schema import DealResult, HintData, LightData, LosingMove, SolutionData

if TYPE_CHECKING:
    from kiebitz.analysis.answers import Answer, Result
    from kiebitz.analysis.cancellation import Stop
    from kiebitz.analysis.limits import Limit
    from kiebitz.patience.moves import Move
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.web.schema import DealRequest, GameReference

_analyst = Analyst()


def light(request: GameReference, stop: Stop) -> LightData:
    """Return whether the game can still be won."""
    start = perf_counter()
    return _light_data(_analyst.status(read_link(request.link), None, stop), start)


def losing_move(request: GameReference, stop: Stop) -> LosingMove:
    """Return the losing move of the game."""
    session = read_link(request.link)
    loss = _analyst.losing_move(session, None, stop)
    if loss is None:
        return LosingMove(ply=None, last_winnable=None, certain=None, score_before=None, score_after=None)
    return LosingMove(**loss._asdict())


def next_move(request: GameReference, stop: Stop) -> HintData:
    """Return a move that wins, or one towards the best score."""
    session = read_link(request.link)
    start = perf_counter()
    result = _solution(session, HINT, stop)
    move = result.moves[0] if result.moves else None
    return HintData(
        move=None if move is None else move_data(move, _word(session, move)), light=_light_data(result, start)
    )


def solution(request: GameReference, stop: Stop) -> SolutionData:
    """Return a winning line or a proof that none exists; in a scored game the best score and its line."""
    session = read_link(request.link)
    start = perf_counter()
    result = _solution(session, SOLUTION, stop)
    return SolutionData(
        verdict=result.verdict.value,
        moves=result.line.words(),
        link=_with_moves(session, result.moves, result.autoplay),
        autoplay=result.autoplay.value,
        score=result.score,
        states=result.statistics.states,
        seconds=round(perf_counter() - start, 6),
        limit_hit=_limit_hit(result),
    )


def deal(request: DealRequest, stop: Stop) -> DealResult:
    """Return a random deal, or a winnable one of the requested level."""
    rules = game_named(request.game)
    if request.kind == "random":
        return _deal_result(request, numbering("microsoft").random_number(), None)
    level = None if request.difficulty == "any" else Level(request.difficulty)
    try:
        number, answer = random_deal(rules, required=level, stop=stop)
    except InputError:
        fault = f"no winnable deal of {rules.title} was found in time"
        raise RefusedError(503, "timeout", fault, {"game": rules.game}) from None
    return _deal_result(request, number, answer.states)


def _deal_result(request: DealRequest, number: int, states: int | None) -> DealResult:
    session = Session.new(number=number, rules=game_named(request.game))
    return DealResult(link=write_link(session), number=number, states=states)


def _solution(session: Session, limit: Limit, stop: Stop) -> Result:
    return _analyst.solution(session, replace(limit, seconds=max(0.001, stop.remaining)), stop=stop)


def _light_data(result: Answer | Result, start: float) -> LightData:
    return LightData(
        verdict=result.verdict.value,
        score=result.score,
        bound=result.bound,
        states=result.statistics.states,
        seconds=round(perf_counter() - start, 6),
        limit_hit=_limit_hit(result),
    )


def _limit_hit(result: Answer | Result) -> str | None:
    """Return the limit that left the answer open; a search stopped for the request's time counts as `seconds`."""
    return "seconds" if result.limit_hit == STOPPED else result.limit_hit


def _with_moves(session: Session, moves: tuple[Move, ...], autoplay: Autoplay) -> str | None:
    """Return a link to the game with these moves to redo."""
    if not moves:
        return None
    if autoplay is not session.autoplay:  # the solver falls back on weaker rules
        session = _under(session, autoplay)
    ply = session.ply
    for move in moves:
        session.push(move)
    session.goto(ply)
    return write_link(session)


def _under(session: Session, autoplay: Autoplay) -> Session:
    """Return the game under a weaker rule of autoplay; moves that it no longer makes become the player's."""
    solution = Solution(Header(autoplay=session.autoplay), session.start, session.moves)
    return game_of(session.start, session.deal, autoplay, under_autoplay(solution, autoplay).moves)


def _word(session: Session, move: Move) -> str:
    return format_moves(session.position, [move], session.autoplay)[0]
