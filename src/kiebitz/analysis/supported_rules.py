"""The rules that each search supports: the kernel's conditions, put into words."""

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
    """The kernel's searches, by its codes."""

    RUSSIAN, YUKON, FREECELL, SHORTEST_LINE, SHORTEST_PLAYER_LINE, ONE_SUIT = range(6)


#: The search for the verdict in the games of a family.
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
#: Properties of the rules that no option changes: the name of the pack, and counts.
_FIGURES: dict[str, Callable[[Rules], int | str]] = {
    "pack": lambda rules: rules.pack.name,
    "ranks": lambda rules: len(rules.pack.rank_order),
    "stock": lambda rules: rules.stock,
    "face_down": lambda rules: sum(rules.face_down),
    "placements": lambda rules: rules.columns**rules.stock,
}


class Condition(NamedTuple):
    """A search's condition on a rule: one of these choices, or a number from *least* to *most*."""

    rule: str
    choices: tuple[str, ...]
    least: int
    most: int


def conditions(search: Search) -> list[Condition]:
    """Return a search's conditions on the rules."""
    return list(map(_named, kernel.conditions(search.value)))


@lru_cache(maxsize=256)
def unmet_condition(rules: Rules, search: Search) -> str | None:
    """Return in words the first condition that the rules do not meet; `None` if they meet all."""
    unmet = kernel.unmet_condition(encode_game(rules), search.value)
    if unmet is None:
        return None
    condition = _named(unmet)
    figure = _FIGURES.get(condition.rule)
    value = figure(rules) if figure else rules.written(condition.rule)
    if isinstance(value, str):
        *others, last = condition.choices
        expected = f"{', '.join(others)} or {last}" if others else last
        return f"{condition.rule.replace('_', ' ')} {value}; expected {expected}"
    expected = (
        "none" if not condition.most else str(condition.most) if condition.least else f"at most {condition.most:,}"
    )
    return f"{counted(value, _UNITS[condition.rule])}; expected {expected}"


def require_search(rules: Rules, search: Search, lack: str) -> None:
    """Raise an `UnsupportedRulesError` for rules that a search does not support: the words of the *lack*, and why."""
    reason = unmet_condition(rules, search)
    if reason is not None:
        raise UnsupportedRulesError(rules.title, f"{lack} {reason}")


@lru_cache(maxsize=256)
def search_for(rules: Rules) -> Search:
    """Return the search for a game's verdict; an `UnsupportedRulesError` if no search supports the rules."""
    code = kernel.search_for(encode_game(rules))
    if code is None:
        raise UnsupportedRulesError(
            rules.title, f"cannot be solved with {unmet_condition(rules, OF_FAMILY[rules.family])}"
        )
    return Search(code)


def _named(condition: kernel.Condition) -> Condition:
    rule = _ABOUT[condition.rule]
    names = _CHOICES.get(rule, ()) if condition.choices else ()
    choices = tuple(name for code, name in enumerate(names) if condition.choices >> code & 1)
    return Condition(rule, choices, condition.least, condition.most)
