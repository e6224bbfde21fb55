"""The difficulty of a deal: how narrow the way to a win is, and how players without a plan fare.

`docs/difficulty.md` defines the measures and reports on Microsoft's deals. The measures describe the deal, not the
search, and were not tested with people.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.answers import Line, LineAnswer
from kiebitz.analysis.encoding import encode_play
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.levels import LEVELS, Level, require
from kiebitz.analysis.limits import VERDICTS, Limit, Verdict, limit_or
from kiebitz.analysis.solving import effort_of, state_of
from kiebitz.kernel import analyst as kernel
from kiebitz.patience import referee
from kiebitz.patience.encoding import (
    AUTOPLAYS,
    BYTES_PER_PLAYER_MOVE,
    encode_game,
    encode_layout,
    encode_position,
    encode_rules,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.position import Position
    from kiebitz.patience.referee import Table
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.session import Session

#: The moves that players without a plan look ahead, and the games that each of them plays.
AHEAD = (1, 2)
GAMES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty(LineAnswer):
    """The difficulty of a position: a line, the effect of the moves beside it, and games of players without a plan.

    `moves` is the line, verified by the referee. For each position before its moves, `kept` counts the moves that keep
    the win, `lost` those that lose it, `left_open` those undecided within the states granted per move; moves to
    equivalent positions count once. `won` holds for each of `AHEAD` the games, of `GAMES`, won by a player with that
    look-ahead, and `level` follows from their sum. All are empty, or `None`, unless the verdict is `SOLVED`.
    `statistics` cover only the search for the verdict.
    """

    verdict: Verdict
    kept: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    left_open: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    level: Level | None = None

    @property
    def share_kept(self) -> tuple[float, float] | None:
        """The mean share of moves that keep the win, over the positions of the line: lower and upper bound.

        The bounds differ by the undecided moves; `None` if there is no line.
        """
        return self._narrowness[0] if self.kept else None

    @property
    def only_moves(self) -> tuple[int, int] | None:
        """The number of positions where one move keeps the win and all others lose it: lower and upper bound.

        Positions with a single legal move do not count. The upper bound takes undecided moves as losing; `None` if
        there is no line.
        """
        return self._narrowness[1] if self.kept else None

    @property
    def _narrowness(self) -> tuple[tuple[float, float], tuple[int, int]]:
        return kernel.narrowness(bytes(self.kept), bytes(self.lost), bytes(self.left_open))


@dataclass(frozen=True, slots=True)
class Percentiles:
    """The rank of a deal among Microsoft's deals 1 to *deals*: the percentage of easier deals, by measure.

    Equal deals count half. Harder means: more `moves`, a smaller `share_kept`, more `only_moves` (undecided moves keep
    the win), fewer games won (`won_1`, `won_2`).
    """

    deals: int
    harder_than: dict[str, int]


def percentiles(difficulty: Difficulty) -> Percentiles | None:
    """Return the rank of a deal among Microsoft's; `None` unless it is a fresh FreeCell deal with autoplay `SAFE`."""
    rules, distribution = difficulty.position.rules, quantiles()
    won_1, won_2 = difficulty.won or (0, 0)
    measured = kernel.Measured(
        bytes(BYTES_PER_PLAYER_MOVE * len(difficulty.moves)),
        AUTOPLAYS.index(difficulty.autoplay),
        bytes(difficulty.kept), bytes(difficulty.lost), bytes(difficulty.left_open),
        won_1, won_2, 0,
    )  # fmt: skip
    measures = [name for name in distribution if name != "deals"]
    places = kernel.percentiles(
        encode_game(rules),
        encode_layout(rules),
        encode_position(difficulty.position),
        measured,
        *(distribution[name] for name in measures),
    )
    return Percentiles(distribution["deals"], dict(zip(measures, places, strict=True))) if places else None


@cache
def quantiles() -> dict[str, Any]:
    """Return the 0th to 100th percentile of each measure, written by `bench/difficulty.py`."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("difficulty.json").read_text(encoding="ascii"))
    return data


def greedy_line(
    position: Position | Session | Table, ahead: int, *, seed: int = 0, autoplay: Autoplay | str | None = None
) -> Line:
    """Return the moves of one game of a player without a plan, won or not.

    The player looks *ahead* moves ahead, 1 to 3, and breaks ties by *seed*; `docs/difficulty.md` defines it. Errors:
    see `require`.

    >>> from kiebitz.patience.dealing import deal
    >>> greedy_line(deal(617), 1).words()[:4]
    ['83', '53', '2a', '21']
    """
    position, rule = state_of(position, autoplay)
    require(position.rules)
    play = encode_play(position.rules, rule)
    with as_kernel_fault():
        moves = kernel.greedy_line(encode_rules(position.rules), encode_position(position), play, ahead, seed)
    return Line.decoded(position, moves, rule)


def short_line(
    position: Position | Session | Table, limit: Limit | None = None, autoplay: Autoplay | str | None = None
) -> Line:
    """Return the line that `difficulty` judges, empty if the search within *limit* finds none. Errors: see `require`.

    >>> from kiebitz.patience.dealing import deal
    >>> len(short_line(deal(617)).moves)
    48
    """
    position, rule = state_of(position, autoplay)
    require(position.rules)
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        measured = kernel.difficulty(game, board, AUTOPLAYS.index(rule), allowance, steps=1).measured
    line = Line.decoded(position, measured.moves, AUTOPLAYS[measured.autoplay])
    if line.moves:
        with as_kernel_fault():
            referee.verify(position, line.moves, line.autoplay)
    return line


def difficulty(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    stop: Callable[[], bool] | None = None,
) -> Difficulty:
    """Measure how narrow the way to a win is from a position of the FreeCell family.

    *limit* applies to the search for the verdict; *autoplay* is the rule for all lines and games. The order of columns
    and cells does not matter. *stop* and errors: see `solve` and `require`.

    >>> from kiebitz.patience.dealing import deal
    >>> result = difficulty(deal(617))
    >>> len(result.moves) == len(result.kept) == len(result.left_open), len(result.won)
    (True, 2)
    """
    position, rule = state_of(position, autoplay)
    require(position.rules)
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        answer = kernel.difficulty(game, board, AUTOPLAYS.index(rule), allowance, ask=stop)
    measured = answer.measured
    line = Line.decoded(position, measured.moves, AUTOPLAYS[measured.autoplay])
    verdict = VERDICTS[answer.status.verdict]
    if verdict is not Verdict.SOLVED:
        return Difficulty(verdict=verdict, line=line, effort=effort_of(answer.status))
    with as_kernel_fault():
        referee.verify(position, line.moves, line.autoplay)
    return Difficulty(
        verdict=verdict,
        line=line,
        effort=effort_of(answer.status),
        kept=tuple(measured.kept),
        lost=tuple(measured.lost),
        left_open=tuple(measured.left_open),
        won=(measured.won_1, measured.won_2),
        level=None if answer.level is None else LEVELS[answer.level],
    )
