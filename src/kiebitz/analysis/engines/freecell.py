"""FreeCell and its relatives: ordered sequences move, free cells help, all cards lie open.

Cards that the player places before the game begins (Marseille) are placed by the kernel, in every way there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.engines.asking import answer, in_the_way
from kiebitz.errors import counted
from kiebitz.patience.rules import Build, CellUse, Foundations, HomeMoves, Supermoves

if TYPE_CHECKING:
    from kiebitz.patience.rules import Rules

__all__ = ["answer", "supports", "supports_shortest"]

_MOST_STOCK, _MOST_PLACEMENTS = 8, 1 << 16


def supports(rules: Rules) -> str | None:
    """Return `None` if games with these rules can be searched, and otherwise what is in the way."""
    how = rules.supermoves
    if how is Supermoves.ANY:
        if rules.cells:
            return f"{counted(rules.cells, 'free cell')} where any card moves; expected none"
        return "supermoves any; expected ordered sequences"
    if any(rules.face_down):
        return f"face-down cards where {how.value} sequences move; expected supermoves any"
    if rules.home_moves is HomeMoves.FORCED:
        return f"forced home moves where {how.value} sequences move; expected supermoves any"
    if rules.stock > _MOST_STOCK or rules.columns**rules.stock > _MOST_PLACEMENTS:
        ways = f"{_MOST_PLACEMENTS:,} ways to place it at most"
        return f"a stock of {rules.stock} on {rules.columns} columns; expected {ways}"
    return in_the_way(rules)


def supports_shortest(rules: Rules) -> str | None:
    """Return `None` if shortest lines of single cards are searched for under these rules, else what is in the way."""
    if rules.supermoves in (Supermoves.WHOLE, Supermoves.ANY):
        return f"supermoves {rules.supermoves.value}; expected no more cards at once than single moves can carry"
    if rules.stock:
        return f"a stock of {counted(rules.stock, 'card')}; expected none"
    if rules.build is Build.ANY_SUIT:
        return f"build {rules.build.value}; expected by suit or colour"
    if rules.cell_use is CellUse.RESERVE:
        return f"cell use {rules.cell_use.value}; expected free"
    if rules.foundations not in (Foundations.UP, Foundations.DOWN, Foundations.ACE_DOWN):
        return f"foundations {rules.foundations.value}; expected such as take single cards"
    return supports(rules)
