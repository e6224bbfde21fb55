"""Yukon and its relatives: any face-up card moves with all that lies on it, and there are no free cells."""

from __future__ import annotations

from functools import partial

from kiebitz.analysis.engines.asking import answer, answer_range
from kiebitz.analysis.engines.conditions import among, at_most, missed
from kiebitz.patience.rules import Build, Foundations, Goal, Supermoves

__all__ = ["CONDITIONS", "PLAYER_LINES", "answer", "answer_range", "supports"]

CONDITIONS = (
    among("supermoves", Supermoves.ANY),
    at_most("cells", 0),
    at_most("stock", 0),
    among("build", Build.ALTERNATE_COLOUR, Build.SAME_SUIT),
    among("foundations", Foundations.UP, Foundations.DOWN, Foundations.ACE_DOWN),
    among("goal", Goal.WIN),
)
supports = partial(missed, CONDITIONS)
PLAYER_LINES = True
