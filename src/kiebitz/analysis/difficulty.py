"""How hard a deal is for somebody who plays it: how narrow the way is, and how a player without a plan fares.

The kernel's analyst measures; `docs/difficulty.md` has the definitions, and what a study of Microsoft's deals found.
The measures are of the deal, not of the search, and were not tested with people.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.answers import Found, Line
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import VERDICTS, Limit, Verdict, limit_or
from kiebitz.analysis.search_support import Search, missed
from kiebitz.analysis.solving import effort_of, state_of
from kiebitz.errors import UnsupportedRulesError
from kiebitz.kernel import analyst as kernel
from kiebitz.patience import referee
from kiebitz.patience.encoding import AUTOPLAYS, encode_game, encode_position
from kiebitz.patience.games import game
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.position import Position
    from kiebitz.patience.referee import Table
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import Session

#: How many moves the players without a plan look ahead, and how many games each of them plays.
AHEAD = (1, 2)
GAMES = 10

_MORE_IS_HARDER = ("moves", "only_moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty(Found):
    """How narrow the way to a win is: a line, what the moves beside it do, and games of players without a plan.

    `moves` is the line; the referee has replayed it. For each position before one of its moves `kept` says how many
    moves keep the win, `lost` how many lose it, and `left_open` how many need more states to tell than one move gets.
    Moves that lead to the same position, up to the order of columns and cells, are one. `won` says for each of `AHEAD`
    how many of `GAMES` games a player wins who looks that number of moves ahead. All of this is empty unless the
    verdict is `SOLVED`. `statistics` are those of the search that found out whether the game can be won, and nothing
    more.
    """

    verdict: Verdict
    kept: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    left_open: tuple[int, ...] = ()
    won: tuple[int, ...] = ()

    @property
    def share_kept(self) -> tuple[float, float] | None:
        """Which share of the moves keeps the win, in the mean over the positions of the line: at least, at most.

        The two differ by the moves that were left open; `None` where there is no line to go along.
        """
        return self._narrowness[0] if self.kept else None

    @property
    def only_moves(self) -> tuple[int, int] | None:
        """In how many positions of the line one move keeps the win and all others, at least one, lose it.

        At least, and at most if all moves that were left open lose; `None` where there is no line to go along.
        """
        return self._narrowness[1] if self.kept else None

    @property
    def _narrowness(self) -> tuple[tuple[float, float], tuple[int, int]]:
        return kernel.narrowness(bytes(self.kept), bytes(self.lost), bytes(self.left_open))


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
    places = {name: kernel.place_among(value, among[name], name in _MORE_IS_HARDER) for name, value in values.items()}
    return Percentiles(among["deals"], places)


@cache
def quantiles() -> dict[str, Any]:
    """Return the 0th, 1st, … 100th hundredth of each measure; `bench/difficulty.py` has written them."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("difficulty.json").read_text(encoding="ascii"))
    return data


def require(rules: Rules) -> None:
    """Raise an `UnsupportedRulesError` for rules under which `difficulty` has no answer."""
    reason = missed(rules, Search.FEWEST_MOVES)
    if reason is not None:
        raise UnsupportedRulesError(rules.title, f"has no difficulty that can be told: {reason}")


def difficulty(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
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
    position, rule = state_of(position, autoplay)
    require(position.rules)
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        found = kernel.difficulty(game, board, AUTOPLAYS.index(rule), allowance, ask=stop)
    told = found.measured
    line = Line.decoded(position, told.moves, AUTOPLAYS[told.autoplay])
    verdict = VERDICTS[found.status.verdict]
    if verdict is not Verdict.SOLVED:
        return Difficulty(verdict=verdict, line=line, effort=effort_of(found.status))
    with as_kernel_fault():
        referee.verify(position, line.moves, line.autoplay)
    return Difficulty(
        verdict=verdict,
        line=line,
        effort=effort_of(found.status),
        kept=tuple(told.kept),
        lost=tuple(told.lost),
        left_open=tuple(told.left_open),
        won=(told.won_1, told.won_2),
    )
