"""Games from any text: a link, a deal's number, a solution or a board."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from kiebitz.deals import NUMBERINGS
from kiebitz.errors import IllegalMoveError, NotationError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import read_link
from kiebitz.patience.notation import is_solution, parse_board, parse_header, parse_solution
from kiebitz.patience.notation.reading_errors import EXPECTED
from kiebitz.patience.notation.solutions import UNNAMED, board_in, is_of_boards, is_titled, is_tree
from kiebitz.patience.notation.text_limits import with_spaces
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import DealName

# Autoplay rules to try for a line under a title, in the order in which programs with such titles use them.
_OF_TITLE = ((Autoplay.SAFE,), (Autoplay.NONE,), (Autoplay.MAX,))

# A deal's number, alone or as the only parameter of an address.
_NUMBER = re.compile(r"(?:\S*[?&]deal=|#)?(-?\d[\d,]*)", re.ASCII)


def read_game(text: str, game: str = "freecell", link: str | None = None, cards: str = "english") -> Session:
    r"""Return the game in a text: a link, a deal's number, a solution or a board.

    *game* is the default game, *link* the game of a solution without a deal, *cards* the spelling of a board besides
    English. Errors are those of each form; an `IllegalMoveError` in a solution has a `link` that ends in the move.

    >>> read_game("617"), read_game("# deal: microsoft 617\n58 1a")
    (<Session freecell microsoft 617, 0 moves>, <Session freecell microsoft 617, 2 moves>)
    """
    whole = with_spaces(text.removeprefix("\ufeff"))
    text = whole.strip()
    if "game=" in text and len(text.split(maxsplit=1)) == 1:
        return read_link(text)
    if (number_match := _NUMBER.fullmatch(text)) is not None:
        number = NUMBERINGS["microsoft"].parse(number_match[1])
        return Session.new(number=number, rules=game_named(game))
    of_header = _by_header(text, game)
    if of_header is not None:
        return of_header
    if not is_solution(text):
        return Session(_board(whole, game, cards))
    if is_of_boards(text):
        raise NotationError(text.split("\n", 1)[0], "line 1", EXPECTED["no_moves"])
    if board := board_in(text):
        start = _board(board.decode(), parse_header(text).game or game, cards)
        return _solved(text, Session(start))
    return _of_table(text, link)


def _by_header(text: str, game: str) -> Session | None:
    """Return the game of a solution whose header or title names its deal, else `None`.

    A title alone also names the deal, unless a board of *game* follows it.
    """
    header = parse_header(text)
    numbered = header.numbered_deal()
    if numbered is None:
        return None
    numbering, number = numbered
    session = Session.new(number=number, numbering=numbering.name, rules=header.rules())
    if is_titled(text):
        return None if _is_board(text, game_named(game)) else _solved(text, session, _OF_TITLE)
    return Session.from_text(text) if is_tree(text) else _solved(text, session)


def _is_board(text: str, rules: Rules) -> bool:
    if is_solution(text):
        return False
    try:
        parse_board(text, rules)
    except NotationError:
        return False
    return True


def _of_table(text: str, link: str | None) -> Session:
    """Return the game of a link with a solution's moves made, by the link's autoplay rule or else by another."""
    if link is None:
        raise NotationError(text, "the text", "a line '# deal: microsoft 617' above the moves")
    table = read_link(link)
    return _solved(text, table, ((table.autoplay,), *UNNAMED))


def _solved(text: str, session: Session, unnamed: Sequence[Sequence[Autoplay]] = UNNAMED) -> Session:
    """Return the game after a solution's moves, by the autoplay rule it names or else by the *unnamed* ones."""
    header = parse_header(text)
    start = session.start
    if header.supermoves is not None:
        start = start.under(start.rules.with_(supermoves=header.supermoves))
    try:
        solution = parse_solution(text, start, unnamed=unnamed)
    except IllegalMoveError as error:
        raise _with_link(error, game_of(start, session.deal, header.autoplay or unnamed[0][0], error.line)) from None
    return game_of(start, session.deal, solution.autoplay, solution.moves)


def game_of(start: Position, deal: DealName | None, autoplay: Autoplay, moves: Iterable[Move]) -> Session:
    """Return the game of a deal after these moves."""
    session = Session(start, autoplay=autoplay)
    session.deal = deal
    for move in moves:
        session.push(move)
    return session


def _with_link(error: IllegalMoveError, played: Session) -> IllegalMoveError:
    """Return the error with a link that ends in the illegal move, for retrying it."""
    if error.move is not None:
        error.link = played.link(words=[*played.words(), f"{error.move}v{error.move.count:x}"])
    return error


def _board(text: str, game: str, spelling: str) -> Position:
    return parse_board(
        text, game_named(_game_in(text) or game), spelling=tuple(dict.fromkeys((spelling, "english")))
    ).position()


def _game_in(text: str) -> str | None:
    """Return the game named by a board in JSON, else `None`."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        board = json.loads(text)
    except (ValueError, RecursionError):  # the board's reader reports the error
        return None
    name = board.get("game")
    return name if isinstance(name, str) else None
