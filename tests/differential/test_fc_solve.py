"""The kernel against Freecell Solver (Debian: `freecell-solver-bin`), deal by deal.

It runs a complete depth-first search by single-card moves, so "could not solve" is a proof unless it hit a limit.
"""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

import kernel_functions as kernel
from kiebitz.kernel.answers import Limits
from kiebitz.patience import Position, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.patience.notation import format_board

pytestmark = pytest.mark.skipif(
    shutil.which("fc-solve") is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)"
)
SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
PROVE = 1

# Its tests A to E are single-card moves, 0 and 1 moves home.
COMPLETE = ("--tests-order", "01ABCDE", "--method", "soft-dfs")
GAMES = {
    **{f"freecell with {cells} cells": ("freecell", {"cells": cells}, "freecell") for cells in range(4)},
    "freecell, 10 columns, 1 cell": ("freecell", {"columns": 10, "cells": 1}, "freecell"),
    "bakers_game": ("bakers_game", {}, "bakers_game"),
    "bakers_game with 2 cells": ("bakers_game", {"cells": 2}, "bakers_game"),
    "kings_only_bakers_game": ("kings_only_bakers_game", {}, "ko_bakers_game"),
    "eight_off": ("eight_off", {}, "eight_off"),
    "seahaven_towers": ("seahaven_towers", {}, "seahaven"),
    "forecell": ("forecell", {}, "forecell"),
}


def fc_solve(position: Position, preset: str, most: int) -> int:
    """Return its verdict; `UNDECIDED` after *most* positions."""
    rules = position.rules
    command = ["fc-solve", "--game", preset, "--freecells-num", f"{rules.cells}", "--stacks-num", f"{rules.columns}"]
    run = subprocess.run(
        [*command, *COMPLETE, "--max-iters", f"{most}"],
        input=format_board(position, "fc-solve"),
        capture_output=True,
        text=True,
        check=False,
    )
    if "This game is solveable." in run.stdout:
        return SOLVED
    assert "I could not solve this game." in run.stdout, f"{run.stdout}{run.stderr}"
    checked = re.search(r"Total number of states checked is (\d+)\.", run.stdout)
    assert checked is not None
    return IMPOSSIBLE if int(checked[1]) < most else UNDECIDED


def compare(name: str, first: int, last: int, most: int) -> int:
    """Compare the deals first to last, and return how many both decided."""
    title, changes, preset = GAMES[name]
    rules, both = game(title).with_(**changes), 0
    for number in range(first, last + 1):
        position = deal(number, rules)
        theirs = fc_solve(position, preset, most)
        ours = kernel.solve(encode_rules(rules), encode_position(position), PROVE, Limits(most))[0]
        assert UNDECIDED in (theirs, ours) or theirs == ours, f"{rules!r}, deal {number}"
        both += UNDECIDED not in (theirs, ours)
    return both


@pytest.mark.parametrize("name", GAMES)
def test_deals_of_many_games(name: str) -> None:
    assert compare(name, 1, 25, 5000) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_more_deals_of_many_games(name: str) -> None:
    """300 deals per game, up to 200,000 positions each: 2 min."""
    assert compare(name, 26, 325, 200_000) >= 200


@pytest.mark.slow
def test_bakers_game_1_to_2000() -> None:
    """All decided within three million positions: 25 s."""
    assert compare("bakers_game", 1, 2000, 3_000_000) == 2000
