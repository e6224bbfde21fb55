"""Background searches of a game in threads: its light, its losing move and a winning line.

The analyst is imported when the first search begins, and remembers its results.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from kiebitz.analysis.answers import Answer, Loss, Result
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.session import Session

#: Seconds of each search for the light after the first, quick one.
_SECONDS = (0.5, 3.0)
_LINE_SECONDS = 10.0
_MAX_LOSSES = 100


class Searches:
    """Searches for a screen, which gets the results as messages."""

    class LightResult(Message):
        """The light of a position, or the *reason* why there is none."""

        def __init__(self, position: Position, light: Answer | None, reason: str = "") -> None:
            super().__init__()
            self.position = position
            self.light = light
            self.reason = reason

    class LossResult(Message):
        """The losing move of the game that led to *position*; *line* leads from *start* through that move."""

        def __init__(self, position: Position, loss: Loss, start: Position, line: tuple[Move, ...]) -> None:
            super().__init__()
            self.position = position
            self.loss = loss
            self.start = start
            self.line = line

    class LineResult(Message):
        """The end of a search for a *whole* line or for a hint."""

        def __init__(self, result: Result, *, whole: bool) -> None:
            super().__init__()
            self.result = result
            self.whole = whole

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._losses: dict[tuple[Position, tuple[Move, ...]], Loss] = {}  # accessed only by the screen's thread

    def keep(self, result: LossResult) -> None:
        """Remember a losing move for `loss`; beyond the limit, forget the oldest."""
        self._losses[result.start, result.line] = result.loss
        if len(self._losses) > _MAX_LOSSES:
            del self._losses[next(iter(self._losses))]

    def loss(self, session: Session) -> Loss | None:
        """Return the losing move of the game up to its position, if known."""
        moves = session.moves
        matches = [
            (len(line), loss)
            for (start, line), loss in self._losses.items()
            if start == session.start and moves[: len(line)] == line
        ]
        return max(matches, key=lambda match: match[0])[1] if matches else None

    def light(self, session: Session) -> None:
        """Start searching for the light of a game; cancel the search at an earlier position."""
        self._start("light", partial(self._light, session.positions(), session.moves))

    def line(self, session: Session, *, whole: bool) -> None:
        """Start searching for a line from the position of a game."""
        self._start("line", partial(self._line, session.position, session.autoplay, whole))

    def stop(self) -> None:
        """Cancel all searches."""
        for group in ("light", "line"):
            self._screen.workers.cancel_group(self._screen, group)

    def _start(self, group: str, job: Callable[[], None]) -> None:
        self._screen.run_worker(job, group=group, exclusive=True, thread=True, exit_on_error=True)

    def _post(self, message: Message) -> bool:
        """Post a message unless the search was cancelled, and return whether it was posted."""
        if _is_cancelled():
            return False
        self._screen.post_message(message)
        return True

    # Run in threads

    def _light(self, positions: tuple[Position, ...], moves: tuple[Move, ...]) -> None:
        from kiebitz.analysis.analyst import QUICK, light, losing_move
        from kiebitz.analysis.limits import Limit, Verdict

        position = positions[-1]
        try:
            for limit in (QUICK, *(Limit(seconds=seconds) for seconds in _SECONDS)):
                light_result = light(position, limit, _is_cancelled)
                if not self._post(self.LightResult(position, light_result)):
                    return
                if light_result.limit_hit is None:
                    break
            else:
                return
            loss = None
            if light_result.verdict is not Verdict.SOLVED and (moves or light_result.score is None):
                loss = losing_move(positions, QUICK, _is_cancelled)
        except KiebitzError as error:
            self._post(self.LightResult(position, None, str(error)))
            return
        if loss is not None:
            self._post(self.LossResult(position, loss, positions[0], moves[: loss.ply]))

    def _line(self, position: Position, autoplay: Autoplay, whole: bool) -> None:
        from kiebitz.analysis.analyst import solution
        from kiebitz.analysis.limits import Limit

        try:
            result = solution(position, Limit(seconds=_LINE_SECONDS), autoplay, _is_cancelled)
        except KiebitzError as error:
            self._post(self.LightResult(position, None, str(error)))
            return
        self._post(self.LineResult(result, whole=whole))


def _is_cancelled() -> bool:
    """Return whether this thread's search was cancelled."""
    return get_current_worker().is_cancelled
