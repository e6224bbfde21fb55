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
from kiebitz.patience.notation import is_solution, parse_board, parse_header, parse_solution
from kiebitz.patience.rules import Autoplay
from kiebitz.patience.session import Session
from kiebitz.web.faults import RefusedError, refused
from kiebitz.web.game_data import game_data, move_data
from kiebitz.web.schema import GameData, GameReference, LinkFound, MoveAsked, MoveMade, TextAsked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.session import DealName
    from kiebitz.web.lanes import Stop

_NUMBER = re.compile(r"[#-]?\d[\d,]*")


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
    text = asked.text.strip()
    if "game=" in text and len(text.split(maxsplit=1)) == 1:
        session = read_link(text)
    elif _NUMBER.fullmatch(text):
        number = NUMBERINGS["microsoft"].parse(text.removeprefix("#"))
        session = Session.new(number=number, rules=game_named(asked.game))
    elif (session_of_header := _by_header(text)) is not None:
        session = session_of_header
    elif is_solution(text):
        session = _of_table(text, asked.link)
    else:
        session = Session(_board(text, asked.game, asked.cards))
    return LinkFound(link=write_link(session))


def _by_header(text: str) -> Session | None:
    """Return the game of a solution whose header names its deal; `None` if it names none."""
    header = parse_header(text)
    found = header.numbered_deal()
    if found is None:
        return None
    numbering, number = found
    return _solved(text, Session.new(number=number, numbering=numbering.name, rules=header.rules()))


def _of_table(text: str, link: str | None) -> Session:
    """Return the game of a link with the moves of a solution made: by its own rule of autoplay, or else by none.

    fc-solve's lines leave nothing to autoplay, whatever the rule on the table.
    """
    if link is None:
        raise NotationError(text, "the text", "a line '# deal: microsoft 617' above the moves")
    table = read_link(link)
    return _solved(text, table, (table.autoplay, None))


def _solved(text: str, session: Session, unnamed: tuple[Autoplay | None, ...] = (None,)) -> Session:
    """Return the game with the moves of a solution made, by the autoplay rule that the solution names.

    Of a solution that names none, the *unnamed* rules are tried in turn; where all fail, the first says why.
    """
    header = parse_header(text)
    start = session.start
    if header.supermoves is not None:
        start = start.under(start.rules.with_(supermoves=header.supermoves))
    refusals = []
    for rule in unnamed if header.autoplay is None else (header.autoplay,):
        try:
            solution = parse_solution(text, start, rule)
        except IllegalMoveError as error:
            refusals.append(_illegal(error, game_of(start, session.deal, rule or Autoplay.NONE, error.line)))
        else:
            return game_of(start, session.deal, solution.autoplay, solution.moves)
    raise refusals[0]


def game_of(start: Position, deal: DealName | None, autoplay: Autoplay, moves: Iterable[Move]) -> Session:
    """Return the game of a deal with these moves made."""
    session = Session(start, autoplay=autoplay, deal=deal)
    for move in moves:
        session.push(move)
    return session


def _illegal(error: IllegalMoveError, played: Session) -> RefusedError:
    """Return the refusal of a solution, with a link that ends in its illegal move, so that it may be tried again."""
    refusal = refused(error)
    if error.move is not None:
        word = f"{error.move}v{error.move.count:x}"
        refusal.parameters["link"] = played.link(words=[*played.words(), word])
    return refusal


def _board(text: str, game: str, spelling: str) -> Position:
    return parse_board(text, game_named(_game_in(text) or game), spelling=(spelling, "english")).position()


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
