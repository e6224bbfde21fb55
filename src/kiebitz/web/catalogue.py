"""The games as the page gets them: rules as data, so that a browser can play them without asking.

The rules come from `kiebitz.patience.games`; nothing is added to them here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kiebitz.patience.games import games, page
from kiebitz.web.schema import GameRules, Games, Title

if TYPE_CHECKING:
    from kiebitz.patience.rules import Rules


@cache
def all_games() -> Games:
    """Return all games that can be played, in the order of their ids."""
    found = [page(name).rules for name in games()]
    return Games(games=[rules_data(rules) for rules in found if rules is not None])


def rules_data(rules: Rules) -> GameRules:
    """Return rules, the catalogue's or changed ones, as data."""
    about = page(rules.game)
    return GameRules(
        id=rules.game,
        title=Title(en=about.title, ru=about.title_ru),
        pack=rules.pack.name,
        ranks="".join(rank.letter for rank in rules.pack.rank_order),
        suits="".join(suit.letter for suit in rules.pack.suits),
        columns=rules.columns,
        cells=rules.cells,
        build=rules.build.value,
        empty_column=rules.empty_column.value,
        supermoves=rules.supermoves.value,
        foundations=rules.foundations.value,
        home_moves=rules.home_moves.value,
        stock=rules.stock,
        dealt_first=list(map(str, rules.dealt_first)),
        destinations=list(rules.destinations),
        face_down=list(rules.face_down) or [0] * rules.columns,
        scored=rules.is_scored,
        description=about.description,
        source=about.source,
    )
