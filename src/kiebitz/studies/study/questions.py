"""What processes do for a study: answer its question for some deals in a row, as columns of machine numbers.

A further question is a further function here and a name in `QUESTIONS`; processes, files and figures know none of them.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, fields
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.errors import KiebitzError
from kiebitz.patience.best import random_scores
from kiebitz.patience.shortest import shortest_lines
from kiebitz.patience.solve import Limit, Verdict, solve_range
from kiebitz.skat.contract import Game
from kiebitz.skat.double_dummy import Effort, mask, worlds_values
from kiebitz.skat.hand import HAND
from kiebitz.skat.seats import FOREHAND
from kiebitz.skat.trick import points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kiebitz.patience.rules import Rules
    from kiebitz.studies.study.grid import Cell
    from kiebitz.studies.study.plan import Study

#: The codes of verdicts and of limits that left a deal undecided. `process`: every process that tried it died. Where
#: two limits are possible and the kernel does not say which one it was, none is named.
VERDICTS = tuple(verdict.value for verdict in Verdict)
LIMITS = ("states", "seconds", "memory", "process")
SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
NOTHING = 0xFF  # no limit, no score, no number of decisions
NO_MOVES = 0xFFFF
CARDS = 52

_AT_ONCE = 1 << 16  # deals whose lines are in memory together
_TO_WIN = 61  # card points


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
    score = study.question in ("score", "skat")
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


@lru_cache(maxsize=4)
def _grid(study: Study) -> tuple[Cell, ...]:
    return study.grid()


def rules_of(cell: Cell) -> Rules:
    """Return the rules of a cell of a patience; a `KiebitzError` in another game."""
    if cell.rules is None:
        raise KiebitzError(f"{cell.title} is no patience; expected question {cell.game}")
    return cell.rules


# The questions


def _solve(study: Study, cell: Cell, first: int, last: int) -> Rows:
    """Decide deals, and say how long their lines are; the checker has replayed each line."""
    start = perf_counter()
    rules, numbers = rules_of(cell), _numbers(study, first, last)
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


def _score(study: Study, cell: Cell, first: int, last: int) -> Rows:
    """Play deals of Russian Solitaire to their best score; the checker has replayed each line."""
    del cell  # there is one game that is scored
    if study.deals.seed is None:
        raise KiebitzError("best scores are had of random deals only; expected deals with a seed")
    played = random_scores(study.deals.seed, first, last - first + 1, shuffle=study.deals.numbering, paths=study.paths)
    count = len(played.scores)
    return Rows(
        _numbers(study, first, last).tobytes(),
        bytes(SOLVED if score == CARDS else IMPOSSIBLE for score in played.scores),
        bytes([NOTHING]) * count,
        array("Q", played.states).tobytes(),
        (array("H", list(played.moves)) if study.paths else array("H", [NO_MOVES]) * count).tobytes(),
        played.scores,
        played.decisions if study.paths else bytes([NOTHING]) * count,
        b"",
        played.seconds,
    )


def _shortest(study: Study, cell: Cell, first: int, last: int) -> Rows:
    """Find shortest lines of deals of the 13-card game; the checker has replayed each line."""
    start = perf_counter()
    lengths, states = bytearray(), array("Q")
    for low in range(first, last + 1, _AT_ONCE):
        found = shortest_lines(rules_of(cell), low, min(_AT_ONCE, last + 1 - low))
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


def _skat(study: Study, cell: Cell, first: int, last: int) -> Rows:
    """Find what forehand gets in a hand game of Skat if all cards are seen; the search's word, without a line.

    Null is about tricks, not about points, and the search ends at the first one: it has no score.
    """
    start = perf_counter()
    numbers = _numbers(study, first, last)
    game, pack = Game(cell.values["contract"]), PACKS["32"]
    verdicts, scores, states, times = bytearray(), bytearray(), array("Q"), array("f")
    for number in numbers:
        begun = perf_counter()
        cards = fisher_yates(number, pack)
        hands = mask(cards[:HAND]), mask(cards[HAND : 2 * HAND]), mask(cards[2 * HAND : 3 * HAND])
        effort = Effort()
        (value,) = worlds_values(game, FOREHAND, FOREHAND, [hands], effort)
        if game is Game.NULL:
            verdicts.append(SOLVED if value else IMPOSSIBLE)
            scores.append(NOTHING)
        else:
            value += points(cards[3 * HAND :])
            verdicts.append(SOLVED if value >= _TO_WIN else IMPOSSIBLE)
            scores.append(value)
        states.append(effort.tricks)
        times.append(perf_counter() - begun)
    count = len(numbers)
    return Rows(
        numbers.tobytes(),
        bytes(verdicts),
        bytes([NOTHING]) * count,
        states.tobytes(),
        (array("H", [NO_MOVES]) * count).tobytes(),
        bytes(scores),
        bytes([NOTHING]) * count,
        times.tobytes() if study.times else b"",
        perf_counter() - start,
    )


def _numbers(study: Study, first: int, last: int) -> array[int]:
    places = range(first, last + 1)
    return array("Q", places if study.deals.seed is None else map(study.deals.number, places))


#: What is done for each question of `kiebitz.studies.study.plan.QUESTIONS`.
QUESTIONS: dict[str, Callable[[Study, Cell, int, int], Rows]] = {
    "solve": _solve,
    "score": _score,
    "shortest": _shortest,
    "skat": _skat,
}
