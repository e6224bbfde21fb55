"""The row about games in progress: latency of the light after a move, and its share of unknown answers, in Python."""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.analyst import light
from kiebitz.analysis.limits import Verdict
from kiebitz.patience.session import Session
from measuring.rows import Row, Sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MOVES = 40
_BAR = 0.03
_MAX_UNKNOWN = 0.005


def after_each_move(sizes: Sizes) -> Row:
    """Measure the light after each move of random games of FreeCell on Microsoft's first deals."""
    games = 20 if sizes.quick else 200
    print(f"bench: the light in {games} random games", file=sys.stderr)
    lights = [(seconds, verdict.value) for number in range(1, games + 1) for seconds, verdict in random_game(number)]
    return light_row(
        f"light after a move, {games} random games of FreeCell, {_MOVES} moves",
        lights,
        Verdict.UNDECIDED.value,
        "python bench/run.py light" + (" --quick" if sizes.quick else ""),
        "wall time of one call in Python, the checker's replay of the line included; without the browser",
    )


def light_row(what: str, lights: Sequence[tuple[float, str]], unknown: str, command: str, note: str) -> Row:
    """Return the row about the lights' seconds and answers; *unknown* is the answer to avoid."""
    times = [seconds for seconds, _ in lights]
    answers = Counter(word for _, word in lights)
    p95 = statistics.quantiles(times, n=100)[94]
    share = answers[unknown] / len(lights)
    return Row(
        what,
        "p95 < 30 ms, unknown < 0.5 %",
        f"p95 {1e3 * p95:.2f} ms, unknown {share:.1%}",
        p95 < _BAR and share < _MAX_UNKNOWN,
        commands=[command],
        notes=[
            f"{len(times):,} lights; median {1e3 * statistics.median(times):.2f} ms, longest {1e3 * max(times):.1f} ms",
            ", ".join(f"{word} {count:,}" for word, count in sorted(answers.items())),
            note,
        ],
        values={"seconds": times, "answers": dict(answers)},
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
        answer = light(session)
        measured.append((perf_counter() - start, answer.verdict))
    return measured


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {"light": after_each_move}
