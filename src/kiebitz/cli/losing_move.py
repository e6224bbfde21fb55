"""`kiebitz losing-move`: which move of a game lost it, or lowered the best score that could be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.commands import UNDECIDED
from kiebitz.cli.game_argument import add_game, fields_of, name_of, session_of
from kiebitz.cli.language import gettext as _
from kiebitz.cli.parser import limit_of

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.answers import Loss
    from kiebitz.cli.parser import Parser
    from kiebitz.patience.session import Session

DESCRIPTION = "Name the move that lost a game, or lowered the best score that could be reached."
EPILOG = """\
examples:
  kiebitz losing-move 'game=freecell&deal=617&moves=58+1a'
  kiebitz losing-move moves.txt    a file with '# deal: microsoft 617' and the moves made so far
  kiebitz losing-move - < moves.txt

The limits hold for each position that is searched.

Exit codes: 0 a move is named, or the deal cannot be won, 1 no move is known to have lost anything, 3 the losing move is
one of several

--json prints: deal (its number or null), game, ply (how many moves were made), losing_ply (number of the move that lost
the game, 0 for a deal that cannot be won, or null), move (in standard notation, or null), last_winnable (number of
moves after which it could last be won, or null), certain (whether no position between the two is undecided),
score_before, score_after (best scores known there; null but in scored games)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz losing-move`."""
    add_game(parser)


def run(args: Namespace) -> int:
    """Find the move and print it."""
    from kiebitz.analysis.analyst import losing_move

    session = session_of(args)
    loss = losing_move(session, limit_of(args))
    if args.json:
        output.write_json({**fields_of(session), **_fields(session, loss)})
    else:
        sentence, words = _sentence(session, loss), _fields(session, loss)
        words["first"] = (loss.last_winnable or 0) + 1 if loss else None
        output.write(sentence.format(name=name_of(session), **words) + "\n")
    if loss is None:
        return 1
    return 0 if loss.certain or loss.ply == 0 else UNDECIDED


def _sentence(session: Session, loss: Loss | None) -> str:
    if loss is None:
        return _("{name}: no move is known to have lost anything")
    if loss.ply == 0:
        return _("{name}: the deal itself cannot be won") if session.deal else _("{name}: the board itself is lost")
    if loss.last_winnable is None:
        return _("{name}: lost after move {losing_ply} at the latest; before that it is undecided")
    if loss.score_before is not None:
        return _("{name}: move {losing_ply} ({move}) lowered the best score from {score_before} to {score_after}")
    if not loss.certain:
        return _("{name}: lost by one of the moves {first} to {losing_ply}")
    return _("{name}: move {losing_ply} ({move}) lost the game")


def _fields(session: Session, loss: Loss | None) -> dict[str, object]:
    return {
        "losing_ply": None if loss is None else loss.ply,
        "move": session.words()[loss.ply - 1] if loss is not None and loss.ply else None,
        "last_winnable": None if loss is None else loss.last_winnable,
        "certain": None if loss is None else loss.certain,
        "score_before": None if loss is None else loss.score_before,
        "score_after": None if loss is None else loss.score_after,
    }
