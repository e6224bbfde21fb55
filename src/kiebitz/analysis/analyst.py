"""The analyst beside a game: can it still be won, how, what can still be reached, and which move lost it.

All its answers about a position are views of one `Answer`, which is remembered, so that they cannot contradict each
other; positions that differ only in the order of columns and cells are one. Any number of threads may ask.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

from kiebitz.analysis import solving
from kiebitz.analysis.answers import Answer, Loss, Result, scored
from kiebitz.analysis.budget import Budget
from kiebitz.analysis.canonical import canonical
from kiebitz.analysis.limits import STOPPED, Limit, Verdict
from kiebitz.errors import NoPositionError
from kiebitz.patience import referee
from kiebitz.patience.rules import Autoplay
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.canonical import Arrangement
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.referee import Turn

    Stop = Callable[[], bool] | None

#: The limit unless another one is given. The native kernel takes about half a second for it where all states
#: are needed, and less than a millisecond for nearly all positions of FreeCell; see `bench/` for the figures.
QUICK = Limit(states=300_000)

_MOST_REMEMBERED = 8_000  # positions, about 20 MB


@dataclass(frozen=True, slots=True)
class _Line:
    """The rest of a player's line from a position in its common form, and how the piles of its turns lie there."""

    position: Position
    result: Result
    turns: tuple[Turn, ...]
    first: int
    to_common: Arrangement

    def moves(self) -> tuple[Move, ...]:
        return self.to_common.here(turn.move for turn in self.turns[self.first :])

    def answer(self) -> Answer:
        """Return what follows for the position, its line spelt out with the moves home that the program makes."""
        rest = self.turns[self.first :]
        line = self.to_common.here(move for turn in rest for move in (turn.move, *turn.automatic))
        return Answer(self.position, self.result.verdict, line, self.result.score, self.result.bound)


class _Known:
    """What is known of a position in its common form: the answer found within a limit, and lines for players."""

    __slots__ = ("_found", "lines", "within")

    def __init__(self, found: Answer | _Line, within: Limit) -> None:
        self._found = found
        self.within = within
        self.lines: dict[Autoplay, _Line] = {}

    @property
    def answer(self) -> Answer:
        """The answer, made of a line when it is first asked for: most positions on a line never are."""
        if isinstance(self._found, _Line):
            self._found = self._found.answer()
        return self._found

    @answer.setter
    def answer(self, found: Answer | _Line) -> None:
        self._found = found

    @property
    def is_final(self) -> bool:
        """Whether no search can find out more."""
        return isinstance(self._found, _Line) or self._found.limit_hit is None


class Analyst:
    """Answers questions about games in progress, and remembers what it found out about *most* positions.

    *short* is how many positions of each level a search for a short line keeps.
    What is remembered belongs to this object and is only touched under its lock; searches run outside it.

    >>> analyst = Analyst()
    >>> session = Session.new("freecell", 617)
    >>> analyst.status(session).verdict
    Verdict.SOLVED
    >>> analyst.solution(session).moves[0] == analyst.hint(session)
    True
    """

    def __init__(self, most: int = _MOST_REMEMBERED, short: int = solving.SHORT_AT_ONCE) -> None:
        self._most = most
        self._short = short
        self._lock = Lock()
        self._known: OrderedDict[Position, _Known] = OrderedDict()

    def status(self, game: Session | Position, limit: Limit | None = None, stop: Stop = None) -> Answer:
        """Say whether the game can be won from the position now, within *limit* (`QUICK` if there is none).

        The verdict is about free play: no rule of autoplay is taken into account, as `Autoplay.SAFE` loses no won game.
        A session whose earlier position is known to be lost stays lost. *stop* is asked now and then whether the search
        shall end. Errors are those of `solve`.
        """
        position = game.position if isinstance(game, Session) else game
        common, arrangement = canonical(position)
        found = self._answer(common, limit or QUICK, stop)
        here = replace(found, position=position, line=arrangement.here(found.line))
        return self._by_the_past(game, here) if here.limit_hit is not None and isinstance(game, Session) else here

    def solution(
        self,
        game: Session | Position,
        limit: Limit | None = None,
        autoplay: Autoplay | None = None,
        stop: Stop = None,
    ) -> Result:
        """Return the status with a player's line: one that wins, or in a scored game one to the best score known.

        *autoplay* is the session's unless another one is given, `SAFE` for a position. Whoever follows the line is
        told its rest at each position on it. Without *limit* the search goes on to its end; errors as of `solve`.
        """
        limit = limit or Limit()
        rule = autoplay or (game.autoplay if isinstance(game, Session) else Autoplay.SAFE)
        found = self.status(game, limit, stop)
        common, arrangement = canonical(found.position)
        moves: tuple[Move, ...] = ()
        if found.line or found.verdict is Verdict.SOLVED:
            line = self._line(common, rule)
            if line is None:
                at_hand = replace(found, position=common, line=arrangement.inverse().here(found.line))
                budget = Budget(limit, stop)
                result = solving.result_of(at_hand, rule, budget)
                result = solving.shortened(result, self._short, budget)
                self._remember_line(common, rule, result)
                moves, rule = result.moves, result.autoplay
            else:
                moves, rule = line.moves(), line.result.autoplay
        return Result(
            found.verdict,
            found.position,
            arrangement.here(moves),
            found.limit_hit,
            found.statistics,
            rule,
            found.score,
            found.bound,
        )

    def hint(
        self,
        game: Session | Position,
        limit: Limit | None = None,
        autoplay: Autoplay | None = None,
        stop: Stop = None,
    ) -> Move | None:
        """Return the first move of `solution`; `None` if no line was found or nothing is left to be done."""
        moves = self.solution(game, limit, autoplay, stop).moves
        return moves[0] if moves else None

    def losing_move(
        self, game: Session | Sequence[Position], limit: Limit | None = None, stop: Stop = None
    ) -> Loss | None:
        """Find the move that lost a game, or the best score; `None` if nothing was lost as far as known.

        *game* is a session or its positions, the one at the start first (a `NoPositionError` if there are none). Each
        position that is looked at gets the *limit* (`QUICK` if there is none). Once lost is always lost, so halving
        finds the move; from there the way back leads over undecided positions, if there are any, to the last one that
        is known to be winnable.
        """
        positions = game.positions() if isinstance(game, Session) else game
        if not positions:
            raise NoPositionError
        now = self.status(positions[-1], limit, stop)
        cards = len(positions[-1].rules.pack)
        least = cards if now.bound is None else now.bound + 1

        def is_lost(ply: int) -> bool | None:
            """Whether as much is lost after that number of moves as is now; `None` where that is undecided."""
            there = self.status(positions[ply], limit, stop)
            if there.score is None or there.bound is None:
                return {Verdict.SOLVED: False, Verdict.IMPOSSIBLE: True, Verdict.UNDECIDED: None}[there.verdict]
            return False if there.score >= least else True if there.bound < least else None

        if not is_lost(len(positions) - 1):
            return None
        low, lost = 0, len(positions) - 1  # the first position known to be lost lies above all below `low` that are not
        while low < lost:
            middle = (low + lost) // 2
            if is_lost(middle):
                lost = middle
            else:
                low = middle + 1
        before = lost - 1
        while before >= 0 and (verdict := is_lost(before)) is not False:
            if verdict:
                lost = before
            before -= 1
        if lost == 0 and now.score is not None:
            return None
        after = self.status(positions[lost], limit, stop).score
        if before < 0:
            return Loss(lost, None, lost == 0, None, after)
        return Loss(lost, before, before == lost - 1, self.status(positions[before], limit, stop).score, after)

    # What is remembered

    def _answer(self, common: Position, limit: Limit, stop: Stop) -> Answer:
        """Return what is known of a position in its common form, after a search if that may find out more."""
        with self._lock:
            known = self._known.get(common)
            if known is not None:
                self._known.move_to_end(common)
                if known.is_final or known.within.covers(limit):
                    return known.answer
        found = solving.answer(common, limit, stop=stop)
        with self._lock:
            known = self._known.get(common)
            best = found if known is None else _better(known.answer, found)
            if found.limit_hit == STOPPED:
                return best
            self._keep(common, best, limit)
            return best

    def _keep(self, common: Position, answer: Answer | _Line, within: Limit) -> _Known:
        """Remember an answer, and forget the one asked for longest ago if there are too many; the lock is held."""
        known = self._known.get(common)
        if known is None:
            known = self._known[common] = _Known(answer, within)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        else:
            known.answer = answer
            if within.covers(known.within):
                known.within = within
        return known

    def _line(self, common: Position, autoplay: Autoplay) -> _Line | None:
        with self._lock:
            known = self._known.get(common)
            return None if known is None else known.lines.get(autoplay)

    def _remember_line(self, common: Position, asked: Autoplay, result: Result) -> None:
        """Remember the positions that a player's line leads through: what is true there follows from the line."""
        if result.score != result.bound:  # a better line may be found
            return
        table = referee.Table(common, result.autoplay)
        for move in result.moves:
            table.push(move)
        turns = table.history
        on_the_way = [canonical(turn.before) for turn in turns]
        with self._lock:
            for index, (there, arrangement) in enumerate(on_the_way):
                line = _Line(there, result, turns, index, arrangement.inverse())
                known = self._known.get(there)
                if known is None or not known.is_final:
                    known = self._keep(there, line, Limit())
                known.lines.setdefault(asked, line)

    def _by_the_past(self, session: Session, now: Answer) -> Answer:
        """Return what is known of a session whose position is undecided, but whose earlier ones may be remembered."""
        with self._lock:
            before = (self._known.get(canonical(turn.before)[0]) for turn in session.history)
            earlier = [known.answer for known in before if known is not None]
        if now.score is not None and now.bound is not None:
            bound = min([now.bound, *(found.bound for found in earlier if found.bound is not None)])
            return scored(now.position, now.line, now.score, bound, now.limit_hit, now.statistics)
        if any(found.verdict is Verdict.IMPOSSIBLE for found in earlier):
            return replace(now, verdict=Verdict.IMPOSSIBLE, limit_hit=None)
        return now


def _better(one: Answer, other: Answer) -> Answer:
    """Return what two searches of the same position found out together."""
    if one.limit_hit is None or other.limit_hit is None:
        return other if other.limit_hit is None else one
    if one.score is None or other.score is None or one.bound is None or other.bound is None:
        return other
    high = one if one.score > other.score else other
    return scored(
        other.position,
        high.line,
        max(one.score, other.score),
        min(one.bound, other.bound),
        other.limit_hit,
        other.statistics,
    )


#: Who answers where no analyst of one's own is at hand.
_shared = Analyst()


def light(game: Session | Position, limit: Limit | None = None, stop: Stop = None) -> Answer:
    """Say whether the game can be won from the position now, as `Analyst.status` does; what was found is remembered.

    >>> light(Session.new("freecell", 617)).verdict
    Verdict.SOLVED
    """
    return _shared.status(game, limit, stop)


def solution(
    game: Session | Position, limit: Limit | None = None, autoplay: Autoplay | None = None, stop: Stop = None
) -> Result:
    """Return what is known with a player's line, as `Analyst.solution` does."""
    return _shared.solution(game, limit, autoplay, stop)


def hint(
    position: Session | Position, limit: Limit | None = None, autoplay: Autoplay | None = None, *, stop: Stop = None
) -> Move | None:
    """Return the first move of a verified line, as `Analyst.hint` does; `None` if none was found or needed.

    The lines found last are remembered, so whoever follows the hints follows one line to its end.
    """
    return _shared.hint(position, limit, autoplay, stop)


def losing_move(game: Session | Sequence[Position], limit: Limit | None = None, stop: Stop = None) -> Loss | None:
    """Find the move that lost a game, as `Analyst.losing_move` does."""
    return _shared.losing_move(game, limit, stop)
