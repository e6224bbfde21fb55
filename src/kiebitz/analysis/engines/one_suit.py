"""The 13-card game, all of whose deals are numbered and searched to their end for shortest lines."""

from __future__ import annotations

from functools import partial

from kiebitz.analysis.engines.conditions import Condition, among, exactly, missed
from kiebitz.patience.rules import Build, CellUse, EmptyColumn, Foundations, HomeMoves, Supermoves

#: The supermoves say how many cards make one move.
CONDITIONS = (
    among("supermoves", Supermoves.SINGLE, Supermoves.WHOLE),
    Condition("pack", ("13",)),
    exactly("columns", 5),
    exactly("cells", 1),
    among("cell_use", CellUse.FREE),
    among("build", Build.SAME_SUIT),
    among("foundations", Foundations.UP),
    among("home_moves", HomeMoves.FREE),
    among("empty_column", EmptyColumn.ANY, EmptyColumn.KINGS),
)
supports = partial(missed, CONDITIONS)
