"""How hard a deal is for somebody who plays it: how narrow the way is, and how a player without a plan fares.

The measures are of the deal, not of the search, and were not tested with people; `docs/difficulty.md` has the
definitions, and what a study of Microsoft's deals found.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz import kernel
from kiebitz.analysis import solving
from kiebitz.analysis.budget import Budget, SearchStopped
from kiebitz.analysis.canonical import canonical
from kiebitz.analysis.engines.freecell import supports_fewest
from kiebitz.analysis.limits import STOPPED, Limit, Statistics, Verdict
from kiebitz.errors import UnsupportedRulesError
from kiebitz.patience.encoding import encode_moves, encode_play, encode_position, encode_rules
from kiebitz.patience.games import game
from kiebitz.patience.rules import Autoplay

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.analysis.answers import Result
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: How many positions of each level the search for the line keeps.
WIDTH = 100

#: The states that a move may take before it is left open whether it keeps the win.
MOVE_STATES = 10_000

#: How many moves the players without a plan look ahead, and how many games each of them plays.
AHEAD = (1, 2)
GAMES = 10
_SEED = 0

_MORE_IS_HARDER = ("moves", "only_moves")


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How narrow the way to a win is: a line, what the moves beside it do, and games of players without a plan.

    `moves` is the line; the referee has replayed it. For each position before one of its moves `kept` says how many
    moves keep the win, `lost` how many lose it, and `left_open` how many need more than `MOVE_STATES` states to tell.
    Moves that lead to the same position, up to the order of columns and cells, are one. `won` says for each of `AHEAD`
    how many of `GAMES` games a player wins who looks that number of moves ahead. All of this is empty unless the
    verdict is `SOLVED`. `statistics` are those of the search that found out whether the game can be won, and nothing
    more.
    """

    verdict: Verdict
    position: Position
    moves: tuple[Move, ...]
    autoplay: Autoplay
    kept: tuple[int, ...]
    lost: tuple[int, ...]
    left_open: tuple[int, ...]
    won: tuple[int, ...]
    limit_hit: str | None
    statistics: Statistics

    @property
    def share_kept(self) -> tuple[float, float] | None:
        """Which share of the moves keeps the win, in the mean over the positions of the line: at least, at most.

        The two differ by the moves that were left open; `None` where there is no line to go along.
        """
        if not self.kept:
            return None
        counts = list(zip(self.kept, self.lost, self.left_open, strict=True))
        low = sum(kept / (kept + lost + left) for kept, lost, left in counts)
        high = sum((kept + left) / (kept + lost + left) for kept, lost, left in counts)
        return low / len(counts), high / len(counts)

    @property
    def only_moves(self) -> tuple[int, int] | None:
        """In how many positions of the line one move keeps the win and all others, at least one, lose it.

        At least, and at most if all moves that were left open lose; `None` where there is no line to go along.
        """
        if not self.kept:
            return None
        single = [
            (lost, left) for kept, lost, left in zip(self.kept, self.lost, self.left_open, strict=True) if kept == 1
        ]
        return sum(bool(lost) and not left for lost, left in single), sum(bool(lost or left) for lost, left in single)


@dataclass(frozen=True, slots=True)
class Percentiles:
    """How hard a deal is among Microsoft's deals 1 to *deals*: percent of them that are easier, by measure.

    Those that are equal count half. Harder are more `moves` of the line, a smaller `share_kept` and more `only_moves`
    (a move left open counts as one that keeps the win), and fewer games won (`won_1`, `won_2`).
    """

    deals: int
    harder_than: dict[str, int]


def percentiles(found: Difficulty) -> Percentiles | None:
    """Return the place of a deal among Microsoft's; `None` but for deals of plain FreeCell, autoplay `SAFE`."""
    share, only = found.share_kept, found.only_moves
    comparable = found.position.rules == game("freecell") and found.autoplay is Autoplay.SAFE
    dealt = not any(found.position.foundations) and not any(found.position.cells)
    if share is None or only is None or not (comparable and dealt):
        return None
    values = {"moves": len(found.moves), "share_kept": share[1], "only_moves": only[0]}
    values |= {f"won_{ahead}": won for ahead, won in zip(AHEAD, found.won, strict=True)}
    among = quantiles()
    places = {}
    for name, value in values.items():
        points = among[name]
        below = sum(point < value for point in points)
        equal = sum(point == value for point in points)
        place = round(100 * (below + equal / 2) / len(points))
        places[name] = place if name in _MORE_IS_HARDER else 100 - place
    return Percentiles(among["deals"], places)


@cache
def quantiles() -> dict[str, Any]:
    """Return the 0th, 1st, … 100th hundredth of each measure; `bench/difficulty.py` has written them."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("difficulty.json").read_text(encoding="ascii"))
    return data


def require(rules: Rules) -> None:
    """Raise an `UnsupportedRulesError` for rules under which `difficulty` has no answer."""
    reason = supports_fewest(rules)
    if reason is not None:
        raise UnsupportedRulesError(rules.title, f"has no difficulty that can be told: {reason}")


def difficulty(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Difficulty:
    """Return how narrow the way to a win is from a position of the FreeCell family.

    *limit* holds for the search that finds out whether the game can be won at all. *autoplay* is the rule by which the
    program plays, after the line's moves, after those beside it, and after those of the players without a plan. *stop*
    is asked now and then whether nobody waits for the answer any more, which is then undecided. Positions that differ
    only in the order of columns and cells have the same difficulty. Errors are those of `solve`, and `require`'s.

    >>> from kiebitz.patience.dealing import deal
    >>> found = difficulty(deal(617))
    >>> len(found.moves) == len(found.kept) == len(found.left_open), len(found.won)
    (True, 2)
    """
    require(position.rules)
    common, arrangement = canonical(position)
    limit = (limit or Limit()).with_memory()
    result = solving.solve(common, limit, autoplay, stop=stop)
    if result.verdict is not Verdict.SOLVED:
        return _without_line(position, result)
    budget = Budget(Limit(memory=limit.memory), stop)
    line = solving.shortened(result, WIDTH, budget)
    rules, start, play = encode_rules(common.rules), encode_position(common), encode_play(common.rules, line.autoplay)
    try:
        a_move = kernel.Limits(MOVE_STATES, 0, limit.memory or 0)
        judged = kernel.judge_moves(rules, start, encode_moves(line.moves), play, a_move, ask=budget.poll)
        won = tuple(
            kernel.greedy_games(rules, start, play, ahead=ahead, games=GAMES, seed=_SEED, ask=budget.poll).won
            for ahead in AHEAD
        )
    except SearchStopped:
        return _without_line(position, result, STOPPED)
    return Difficulty(
        Verdict.SOLVED,
        position,
        arrangement.here(line.moves),
        line.autoplay,
        tuple(judged.kept),
        tuple(judged.lost),
        tuple(judged.open),
        won,
        None,
        result.statistics,
    )


def _without_line(position: Position, result: Result, hit: str | None = None) -> Difficulty:
    verdict = Verdict.UNDECIDED if hit else result.verdict
    nothing: tuple[int, ...] = ()
    return Difficulty(
        verdict,
        position,
        (),
        result.autoplay,
        nothing,
        nothing,
        nothing,
        nothing,
        hit or result.limit_hit,
        result.statistics,
    )
