"""What the API does about games: show one, make a move, read a text.

Links, moves and texts are read by those who know them; what needs a search is in `searches`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import IllegalMoveError
from kiebitz.patience.game_text import read_game
from kiebitz.patience.links import read_link, write_link
from kiebitz.web.api_errors import refused
from kiebitz.web.game_data import game_data, move_data
from kiebitz.web.schema import GameData, GameReference, LinkFound, MoveAsked, MoveMade, TextAsked

if TYPE_CHECKING:
    from kiebitz.analysis.request_limits import Stop


def show(asked: GameReference, _stop: Stop) -> GameData:
    """Return the game that a link holds."""
    return game_data(read_link(asked.link))


def move(asked: MoveAsked, _stop: Stop) -> MoveMade:
    """Return the game after one more move."""
    session = read_link(asked.link)
    automatic = session.play(asked.move)
    shown = game_data(session)
    fields = {name: getattr(shown, name) for name in shown.__struct_fields__}
    return MoveMade(**fields, automatic=list(map(move_data, automatic)))


def read(asked: TextAsked, _stop: Stop) -> LinkFound:
    """Return the game in a text: a link, a deal's number, a solution or a board.

    A solution that names no deal is read as one of the game in the request's own link.
    """
    try:
        session = read_game(asked.text, asked.game, asked.link, asked.cards)
    except IllegalMoveError as error:
        refusal = refused(error)
        if error.link is not None:
            refusal.parameters["link"] = error.link
        raise refusal from None
    return LinkFound(link=write_link(session))
