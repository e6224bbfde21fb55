"""The complete search with its reductions against the search without them, deal by deal, for every game.

A wrong reduction calls a winnable deal impossible, which a mean would hide, so each deal that both decide is compared.
`native/tests/reductions.cpp` compares far more small random games.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import kernel_functions as kernel
from kiebitz.kernel.answers import Limits
from kiebitz.patience.encoding import decode_moves, encode_position, encode_rules
from kiebitz.patience.games import game, games
from kiebitz.patience.referee import unchecked
from tables import dealt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience import Position, Rules

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
FIRST, PROVE, PLAIN = range(3)

# With few cells or columns more deals are impossible, with short proofs.
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *(("freecell", {"cells": cells}) for cells in (0, 1, 2)),
    *(("freecell", {"cells": 1, "empty_column": empty}) for empty in ("kings", "none")),
    *(("relaxed_freecell", {"cells": cells}) for cells in (0, 1)),
    # More than eight columns, or kings only: without quick attempts, only the complete search runs.
    ("freecell", {"columns": 9, "cells": 0}),
    ("freecell", {"columns": 10, "cells": 1}),
    ("forecell", {"cells": 2}),
    ("forecell", {"cells": 3, "supermoves": "whole"}),
    *(
        ("bakers_game", {"cells": cells, "empty_column": empty})
        for cells in (2, 3)
        for empty in ("any", "kings", "none")
    ),
    *(("bakers_game", {"columns": columns, "supermoves": "whole"}) for columns in (6, 7)),
    ("kings_only_bakers_game", {"columns": 9}),
    ("eight_off", {"cells": 5}),
    ("seahaven_towers", {"cells": 3}),
    ("relaxed_seahaven_towers", {"cells": 2}),
    ("solitaire_6x6", {"cells": 2}),
    ("solitaire_6x6", {"build": "alternate_colour", "cells": 2}),
    ("solitaire_6x6_down", {"cells": 2}),
    ("solitaire_6x6_down", {"supermoves": "whole"}),
    ("solitaire_6x6_down", {"build": "alternate_colour"}),
    ("solitaire_6x6_down", {"empty_column": "kings"}),
    ("solitaire_two_suits", {"cells": 1}),
    ("solitaire_one_suit", {"cells": 0}),
    ("marseille", {"cells": 5}),
    ("marseille", {"cells": 6, "columns": 6}),
]
ALL: list[tuple[str, dict[str, Any]]] = [*((name, {}) for name in games()), *VARIANTS]
NAMES = [" ".join((name, *map(str, changes.values()))) for name, changes in ALL]


class VerdictCounts(NamedTuple):
    solved: int
    impossible: int
    undecided: int


def compared(rules: Rules, positions: Iterator[Position], states: int, forced: bool) -> VerdictCounts:
    """Search every position both ways, and count the verdicts."""
    rule_bytes = bytes((*encode_rules(rules)[:8], forced, *encode_rules(rules)[9:]))
    verdicts = []
    for position in positions:
        board = encode_position(position)
        reduced, plain = (kernel.solve(rule_bytes, board, mode, Limits(states)) for mode in (PROVE, PLAIN))
        for answer in (reduced, plain):
            assert (kernel.check(rule_bytes, board, answer[1]) == -1) == (answer[0] == SOLVED)
        assert UNDECIDED in (reduced[0], plain[0]) or reduced[0] == plain[0], repr(position)
        verdicts.append(plain[0] if reduced[0] != UNDECIDED else UNDECIDED)
    return VerdictCounts(*(verdicts.count(code) for code in (SOLVED, IMPOSSIBLE, UNDECIDED)))


def near_the_end(position: Position, chance: Random) -> Position | None:
    """Play a winning line up to its last moves; `None` if none is found quickly."""
    rules = position.rules
    verdict, line, *_ = kernel.solve(encode_rules(rules), encode_position(position), FIRST, Limits(50_000))
    if verdict != SOLVED:
        return None
    moves = decode_moves(line)
    for move in moves[: max(0, len(moves) - chance.randint(10, 30))]:
        position = unchecked(position, move)
    return position


@pytest.mark.parametrize("forced", [False, True], ids=["", "forced"])
@pytest.mark.parametrize(("name", "changes"), ALL, ids=NAMES)
def test_reductions_change_no_verdict(name: str, changes: dict[str, Any], forced: bool) -> None:
    rules, chance = game(name).with_(**changes), Random(f"{name}{changes}")
    deals = [dealt(rules, chance) for _ in range(15)]
    # Plain search decides few whole deals of some games, but it decides endings.
    under_way = [late for position in deals if (late := near_the_end(position, chance)) is not None]
    result = compared(rules, iter(deals + under_way), 15_000, forced)
    assert result.undecided < len(deals) + len(under_way)


@pytest.mark.slow
@pytest.mark.parametrize("forced", [False, True], ids=["", "forced"])
@pytest.mark.parametrize(("name", "changes"), ALL, ids=NAMES)
def test_reductions_change_no_verdict_on_many_deals(name: str, changes: dict[str, Any], forced: bool) -> None:
    """200 deals per game, up to 50,000 positions each: two minutes."""
    rules, chance = game(name).with_(**changes), Random(f"{name}{changes}, many")
    compared(rules, (dealt(rules, chance) for _ in range(200)), 50_000, forced)
