"""What was found out about a position, as frozen values.

`Answer` is all that is known; `Result` is a player's line, `Loss` the move that lost a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.analysis.limits import Statistics, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.kernel import Deals, Limits
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Autoplay, Rules

_NOTHING_TAKEN = Statistics()


@dataclass(frozen=True, slots=True)
class Answer:
    """All that is known of a position: `SOLVED` if the game can be won from here, `IMPOSSIBLE` if it is lost.

    In a scored game `score` is the most cards that are known to come home and `bound` what no line can exceed; the
    score is the best one where they are equal, and the game lost where `bound` is below all cards. Elsewhere both are
    `None`. `line` wins, or reaches the score; each move home is spelt out in it, several cards move at once as far as
    single-card moves can carry them, and the checker has replayed it. `limit_hit` names what left something open:
    `states`, `seconds`, `memory`, or `stopped`.
    """

    position: Position
    verdict: Verdict
    line: tuple[Move, ...] = ()
    score: int | None = None
    bound: int | None = None
    limit_hit: str | None = None
    statistics: Statistics = _NOTHING_TAKEN

    @property
    def states(self) -> int:
        """The positions that were looked at to find this out, maybe at an earlier call."""
        return self.statistics.states


#: What stands for a best score that is not known, and for the moves of a shortest line that is not.
NO_SCORE = NO_MOVES = 255


class RangeAnswers(NamedTuple):
    """What was found out about deals in a row, whose lines the checker has replayed.

    A byte a deal for the kernel's codes of verdicts and limits hit and, in a scored game, for best scores, `NO_SCORE`
    where a limit left one open. The lines of the solved deals follow one another, and end where `ends` says. Moves
    between columns and decision points are of shortest lines, where these were asked for: a byte a deal, `NO_MOVES`
    where a limit left one open.
    """

    verdicts: bytes
    limits_hit: bytes
    states: Sequence[int]
    lines: bytes
    ends: Sequence[int]
    scores: bytes = b""
    path_moves: bytes = b""
    decisions: bytes = b""


class RangeQuestion(NamedTuple):
    """Deals in a row, as the kernel is asked about them: `first` to `last` under these rules, each within `limits`.

    `paths`: of a scored game, look for shortest lines to the best scores, too.
    """

    rules: Rules
    first: int
    last: int
    deals: Deals
    limits: Limits
    paths: bool = False


def verdict_of(cards: int, score: int, bound: int) -> Verdict:
    """Return the verdict that a score and its bound come to in a game of so many cards."""
    return Verdict.SOLVED if score == cards else Verdict.IMPOSSIBLE if bound < cards else Verdict.UNDECIDED


def scored(
    position: Position, line: tuple[Move, ...], score: int, bound: int, limit_hit: str | None, statistics: Statistics
) -> Answer:
    """Return the answer that a score and its bound come to."""
    verdict = verdict_of(len(position.rules.pack), score, bound)
    return Answer(position, verdict, line, score, bound, limit_hit if score < bound else None, statistics)


@dataclass(frozen=True, slots=True)
class Result:
    """The answer about one position, with a line for a player.

    `moves` are the player's moves of a line that the referee has replayed and found to win, given that the program
    plays by the rule `autoplay` after each of them; empty unless the verdict is `SOLVED`. In a scored game they lead to
    `score`, and no line exceeds `bound`; elsewhere both are `None`. `limit_hit` names what left something open:
    `states`, `seconds`, `memory`, or `stopped`.
    """

    verdict: Verdict
    position: Position
    moves: tuple[Move, ...]
    limit_hit: str | None
    statistics: Statistics
    autoplay: Autoplay
    score: int | None = None
    bound: int | None = None

    @property
    def exact(self) -> bool:
        """Whether nothing is open: the verdict is known, and in a scored game the best score is."""
        return self.limit_hit is None


class Path(NamedTuple):
    """The length of a shortest line to a score, as the étude counts it.

    *moves* are moves between columns, the fewest that reach the score; moves home are forced and not counted.
    *decisions* are the positions of the line from which such a move is made although another one is legal too (all
    empty columns are one target): the fewest among the lines with the fewest moves.
    """

    moves: int
    decisions: int


class Loss(NamedTuple):
    """The move that lost the game, or in a scored game the last one by which the best score still reachable fell.

    `ply` is the number of the player's move, 1 for the first; 0 says that the deal itself was lost. `last_winnable` is
    the number of moves after which the game was last known to be winnable (in a scored game: to reach more), `None` if
    it never was. The move is `certain` unless there are undecided positions between the two. `score_before` and
    `score_after` are the best scores known there in a scored game, `None` elsewhere.
    """

    ply: int
    last_winnable: int | None
    certain: bool
    score_before: int | None = None
    score_after: int | None = None
