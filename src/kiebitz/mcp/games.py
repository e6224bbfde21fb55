"""The tools about patiences: a deal, its solution, a check of one, the light, the losing move, a hint, a best score.

Each takes a game as a text and returns a `Found`; `server` calls them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.limits import STOPPED
from kiebitz.analysis.request_limits import HINT, LONG_SECONDS, LONGEST_TEXT, QUICK_SECONDS, SOLUTION, Stop
from kiebitz.analysis.scores import best_score as best_score_of
from kiebitz.errors import IllegalMoveError
from kiebitz.mcp.results import Found
from kiebitz.patience import referee
from kiebitz.patience.game_text import read_game
from kiebitz.patience.notation import format_board, format_moves, parse_header

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.analysis.answers import Answer, Result
    from kiebitz.analysis.limits import Limit
    from kiebitz.analysis.scores import BestScore
    from kiebitz.patience.session import Session

Text = Annotated[
    str,
    Field(
        description="the game: a number of Microsoft's deals such as 617; a link such as "
        "game=freecell&deal=617&moves=58+1a, which holds moves in standard notation, too; a board in rows or columns; "
        "or a solution whose first line is '# deal: microsoft 617'",
        max_length=LONGEST_TEXT,
        coerce_numbers_to_str=True,
    ),
]
Game = Annotated[
    str,
    Field(
        description="the id of the game, where the text does not name it: freecell, bakers_game, eight_off, yukon, "
        "russian, … (an unknown one is answered with the list)",
        max_length=60,
    ),
]
Picture = Annotated[
    Literal["png", "svg", "none"], Field(description="the board as an image, as an SVG document, or not at all")
]

#: It remembers what it was asked, so that light, hint and losing move of one game agree and come at once.
_analyst = Analyst()


def deal(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> Found:
    """Show a deal or a game: its board, its link (for the other tools, with moves to be added) and the legal moves."""
    del stop
    session = read_game(text, game)
    moves = [_word(session, move) for move in session.legal_moves]
    return _found(session, picture, board=format_board(session.position, "columns"), legal_moves=moves)


def solve(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> Found:
    """Find a line that wins from the position of a game, or prove that there is none.

    Every line was replayed by a referee; `impossible` is only said after a complete search, `undecided` means that a
    limit was hit. The moves are those of the player, in standard notation, where the program sends cards home by the
    rule `autoplay`. In a scored game the line leads to the best score known.
    """
    session = read_game(text, game)
    return _solution(session, _analyst.solution(session, _within(SOLUTION, stop), stop=stop), picture)


def check(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> Found:
    """Replay a solution, or the moves of a link, by the rules: whether it wins, or which move is illegal and why.

    A solution names its deal in its first line ('# deal: microsoft 617'), and maybe '# game: …' and '# autoplay: safe'
    (`none` unless named).
    """
    del stop
    try:
        session = read_game(text, game)
    except IllegalMoveError as error:
        move = None if error.move is None else str(error.move)
        return Found({"verdict": "illegal", "ply": error.ply, "move": move, "reason": error.reason})
    score = None if "game=" in text else parse_header(text).score
    try:
        referee.verify(session.start, session.moves, session.autoplay, score)
    except IllegalMoveError as error:  # legal moves that do not win, or score otherwise than was claimed
        return _found(session, picture, verdict="not_won" if score is None else "wrong_score", reason=str(error))
    return _found(session, picture, verdict="correct", reason=None)


def light(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "none") -> Found:
    """Say whether a game can still be won from where it stands: solved (yes), impossible (lost) or undecided."""
    session = read_game(text, game)
    return _found(session, picture, **_answer(_analyst.status(session, None, stop)))


def losing_move(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> Found:
    """Find the move that lost a game with moves, or that cost the best score of a scored game.

    `ply` is its number, 0 if the deal itself was lost, null if nothing is lost as far as known; unless `certain`,
    undecided positions lie between `last_winnable` and it.
    """
    session = read_game(text, game)
    loss = _analyst.losing_move(session, None, stop)
    if loss is None:
        return _found(session, picture, ply=None)
    words = session.words()
    session.goto(max(0, loss.ply - 1))  # the picture shows where it was made
    data = {**loss._asdict(), "move": words[loss.ply - 1] if loss.ply else None}
    return _found(session, picture, **data)


def hint(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "none") -> Found:
    """Give a move that wins from where the game stands, or one towards the best score; null if none is known."""
    session = read_game(text, game)
    found = _analyst.solution(session, _within(HINT, stop), stop=stop)
    move = _word(session, found.moves[0]) if found.moves else None
    return _found(session, picture, move=move, **_answer(found))


def best_score(text: Text, stop: Stop, game: Game = "russian", picture: Picture = "png") -> Found:
    """Find how many cards can be brought home at most, with a line: for Russian Solitaire.

    `score` is reached by the moves, and no line reaches more than `bound`.
    """
    session = read_game(text, game)
    found = best_score_of(session.position, _within(SOLUTION, stop), session.autoplay, stop=stop)
    return _solution(session, found, picture)


def _within(limit: Limit, stop: Stop) -> Limit:
    return replace(limit, seconds=max(0.001, stop.left))


def _solution(session: Session, found: Result | BestScore, picture: str) -> Found:
    moves = found.line.words()
    return _found(session, picture, moves=moves, autoplay=found.autoplay.value, **_answer(found))


def _answer(found: Answer | Result | BestScore) -> dict[str, Any]:
    answer: dict[str, Any] = {"verdict": found.verdict.value, "states": found.statistics.states}
    if found.score is not None:
        answer |= {"score": found.score, "bound": found.bound}
    if found.limit_hit is not None:
        answer["limit_hit"] = "seconds" if found.limit_hit == STOPPED else found.limit_hit
    return answer


def _word(session: Session, move: Any) -> str:
    return format_moves(session.position, [move], session.autoplay)[0]


def _found(session: Session, picture: str, **answer: Any) -> Found:
    """Return what was found out about a game, with the game itself."""
    rules = session.rules
    deal = None if session.deal is None else str(session.deal)
    state = "won" if session.is_won else "stuck" if session.is_stuck else "going on"
    about = {"game": rules.game, "title": rules.title, "deal": deal, "link": session.link(), "moves_made": session.ply}
    return Found({**answer, **about, "state": state}, session.position, rules.title, picture)


#: The tools, in the order in which they are told, and the seconds that each may take.
TOOLS: dict[Callable[..., Found], float] = {
    deal: QUICK_SECONDS,
    solve: LONG_SECONDS,
    check: QUICK_SECONDS,
    light: QUICK_SECONDS,
    losing_move: LONG_SECONDS,
    hint: QUICK_SECONDS,
    best_score: LONG_SECONDS,
}
