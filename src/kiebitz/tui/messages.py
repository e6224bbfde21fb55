"""The messages of the game screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.limits import Verdict
from kiebitz.errors import counted

if TYPE_CHECKING:
    from kiebitz.analysis.answers import Loss, Result
    from kiebitz.patience.moves import Move
    from kiebitz.patience.session import Session

#: Why a foundation cannot be a source.
KEPT = "cards on a foundation stay there"
#: Shown during a replay.
REPLAY = "replay; Space pauses"


def opening(session: Session) -> str:
    """Return the message at the start or resumption of a game."""
    if session.ply or session.undone:
        return ending(session) or "type a move such as 26, 5a or 4h; ? shows all keys"
    if session.position.stock:
        return "the stock comes first: s and a column or a cell, such as s1; ? shows all keys"
    return "type a move such as 26, 5a or 4h; ? shows all keys"


def ending(session: Session, lost: str = "") -> str:
    """Return the message of a finished game, with the losing move *lost*; an empty text before the end."""
    if session.is_won:
        return f"All cards are home, in {counted(session.ply, 'move')}. n: another deal"
    if session.is_stuck:
        home = f": {counted(sum(session.position.foundations), 'card')} home" if session.rules.is_scored else ""
        return f"No move is left{home}. " + (lost or "u: undo, n: another deal")
    return ""


def lost(session: Session, loss: Loss) -> str:
    """Return the message about the losing move."""
    if loss.ply == 0:
        return "This deal cannot be won" if session.deal else "This board cannot be won"
    if loss.last_winnable is None:
        return f"Lost by move {loss.ply} at the latest; whether it could be won before is unknown"
    before, after = loss.score_before, loss.score_after
    move = session.moves[loss.ply - 1] if loss.ply <= session.ply else session.undone[loss.ply - session.ply - 1]
    if before is not None and after is not None:
        cost = counted(before - after, "card")
        return f"Your move {loss.ply} ({move}) cost {cost}: best {before} before it, {after} now. w: back"
    if not loss.certain:
        return f"Lost by one of the moves {loss.last_winnable + 1}–{loss.ply}. w goes back to before them"
    return f"Your losing move was {loss.ply} ({move}). w goes back to before it"


def advice(session: Session, result: Result) -> tuple[str, tuple[Move, ...]]:
    """Return the message about a search's line, and its moves if they can be made here."""
    wins = result.verdict is Verdict.SOLVED
    if not wins and result.score is None:
        return "no winning line was found" if result.verdict is Verdict.UNDECIDED else "this cannot be won any more", ()
    if result.autoplay is not session.autoplay:
        rule = result.autoplay.value
        return f"no winning line works with autoplay {session.autoplay.value}; with autoplay {rule} there is one", ()
    if not result.moves:
        return "no move brings more cards home", ()
    if wins:
        return f"hint: {result.moves[0]}, the first of {counted(len(result.moves), 'move')} that win", result.moves
    return f"hint: {result.moves[0]}, on a line to {counted(result.score or 0, 'card')} home", result.moves
