"""A study's rows as Parquet: the columns with their units, and the way from machine numbers to a file and back.

pyarrow is imported here, when it is needed; which file is written when is for `folder`.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.errors import KiebitzError, shown_file
from kiebitz.studies.study.questions import LIMITS, NO_MOVES, NOTHING, VERDICTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import IO

    from kiebitz.studies.study.plan import Piece, Plan
    from kiebitz.studies.study.questions import Rows


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type as Arrow calls it, whether it may be null, and what it holds."""

    name: str
    kind: str
    nullable: bool
    meaning: str


#: The columns of every study, in their order.
COLUMNS = (
    Column("game", "string", False, "id of the game"),
    Column("cells", "uint8", True, "number of free cells; this and the next four are null in Skat"),
    Column("columns", "uint8", True, "number of columns"),
    Column("build", "string", True, "building in the columns: alternate_colour or same_suit"),
    Column("empty_column", "string", True, "what an empty column takes: any card, only kings, or none"),
    Column("supermoves", "string", True, "how many cards may move at once: single, standard, microsoft, whole, any"),
    Column("contract", "string", True, "the hand game of Skat: clubs, spades, hearts, diamonds, grand or null; null in "
           "other games"),
    Column("numbering", "string", False, "the numbering that the deal's number belongs to"),
    Column("deal", "uint64", False, "number of the deal"),
    Column("index", "uint64", True, "place of a random deal in its run, 0 the first; null for numbered deals"),
    Column("verdict", "string", False, "solved, impossible (proven) or undecided; in question skat solved: the "
           "declarer wins, impossible: he does not"),
    Column("limit_hit", "string", True, "states, seconds or memory: the limit that left it undecided; process: every "
           "process that tried it died; null where it is decided or the limit is not known"),
    Column("states", "uint64", False, "positions that the search looked at; in question skat tricks that it began"),
    Column("moves", "uint16", True, "moves of the line that was found, in question solve those to the foundations "
           "among them; in question score those between columns on a shortest line, null unless asked for"),
    Column("score", "uint8", True, "question score: most cards that can be brought home; question skat: card points "
           "of the declarer, the skat's among them, null in contract null; null in other questions"),
    Column("decisions", "uint8", True, "decision points of the shortest line; null unless asked for"),
    Column("seconds", "float32", True, "wall time of the deal, dealing and checking included; null unless asked for"),
)  # fmt: skip

#: The key under which a file says how many of its deals are solved, impossible and undecided, and what they took.
_SUMMARY = "kiebitz.summary"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a file says of its rows: how many have each verdict, and the wall time of one process that they took."""

    solved: int = 0
    impossible: int = 0
    undecided: int = 0
    seconds: float = 0.0

    @staticmethod
    def of(rows: Rows) -> Summary:
        """Return the summary of rows."""
        solved, impossible, undecided = map(rows.verdicts.count, range(len(VERDICTS)))
        return Summary(solved, impossible, undecided, rows.seconds)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.solved + other.solved,
            self.impossible + other.impossible,
            self.undecided + other.undecided,
            self.seconds + other.seconds,
        )

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.solved + self.impossible + self.undecided


def need() -> tuple[Any, Any]:
    """Return pyarrow and its reader of Parquet; a `KiebitzError` says how to get it where it is not there."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise KiebitzError("studies need pyarrow: pip install 'kiebitz[study]'") from None
    # Arrow's other allocators keep for later what they once had; here one small table follows the other.
    pa.set_memory_pool(pa.system_memory_pool())
    return pa, pyarrow.parquet


def write(stream: IO[bytes], plan: Plan, piece: Piece, rows: Rows) -> None:
    """Write the rows of one piece as a Parquet file."""
    pa, parquet = need()
    study, cell, count = plan.study, plan.study.grid()[piece.cell], rows.count
    everywhere = {"game": cell.game, **cell.values, "numbering": study.deals.numbering}
    places = range(piece.first, piece.last + 1) if study.deals.seed is not None else None
    arrays = {
        **{name: _constant(pa, name, value, count) for name, value in everywhere.items()},
        "deal": _numbers(pa, pa.uint64(), rows.numbers, count),
        "index": pa.nulls(count, pa.uint64()) if places is None else pa.array(places, pa.uint64()),
        "verdict": _words(pa, VERDICTS, rows.verdicts, b"\1" * count),
        "limit_hit": _words(pa, LIMITS, rows.limits, rows.limits.translate(_IS_SOMETHING)),
        "states": _numbers(pa, pa.uint64(), rows.states, count),
        "moves": _numbers(pa, pa.uint16(), rows.moves, count, _known_moves(rows.moves)),
        "score": _bytes(pa, rows.scores, count),
        "decisions": _bytes(pa, rows.decisions, count),
        "seconds": _numbers(pa, pa.float32(), rows.times, count) if rows.times else pa.nulls(count, pa.float32()),
    }
    # Words are written as what they are, not as codes; without Arrow's own schema beside them all readers agree on it.
    fields = [pa.field(column.name, arrays[column.name].type, nullable=column.nullable) for column in COLUMNS]
    schema = pa.schema(fields)
    table = pa.Table.from_arrays([arrays[column.name] for column in COLUMNS], schema=schema)
    with parquet.ParquetWriter(stream, schema, compression="zstd", store_schema=False) as writer:
        writer.write_table(table, row_group_size=max(1, count))
        summary = Summary.of(rows)
        about = {name: getattr(summary, name) for name in Summary.__slots__}
        writer.add_key_value_metadata({_SUMMARY: json.dumps(about)})


def summary(path: Path, count: int) -> Summary:
    """Return what a file says of its rows; a `KiebitzError` unless it is whole and has so many."""
    pa, parquet = need()
    try:
        about = parquet.read_metadata(path)
        found = Summary(**json.loads(about.metadata[_SUMMARY.encode()]))
        if about.num_rows == found.deals == count:
            return found
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError):
        pass
    raise KiebitzError(f"file {shown_file(str(path))} is damaged; delete it, and its deals are done again")


def read(path: Path, columns: Sequence[str] | None = None) -> Any:
    """Return the table that stands in a file, of these columns or of all; a `KiebitzError` if it can't be read."""
    pa, parquet = need()
    try:
        # One thread and no mapping of columns ahead: files are small, and memory is to stay flat.
        return parquet.ParquetFile(path).read(columns=None if columns is None else list(columns), use_threads=False)
    except (OSError, pa.ArrowException) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "it is damaged"
        raise KiebitzError(f"file {shown_file(str(path))} cannot be read: {reason}") from None


_IS_SOMETHING = bytes(int(code != NOTHING) for code in range(256))


_KINDS = {column.name: column.kind for column in COLUMNS}


def _constant(pa: Any, name: str, value: str | int | None, count: int) -> Any:
    if value is None:
        return pa.nulls(count, getattr(pa, _KINDS[name])())
    if isinstance(value, int):
        return pa.Array.from_buffers(pa.uint8(), count, [None, pa.py_buffer(bytes([value]) * count)])
    return _words(pa, (value,), bytes(count), b"\1" * count)


def _words(pa: Any, words: Sequence[str], codes: bytes, known: bytes) -> Any:
    codes = codes.translate(_ONLY_CODES)
    return pa.DictionaryArray.from_arrays(_numbers(pa, pa.int8(), codes, len(codes), known), list(words))


_ONLY_CODES = bytes(0 if code == NOTHING else code for code in range(256))  # what is masked must point somewhere too


def _bytes(pa: Any, data: bytes, count: int) -> Any:
    if not data:
        return pa.nulls(count, pa.uint8())
    return _numbers(pa, pa.uint8(), data, count, data.translate(_IS_SOMETHING))


def _numbers(pa: Any, kind: Any, data: bytes, count: int, known: bytes | None = None) -> Any:
    mask = None if known is None or 0 not in known else pa.py_buffer(_bits(known))
    return pa.Array.from_buffers(kind, count, [mask, pa.py_buffer(data)])


def _known_moves(moves: bytes) -> bytes:
    values = memoryview(moves).cast("H")
    return bytes(value != NO_MOVES for value in values)


def _bits(flags: bytes) -> bytes:
    """Return bytes of 0 and 1 as a bitmap, the first in the lowest bit."""
    size = -(-len(flags) // 8)
    flags += bytes(8 * size - len(flags))
    bits = 0
    for place in range(8):
        bits |= int.from_bytes(flags[place::8], "little") << place
    return bits.to_bytes(size, "little")
