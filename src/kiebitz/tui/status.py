"""The line above the board: game and deal, the move, and the light on the right.

What the light says is found out elsewhere; here it is put into a few words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from kiebitz.patience.light import Light
    from kiebitz.patience.session import Session
    from kiebitz.tui.looks import Look

_WON, _LOST, _UNKNOWN = range(3)


class Status(Widget):
    """One line: what is played, and how it stands."""

    DEFAULT_CSS = "Status { height: 1; width: 1fr; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._left: tuple[str, ...] = ("",)
        self._right = ""
        self._mark: int | None = None

    def show(self, session: Session, light: Light | None, *, on: bool = True, lost: bool = False) -> None:
        """Show the state of a game and its light, which may be off, or not known yet; *lost* needs no light."""
        total = session.ply + len(session.undone)
        move = f"move {session.ply}" + (f" of {total}" if session.undone else "")
        short = session.rules.title if session.deal is None else f"{session.rules.title} {session.deal.number}"
        self._left = (f" {title(session)} · {move}", f" {short} · {move}", f" {move}")
        home = sum(session.position.foundations)
        if session.is_won:
            self._mark, self._right = _WON, "won"
        elif not on:
            self._mark, self._right = None, f"{home} home" if session.rules.is_scored else ""
        elif light is not None and light.score is not None:
            self._mark, self._right = _scored(light, len(session.rules.pack))
        elif light is not None:
            self._mark, self._right = _plain(light)
        elif lost:
            self._mark, self._right = _LOST, "lost"
        else:
            self._mark, self._right = None, "…"
        self.refresh()

    @property
    def words(self) -> str:
        """What the right side says, for those who cannot see its colour."""
        mark = "" if self._mark is None else self.look.marks[self._mark] + " "
        return self.look.said(mark + self._right)

    def render_line(self, _y: int) -> Strip:
        """Return the line."""
        width = self.size.width
        right = self.words + " "
        room = width - len(right) - 1
        left = next((text for text in self._left if len(text) <= room), self._left[-1])
        left = self.look.fitted(left, max(0, room))
        styles = {_WON: self.look.good, _LOST: self.look.bad, _UNKNOWN: self.look.quiet, None: self.look.quiet}
        gap = " " * max(0, width - len(left) - len(right))
        parts = [Segment(left, Style(bold=True)), Segment(gap), Segment(right, Style.parse(styles[self._mark]))]
        return Strip(parts).apply_style(self.rich_style)


def title(session: Session) -> str:
    """Return game and deal as people name them: `FreeCell deal 617`."""
    if session.deal is None:
        return f"{session.rules.title} board"
    numbering = "" if session.deal.numbering == "microsoft" else f" ({session.deal.numbering})"
    return f"{session.rules.title} deal {session.deal.number}{numbering}"


def _plain(light: Light) -> tuple[int, str]:
    words = {"solved": (_WON, "winnable"), "impossible": (_LOST, "lost")}
    return words.get(light.verdict.value, (_UNKNOWN, "unknown"))


def _scored(light: Light, cards: int) -> tuple[int | None, str]:
    """Say how many cards can still be brought home; fewer than all is no alarm, as hardly any deal can be won."""
    score, bound = light.score, light.bound
    if score == cards:
        return _WON, "winnable"
    best = f"best {score}" if score == bound else f"best {score}–{bound}"
    return None, f"{best} of {cards}"
