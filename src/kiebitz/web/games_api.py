"""What the API does about games: show one, make a move, read a text.

Links, moves and texts are read by those who know them; the search is not asked here.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from kiebitz.deals import NUMBERINGS
from kiebitz.errors import IllegalMoveError, NotationError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import parse_board, parse_header, parse_solution
from kiebitz.patience.rules import Autoplay
from kiebitz.patience.session import Session
from kiebitz.web.faults import RefusedError, refused
from kiebitz.web.game_data import game_data, move_data
from kiebitz.web.schema import GameData, GameReference, LinkFound, MoveAsked, MoveMade, TextAsked

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.web.lanes import Stop

_NUMBER = re.compile(r"[#-]?\d[\d,]*")
_MOVES = re.compile(r"(?:\s*[0-9a-ms][0-9a-mh](?:v[0-9a-f]{1,2})?)+\s*")


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
    """Return the game in a text: a link, a deal's number, a solution that names its deal, or a board.

    Moves without a deal are read as those of the game in the request's own link.
    """
    text = asked.text.strip()
    if "game=" in text and len(text.split(maxsplit=1)) == 1:
        session = read_link(text)
    elif _NUMBER.fullmatch(text):
        number = NUMBERINGS["microsoft"].parse(text.removeprefix("#"))
        session = Session.new(number=number, rules=game_named(asked.game))
    elif (session_of_header := _by_header(text)) is not None:
        session = session_of_header
    elif asked.link is not None and _MOVES.fullmatch(text):
        session = _solved(text, read_link(asked.link))
    else:
        session = Session(_board(text, asked.game))
    return LinkFound(link=write_link(session))


def _by_header(text: str) -> Session | None:
    """Return the game of a solution whose header names its deal; `None` if it names none."""
    header = parse_header(text)
    if header.deal is None:
        return None
    name, _, digits = header.deal.rpartition(" ")
    numbering = NUMBERINGS.get(name.strip() or "microsoft")
    if numbering is None or not digits.removeprefix("-").isdigit():
        raise NotationError(header.deal, "the header's deal", "a numbering and a number, such as microsoft 617")
    number = numbering.parse(digits)
    return _solved(text, Session.new(number=number, numbering=numbering.name, rules=header.rules()))


def _solved(text: str, session: Session) -> Session:
    """Return the game with the moves of a solution made, by the autoplay rule that the solution names."""
    try:
        solution = parse_solution(text, session.start)
    except IllegalMoveError as error:
        raise _illegal(error, text, session) from error
    played = Session(session.start.under(solution.position.rules), autoplay=solution.autoplay)
    played.deal = session.deal
    for step in solution.moves:
        played.push(step)
    return played


def _illegal(error: IllegalMoveError, text: str, session: Session) -> RefusedError:
    """Return the refusal of a solution, with a link that ends in its illegal move, so that it may be tried again."""
    refusal = refused(error)
    if error.move is not None:
        played = Session(session.start, autoplay=parse_header(text).autoplay or Autoplay.NONE)
        played.deal = session.deal
        for step in error.line:
            played.push(step)
        word = f"{error.move}v{error.move.count:x}"
        refusal.parameters["link"] = write_link(played) + ("+" if played.ply else "&moves=") + word
    return refusal


def _board(text: str, game: str) -> Position:
    rules = game_named(_game_in(text) or game)
    try:
        return parse_board(text, rules).position()
    except NotationError:
        if _MOVES.fullmatch(text):
            raise NotationError(text, "the text", "a line '# deal: microsoft 617' above the moves") from None
        raise


def _game_in(text: str) -> str | None:
    """Return the game that a board in JSON names."""
    if not text.startswith("{"):
        return None
    try:
        board = json.loads(text)
    except (ValueError, RecursionError):  # whoever reads the board says what is wrong
        return None
    name = board.get("game")
    return name if isinstance(name, str) else None
