"""API handlers that need no search: show a game, make a move, read a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import IllegalMoveError
from kiebitz.patience.game_text import read_game
from kiebitz.patience.links import read_link, write_link
from kiebitz.web.api_errors import refusal_of
from kiebitz.web.game_data import game_data, move_data
from kiebitz.web.schema import GameData, GameReference, LinkResult, MoveRequest, MoveResult, TextRequest

if TYPE_CHECKING:
    from kiebitz.analysis.cancellation import Stop


def show(request: GameReference, _stop: Stop) -> GameData:
    """Return the game in a link."""
    return game_data(read_link(request.link))


def move(request: MoveRequest, _stop: Stop) -> MoveResult:
    """Return the game after one more move."""
    session = read_link(request.link)
    automatic = session.play(request.move)
    data = game_data(session)
    fields = {name: getattr(data, name) for name in data.__struct_fields__}
    return MoveResult(**fields, automatic=list(map(move_data, automatic)))


def read(request: TextRequest, _stop: Stop) -> LinkResult:
    """Return a link to the game in a text: a link, a deal's number, a solution or a board.

    A solution without a deal is read as one of the game in the request's link.
    """
    try:
        session = read_game(request.text, request.game, request.link, request.cards)
    except IllegalMoveError as error:
        refusal = refusal_of(error)
        if error.link is not None:
            refusal.parameters["link"] = error.link
        raise refusal from None
    return LinkResult(link=write_link(session))
