"""The rows about games in progress: how soon the light answers after a move, and how often it does not know.

The light is asked as a front end asks it, through the package; what a browser adds is measured elsewhere.
"""

from __future__ import annotations

import statistics
import sys
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.patience.light import light
from kiebitz.patience.session import Session
from kiebitz.patience.solve import Verdict
from measuring.rows import Row, Sizes

if TYPE_CHECKING:
    from collections.abc import Callable

_MOVES = 40
_BAR = 0.1
_MOST_UNKNOWN = 0.01


def after_each_move(sizes: Sizes) -> Row:
    """The light after each move of random games of FreeCell, one game a deal, Microsoft's first ones."""
    games = 20 if sizes.quick else 200
    print(f"bench: the light in {games} random games", file=sys.stderr)
    times: list[float] = []
    verdicts: list[Verdict] = []
    for number in range(1, games + 1):
        for seconds, verdict in random_game(number):
            times.append(seconds)
            verdicts.append(verdict)
    p95 = statistics.quantiles(times, n=100)[94]
    unknown = verdicts.count(Verdict.UNDECIDED) / len(verdicts)
    return Row(
        f"light after a move, {games} random games of FreeCell, {_MOVES} moves",
        "p95 < 100 ms, unknown < 1 %",
        f"p95 {1e3 * p95:.2f} ms, unknown {unknown:.1%}",
        p95 < _BAR and unknown < _MOST_UNKNOWN,
        commands=["python bench/run.py light" + (" --quick" if sizes.quick else "")],
        notes=[
            f"{len(times):,} lights; median {1e3 * statistics.median(times):.2f} ms, longest {1e3 * max(times):.1f} ms",
            ", ".join(f"{verdict.value} {verdicts.count(verdict):,}" for verdict in Verdict),
            "wall time of one call in Python, the checker's replay of the line included; without the browser",
        ],
        values={"seconds": times, "unknown": unknown},
    )


def random_game(number: int) -> list[tuple[float, Verdict]]:
    """Return seconds and verdict of the light after each of up to 40 random legal moves of a deal."""
    chance = Random(number)
    session = Session.new("freecell", number)
    measured = []
    for _ in range(_MOVES):
        moves = list(session.legal_moves)
        if not moves:
            break
        session.push(chance.choice(moves))
        start = perf_counter()
        found = light(session)
        measured.append((perf_counter() - start, found.verdict))
    return measured


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {"light": after_each_move}
