"""The page's difficulty of a deal against Python's: the same line, moves, games and places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

import msgspec

from kiebitz.analysis.difficulty import difficulty, percentiles
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.web.game_catalogue import rules_data
from web.page_modules import data_of

if TYPE_CHECKING:
    from web.page_modules import Answers


#: A deal with moves left open, an impossible one, one with only moves, and two under other rules.
_DEALS = [("freecell", 617), ("freecell", 11982), ("freecell", 2_000_006), ("bakers_game", 3), ("eight_off", 5)]


def test_the_page_measures_difficulty_as_python_does(answers: Answers) -> None:
    starts = [deal(number, game(name)) for name, number in _DEALS]
    answer = answers(
        [
            {
                "kind": "difficulty",
                "data": msgspec.to_builtins(rules_data(start.rules)),
                "changes": {},
                "start": data_of(start),
            }
            for start in starts
        ]
    )
    for start, here in zip(starts, answer, strict=True):
        assert here == expected(start), start.rules.game


def expected(start: Any) -> dict[str, Any]:
    there = difficulty(start)
    if not there.moves:
        nothing = dict.fromkeys(("moves", "share", "only", "won", "level", "places"))
        return {"verdict": there.verdict.value, **nothing}
    places = percentiles(there)
    return {
        "verdict": "solved",
        "moves": len(there.moves),
        "share": pytest.approx(there.share_kept),
        "only": list(there.only_moves or ()),
        "won": list(there.won),
        "level": there.level.value if there.level else None,
        "places": places.harder_than if places else None,
    }
