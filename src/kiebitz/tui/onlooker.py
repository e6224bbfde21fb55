"""The onlooker behind the player: finds out in threads whether a position can be won, what lost it, and what to do.

The searches are those of `kiebitz.patience`, which is imported when the first one begins; nothing is shown here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from kiebitz.patience.light import Light, Loss
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Autoplay
    from kiebitz.patience.session import Session

    _Key = tuple[Position, tuple[Move, ...]]

#: The seconds that each look may take after the first, quick one, as long as the person thinks.
_PATIENCE = (0.5, 3.0)
_PATIENCE_OF_SCORES = (0.5, 2.0)  # this search cannot be stopped
_ADVICE = 10.0
_MOST_REMEMBERED = 5_000


@dataclass(frozen=True, slots=True)
class Advice:
    """A line from a position under an autoplay rule; *wins* says whether it wins, *score* what it brings home."""

    moves: tuple[Move, ...]
    autoplay: Autoplay
    score: int
    wins: bool


class Onlooker:
    """Watches one game after the other for a screen, and remembers what it saw."""

    class Saw(Message):
        """The light of a position is known, or, without one, a *reason* why there is none."""

        def __init__(self, position: Position, light: Light | None, reason: str = "") -> None:
            super().__init__()
            self.position = position
            self.light = light
            self.reason = reason

    class FoundLoss(Message):
        """The move that lost the game to a *position* is known."""

        def __init__(self, position: Position, loss: Loss) -> None:
            super().__init__()
            self.position = position
            self.loss = loss

    class Advises(Message):
        """Advice for a position, asked for as a hint (*whole* is false) or as a solution; `None` if there is none."""

        def __init__(self, position: Position, advice: Advice | None, *, whole: bool) -> None:
            super().__init__()
            self.position = position
            self.advice = advice
            self.whole = whole

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._lights: dict[Position, Light] = {}
        self._losses: dict[_Key, Loss] = {}
        self._done: set[_Key] = set()

    def light(self, position: Position) -> Light | None:
        """Return what is known of a position, or `None`."""
        return self._lights.get(position)

    def knows(self, session: Session) -> bool:
        """Whether all is known of a game: its light, and which move lost it if one did."""
        return (session.start, session.moves) in self._done

    def loss(self, session: Session) -> Loss | None:
        """Return the move that lost this game as far as it has been played, if that is known."""
        moves = session.moves
        fitting = [
            (len(line), loss)
            for (start, line), loss in self._losses.items()
            if start == session.start and moves[: len(line)] == line
        ]
        return max(fitting, key=lambda found: found[0])[1] if fitting else None

    def watch(self, session: Session) -> None:
        """Look at the position of a game; a look at an earlier one is given up."""
        job = partial(self._look, session.positions(), session.moves)
        self._start(job, "light")

    def advise(self, session: Session, *, whole: bool) -> None:
        """Look for a line from the position of a game."""
        self._start(partial(self._advise, session.position, session.autoplay, whole), "advice")

    def rest(self) -> None:
        """Give up all that is being looked at."""
        for group in ("light", "advice"):
            self._screen.workers.cancel_group(self._screen, group)

    def _start(self, job: Callable[[], None], group: str) -> None:
        self._screen.run_worker(job, group=group, exclusive=True, thread=True, exit_on_error=True)

    def _tell(self, message: Message) -> bool:
        """Post a message unless nobody waits for it any more, and say so."""
        if _given_up():
            return False
        self._screen.post_message(message)
        return True

    # In threads

    def _look(self, positions: tuple[Position, ...], moves: tuple[Move, ...]) -> None:
        from kiebitz.patience.light import QUICK, light, losing_move
        from kiebitz.patience.solve import Limit, Verdict

        position = positions[-1]
        patience = _PATIENCE_OF_SCORES if position.rules.is_scored else _PATIENCE
        try:
            for limit in (QUICK, *(Limit(seconds=seconds) for seconds in patience)):
                seen = light(position, limit, _given_up)
                if not self._tell(self.Saw(position, seen)):
                    return
                if seen.limit_hit is None:
                    break
            else:
                return
            self._remember(position, seen)
            loss = None
            if seen.verdict is not Verdict.SOLVED and (moves or not position.rules.is_scored):
                loss = losing_move(positions, QUICK, _given_up)
        except KiebitzError as error:
            self._tell(self.Saw(position, None, str(error)))
            return
        if _given_up():
            return
        self._done.add((positions[0], moves))
        if loss is not None:
            self._losses[positions[0], moves[: loss.ply]] = loss
            self._tell(self.FoundLoss(position, loss))

    def _remember(self, position: Position, light: Light) -> None:
        if len(self._lights) >= _MOST_REMEMBERED:
            self._lights.clear()
            self._done.clear()
        self._lights[position] = light

    def _advise(self, position: Position, autoplay: Autoplay, whole: bool) -> None:
        from kiebitz.patience.solve import Limit, Verdict, solve

        limit = Limit(seconds=_ADVICE)
        advice = None
        try:
            if position.rules.is_scored:
                from kiebitz.patience.best import best_score

                best = best_score(position, limit, autoplay)
                wins = best.score == len(position.rules.pack)
                advice = Advice(best.moves, best.autoplay, best.score, wins)
            else:
                result = solve(position, limit, autoplay, stop=_given_up)
                if result.verdict is Verdict.SOLVED:
                    advice = Advice(result.moves, result.autoplay, len(position.rules.pack), wins=True)
        except KiebitzError as error:
            self._tell(self.Saw(position, None, str(error)))
            return
        self._tell(self.Advises(position, advice, whole=whole))


def _given_up() -> bool:
    """Whether nobody waits for this thread's answer any more."""
    return get_current_worker().is_cancelled
