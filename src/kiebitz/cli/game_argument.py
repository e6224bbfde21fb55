"""The argument for a game in progress: a deal number, a board, a file of moves or a link.

The options for rules apply to numbers and boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import moves
from kiebitz.deals import numbering
from kiebitz.errors import ContentError, IllegalMoveError, InputError, NotationError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.patience.session import Session

#: The kinds of games, for help and errors.
GAME = "a deal number, the name of a file with a board or with moves, a link, or -"


def add_game(parser: Parser) -> None:
    """Declare the argument for the game, and its options."""
    parser.add_argument("deal", metavar="GAME", help=GAME)
    parser.add_autoplay(default=None)
    parser.add_limits("limits")
    parser.add("json", "numbering", "from", "cards")
    parser.add_rules()


def session_of(args: Namespace, expected: str = GAME) -> Session:
    """Return the game with its moves so far. If the file is missing, the error asks for *expected*."""
    from kiebitz.patience.game_text import read_game
    from kiebitz.patience.notation import is_solution
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.session import Session

    autoplay = Autoplay(args.autoplay or "safe")
    number = deal_argument.number_in(args.deal, numbering(args.numbering))
    if number is not None:
        deal_argument.remark(number, args.numbering)
        return Session.new(
            number=number, numbering=args.numbering, rules=deal_argument.rules_of(args), autoplay=autoplay
        )
    is_typed = deal_argument.is_typed_link(args.deal)
    data = args.deal.encode("utf-8", "backslashreplace") if is_typed else deal_argument.read(args.deal, expected)
    text = data.decode("utf-8", "replace")
    is_link = is_typed or deal_argument.is_link(data)
    if not (is_link or is_solution(text)):
        return Session(deal_argument.board_in(data, args.deal, deal_argument.rules_of(args), args), autoplay=autoplay)
    if args.game or args.changes or args.autoplay:
        what = "a link names game, rules and autoplay itself" if is_link else "the moves name game, rules and autoplay"
        raise InputError("", f"{what}; leave out the options for them")
    try:
        return read_game(text)
    except (NotationError, IllegalMoveError) as error:
        raise error if is_typed else ContentError(args.deal, error) from None


def name_of(session: Session) -> str:
    """Return game, deal and progress: `FreeCell deal 617 after 12 moves`."""
    game = _(session.rules.title)
    if session.deal is None:
        name = _("{game} board").format(game=game)
    else:
        number = numbering(session.deal.numbering).numbered(session.deal.number)
        name = _("{game} deal {number}").format(game=game, number=number)
    return _("{name} after {moves}").format(name=name, moves=moves(session.ply)) if session.ply else name


def fields_of(session: Session) -> dict[str, object]:
    """Return deal, game and ply as fields of JSON."""
    return {
        "deal": None if session.deal is None else session.deal.number,
        "game": session.rules.game,
        "ply": session.ply,
    }
