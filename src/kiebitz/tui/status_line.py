"""The line above the board: game, deal, move, and the light on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from kiebitz.analysis.limits import Verdict
from kiebitz.tui.themes import look_of
from kiebitz.tui.translation import translated

if TYPE_CHECKING:
    from kiebitz.analysis.answers import Answer
    from kiebitz.patience.session import Session

#: Indices into `Look.marks`.
_WON, _LOST, _UNKNOWN = range(3)


class Status(Widget):
    """One line with the game and its state."""

    DEFAULT_CSS = "Status { height: 1; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._left: tuple[str, ...] = ("",)
        self._right = ""
        self._mark: int | None = None

    def show(self, session: Session, light: Answer | None, *, on: bool = True, lost: bool = False) -> None:
        """Show a game and its light, if on and known; *lost* overrides a missing light."""
        total = session.ply + len(session.undone)
        move = f"move {session.ply}" + (f" of {total}" if session.undone else "")
        short = session.rules.title if session.deal is None else f"{session.rules.title} {session.deal.number}"
        texts = (f" {title(session)} · {move}", f" {short} · {move}", f" {move}")
        self._left = tuple(translated(self, text) for text in texts)
        self._mark, self._right = _state(session, light, on=on, lost=lost)
        self.refresh()

    @property
    def words(self) -> str:
        """The text of the right side."""
        look = look_of(self)
        mark = "" if self._mark is None else look.marks[self._mark] + " "
        return look.display_text(mark + translated(self, self._right))

    def render_line(self, _y: int) -> Strip:
        """Return the line."""
        width, look = self.size.width, look_of(self)
        right = self.words + " "
        room = width - len(right) - 1
        left = next((text for text in self._left if len(text) <= room), self._left[-1])
        left = look.fit(left, max(0, room))
        styles = {_WON: look.good, _LOST: look.bad, _UNKNOWN: look.quiet, None: look.quiet}
        gap = " " * max(0, width - len(left) - len(right))
        parts = [
            Segment(left, Style(bold=True)),
            Segment(gap),
            Segment(right, Style.parse(styles[self._mark])),
        ]
        return Strip(parts).apply_style(self.rich_style)


def title(session: Session) -> str:
    """Return game and deal as in `FreeCell deal 617`, `FreeCell board`."""
    return f"{session.title} board" if session.deal is None else session.title


def _state(session: Session, light: Answer | None, *, on: bool, lost: bool) -> tuple[int | None, str]:
    """Return the mark and text of a game's state; in a scored game, a partial score is no loss."""
    if session.is_won:
        return _WON, "won"
    if not on:
        return None, f"{sum(session.position.foundations)} home" if session.rules.is_scored else ""
    if light is None:
        return (_LOST, "lost") if lost else (None, "…")
    if light.score is not None and light.verdict is not Verdict.SOLVED:
        best = f"{light.score}" if light.score == light.bound else f"{light.score}–{light.bound}"
        return None, f"best {best} of {len(session.rules.pack)}"
    words = {Verdict.SOLVED: (_WON, "winnable"), Verdict.IMPOSSIBLE: (_LOST, "lost")}
    return words.get(light.verdict, (_UNKNOWN, "unknown"))
