"""The tasks about patiences: made of numbered deals with the analyst's answers, and graded by the analyst and referee.

Searches are limited by states alone, and each item has an analyst of its own, so that items depend on nothing else.
"""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.analysis.analyst import Analyst, effect
from kiebitz.analysis.answers import Effect
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.request_limits import MEMORY
from kiebitz.analysis.shortest import Metric, shortest
from kiebitz.bench.wording import END
from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.patience.referee import legal_moves
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.bench.draws import Draws
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position

#: The limit of every search; the light's verdicts on FreeCell need far less.
LIMIT = Limit(states=100_000, memory=MEMORY)
#: The width of searches for short lines, and the limit of a proof that no line is shorter.
_WIDTH = 32
_PROOF = Limit(states=30_000, memory=MEMORY)
#: The moves to plan.
PLANNED = 5
#: Moves left on the line where the task of the shortest line begins.
_LEFT = range(12, 36)
#: Random moves after which the search for one that loses is given up.
_MOST_RANDOM = 20
#: The longest answer, in moves.
MOST_MOVES = 1_000
#: The share of the points for an unfinished game.
_UNFINISHED = 0.5


class Item(NamedTuple):
    """A question: the moves to its position, the words of a best answer, facts for the grader, and shown moves."""

    moves: Sequence[str]
    answer: list[str]
    facts: dict[str, Any]
    shown: Sequence[str] = ()


def analyst() -> Analyst:
    return Analyst(short=_WIDTH)


def session_of(metadata: dict[str, Any]) -> Session:
    """Return a session that begins at the position of a question."""
    game = _after(deal(metadata["deal"], metadata["game"]), metadata["moves"])
    return Session(game.position, autoplay=Autoplay.NONE)


# --- making ---


def make_win(position: Position, _: Draws) -> Item | None:
    """Ask for a line that wins."""
    line = _line(position)
    return Item((), [*line, END], {"length": len(line)}) if line else None


def make_lost(position: Position, draws: Draws) -> Item | None:
    """Ask whether a position is lost: after a move that keeps the win or one that loses it, with equal chances."""
    at = _decision(position, draws)
    if at is None:
        return None
    session, kept, lost = at
    is_lost = bool(draws.below(2))
    session.push(draws.choice(lost if is_lost else kept))
    return Item(session.words(), ["lost" if is_lost else "winnable"], {})


def make_losing_move(position: Position, draws: Draws) -> Item | None:
    """Ask for the move of a game that lost it; some random moves follow it."""
    at = _decision(position, draws)
    if at is None:
        return None
    session, _, lost = at
    session.push(draws.choice(lost))
    number = session.ply
    for _more in range(1 + draws.below(6)):
        moves = list(legal_moves(session.position, distinct=True))
        if moves:
            session.push(draws.choice(moves))
    loss = analyst().losing_move(session, LIMIT)
    if loss is None or loss.ply != number or not loss.certain:
        return None
    return Item((), [str(number)], {"shown": session.ply}, session.words())


def make_shortest(position: Position, draws: Draws) -> Item | None:
    """Ask for a shortest line from a position late in the game."""
    line = _line(position)
    left = draws.choice(_LEFT)
    if len(line) <= left:
        return None
    session = _after(position, line[: len(line) - left])
    best = shortest(session, _PROOF, metric=Metric.PLAYER, autoplay=Autoplay.NONE, width=_WIDTH)
    if not best.proven or not best.moves:
        return None
    return Item(session.words(), [*best.line.words(), END], {"length": best.bound})


def make_plan(position: Position, draws: Draws) -> Item | None:
    """Ask for some moves that keep the win, where many moves lose it."""
    at = _decision(position, draws)
    if at is None:
        return None
    session, kept, lost = at
    line = _line(session.position)
    if 2 * len(lost) < len(kept) or len(line) < PLANNED:
        return None
    return Item(session.words(), [*line[:PLANNED], END], {})


def make_score(position: Position, _: Draws) -> Item | None:
    """Ask for a line to the best score, which is proven."""
    result = analyst().solution(position, LIMIT, Autoplay.NONE)
    if not result.score or result.score != result.bound:
        return None
    return Item((), [*result.line.words(), END], {"best": result.score})


def _line(position: Position) -> list[str]:
    result = analyst().solution(position, LIMIT, Autoplay.NONE)
    return result.line.words() if result.verdict is Verdict.SOLVED else []


def _after(position: Position, words: Sequence[str]) -> Session:
    session = Session(position, autoplay=Autoplay.NONE)
    for word in words:
        session.play(word)
    return session


def _decision(position: Position, draws: Draws) -> tuple[Session, list[Move], list[Move]] | None:
    """Return a position off the analyst's line, with the moves that keep the win and those that lose it.

    From a place on the line, random moves go on until one of them loses.
    """
    line = _line(position)
    if not line:
        return None
    session, judge = _after(position, line[: draws.below(len(line) // 2)]), analyst()
    for _ in range(_MOST_RANDOM):
        moves = list(legal_moves(session.position, distinct=True))
        if not moves:
            return None
        move = draws.choice(moves)
        if _verdict(judge, session, move) is Verdict.IMPOSSIBLE:
            verdicts = [_verdict(judge, session, each) for each in moves]
            kept, lost = (
                [each for each, verdict in zip(moves, verdicts, strict=True) if verdict is wanted_verdict]
                for wanted_verdict in (Verdict.SOLVED, Verdict.IMPOSSIBLE)
            )
            return (session, kept, lost) if kept else None
        session.push(move)
    return None


def _verdict(judge: Analyst, session: Session, move: Move) -> Verdict:
    session.push(move)
    verdict = judge.status(session.position, LIMIT).verdict
    session.undo()
    return verdict


# --- grading ---


def played(words: Sequence[str], metadata: dict[str, Any]) -> tuple[Session, bool]:
    """Return the game that moves make up to the first illegal one, and whether all are legal."""
    session = session_of(metadata)
    try:
        for word in words[:MOST_MOVES]:
            session.play(word)
    except KiebitzError:
        return session, False
    return session, len(words) <= MOST_MOVES


def _whole(words: Sequence[str], metadata: dict[str, Any]) -> Session | None:
    """Return the game that a whole answer plays, legal moves and `END`; else `None`."""
    if len(words) < 2 or words[-1] != END:
        return None
    session, legal = played(words[:-1], metadata)
    return session if legal else None


def effects(session: Session) -> list[Effect]:
    """Return the effect of each move of a game."""
    judge = analyst()
    answers = [judge.status(position, LIMIT) for position in session.positions()]
    return [effect(*pair) for pair in pairwise(answers)]


class MoveRewards:
    """The rewards of a game's moves, given one by one: 1 if a move keeps the win or the best score, else 0.

    A position that occurred before earns nothing, so that moving to and fro does not pay.
    """

    def __init__(self, start: Position) -> None:
        self._judge = analyst()
        self._answer = self._judge.status(start, LIMIT)
        self._seen = {start}

    def next(self, position: Position) -> float:
        """Return the reward of the move to *position*."""
        before, self._answer = self._answer, self._judge.status(position, LIMIT)
        is_new = position not in self._seen
        self._seen.add(position)
        return float(is_new and effect(before, self._answer) is Effect.KEPT)


def kept_moves(session: Session) -> int:
    """Return the number of moves before the first that is not known to keep the win."""
    return len(list(takewhile(lambda move: move is Effect.KEPT, effects(session))))


def score_win(words: Sequence[str], metadata: dict[str, Any]) -> float:
    """Return 1 for a win, else half of the way that the moves before the first mistake led towards one."""
    session = _whole(words, metadata)
    if session is None or session.is_won:
        return float(session is not None)
    session.goto(kept_moves(session))
    left = len(_line(session.position))
    return _UNFINISHED * max(0, metadata["length"] - left) / metadata["length"] if left else 0.0


def score_shortest(words: Sequence[str], metadata: dict[str, Any]) -> float:
    """Return the fewest moves, divided by those of the answer, if it wins."""
    session = _whole(words, metadata)
    return metadata["length"] / session.ply if session is not None and session.is_won else 0.0


def score_plan(words: Sequence[str], metadata: dict[str, Any]) -> float:
    """Return the share of the moves before the first mistake, 0 if a position occurs twice."""
    session = _whole(words, metadata) if len(words) == PLANNED + 1 else None
    if session is None or len(set(session.positions())) <= PLANNED:
        return 0.0
    return kept_moves(session) / PLANNED


def score_best(words: Sequence[str], metadata: dict[str, Any]) -> float:
    """Return the cards home, divided by the best score."""
    session = _whole(words, metadata)
    return 0.0 if session is None else sum(session.position.foundations) / metadata["best"]
