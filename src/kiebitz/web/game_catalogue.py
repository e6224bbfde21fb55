"""The catalogue of games as data, from which the browser plays without asking the server."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kiebitz.analysis import supported_rules
from kiebitz.patience.games import games, page
from kiebitz.patience.piles import COLUMN_LETTERS
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.web.schema import ChangeableRule, Condition, Engine, GameRules, Games, Title

if TYPE_CHECKING:
    from kiebitz.patience.rules import Rules


@cache
def all_games() -> Games:
    """Return all playable games ordered by id, the rules that links may change, and the engines."""
    catalogue = [page(name).rules for name in games()]
    return Games(
        games=[rules_data(rules) for rules in catalogue if rules is not None],
        changeable=[
            ChangeableRule(name=rule.name, choices=list(rule.names), least=rule.least, most=rule.most)
            for rule in CHANGEABLE
        ],
        engines=[
            Engine(family=family, conditions=_conditions(search))
            for family, search in supported_rules.OF_FAMILY.items()
        ],
        difficulty=_conditions(supported_rules.Search.SHORTEST_PLAYER_LINE),
    )


def _conditions(search: supported_rules.Search) -> list[Condition]:
    conditions = supported_rules.conditions(search)
    return [
        Condition(rule=condition.rule, choices=list(condition.choices), least=condition.least, most=condition.most)
        for condition in conditions
    ]


def rules_data(rules: Rules) -> GameRules:
    """Return rules, unchanged or changed, as data."""
    entry = page(rules.game)
    return GameRules(
        id=rules.game,
        title=Title(en=entry.title, ru=entry.title_ru),
        pack=rules.pack.name,
        ranks="".join(rank.letter for rank in rules.pack.rank_order),
        family=rules.family,
        edition=entry.edition,
        edition_1=dict(entry.edition_1) if entry.edition_1 is not None else None,
        stock=rules.stock,
        dealt_first=list(map(str, rules.dealt_first)),
        dealt_home=rules.dealt_home,
        dealt_to_cells=list(rules.dealt_to_cells),
        dealt_rows=[COLUMN_LETTERS.index(letter) for row in rules.dealt_rows for letter in row],
        destinations=[pile.code for pile in rules.destinations],
        face_down=list(rules.face_down) or [0] * rules.columns,
        description=entry.description,
        source=entry.source,
        **{rule.name: rules.written(rule.name) for rule in CHANGEABLE},
    )
