"""Reading and writing of Parquet files, compressed with zstd; pyarrow is imported when needed."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol

from kiebitz.errors import DependencyError
from kiebitz.studies import parquet_bounds
from kiebitz.studies.columns import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from kiebitz.studies.columns import Column

_GROUP = parquet_bounds.GROUP  # fixed, so that a file does not depend on the parts it is written in
_TEXT_WIDTH = 1024  # mean bytes of a line of play; those of FreeCell have about 150


class Sink(Protocol):
    """A binary file, or anything with its `write`."""

    def write(self, data: bytes, /) -> object:
        """Write bytes."""


def need() -> tuple[Any, Any]:
    """Return pyarrow and `pyarrow.parquet`; a `DependencyError` without them."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise DependencyError("Parquet files need", "pyarrow", "pip install 'kiebitz[study]'") from None
    # Arrow's other allocators keep freed memory; here one small table follows another.
    pa.set_memory_pool(pa.system_memory_pool())
    return pa, pyarrow.parquet


class Writer:
    """Writes machine numbers and texts, in row groups of one size."""

    def __init__(self, stream: Sink, columns: Sequence[Column]) -> None:
        self._pa, parquet = need()
        self._columns = columns
        self._schema = self._pa.schema(
            [self._pa.field(column.name, self._type(column), nullable=column.nullable) for column in columns]
        )
        # Without Arrow's own schema, all readers read words as words, not as codes.
        self._writer = parquet.ParquetWriter(
            stream, self._schema, compression="zstd", store_schema=False, write_page_checksum=True
        )
        self._waiting: list[Any] = [[] if column.kind == TEXT else bytearray() for column in columns]
        self._count = 0

    def add(self, data: Mapping[str, bytes | list[str]], count: int) -> None:
        """Add *count* rows; columns missing in *data* are null."""
        for column, waiting in zip(self._columns, self._waiting, strict=True):
            waiting.extend(data[column.name] if column.name in data else column.numbers([None]) * count)
        self._count += count
        while self._count >= _GROUP:
            self._write_group(_GROUP)

    def close(self, about: Mapping[str, str]) -> None:
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
        validity = column.known(data)
        mask = None if validity is None else pa.py_buffer(_bits(validity))
        if column.kind != "string":
            return pa.Array.from_buffers(self._type(column), count, [mask, pa.py_buffer(data)])
        codes = data.translate(_ONLY_CODES)
        numbers = pa.Array.from_buffers(pa.int8(), count, [mask, pa.py_buffer(codes)])
        return pa.DictionaryArray.from_arrays(numbers, pa.array(column.words, pa.string()))


class ListWriter:
    """Writes rows of Python values; *kinds* are Arrow types, also `list<string>` and `list<int8>`."""

    def __init__(self, stream: Sink, kinds: Mapping[str, str]) -> None:
        pa, parquet = need()
        lists = {"list<string>": pa.list_(pa.string()), "list<int8>": pa.list_(pa.int8())}
        self._pa = pa
        self._schema = pa.schema([(name, lists.get(kind) or getattr(pa, kind)()) for name, kind in kinds.items()])
        self._writer = parquet.ParquetWriter(stream, self._schema, compression="zstd")

    def write(self, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = zip(zip(*rows, strict=True), self._schema, strict=True)
        arrays = [self._pa.array(values, field.type) for values, field in columns]
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema))

    def close(self, about: Mapping[str, str]) -> None:
        self._writer.add_key_value_metadata(dict(about))
        self._writer.close()


_ONLY_CODES = bytes(range(255)) + b"\0"  # nulls need a valid code, too


def _bits(flags: bytes) -> bytes:
    """Pack bytes of 0 and 1 into a bitmap, the first in the lowest bit."""
    size = -(-len(flags) // 8)
    flags += bytes(8 * size - len(flags))
    bits = 0
    for place in range(8):
        bits |= int.from_bytes(flags[place::8], "little") << place
    return bits.to_bytes(size, "little")


def read(path: Path, names: Sequence[str]) -> Any:
    """Return the table with these columns of a file, texts as dictionaries.

    Raises pyarrow's exceptions, and a `ValueError` for a file that unpacks to too much.
    """
    _, parquet = need()
    # One thread: files are small, and memory stays flat.
    with parquet_bounds.opened(parquet, path) as file:
        return file.read(columns=list(names), use_threads=False)


def rows(data: bytes, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a file, given as bytes, with one row group in memory; columns may hold long texts.

    Errors as in `read`, and a `KeyError` for a missing column.
    """
    _, parquet = need()
    with parquet_bounds.opened(parquet, BytesIO(data), _TEXT_WIDTH) as file:
        for group in range(file.num_row_groups):
            table = file.read_row_group(group, columns=list(names), use_threads=False)
            yield from zip(*(_values(table[name]) for name in names), strict=True)


def _values(column: Any) -> Iterator[Any]:
    """Yield the values of a column; each word of a dictionary is unpacked once."""
    for part in column.chunks:
        if hasattr(part, "dictionary"):
            words = part.dictionary.to_pylist()
            yield from (None if code is None else words[code] for code in part.indices.to_pylist())
        else:
            yield from part.to_pylist()


def metadata(data: bytes) -> dict[str, str]:
    """Return the metadata of a file, given as bytes; errors as in `read`."""
    _, parquet = need()
    about = parquet.read_metadata(BytesIO(data)).metadata or {}
    return {key.decode(): value.decode() for key, value in about.items()}


def codes(column: Any, words: Sequence[str]) -> Any:
    """Return the indices of a column's texts in *words*, null for others."""
    pa, _ = need()
    import pyarrow.compute as pc

    value_set = pa.array(words, pa.string())
    parts = [pc.index_in(part.dictionary, value_set=value_set).take(part.indices) for part in column.chunks]
    return pa.chunked_array(parts, pa.int32())


def machine_numbers(table: Any, columns: Sequence[Column]) -> dict[str, bytes]:
    """Return columns as machine numbers, without those missing or null throughout."""
    pa, _ = need()
    import pyarrow.compute as pc

    numbers = {}
    for column in columns:
        if column.name not in table.column_names or table[column.name].null_count == table.num_rows > 0:
            continue
        values = codes(table[column.name], column.words).cast(pa.uint8()) if column.words else table[column.name]
        values = values.combine_chunks()
        nothing = pa.scalar(column.nothing, values.type)
        values = pc.fill_null(values, nothing)
        data = memoryview(values.buffers()[1] or b"")
        numbers[column.name] = bytes(data[values.offset * column.size : (values.offset + len(values)) * column.size])
    return numbers
