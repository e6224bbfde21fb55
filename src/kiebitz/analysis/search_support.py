"""Which search knows which rules: the kernel decides, and what is in the way is put into words here."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import UnsupportedRulesError, counted
from kiebitz.kernel import analyst as kernel
from kiebitz.patience.encoding import encode_game
from kiebitz.patience.rule_options import CHANGEABLE, Family

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.rules import Rules


class Search(Enum):
    """What a search is wanted for: whether a game can be won, shortest lines; by the kernel's codes."""

    RUSSIAN, YUKON, FREECELL, SHORTEST_LINE, FEWEST_MOVES, ONE_SUIT = range(6)


#: The search that decides whether the games of a family can be won.
OF_FAMILY = {Family.RUSSIAN: Search.RUSSIAN, Family.YUKON: Search.YUKON, Family.FREECELL: Search.FREECELL}

_ABOUT = (
    "supermoves", "build", "empty_column", "foundations", "home_moves", "cell_use", "goal", "pack", "ranks", "columns",
    "cells", "stock", "face_down", "placements",
)  # fmt: skip
_CHOICES = {rule.name: rule.names for rule in CHANGEABLE} | {
    "foundations": ("up", "down", "whole_runs", "ace_down"),
    "pack": ("13",),
}
_UNITS = {rule.name: rule.unit for rule in CHANGEABLE if rule.unit} | {
    "ranks": "rank",
    "stock": "stock card",
    "face_down": "face-down card",
    "placements": "stock placement",
}
#: What follows from the rules, beside those that may be changed: the name of the pack, and how many there are.
_FIGURES: dict[str, Callable[[Rules], int | str]] = {
    "pack": lambda rules: rules.pack.name,
    "ranks": lambda rules: len(rules.pack.rank_order),
    "stock": lambda rules: rules.stock,
    "face_down": lambda rules: sum(rules.face_down),
    "placements": lambda rules: rules.columns**rules.stock,
}


class Condition(NamedTuple):
    """What a search expects of a rule: one of these choices, or a number from *least* to *most*."""

    rule: str
    choices: tuple[str, ...]
    least: int
    most: int


def conditions(search: Search) -> list[Condition]:
    """Return all that a search expects of rules."""
    return list(map(_named, kernel.conditions(search.value)))


@lru_cache(maxsize=256)
def missed(rules: Rules, search: Search) -> str | None:
    """Return what the first condition that rules do not meet has to say; `None` if they meet all."""
    found = kernel.missed(encode_game(rules), search.value)
    if found is None:
        return None
    condition = _named(found)
    read = _FIGURES.get(condition.rule)
    value = read(rules) if read else rules.written(condition.rule)
    if isinstance(value, str):
        *others, last = condition.choices
        expected = f"{', '.join(others)} or {last}" if others else last
        return f"{condition.rule.replace('_', ' ')} {value}; expected {expected}"
    expected = (
        "none" if not condition.most else str(condition.most) if condition.least else f"at most {condition.most:,}"
    )
    return f"{counted(value, _UNITS[condition.rule])}; expected {expected}"


@lru_cache(maxsize=256)
def search_for(rules: Rules) -> Search:
    """Return the search that tells whether a game can be won; an `UnsupportedRulesError` if none knows such rules."""
    found = kernel.search_for(encode_game(rules))
    if found is None:
        raise UnsupportedRulesError(rules.title, f"cannot be solved with {missed(rules, OF_FAMILY[rules.family])}")
    return Search(found)


def _named(condition: kernel.Condition) -> Condition:
    rule = _ABOUT[condition.rule]
    names = _CHOICES.get(rule, ()) if condition.choices else ()
    choices = tuple(name for code, name in enumerate(names) if condition.choices >> code & 1)
    return Condition(rule, choices, condition.least, condition.most)
