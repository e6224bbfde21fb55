"""Which rules a search knows, as data: an engine's conditions, which the page gets with the catalogue.

A condition is about a rule of `CHANGEABLE`, or about one of the figures that follow from the rules (`_FIGURES`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import counted
from kiebitz.patience.choices import CHANGEABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kiebitz.patience.choices import Choice
    from kiebitz.patience.rules import Rules

_UNITS = {rule.name: rule.unit for rule in CHANGEABLE if rule.unit} | {
    "ranks": "rank",
    "stock": "stock card",
    "face_down": "face-down card",
    "placements": "stock placement",
}


class Condition(NamedTuple):
    """What a search expects of a rule: one of these choices, or a number from *least* to *most*."""

    rule: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def missed(self, rules: Rules) -> str | None:
        """Return `None` if the rules meet this condition, and otherwise what they say and what was expected."""
        read = _FIGURES.get(self.rule)
        value = read(rules) if read else rules.written(self.rule)
        if isinstance(value, str):
            *others, last = self.choices
            expected = f"{', '.join(others)} or {last}" if others else last
            return None if value in self.choices else f"{self.rule.replace('_', ' ')} {value}; expected {expected}"
        if self.least <= value <= self.most:
            return None
        expected = "none" if not self.most else str(self.most) if self.least else f"at most {self.most:,}"
        return f"{counted(value, _UNITS[self.rule])}; expected {expected}"


def among(rule: str, *choices: Choice) -> Condition:
    """Return the condition that a rule is one of these choices."""
    return Condition(rule, tuple(choice.value for choice in choices))


def at_most(rule: str, most: int) -> Condition:
    """Return the condition that a rule's number is no larger."""
    return Condition(rule, most=most)


def exactly(rule: str, number: int) -> Condition:
    """Return the condition that a rule's number is this one."""
    return Condition(rule, least=number, most=number)


def missed(conditions: Iterable[Condition], rules: Rules) -> str | None:
    """Return what the first condition that is not met has to say; `None` if all are."""
    return next((reason for condition in conditions if (reason := condition.missed(rules)) is not None), None)


#: What follows from the rules, beside those that may be changed: the name of the pack, and how many there are.
_FIGURES: dict[str, Callable[[Rules], int | str]] = {
    "pack": lambda rules: rules.pack.name,
    "ranks": lambda rules: len(rules.pack.rank_order),
    "stock": lambda rules: rules.stock,
    "face_down": lambda rules: sum(rules.face_down),
    "placements": lambda rules: rules.columns**rules.stock,
}
