"""A game in whatever form somebody has it: a link, a deal's number, a solution or a board.

Each form is read by those who know it; here it is found out which one a text has.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from kiebitz.deals import NUMBERINGS
from kiebitz.errors import IllegalMoveError, NotationError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import read_link
from kiebitz.patience.notation import is_solution, parse_board, parse_header, parse_solution
from kiebitz.patience.notation.header import is_header
from kiebitz.patience.notation.lines import read_lines, with_spaces
from kiebitz.patience.rules import Autoplay
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.session import DealName

_NUMBER = re.compile(r"[#-]?\d[\d,]*")


def read_game(text: str, game: str = "freecell", link: str | None = None, cards: str = "english") -> Session:
    r"""Return the game in a text: a link, a deal's number, a solution or a board.

    *game* is that of a text that names none, *link* the game whose moves a solution has that names no deal, *cards* the
    spelling of a board besides English. Errors are those of the forms; an `IllegalMoveError` in a solution has a `link`
    that ends in the move.

    >>> read_game("617"), read_game("# deal: microsoft 617\n58 1a")
    (<Session freecell microsoft 617, 0 moves>, <Session freecell microsoft 617, 2 moves>)
    """
    text = with_spaces(text.removeprefix("\ufeff")).strip()
    if "game=" in text and len(text.split(maxsplit=1)) == 1:
        return read_link(text)
    if _NUMBER.fullmatch(text):
        number = NUMBERINGS["microsoft"].parse(text.removeprefix("#"))
        return Session.new(number=number, rules=game_named(game))
    of_header = _by_header(text)
    if of_header is not None:
        return of_header
    return _of_table(text, link) if is_solution(text) else Session(_board(text, game, cards))


def _by_header(text: str) -> Session | None:
    """Return the game of a solution whose header names its deal; `None` if it names none."""
    header = parse_header(text)
    found = header.numbered_deal()
    if found is None:
        return None
    body = "".join(line.text for line in read_lines(text) if not is_header(line))
    if ("(" in body or "{" in body) and is_solution(text):
        return Session.from_text(text)
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
            refusals.append(_with_link(error, game_of(start, session.deal, rule or Autoplay.NONE, error.line)))
        else:
            return game_of(start, session.deal, solution.autoplay, solution.moves)
    raise refusals[0]


def game_of(start: Position, deal: DealName | None, autoplay: Autoplay, moves: Iterable[Move]) -> Session:
    """Return the game of a deal with these moves made."""
    session = Session(start, autoplay=autoplay, deal=deal)
    for move in moves:
        session.push(move)
    return session


def _with_link(error: IllegalMoveError, played: Session) -> IllegalMoveError:
    """Return the refusal of a solution, with a link that ends in its illegal move, so that it may be tried again."""
    if error.move is not None:
        error.link = played.link(words=[*played.words(), f"{error.move}v{error.move.count:x}"])
    return error


def _board(text: str, game: str, spelling: str) -> Position:
    return parse_board(
        text, game_named(_game_in(text) or game), spelling=tuple(dict.fromkeys((spelling, "english")))
    ).position()


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
