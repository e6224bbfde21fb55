"""Files of seeds: numbers of deals that can be won, of levels that one chooses, for other programs and their players.

Deals are spread over processes; the file depends neither on their number nor on interruptions. `docs/seeds.md`
specifies it, and `kiebitz.read_seeds` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING
from zlib import crc32

from kiebitz.analysis.difficulty import short_line
from kiebitz.analysis.levels import LEVELS as ALL_LEVELS
from kiebitz.analysis.levels import Level, level, require
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.request_limits import MEMORY
from kiebitz.analysis.shortest import Metric, shortest
from kiebitz.analysis.solving import solve
from kiebitz.deals import numbering
from kiebitz.errors import InputError, NumberRangeError, UnsupportedRulesError
from kiebitz.patience.games import game
from kiebitz.patience.position import Position
from kiebitz.read_seeds import CHECKSUM_SIZE, LEVELS, TITLE, Seed, read
from kiebitz.studies.chunks import Chunks, InOrder
from kiebitz.studies.engine import number_of_jobs, run_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience.rules import Rules
    from kiebitz.studies.chunks import Chunk

#: Positions kept per level by the search for a short line.
_WIDTH = 100
#: States for the short line and for the proof that no line is shorter.
_STATES = 10_000
_MOST_MOVES = 255  # in a byte


@dataclass(frozen=True, slots=True)
class SeedPlan:
    """Deals to search for: those of a game from *first* on that are won within *states*, of one of the *levels*.

    Without levels, all that can be won. Raises `UnsupportedRulesError` for levels of a game without difficulty.
    """

    game: str
    numbering: str = "microsoft"
    levels: tuple[Level, ...] = ()
    first: int = 1
    states: int = 200_000

    def __post_init__(self) -> None:
        if self.levels:
            require(self.rules)
        if self.first < 0:
            raise NumberRangeError(self.first, "a number of a deal from 0 on")
        numbering(self.numbering).cards(self.first, self.rules.pack)

    @property
    def rules(self) -> Rules:
        return game(self.game)

    def header(self) -> dict[str, str]:
        """Return the values by which a file can be continued."""
        words = " ".join(each.value for each in self.levels) or "any"
        about = {"game": self.game, "numbering": self.numbering, "levels": words, "states": str(self.states)}
        return {**about, "first": str(self.first)}


@dataclass(frozen=True, slots=True)
class SearchedPart:
    """The seeds among consecutive deals, and the wall time of the search."""

    seeds: list[Seed]
    seconds: float


def seek(plan: SeedPlan, first: int, last: int) -> SearchedPart:
    """Return the seeds among the deals *first* to *last*."""
    start = perf_counter()
    seeds = [seed for number in range(first, last + 1) if (seed := _seed(plan, number)) is not None]
    return SearchedPart(seeds, perf_counter() - start)


def _seed(plan: SeedPlan, number: int) -> Seed | None:
    rules, limit = plan.rules, Limit(states=plan.states, memory=MEMORY)
    position = Position.deal(rules, numbering(plan.numbering).cards(number, rules.pack))
    try:
        answer = level(position, limit, among=plan.levels or ALL_LEVELS)
    except UnsupportedRulesError:
        result = solve(position, limit)
        return Seed(number, LEVELS[0], _byte(len(result.moves)), 0) if result.verdict is Verdict.SOLVED else None
    if answer.level is None or (plan.levels and answer.level not in plan.levels):
        return None
    best = shortest(position, Limit(states=_STATES, memory=MEMORY), metric=Metric.PLAYER, width=_WIDTH)
    moves = best.moves or short_line(position, limit).moves
    return Seed(number, answer.level.value, _byte(len(moves)), _byte(best.bound))


def _byte(moves: int) -> int:
    return min(moves, _MOST_MOVES)


def encode(plan: SeedPlan, seeds: list[Seed], after: int) -> bytes:
    """Return the bytes of a file; the search goes on with the deal *after*."""
    header = {**plan.header(), "next": str(after), "count": str(len(seeds))}
    content = bytearray(TITLE + "".join(f"{key} {value}\n" for key, value in header.items()).encode("ascii") + b"\n")
    expected = plan.first
    for seed in seeds:
        value = 8 * (seed.number - expected) + LEVELS.index(seed.level)
        while value > 127:
            content.append(value & 127 | 128)
            value >>= 7
        content += bytes((value, seed.moves, seed.bound))
        expected = seed.number + 1
    return bytes(content) + crc32(content).to_bytes(CHECKSUM_SIZE, "little")


class SeedSearch:
    """The search for *count* seeds, in *jobs* processes; it continues *earlier*, the bytes of a file of the same plan.

    An `InputError` if these bytes are of another plan, a `ValueError` if they are no such file.
    """

    def __init__(self, plan: SeedPlan, count: int, jobs: int = 1, earlier: bytes = b"") -> None:
        self.plan = plan
        self.count = count
        self.seeds: list[Seed] = []
        self.after = plan.first
        self.remarks: list[str] = []
        self.is_stopped = False
        if earlier:
            header, self.seeds = read(earlier)
            if {key: header.get(key) for key in plan.header()} != plan.header():
                raise InputError("", "seeds of other deals", "another name, or the options of before")
            self.after = int(header["next"])
        self._jobs = number_of_jobs(jobs)
        last = numbering(plan.numbering).range.stop - 1
        self._chunks = Chunks([(self.after, last)], self._jobs, size=1)
        self._parts = InOrder[tuple[int, list[Seed]]]([(self.after, last)], self._take)

    @property
    def is_whole(self) -> bool:
        return len(self.seeds) >= self.count

    def run(self, progress: Callable[[], None]) -> None:
        """Search until there are enough seeds, the numbers end, or `stop` is called."""
        if not self.is_whole:
            run_source(seek, self.plan, self._chunks, self._jobs, self, progress)

    def stop(self) -> None:
        """Finish the chunks in hand."""
        self.is_stopped = self._chunks.stopped = True

    def encoded(self) -> bytes:
        """Return the file's bytes so far."""
        return encode(self.plan, self.seeds, self.after)

    def add(self, chunk: Chunk, answer: SearchedPart) -> None:
        self._parts.add(chunk.first, chunk.last, (chunk.last + 1, answer.seeds))

    def lose(self, number: int) -> None:
        self.remark(f"deal {number} is left out: every process that tried it died")
        self._parts.add(number, number, (number + 1, []))

    def remark(self, line: str) -> None:
        self.remarks.append(line)

    def _take(self, part: tuple[int, list[Seed]]) -> None:
        if self.is_whole:
            return
        self.after, seeds = part
        self.seeds += seeds[: self.count - len(self.seeds)]
        if self.is_whole:
            self.after = self.seeds[-1].number + 1
            self._chunks.stopped = True
