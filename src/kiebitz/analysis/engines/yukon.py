"""Yukon and its relatives: any face-up card moves with all that lies on it, and there are no free cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.engines.asking import answer, in_the_way
from kiebitz.errors import counted
from kiebitz.patience.rules import Build, Foundations, Supermoves

if TYPE_CHECKING:
    from kiebitz.patience.rules import Rules

__all__ = ["answer", "supports"]


def supports(rules: Rules) -> str | None:
    """Return `None` if games with these rules can be searched, and otherwise what is in the way."""
    if rules.supermoves is not Supermoves.ANY:
        return f"supermoves {rules.supermoves.value}; expected any"
    if rules.cells:
        return f"{counted(rules.cells, 'free cell')} where any card moves; expected none"
    if rules.stock:
        return f"a stock of {counted(rules.stock, 'card')} where any card moves; expected none"
    if rules.build is Build.ANY_SUIT or rules.foundations is Foundations.WHOLE_RUNS:
        there = f"build {rules.build.value} and foundations {rules.foundations.value}"
        return f"{there} where any card moves; expected columns built by suit or colour, cards that go home one by one"
    return in_the_way(rules)
