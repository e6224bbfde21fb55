"""The grid of a study: the values of its dimensions, and the cells that their combinations form."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kiebitz.errors import ChoiceError, InputError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.games import page
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.skat.contract import Game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiebitz.patience.rules import Rules

#: The only game that is no patience.
SKAT = "skat"
#: The rules of a patience that are dimensions of a grid, in order.
RULES = tuple(rule.name for rule in CHANGEABLE if rule.studied)
#: All dimensions of grids, in order: those of a patience, then that of Skat.
DIMENSIONS = (*RULES, "contract")

Value: TypeAlias = int | str
#: Values by dimension, sorted and without repetition; empty if the game lacks it.
Values: TypeAlias = "Mapping[str, tuple[Value, ...]]"


class Cell(NamedTuple):
    """A cell of a grid: game, title, a value for each dimension, `None` if the game lacks it; no *rules* in Skat."""

    game: str
    title: str
    values: Mapping[str, Value | None]
    rules: Rules | None = None

    @staticmethod
    def of(rules: Rules) -> Cell:
        return Cell(rules.game, rules.title, _values({name: rules.written(name) for name in RULES}), rules)

    @staticmethod
    def of_contract(contract: str) -> Cell:
        """Return the cell of a contract of Skat.

        >>> Cell.of_contract("grand").name
        'grand'
        """
        return Cell(SKAT, "Skat", _values({"contract": contract}))

    @property
    def text(self) -> str:
        """The game, and its changed rules or contract.

        >>> Cell.of_contract("grand").text, Cell.of(game_named("freecell").with_(cells=3)).text
        ('Skat, contract grand', 'FreeCell, cells 3')
        """
        changes = self.rules.changes if self.rules is not None else (("contract", self.values["contract"]),)
        return ", ".join([self.title, *(f"{name} {value}" for name, value in changes)])

    @property
    def name(self) -> str:
        values = ((name, value) for name, value in self.values.items() if value is not None)
        return ".".join(f"{name}-{value}" if isinstance(value, int) else value for name, value in values)


def _values(values: Mapping[str, Value]) -> Mapping[str, Value | None]:
    return {name: values.get(name) for name in DIMENSIONS}


def settled(game: str, choices: Values) -> tuple[str, Values]:
    """Return the game's id and the *choices* in canonical form, by default the game's own values.

    Raises a `ChoiceError` for unknown values and a `InputError` for dimensions that the game lacks.
    """
    is_skat = isinstance(game, str) and game.lower() == SKAT
    foreign = [name for name in DIMENSIONS if choices.get(name) and (name in RULES) is is_skat]
    if foreign:
        what = "Skat has contracts" if is_skat else "contracts are those of Skat; a patience has rules"
        raise InputError("", what, f"no values for {foreign[0]}")
    return (SKAT, _contracts(choices)) if is_skat else _rules(game_named(game), choices)


def _contracts(choices: Values) -> Values:
    names = tuple(game.value for game in Game)
    chosen = choices.get("contract") or names
    for value in chosen:
        if value not in names:
            raise ChoiceError("contract", value, names)
    return {"contract": tuple(name for name in names if name in chosen)}


def _rules(rules: Rules, choices: Values) -> tuple[str, Values]:
    values: dict[str, tuple[Value, ...]] = {}
    for rule in CHANGEABLE:
        if rule.studied:
            values_of_rule = choices.get(rule.name) or (rules.written(rule.name),)
            chosen = {rule.written(rule.value(value)) for value in values_of_rule}
            values[rule.name] = tuple(name for name in rule.names if name in chosen) or tuple(sorted(chosen, key=int))
    return rules.game, values


def cells_of(game: str, values: Values, edition: int) -> tuple[Cell, ...]:
    """Return the cells of settled *values* by an edition of the game's rules; the last dimension varies quickest."""
    if game == SKAT:
        return tuple(Cell.of_contract(str(contract)) for contract in values["contract"])
    rules = game_named(game)
    if earlier := page(game).changes_of(edition, "study"):
        rules = rules.with_(**earlier)
    cells = []
    for combination in product(*(values[name] for name in RULES)):
        pairs = zip(RULES, combination, strict=True)
        changes = {name: value for name, value in pairs if value != rules.written(name)}
        cells.append(Cell.of(rules.with_(**changes) if changes else rules))
    return tuple(cells)
