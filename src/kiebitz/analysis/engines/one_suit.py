"""The 13-card game, all of whose deals are numbered and searched to their end for shortest lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import PACKS
from kiebitz.patience.rules import Build, CellUse, EmptyColumn, Foundations, HomeMoves, Supermoves

if TYPE_CHECKING:
    from kiebitz.patience.rules import Rules

_COLUMNS, _CELLS = 5, 1


def supports(rules: Rules) -> str | None:
    """Return `None` if shortest lines of all deals are searched for under these rules, else what is in the way."""
    if rules.supermoves not in (Supermoves.SINGLE, Supermoves.WHOLE):
        return f"supermoves {rules.supermoves.value}; expected single or whole, which say how many cards make one move"
    small = (
        rules.pack == PACKS["13"]
        and (rules.columns, rules.cells) == (_COLUMNS, _CELLS)
        and rules.cell_use is CellUse.FREE
    )
    by_suit = rules.build is Build.SAME_SUIT and rules.foundations is Foundations.UP
    free = rules.home_moves is HomeMoves.FREE and rules.empty_column is not EmptyColumn.NONE
    if not (small and by_suit and free):
        return "expected 13 spades, five columns, one free cell, built by suit, foundations up, home moves free"
    return None
