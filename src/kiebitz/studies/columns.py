"""Columns, and rows as machine numbers by column: the form in which answers travel and are counted."""

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
#: The limits that leave a deal undecided, by the solver's code − 1, so that 0 (none) becomes null; `process`: every
#: process that tried the deal died.
LIMITS = (*filter(None, limits.LIMITS[:-1]), "process")
LIMIT_MEMORY, LIMIT_PROCESS = LIMITS.index("memory"), LIMITS.index("process")

#: The type of a column of free texts.
TEXT = "text"

_IS_KNOWN = bytes([1] * 255 + [0])
_LESS_ONE = bytes([255, *range(255)])
_CODES = {"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q", "int64": "q", "float32": "f", "string": "B"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, Parquet type, meaning and unit.

    In memory, code i in a `string` column means `words[i]`; a `TEXT` column is a list of texts.

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
        """The type code for `array`."""
        return _CODES[self.kind]

    @property
    def size(self) -> int:
        return array(self.code).itemsize

    @property
    def nothing(self) -> int | float:
        """The machine number for null: the largest, or NaN for `float32`."""
        if self.kind == "float32":
            return float("nan")
        return (1 << (8 * self.size - (self.kind == "int64"))) - 1

    def numbers(self, values: Iterable[int | float | None]) -> bytes:
        return array(self.code, (self.nothing if value is None else value for value in values)).tobytes()

    def values(self, data: bytes) -> array[Any]:
        numbers = array(self.code)
        numbers.frombytes(data)
        return numbers

    def converted(self, other: Column, data: bytes) -> bytes:
        """Convert machine numbers of another column."""
        if other.code == self.code:
            return data
        mine, theirs = self.nothing, other.nothing
        return array(self.code, [mine if value == theirs else value for value in other.values(data)]).tobytes()

    def known(self, data: bytes) -> bytes | None:
        """Return a byte for each machine number, 0 for null, else 1; `None` without nulls."""
        if not self.nullable:
            return None
        if self.size == 1:
            flags = data.translate(_IS_KNOWN)
        elif self.kind == "float32":
            flags = bytes(not isnan(value) for value in self.values(data))
        else:
            nothing = self.nothing
            flags = bytes(value != nothing for value in self.values(data))
        return flags if 0 in flags else None


@dataclass(frozen=True, slots=True)
class Rows:
    """The answers about consecutive deals: the machine numbers of the filled columns, `verdict` always among them.

    *seconds* is their wall time; *extra* lists further results for these deals together.
    """

    columns: Mapping[str, bytes]
    seconds: float
    extra: Any = field(default=None, compare=False)

    @property
    def count(self) -> int:
        return len(self.columns["verdict"])

    def verdicts(self) -> tuple[int, ...]:
        return tuple(map(self.columns["verdict"].count, range(len(VERDICTS))))

    @staticmethod
    def joined(parts: Sequence[Rows], columns: Sequence[Column]) -> Rows:
        """Concatenate *parts*; columns missing in a part are null there."""
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
        """Return the rows in the places *first* to *end* − 1, with 0 seconds."""
        sizes = {column.name: column.size for column in columns}
        return Rows({name: data[first * sizes[name] : end * sizes[name]] for name, data in self.columns.items()}, 0.0)


DEAL = Column("deal", "uint64", "number of the deal", nullable=False)
#: The columns that identify a deal in every study's files.
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
#: All standard columns; a question may refine their meanings and add its own.
COLUMNS = (*COMMON, *ANSWERS)


def limit_column(codes: bytes) -> bytes:
    """Convert the solver's codes of limits, 0 for none."""
    return codes.translate(_LESS_ONE)


def lost(columns: Sequence[Column], limit: int) -> Rows:
    """Return the row of a deal left open by *limit* (a code)."""
    filled = {"verdict": UNDECIDED, "limit_hit": limit}
    values = {column.name: filled.get(column.name, None if column.nullable else 0) for column in columns}
    return Rows({column.name: column.numbers([values[column.name]]) for column in columns}, 0.0)
