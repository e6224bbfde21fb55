"""MCP tools about patiences: deal, solution, check, light, losing move, hint, best score and pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.cancellation import Stop  # noqa: TC001  the server evaluates annotations of tools
from kiebitz.analysis.limits import STOPPED
from kiebitz.analysis.request_limits import HINT, LONG_SECONDS, LONGEST_TEXT, QUICK_SECONDS, SOLUTION
from kiebitz.analysis.scores import best_score as best_score_of
from kiebitz.errors import IllegalMoveError, SetupError
from kiebitz.mcp.results import ToolResult
from kiebitz.patience import games, referee
from kiebitz.patience.game_text import read_game
from kiebitz.patience.notation import format_board, format_moves, parse_header
from kiebitz.render.picture_file import read_picture as read_picture_file

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
File = Annotated[
    str,
    Field(description="the path of a PNG, JPEG, WebP, AVIF, GIF or BMP on the machine of the server", max_length=4096),
]
Began = Annotated[
    str,
    Field(
        description="the deal that the board began as, if it is known: a number or a link as in `text` of other tools; "
        "the cards are compared with it (`agrees`)",
        max_length=LONGEST_TEXT,
        coerce_numbers_to_str=True,
    ),
]
Picture = Annotated[
    Literal["png", "svg", "none"], Field(description="the board as an image, as an SVG document, or not at all")
]

#: The shared analyst remembers results, so that light, hint and losing move of a game agree and need one search.
_analyst = Analyst()


def deal(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> ToolResult:
    """Show a deal or a game: its board, its link (for the other tools, with moves to append) and the legal moves."""
    del stop
    session = read_game(text, game)
    moves = [_word(session, move) for move in session.legal_moves]
    return _result(session, picture, board=format_board(session.position, "columns"), legal_moves=moves)


def solve(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> ToolResult:
    """Find a line that wins from the position of a game, or prove that none exists.

    A referee has replayed every line. `impossible` is proven; `undecided` means that a limit was hit. The moves are the
    player's, in standard notation; the program sends cards home by the rule `autoplay`. In a scored game the line leads
    to the best score known.
    """
    session = read_game(text, game)
    return _solution(session, _analyst.solution(session, _limited(SOLUTION, stop), stop=stop), picture)


def check(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> ToolResult:
    """Replay a solution, or the moves of a link; report whether it wins, or the illegal move and the reason.

    The first line of a solution names its deal ('# deal: microsoft 617'); '# game: …' and '# autoplay: safe' may follow
    (default `none`).
    """
    del stop
    try:
        session = read_game(text, game)
    except IllegalMoveError as error:
        move = None if error.move is None else str(error.move)
        return ToolResult({"verdict": "illegal", "ply": error.ply, "move": move, "reason": error.reason})
    score = None if "game=" in text else parse_header(text).score
    try:
        referee.verify(session.start, session.moves, session.autoplay, score)
    except IllegalMoveError as error:  # legal moves that do not win, or a wrong claim of the score
        return _result(session, picture, verdict="not_won" if score is None else "wrong_score", reason=str(error))
    return _result(session, picture, verdict="correct", reason=None)


def light(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "none") -> ToolResult:
    """Return whether a game can still be won from its position: solved (yes), impossible (lost) or undecided."""
    session = read_game(text, game)
    return _result(session, picture, **_answer(_analyst.status(session, None, stop)))


def losing_move(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "png") -> ToolResult:
    """Find the move that lost a game, or that cost the best score of a scored game.

    `ply` is its number, 0 if the deal itself was lost, null if no loss is known; unless `certain`, undecided positions
    lie between `last_winnable` and `ply`.
    """
    session = read_game(text, game)
    loss = _analyst.losing_move(session, None, stop)
    if loss is None:
        return _result(session, picture, ply=None)
    words = session.words()
    session.goto(max(0, loss.ply - 1))  # the picture shows the position before it
    data = {**loss._asdict(), "move": words[loss.ply - 1] if loss.ply else None}
    return _result(session, picture, **data)


def hint(text: Text, stop: Stop, game: Game = "freecell", picture: Picture = "none") -> ToolResult:
    """Return a move that wins from the game's position, or one towards the best score; null if none is known."""
    session = read_game(text, game)
    solution = _analyst.solution(session, _limited(HINT, stop), stop=stop)
    move = _word(session, solution.moves[0]) if solution.moves else None
    return _result(session, picture, move=move, **_answer(solution))


def best_score(text: Text, stop: Stop, game: Game = "russian", picture: Picture = "png") -> ToolResult:
    """Find the most cards that can be brought home in Russian Solitaire, and a line to that score.

    The moves reach `score`; no line reaches more than `bound`.
    """
    session = read_game(text, game)
    result = best_score_of(session.position, _limited(SOLUTION, stop), session.autoplay, stop=stop)
    return _solution(session, result, picture)


def read_picture(
    file: File, stop: Stop, deal: Began | None = None, game: Game = "freecell", picture: Picture = "png"
) -> ToolResult:
    """Read the board off a screenshot of a FreeCell-like program, as text for the other tools; an experiment.

    Cards named in `doubtful` may be wrong: compare them with the picture, and correct the board before it is used.
    """
    del stop
    seen = read_picture_file(file, dealt=None if deal is None else read_game(deal, game).start)
    setup = seen.setup(games.game(game))
    try:
        position = setup.position()
    except SetupError as error:
        return ToolResult({**seen.fields(), "game": game, "board": None, "fault": str(error)})
    board = format_board(position, "columns")
    answer = {**seen.fields(), "game": game, "board": board, "fault": None}
    return ToolResult(answer, position, position.rules.title, picture)


def _limited(limit: Limit, stop: Stop) -> Limit:
    return replace(limit, seconds=max(0.001, stop.remaining))


def _solution(session: Session, result: Result | BestScore, picture: str) -> ToolResult:
    moves = result.line.words()
    return _result(session, picture, moves=moves, autoplay=result.autoplay.value, **_answer(result))


def _answer(result: Answer | Result | BestScore) -> dict[str, Any]:
    answer: dict[str, Any] = {"verdict": result.verdict.value, "states": result.statistics.states}
    if result.score is not None:
        answer |= {"score": result.score, "bound": result.bound}
    if result.limit_hit is not None:
        answer["limit_hit"] = "seconds" if result.limit_hit == STOPPED else result.limit_hit
    return answer


def _word(session: Session, move: Any) -> str:
    return format_moves(session.position, [move], session.autoplay)[0]


def _result(session: Session, picture: str, **answer: Any) -> ToolResult:
    """Return an answer together with the game's state."""
    rules = session.rules
    deal = None if session.deal is None else str(session.deal)
    state = "won" if session.is_won else "stuck" if session.is_stuck else "going on"
    details = {
        "game": rules.game,
        "title": rules.title,
        "deal": deal,
        "link": session.link(),
        "moves_made": session.ply,
    }
    return ToolResult({**answer, **details, "state": state}, session.position, rules.title, picture)


#: The tools in the order of the listing, with their limits in seconds.
TOOLS: dict[Callable[..., ToolResult], float] = {
    deal: QUICK_SECONDS,
    solve: LONG_SECONDS,
    check: QUICK_SECONDS,
    light: QUICK_SECONDS,
    losing_move: LONG_SECONDS,
    hint: QUICK_SECONDS,
    best_score: LONG_SECONDS,
    read_picture: LONG_SECONDS,
}
