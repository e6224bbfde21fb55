"""Availability of the commands of a game in the terminal, with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.tui import messages
from kiebitz.tui.themes import look_of

if TYPE_CHECKING:
    from kiebitz.patience.session import Session
    from kiebitz.patience.tree import Node
    from kiebitz.tui.table_screen import TableScreen


def refusal(screen: TableScreen, command: str) -> str:
    """Return why a command of `keys.CONDITIONAL` is unavailable; an empty text if it is available."""
    session = screen.session
    match command:
        case "undo" | "undo_all" if not session.ply:
            return "nothing to undo"
        case "redo" | "redo_all" if not session.undone:
            return "nothing to redo"
        case "pause" if not (screen.playing or session.undone):
            return "nothing to replay: p plays a winning line from here"
        case "variation" if len(alternatives(session)) < 2:
            return "no other move was tried here"
        case "hint" | "solve" if session.is_won:
            return messages.ending(session)
        case "hint" | "solve" if screen.is_lost():
            return screen.lost()
        case "winnable":
            loss = screen.searches.loss(session)
            if loss is None or loss.last_winnable is None:
                return screen.lost() or "no losing move is known"
        case "four_colours" if not look_of(screen).clubs:
            return "this look has no colours"
        case "faces" if not any(session.rules.face_down):
            return "this game has no face-down cards"
    return ""


def alternatives(session: Session) -> list[Node]:
    """Return the moves tried in place of the last one, including itself."""
    parent = session.here.parent
    return [] if parent is None else parent.children
