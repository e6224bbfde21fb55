"""Columns of rows, and rows as machine numbers by column: the one form in which answers travel and are counted.

What the columns of a question mean is declared by the question; how they become a file is for `parquet`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Any

from kiebitz.analysis import limits
from kiebitz.patience.rule_options import CHANGEABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

#: The verdicts, by their codes in the column `verdict`, which are the solver's.
VERDICTS = tuple(verdict.value for verdict in limits.VERDICTS)
SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
#: What may have left a deal undecided, by code: the solver's less one, so that its 0, nothing, becomes null. A search
#: that was told to end leaves no row; in its place stands `process`: every process that tried the deal died.
LIMITS = (*filter(None, limits.LIMITS[:-1]), "process")
LIMIT_MEMORY, LIMIT_PROCESS = LIMITS.index("memory"), LIMITS.index("process")

#: The type of a column of texts that are no words of a few.
TEXT = "text"

_IS_KNOWN = bytes([1] * 255 + [0])
_LESS_ONE = bytes([255, *range(255)])
_CODES = {"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q", "int64": "q", "float32": "f", "string": "B"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type as Parquet readers call it, what it means and in which unit.

    A column of type `string` holds codes while it is in memory: code i stands for `words[i]`. One of `TEXT` is no
    machine number at all, but a list of texts.

    >>> Column("moves", "uint16", "moves of the line that was found", unit="moves").nothing
    65535
    """

    name: str
    kind: str
    meaning: str
    unit: str = ""
    nullable: bool = True
    words: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """How `array` calls the type of its machine numbers."""
        return _CODES[self.kind]

    @property
    def size(self) -> int:
        """How many bytes a machine number has."""
        return array(self.code).itemsize

    @property
    def nothing(self) -> int | float:
        """The machine number that means null: the largest there is, and of `float32` the one that is no number."""
        if self.kind == "float32":
            return float("nan")
        return (1 << (8 * self.size - (self.kind == "int64"))) - 1

    def numbers(self, values: Iterable[int | float | None]) -> bytes:
        """Return values as machine numbers, `None` as null."""
        return array(self.code, (self.nothing if value is None else value for value in values)).tobytes()

    def values(self, data: bytes) -> array[Any]:
        """Return machine numbers as numbers."""
        found = array(self.code)
        found.frombytes(data)
        return found

    def converted(self, other: Column, data: bytes) -> bytes:
        """Return machine numbers of another column as those of this one."""
        if other.code == self.code:
            return data
        mine, theirs = self.nothing, other.nothing
        return array(self.code, [mine if value == theirs else value for value in other.values(data)]).tobytes()

    def known(self, data: bytes) -> bytes | None:
        """Return a byte for each machine number, 0 where it means null and else 1; `None` if none does."""
        if not self.nullable:
            return None
        if self.size == 1:
            found = data.translate(_IS_KNOWN)
        elif self.kind == "float32":
            found = bytes(not isnan(value) for value in self.values(data))
        else:
            nothing = self.nothing
            found = bytes(value != nothing for value in self.values(data))
        return found if 0 in found else None


@dataclass(frozen=True, slots=True)
class Rows:
    """The answers about deals in a row: for each column that a question fills, its machine numbers.

    Every question fills `verdict`. *seconds* is the wall time that the answers took; *extra* is whatever else the
    question has to say of these deals together, as a list.
    """

    columns: Mapping[str, bytes]
    seconds: float
    extra: Any = field(default=None, compare=False)

    @property
    def count(self) -> int:
        """How many deals these are."""
        return len(self.columns["verdict"])

    def verdicts(self) -> tuple[int, ...]:
        """Return how many deals have each verdict of `VERDICTS`."""
        return tuple(map(self.columns["verdict"].count, range(len(VERDICTS))))

    @staticmethod
    def joined(parts: Sequence[Rows], columns: Sequence[Column]) -> Rows:
        """Return the rows of several parts, in their order; a column that only some of them fill is null elsewhere."""
        filled = {
            column.name: b"".join(
                part.columns.get(column.name) or column.numbers([None]) * part.count for part in parts
            )
            for column in columns
            if any(column.name in part.columns for part in parts)
        }
        extra = [item for part in parts for item in part.extra or ()]
        return Rows(filled, sum(part.seconds for part in parts), extra)

    def part(self, first: int, end: int, columns: Sequence[Column]) -> Rows:
        """Return the rows in the places *first* to *end* − 1, as if they had taken no time."""
        sizes = {column.name: column.size for column in columns}
        return Rows({name: data[first * sizes[name] : end * sizes[name]] for name, data in self.columns.items()}, 0.0)


DEAL = Column("deal", "uint64", "number of the deal", nullable=False)
#: The columns of every study's files: what the deals have in common, which deal it is, and what most questions fill.
COMMON = (
    Column("game", "string", "id of the game", nullable=False),
    *(
        Column(rule.name, "uint8" if rule.kind is int else "string", f"{rule.help}; null in Skat")
        for rule in CHANGEABLE
        if rule.studied
    ),
    Column("contract", "string", "the hand game of Skat: clubs, spades, hearts, diamonds, grand or null; null in "
           "other games"),
    Column("numbering", "string", "the numbering that the deal's number belongs to", nullable=False),
    DEAL,
    Column("index", "uint64", "place of a random deal in its run, 0 the first; null for numbered deals"),
)  # fmt: skip
VERDICT = Column("verdict", "string", "solved, impossible (proven) or undecided", nullable=False, words=VERDICTS)
LIMIT_HIT = Column(
    "limit_hit",
    "string",
    "the limit that left it undecided, or process: every process that tried it died; null where it is decided",
    words=LIMITS,
)
STATES = Column("states", "uint64", "positions that the search looked at", "positions", nullable=False)
MOVES = Column("moves", "uint16", "moves of a line", "moves")
SCORE = Column("score", "uint8", "what was scored; null in questions that score nothing")
DECISIONS = Column("decisions", "uint8", "decision points of the line; null unless asked for", "positions")
SECONDS = Column(
    "seconds", "float32", "wall time of the deal, dealing and checking included; null unless asked for", "seconds"
)
ANSWERS = (VERDICT, LIMIT_HIT, STATES, MOVES, SCORE, DECISIONS, SECONDS)
#: All of them, in the order of the files; a question may say more exactly what its own mean, and add others.
COLUMNS = (*COMMON, *ANSWERS)


def limit_column(codes: bytes) -> bytes:
    """Return the solver's codes of limits, 0 for none, as the column `limit_hit` has them."""
    return codes.translate(_LESS_ONE)


def lost(columns: Sequence[Column], limit: int) -> Rows:
    """Return the row of a deal of which nothing is known, because of this *limit* (a code)."""
    known = {"verdict": UNDECIDED, "limit_hit": limit}
    values = {column.name: known.get(column.name, None if column.nullable else 0) for column in columns}
    return Rows({column.name: column.numbers([values[column.name]]) for column in columns}, 0.0)
