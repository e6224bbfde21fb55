"""The countings of a list of games: each player's points for each game, and the totals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.kernel import skat as kernel

if TYPE_CHECKING:
    from kiebitz.skat.game_list import GameList


class Counting(Enum):
    """How the games of a list count; `docs/skat-list.md` names the sources.

    - `SEEGER_FABIAN`: the score with 50 points for or against the declarer; each other player gets 40 for a lost game,
      30 at a table of four
    - `LEIPZIG`: the declarer's score, without further points
    - `BIERLACHS`: points against the losers alone: both opponents the value of a game won, the declarer the score of a
      game lost
    """

    SEEGER_FABIAN = "seeger-fabian"
    LEIPZIG = "leipzig"
    BIERLACHS = "bierlachs"


@dataclass(frozen=True, slots=True)
class Total:
    """A player's totals: games won and lost as declarer, games that others lost, scores, and points as counted."""

    player: str
    won: int
    lost: int
    others_lost: int
    score: int
    points: int


def counted(games: GameList, counting: Counting) -> tuple[list[tuple[int, ...]], list[Total]]:
    r"""Return the points of the players for each game, and their totals.

    >>> from kiebitz.skat.game_list import read_list
    >>> points, totals = counted(read_list("Anna, Bernd, Clara\nAnna 48\nBernd -72"), Counting.SEEGER_FABIAN)
    >>> points, totals[1].lost
    ([(98, 0, 0), (40, -122, 40)], 1)
    """
    points, totals, _ = kernel.skat_list(list(Counting).index(counting), len(games.players), _rows(games))
    return points, [Total(player, *numbers) for player, numbers in zip(games.players, totals, strict=True)]


def write_list(games: GameList) -> str:
    r"""Write a list without `EXTRAS` in the form that `read_list` reads: a cell for each player, dealers out of turn.

    >>> from kiebitz.skat.game_list import read_list
    >>> write_list(read_list("Anna, Bernd, Clara\nAnna 48\npassed", "Bernd"))
    'Anna;Bernd;Clara\ndealer Bernd\n48;;\n;;\n'
    """
    return kernel.skat_list_text(games.players, _rows(games))


def _rows(games: GameList) -> list[tuple[int, int, int, bool]]:
    return [
        (game.dealer, -1 if game.declarer is None else game.declarer, game.written, game.is_ramsch)
        for game in games.games
    ]
