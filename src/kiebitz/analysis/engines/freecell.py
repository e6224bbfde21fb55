"""FreeCell and its relatives: ordered sequences move, free cells help, all cards lie open.

Cards that the player places before the game begins (Marseille) are placed by the kernel, in every way there is.
"""

from __future__ import annotations

from functools import partial

from kiebitz.analysis.engines.asking import answer, answer_range
from kiebitz.analysis.engines.conditions import among, at_most, missed
from kiebitz.patience.rules import Build, CellUse, Foundations, Goal, HomeMoves, Supermoves

__all__ = [
    "CONDITIONS",
    "FEWEST",
    "PLAYER_LINES",
    "answer",
    "answer_range",
    "supports",
    "supports_fewest",
    "supports_shortest",
]

CONDITIONS = (
    among("supermoves", Supermoves.SINGLE, Supermoves.STANDARD, Supermoves.MICROSOFT, Supermoves.WHOLE),
    at_most("face_down", 0),
    among("home_moves", HomeMoves.FREE),
    at_most("stock", 8),
    at_most("placements", 1 << 16),
    among("goal", Goal.WIN),
)
supports = partial(missed, CONDITIONS)
PLAYER_LINES = True

#: Under which shortest lines of single cards are searched for: no more cards move at once than single moves can carry.
_SHORTEST = (
    among("supermoves", Supermoves.SINGLE, Supermoves.STANDARD, Supermoves.MICROSOFT),
    at_most("stock", 0),
    among("build", Build.ALTERNATE_COLOUR, Build.SAME_SUIT),
    among("cell_use", CellUse.FREE),
    among("foundations", Foundations.UP, Foundations.DOWN, Foundations.ACE_DOWN),
    *CONDITIONS,
)
supports_shortest = partial(missed, _SHORTEST)

#: Under which lines with the fewest moves of a player are searched for, and difficulty is told.
FEWEST = (
    at_most("stock", 0),
    among("foundations", Foundations.UP, Foundations.DOWN, Foundations.ACE_DOWN),
    *CONDITIONS,
)
supports_fewest = partial(missed, FEWEST)
