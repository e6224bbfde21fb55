"""What processes do for a study: answer its question for some deals in a row, as columns of machine numbers.

A further question is a further function here and a name in `QUESTIONS`; processes, files and figures know none of them.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, fields
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.patience.best import random_scores
from kiebitz.patience.shortest import shortest_lines
from kiebitz.patience.solve import Limit, Verdict, kernel_name, solve_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kiebitz.patience.rules import Rules
    from kiebitz.studies.study.plan import Study

#: The codes of verdicts and of limits that left a deal undecided. `process`: every process that tried it died. Where
#: two limits are possible and the kernel does not say which one it was, none is named.
VERDICTS = tuple(verdict.value for verdict in Verdict)
LIMITS = ("states", "seconds", "memory", "process")
SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
NOTHING = 0xFF  # no limit, no score, no number of decisions
NO_MOVES = 0xFFFF

_CARDS = 52
_CHUNK_SECONDS = 0.6  # of one process: long enough to make a file's cost not matter, short enough for a smooth bar
_LARGEST_CHUNK = 1 << 16
_MOST_FILES = 2000  # in one cell of the grid
_SAMPLE = 64
# What a deal and a state cost, roughly: in the kernel's own loop, and where Python deals.
_SECONDS_A_DEAL = 25e-6
_SECONDS_A_DEAL_IN_PYTHON = 150e-6
_SECONDS_A_STATE = 0.6e-6
_SAMPLE_STATES = 30_000
_MOST_SAMPLE_STATES = 200_000


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of some deals as columns of machine numbers, which travel from process to process; and what they took.

    One byte a deal: `verdicts`, `limits`, `scores`, `decisions`; two: `moves`; eight: `numbers` and `states`; four:
    `times`, in seconds. Empty ones were not asked for.
    """

    numbers: bytes
    verdicts: bytes
    limits: bytes
    states: bytes
    moves: bytes
    scores: bytes
    decisions: bytes
    times: bytes
    seconds: float

    @property
    def count(self) -> int:
        """How many deals these are."""
        return len(self.verdicts)

    @staticmethod
    def joined(parts: Iterable[Rows]) -> Rows:
        """Return the rows of several parts, in their order."""
        parts = list(parts)
        columns = {
            name.name: b"".join(getattr(part, name.name) for part in parts)
            for name in fields(Rows)
            if name.name != "seconds"
        }
        return Rows(**columns, seconds=sum(part.seconds for part in parts))


def answer(study: Study, first: int, last: int) -> Rows:
    """Answer a study's question for the rows *first* to *last*, counted through the cells of its grid.

    All of them must be of one cell.
    """
    cell, first = divmod(first, study.deals.count)
    last -= cell * study.deals.count
    offset = study.deals.first
    return QUESTIONS[study.question](study, _grid(study)[cell], offset + first, offset + last)


def lost(study: Study, row: int) -> Rows:
    """Return the row of a deal whose processes died."""
    number = study.deals.number(study.deals.first + row % study.deals.count)
    score = study.question == "score"
    return Rows(
        array("Q", [number]).tobytes(),
        bytes([UNDECIDED]),
        bytes([LIMITS.index("process")]),
        array("Q", [0]).tobytes(),
        array("H", [NO_MOVES]).tobytes(),
        bytes([NOTHING]) if score else b"",
        bytes([NOTHING]) if score else b"",
        array("f", [0.0]).tobytes() if study.times else b"",
        0.0,
    )


def chunks(study: Study) -> tuple[int, ...]:
    """Return how many deals a file should hold, for each cell of the grid; complain where a cell can't be searched.

    It is estimated by the states that a few deals take, not by the clock: so the same study is cut in the same way
    again.
    """
    return tuple(_chunk(study, rules) for rules in _grid(study))


@lru_cache(maxsize=4)
def _grid(study: Study) -> tuple[Rules, ...]:
    return study.grid()


def _chunk(study: Study, rules: Rules) -> int:
    count = study.deals.count
    if study.question == "score":
        size = _LARGEST_CHUNK >> 4 if study.paths else _LARGEST_CHUNK
    elif study.question == "shortest":
        size = _LARGEST_CHUNK if kernel_name() != "plain" else 64
    else:
        slow, share = (100, 30) if kernel_name() == "plain" else (1, 1)
        in_kernel = study.deals.numbering == "microsoft" and len(rules.pack) == _CARDS
        states = min(_SAMPLE_STATES // share, study.limit.states or _SAMPLE_STATES)
        limit = Limit(states, study.limit.seconds, study.limit.memory)
        seconds, asked, looked_at = 0.0, 0, 0
        while asked < _SAMPLE and looked_at < _MOST_SAMPLE_STATES // share:
            number = study.deals.number(study.deals.first + (count - 1) * asked // _SAMPLE)
            found = solve_range(rules, number, number, limit, complete=study.complete, numbering=study.deals.numbering)
            asked += 1
            looked_at += found.states[0]
            seconds += slow * (_SECONDS_A_DEAL if in_kernel else _SECONDS_A_DEAL_IN_PYTHON)
            # How much more a search would take that was cut short here, nobody knows.
            short = found.count(Verdict.UNDECIDED) and states != study.limit.states
            seconds += slow * _SECONDS_A_STATE * found.states[0] * (10 if short else 1)
        size = int(_CHUNK_SECONDS * asked / seconds)
    # Neither so few files that some process has nothing to do, nor thousands of them.
    size = min(size, _LARGEST_CHUNK, max(64, -(-count // 32)))
    return max(1, size, -(-count // _MOST_FILES))


# The questions


def _solve(study: Study, rules: Rules, first: int, last: int) -> Rows:
    """Decide deals, and say how long their lines are; the checker has replayed each line."""
    start = perf_counter()
    numbers = _numbers(study, first, last)
    verdicts, limits, states, moves, times = bytearray(), bytearray(), array("Q"), array("H"), array("f")
    spans = [(first, last)]
    if study.times or study.deals.seed is not None:
        spans = [(number, number) for number in numbers]
    for low, high in spans:
        begun = perf_counter()
        found = solve_range(
            rules,
            low,
            high,
            study.limit,
            complete=study.complete,
            keep_lines=True,
            numbering=study.deals.numbering,
        )
        times.append(perf_counter() - begun)
        verdicts += found.verdicts
        limits += _limits_hit(study.limit, found.verdicts, found.states)
        states += array("Q", found.states)
        ends = [end // _MOVE_BYTES for end in found.ends]
        lengths = (end - begin for begin, end in zip([0, *ends], ends, strict=False))
        moves.extend(
            min(length, NO_MOVES - 1) if verdict == SOLVED else NO_MOVES
            for verdict, length in zip(found.verdicts, lengths, strict=True)
        )
    return Rows(
        numbers.tobytes(),
        bytes(verdicts),
        bytes(limits),
        states.tobytes(),
        moves.tobytes(),
        b"",
        b"",
        times.tobytes() if study.times else b"",
        perf_counter() - start,
    )


_MOVE_BYTES = 3


def _limits_hit(limit: Limit, verdicts: bytes, states: Iterable[int]) -> bytes:
    """Return the codes of the limits that were hit: the one on states where so many were looked at, else the other."""
    if UNDECIDED not in verdicts:
        return bytes([NOTHING]) * len(verdicts)
    others = [name for name in ("seconds", "memory") if getattr(limit, name) is not None]
    other = LIMITS.index(others[0]) if len(others) == 1 else NOTHING
    return bytes(
        NOTHING if verdict != UNDECIDED else 0 if limit.states is not None and count >= limit.states else other
        for verdict, count in zip(verdicts, states, strict=True)
    )


def _score(study: Study, rules: Rules, first: int, last: int) -> Rows:
    """Play deals of Russian Solitaire to their best score; the checker has replayed each line."""
    del rules  # there is one game that is scored
    if study.deals.seed is None:
        raise KiebitzError("best scores are had of random deals only; expected deals with a seed")
    played = random_scores(study.deals.seed, first, last - first + 1, shuffle=study.deals.numbering, paths=study.paths)
    count = len(played.scores)
    return Rows(
        _numbers(study, first, last).tobytes(),
        bytes(SOLVED if score == _CARDS else IMPOSSIBLE for score in played.scores),
        bytes([NOTHING]) * count,
        array("Q", played.states).tobytes(),
        (array("H", list(played.moves)) if study.paths else array("H", [NO_MOVES]) * count).tobytes(),
        played.scores,
        played.decisions if study.paths else bytes([NOTHING]) * count,
        b"",
        played.seconds,
    )


def _shortest(study: Study, rules: Rules, first: int, last: int) -> Rows:
    """Find shortest lines of deals of the 13-card game; the checker has replayed each line."""
    start = perf_counter()
    lengths, states = bytearray(), array("Q")
    for low in range(first, last + 1, _LARGEST_CHUNK):
        found = shortest_lines(rules, low, min(_LARGEST_CHUNK, last + 1 - low))
        lengths += found.lengths
        states += array("Q", found.states)
    moves = array("H", list(lengths))
    if 0 in lengths:
        moves = array("H", (length or NO_MOVES for length in lengths))
    return Rows(
        _numbers(study, first, last).tobytes(),
        bytes(lengths).translate(_IS_SOLVED),
        bytes([NOTHING]) * len(lengths),
        states.tobytes(),
        moves.tobytes(),
        b"",
        b"",
        b"",
        perf_counter() - start,
    )


_IS_SOLVED = bytes([IMPOSSIBLE]) + bytes([SOLVED]) * 255


def _numbers(study: Study, first: int, last: int) -> array[int]:
    places = range(first, last + 1)
    return array("Q", places if study.deals.seed is None else map(study.deals.number, places))


#: What is done for each question of `kiebitz.studies.study.plan.QUESTIONS`.
QUESTIONS: dict[str, Callable[[Study, Rules, int, int], Rows]] = {
    "solve": _solve,
    "score": _score,
    "shortest": _shortest,
}
