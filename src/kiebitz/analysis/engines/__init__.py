"""The searches, one module a family of games, each with the rules that it knows: the one place that asks for a family.

An engine is a module with `CONDITIONS` on rules, `supports(rules)`, which says `None` or which of them is in the way,
`answer` and `answer_range`, which ask the kernel, and `PLAYER_LINES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kiebitz.analysis.engines import freecell, russian, yukon
from kiebitz.errors import UnsupportedRulesError
from kiebitz.patience.choices import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.answers import Answer, RangeAnswers, RangeQuestion
    from kiebitz.analysis.budget import Budget
    from kiebitz.analysis.engines.conditions import Condition
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules


class Engine(Protocol):
    """What every engine can be asked."""

    @property
    def CONDITIONS(self) -> Sequence[Condition]:  # noqa: N802
        """What rules have to be for this search."""

    @property
    def PLAYER_LINES(self) -> bool:  # noqa: N802
        """Whether the kernel makes the lines of whole ranges of deals ones for players."""

    @property
    def supports(self) -> Callable[[Rules], str | None]:
        """Returns `None` if games with these rules can be searched, and otherwise what is in the way."""

    def answer(self, position: Position, budget: Budget, *, complete: bool = False, short: bool = False) -> Answer:
        """Return what can be found out within the budget, its line not checked yet.

        *complete* goes straight for the complete search; *short* asks for a line that is as short as this engine can
        make it at no great cost.
        """

    def answer_range(self, asked: RangeQuestion, *, complete: bool = False) -> RangeAnswers:
        """Return what the kernel says of deals that it deals itself; the checker has replayed every line."""


#: By the family that each is made for; those that know more about fewer games come first.
ENGINES: dict[Family, Engine] = {Family.RUSSIAN: russian, Family.YUKON: yukon, Family.FREECELL: freecell}


def engine_for(rules: Rules) -> Engine:
    """Return the engine for these rules, which may be changed ones that suit another family than the game's own.

    An `UnsupportedRulesError` has the reason of the family's engine if there is none.
    """
    for engine in ENGINES.values():
        if engine.supports(rules) is None:
            return engine
    raise UnsupportedRulesError(rules.title, f"cannot be solved with {ENGINES[rules.family].supports(rules)}")
