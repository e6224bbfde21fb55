"""`kiebitz play`: a game in the terminal: new, from a link, or the unfinished one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.language import translated
from kiebitz.cli.parser import name_in
from kiebitz.errors import DependencyError, InputError, KiebitzError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.cli.saved_games import Saved
    from kiebitz.patience.session import Session

DESCRIPTION = "Play in the terminal: every game, with a light that shows whether it can still be won."
EPILOG = """\
examples:
  kiebitz play                     resumes the unfinished game, or deals a random one
  kiebitz play 617
  kiebitz play 1 --game eight_off
  kiebitz play --game russian      a random deal
  kiebitz play --winnable          a random deal that the solver has won
  kiebitz play --level hard        one at which players without a plan win few games
  kiebitz play board.txt
  kiebitz play game.txt            moves and variations as text, of a numbered deal
  kiebitz play 'game=freecell&deal=617&moves=2a+27'

Type moves in standard notation, without Enter: 26, 5a, 4h. Arrow keys and the mouse work, too. The key ? shows all
keys. The game is saved after each move, and the look, in $XDG_STATE_HOME/kiebitz or ~/.local/state/kiebitz
"""
LOOK_NAMES = ("dark", "light", "mono", "ascii")
_TARGET = "a deal number, the name of a file that exists, or a link"


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz play`."""
    parser.add_argument(
        "deal", metavar="DEAL", nargs="?", help="a deal number, the name of a board file, or the link of a game"
    )
    deal_argument.add_winnable(parser)
    parser.add_argument("--new", action="store_true", help="do not resume the unfinished game")
    parser.add_argument(
        "--look",
        type=name_in(*LOOK_NAMES),
        metavar="NAME",
        help="dark, light, mono or ascii (default: the last one chosen); NO_COLOR leaves the last two",
    )
    parser.add_argument("--four-colours", action="store_true", help="clubs green and diamonds blue")
    parser.add_autoplay(default=None)
    parser.add("numbering", "from", "cards")
    parser.add_rules()
    # None marks a missing option: without any options, the unfinished game continues.
    parser.set_defaults(game=None, numbering=None)


def run(args: Namespace) -> int:
    """Play the game, and save it if it is not finished."""
    if not _has_terminal():
        fault = "play needs a terminal for its input and output"
        raise InputError("", f"{fault}; kiebitz deal shows a board and kiebitz solve a solution")
    try:
        from kiebitz.tui.app import PlayApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise DependencyError("games in the terminal need", "textual", "pip install 'kiebitz[play]'") from None
    from kiebitz.cli.saved_games import Saved

    saved = Saved()
    session, notice, is_kept = _session(args, saved)
    colour = not os.environ.get("NO_COLOR")
    kept, kept_colours = saved.look()
    app = PlayApp(
        session,
        look=args.look or _own_look(kept),
        four_colours=args.four_colours or kept_colours,
        colour=colour,
        notice=notice,
        keep=saved.keep,
        kept=is_kept,
        translate=translated,
        keep_look=lambda name, four: saved.keep_look(name, four_colours=four),
    )
    app.run()
    under_way = app.session.ply and not app.session.is_won
    if under_way and app.game.not_kept:
        output.warn(app.game.not_kept)
    elif under_way and app.game.kept:
        saved.keep(app.session)  # again: of two games played at once, the one left last continues first
        output.write(translated("The game is kept: kiebitz play goes on with it.\n"))
    return app.return_code or 0


def _has_terminal() -> bool:
    """Return whether input and output are a terminal; Textual draws on standard error."""
    streams = (sys.stdin, sys.stdout, sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def _own_look(kept: str) -> str:
    """Return the saved look, or `ascii` if the terminal cannot write the signs."""
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"
    try:
        "♣♦♥♠●·".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return kept if kept in LOOK_NAMES else LOOK_NAMES[0]


def _session(args: Namespace, saved: Saved) -> tuple[Session, str, bool]:
    """Return the game, a notice to show first, and whether it is the saved game."""
    choices = args.game or args.numbering or args.autoplay or args.changes
    winnable = deal_argument.random_option(args)
    if args.deal is None and not (args.new or winnable or choices):
        try:
            unfinished = saved.game()
        except KiebitzError as error:
            return _fresh(args), f"{error}. A new game begins", False
        if unfinished is not None:
            return unfinished, "", True
    return _fresh(args), "", False


def _fresh(args: Namespace) -> Session:
    """Return the game of the arguments, or a random deal."""
    from kiebitz.analysis.levels import Level
    from kiebitz.cli.game_argument import session_of
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.tui.deal_request import new_session

    args.numbering = args.numbering or "microsoft"
    if args.deal is None:
        autoplay = Autoplay(args.autoplay or "safe")
        rules, level = deal_argument.rules_of(args), Level(args.level) if args.level else None
        winnable = bool(args.winnable or level)
        return new_session(rules, None, args.numbering, autoplay, winnable=winnable, level=level)
    if args.deal == "-":
        raise InputError("", "play reads keys from standard input, so the board cannot come from it", _TARGET)
    return session_of(args, _TARGET)
