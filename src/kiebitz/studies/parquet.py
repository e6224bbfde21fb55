"""Parquet files, compressed with zstd: columns of machine numbers to a file and back, and rows with lists to a file.

pyarrow is imported when it is needed; which columns a file has is for those who write it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from kiebitz.errors import DependencyError
from kiebitz.studies import parquet_bounds
from kiebitz.studies.columns import TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from kiebitz.studies.columns import Column

_GROUP = parquet_bounds.GROUP  # so that a file does not depend on the parts that it is written in


class Sink(Protocol):
    """What rows are written to: a binary file, or what does the same."""

    def write(self, data: bytes, /) -> object:
        """Add these bytes."""


def need() -> tuple[Any, Any]:
    """Return pyarrow and its module for Parquet; a `DependencyError` says how to get it where it is not there."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise DependencyError("Parquet files need", "pyarrow", "pip install 'kiebitz[study]'") from None
    # Arrow's other allocators keep for later what they once had; here one small table follows the other.
    pa.set_memory_pool(pa.system_memory_pool())
    return pa, pyarrow.parquet


class Writer:
    """Rows on their way into one file, in groups of one size."""

    def __init__(self, stream: Sink, columns: Sequence[Column]) -> None:
        self._pa, parquet = need()
        self._columns = columns
        self._schema = self._pa.schema(
            [self._pa.field(column.name, self._type(column), nullable=column.nullable) for column in columns]
        )
        # Without Arrow's own schema beside them all readers agree that words are words and not codes.
        self._writer = parquet.ParquetWriter(
            stream, self._schema, compression="zstd", store_schema=False, write_page_checksum=True
        )
        self._waiting: list[Any] = [[] if column.kind == TEXT else bytearray() for column in columns]
        self._count = 0

    def add(self, data: Mapping[str, bytes | list[str]], count: int) -> None:
        """Add *count* rows; a column that is not among the *data* is null in them. One of texts is a list of them."""
        for column, waiting in zip(self._columns, self._waiting, strict=True):
            waiting.extend(data[column.name] if column.name in data else column.numbers([None]) * count)
        self._count += count
        while self._count >= _GROUP:
            self._write_group(_GROUP)

    def close(self, about: Mapping[str, str]) -> None:
        """Write what is left, and what the file says *about* itself."""
        if self._count:
            self._write_group(self._count)
        self._writer.add_key_value_metadata(dict(about))
        self._writer.close()

    def _write_group(self, count: int) -> None:
        arrays = []
        for column, waiting in zip(self._columns, self._waiting, strict=True):
            size = count if column.kind == TEXT else count * column.size
            arrays.append(self._array(column, waiting[:size], count))
            del waiting[:size]
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=_GROUP)
        self._count -= count

    def _type(self, column: Column) -> Any:
        pa = self._pa
        if column.kind == TEXT:
            return pa.string()
        return pa.dictionary(pa.int8(), pa.string()) if column.kind == "string" else getattr(pa, column.kind)()

    def _array(self, column: Column, waiting: bytearray | list[str], count: int) -> Any:
        pa = self._pa
        if isinstance(waiting, list):
            return pa.array(waiting, pa.string())
        data = bytes(waiting)
        known = column.known(data)
        mask = None if known is None else pa.py_buffer(_bits(known))
        if column.kind != "string":
            return pa.Array.from_buffers(self._type(column), count, [mask, pa.py_buffer(data)])
        codes = data.translate(_ONLY_CODES)
        numbers = pa.Array.from_buffers(pa.int8(), count, [mask, pa.py_buffer(codes)])
        return pa.DictionaryArray.from_arrays(numbers, pa.array(column.words, pa.string()))


class ListWriter:
    """Rows of Python's values on their way into one file, for columns that may hold lists.

    *kinds* are the columns' types in Arrow's words, `list<string>` and `list<int8>` among them.
    """

    def __init__(self, stream: Sink, kinds: Mapping[str, str]) -> None:
        pa, parquet = need()
        lists = {"list<string>": pa.list_(pa.string()), "list<int8>": pa.list_(pa.int8())}
        self._pa = pa
        self._schema = pa.schema([(name, lists.get(kind) or getattr(pa, kind)()) for name, kind in kinds.items()])
        self._writer = parquet.ParquetWriter(stream, self._schema, compression="zstd")

    def write(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write rows as a group of their own."""
        columns = zip(zip(*rows, strict=True), self._schema, strict=True)
        arrays = [self._pa.array(values, field.type) for values, field in columns]
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema))

    def close(self, about: Mapping[str, str]) -> None:
        """Write what the file says *about* itself, and its end."""
        self._writer.add_key_value_metadata(dict(about))
        self._writer.close()


_ONLY_CODES = bytes(range(255)) + b"\0"  # what is null must point to some word, too


def _bits(flags: bytes) -> bytes:
    """Return bytes of 0 and 1 as a bitmap, the first in the lowest bit."""
    size = -(-len(flags) // 8)
    flags += bytes(8 * size - len(flags))
    bits = 0
    for place in range(8):
        bits |= int.from_bytes(flags[place::8], "little") << place
    return bits.to_bytes(size, "little")


def read(path: Path, names: Sequence[str]) -> Any:
    """Return the table with these columns of a file, words as dictionaries.

    What goes wrong is told by the exceptions of pyarrow, and a file that unpacks to more than its rows need by a
    `ValueError`.
    """
    _, parquet = need()
    # One thread and no mapping of columns ahead: files are small, and memory is to stay flat.
    with parquet_bounds.opened(parquet, path) as file:
        return file.read(columns=list(names), use_threads=False)


def codes(column: Any, words: Sequence[str]) -> Any:
    """Return the places of a column's words among these, null for others; no word is unpacked for each row."""
    pa, _ = need()
    import pyarrow.compute as pc

    known = pa.array(words, pa.string())
    parts = [pc.index_in(part.dictionary, value_set=known).take(part.indices) for part in column.chunks]
    return pa.chunked_array(parts, pa.int32())


def machine_numbers(table: Any, columns: Sequence[Column]) -> dict[str, bytes]:
    """Return the columns of a table as machine numbers; those that are null throughout, or not there, are left out."""
    pa, _ = need()
    import pyarrow.compute as pc

    found = {}
    for column in columns:
        if column.name not in table.column_names or table[column.name].null_count == table.num_rows > 0:
            continue
        values = codes(table[column.name], column.words).cast(pa.uint8()) if column.words else table[column.name]
        values = values.combine_chunks()
        nothing = pa.scalar(column.nothing, values.type)
        values = pc.fill_null(values, nothing)
        data = memoryview(values.buffers()[1] or b"")
        found[column.name] = bytes(data[values.offset * column.size : (values.offset + len(values)) * column.size])
    return found
