"""The searches behind a game, in threads: whether it can be won, which move lost it, and a line to win it.

The analyst that answers is imported when the first search begins; what it found out, it remembers.
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

#: The seconds that each search for the light may take after the first, quick one, as long as the person thinks.
_SECONDS = (0.5, 3.0)
_SECONDS_FOR_A_LINE = 10.0
_MOST_LOSSES = 100


class Searches:
    """Searches for a screen, which gets what they find as messages; moves that lost are kept here by `keep`."""

    class LightFound(Message):
        """The light of a position is known, or, without one, a *reason* why there is none."""

        def __init__(self, position: Position, light: Answer | None, reason: str = "") -> None:
            super().__init__()
            self.position = position
            self.light = light
            self.reason = reason

    class LossFound(Message):
        """The move that lost the game to a *position* is known; *line* leads from the *start* through that move."""

        def __init__(self, position: Position, loss: Loss, start: Position, line: tuple[Move, ...]) -> None:
            super().__init__()
            self.position = position
            self.loss = loss
            self.start = start
            self.line = line

    class LineFound(Message):
        """A search for a line has ended; it was for the *whole* line, or for a hint."""

        def __init__(self, result: Result, *, whole: bool) -> None:
            super().__init__()
            self.result = result
            self.whole = whole

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._losses: dict[tuple[Position, tuple[Move, ...]], Loss] = {}  # touched by the screen's thread alone

    def keep(self, found: LossFound) -> None:
        """Keep which move lost a game, for `loss`; of too many the one found first is forgotten."""
        self._losses[found.start, found.line] = found.loss
        if len(self._losses) > _MOST_LOSSES:
            del self._losses[next(iter(self._losses))]

    def loss(self, session: Session) -> Loss | None:
        """Return the move that lost this game as far as it has been played, if that is known."""
        moves = session.moves
        fitting = [
            (len(line), loss)
            for (start, line), loss in self._losses.items()
            if start == session.start and moves[: len(line)] == line
        ]
        return max(fitting, key=lambda found: found[0])[1] if fitting else None

    def light(self, session: Session) -> None:
        """Search for the light of a game; a search at an earlier position of it is given up."""
        self._start("light", partial(self._light, session.positions(), session.moves))

    def line(self, session: Session, *, whole: bool) -> None:
        """Search for a line from the position of a game."""
        self._start("line", partial(self._line, session.position, session.autoplay, whole))

    def stop(self) -> None:
        """Give up all searches."""
        for group in ("light", "line"):
            self._screen.workers.cancel_group(self._screen, group)

    def _start(self, group: str, job: Callable[[], None]) -> None:
        self._screen.run_worker(job, group=group, exclusive=True, thread=True, exit_on_error=True)

    def _post(self, message: Message) -> bool:
        """Post a message unless nobody waits for it any more, and say so."""
        if _given_up():
            return False
        self._screen.post_message(message)
        return True

    # In threads

    def _light(self, positions: tuple[Position, ...], moves: tuple[Move, ...]) -> None:
        from kiebitz.analysis.analyst import QUICK, light, losing_move
        from kiebitz.analysis.limits import Limit, Verdict

        position = positions[-1]
        try:
            for limit in (QUICK, *(Limit(seconds=seconds) for seconds in _SECONDS)):
                found = light(position, limit, _given_up)
                if not self._post(self.LightFound(position, found)):
                    return
                if found.limit_hit is None:
                    break
            else:
                return
            loss = None
            if found.verdict is not Verdict.SOLVED and (moves or found.score is None):
                loss = losing_move(positions, QUICK, _given_up)
        except KiebitzError as error:
            self._post(self.LightFound(position, None, str(error)))
            return
        if loss is not None:
            self._post(self.LossFound(position, loss, positions[0], moves[: loss.ply]))

    def _line(self, position: Position, autoplay: Autoplay, whole: bool) -> None:
        from kiebitz.analysis.analyst import solution
        from kiebitz.analysis.limits import Limit

        try:
            result = solution(position, Limit(seconds=_SECONDS_FOR_A_LINE), autoplay, _given_up)
        except KiebitzError as error:
            self._post(self.LightFound(position, None, str(error)))
            return
        self._post(self.LineFound(result, whole=whole))


def _given_up() -> bool:
    """Whether nobody waits for this thread's answer any more."""
    return get_current_worker().is_cancelled
