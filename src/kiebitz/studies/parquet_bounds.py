"""Bounds on the size that the columns of a Parquet file unpack to, checked by their page headers before unpacking.

A page of a few bytes may unpack to gigabytes. Readers follow the pages, not the sizes in the footer.
Format: https://parquet.apache.org/docs/file-format/.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO

#: The most rows of a row group.
GROUP = 1 << 16
#: Bytes that a column of a row group may unpack to, besides its width for each row.
_BESIDES = 1 << 16
_WIDTH = 16
_CONTAINERS = 10_000  # elements of a list at the end of a file

# Field types of Thrift's compact protocol, the encoding of headers.
_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(13)
_Fields = dict[tuple[int, int], Any]  # by number and type: readers skip a field of another type

# Fields of a page header, and of its header for data pages, in both versions.
_UNPACKED, _PACKED = (2, _I32), (3, _I32)
_VALUES = (1, _I32)
_DATA, _DATA_2, _DICTIONARY = (5, _STRUCT), (8, _STRUCT), (7, _STRUCT)
_ENCODING = {_DATA: (2, _I32), _DATA_2: (4, _I32), _DICTIONARY: (2, _I32)}
_ENCODINGS = {0, 2, 3, 8}  # plain, run lengths, dictionary indices: these repeat only whole values


def opened(parquet: Any, source: Path | BytesIO, width: int = _WIDTH) -> Any:
    """Return a Parquet file whose columns are safe to read, texts as dictionaries; a `ValueError` otherwise.

    A column may unpack to *width* bytes a row on average.
    """
    limits = {"thrift_container_size_limit": _CONTAINERS}
    with parquet.ParquetFile(source, **limits) as file:
        about = file.metadata
    if isinstance(source, BytesIO):
        _check(source, about, width)
    else:
        with source.open("rb") as stream:
            _check(stream, about, width)
    kinds = [about.schema.column(place) for place in range(about.num_columns)]
    texts = [kind.name for kind in kinds if kind.physical_type == "BYTE_ARRAY"]
    return parquet.ParquetFile(source, page_checksum_verification=True, read_dictionary=texts, **limits)


def _check(file: BinaryIO, about: Any, width: int) -> None:
    kinds = [about.schema.column(place) for place in range(about.num_columns)]
    if any(kind.max_repetition_level or kind.max_definition_level > 1 for kind in kinds):
        raise ValueError("a column holds lists")
    for group in map(about.row_group, range(about.num_row_groups)):
        if group.num_rows > GROUP:
            raise ValueError("a row group has too many rows")
        for chunk in map(group.column, range(about.num_columns)):
            start = chunk.data_page_offset
            if chunk.has_dictionary_page and 0 < chunk.dictionary_page_offset < start:
                start = chunk.dictionary_page_offset
            file.seek(start)
            _check_pages(file.read(chunk.total_compressed_size), group.num_rows, width)


def _check_pages(data: bytes, rows: int, width: int = _WIDTH) -> None:
    """Raise a `ValueError` if the pages of a column unpack to more than its *rows* need."""
    unpacked = values = 0
    for header in _headers(data):
        kind = next(kind for kind in (_DATA, _DATA_2, _DICTIONARY) if kind in header)
        if header[kind][_ENCODING[kind]] not in _ENCODINGS:
            raise ValueError("a page is encoded in another way")
        unpacked += header[_UNPACKED]
        values += 0 if kind == _DICTIONARY else header[kind][_VALUES]
    if unpacked > _BESIDES + width * rows or values > rows:
        raise ValueError("a column unpacks to too much")


def _headers(data: bytes) -> Iterator[Mapping[tuple[int, int], Any]]:
    at = 0
    while at < len(data):
        header, at = _struct(data, at)
        at += header[_PACKED]
        if min(header[_PACKED], header[_UNPACKED]) < 0 or at > len(data):
            raise ValueError("a page does not end where its column does")
        yield header


def _struct(data: bytes, at: int) -> tuple[_Fields, int]:
    fields: _Fields = {}
    number = 0
    while kind := data[at] & 15:
        step, at = data[at] >> 4, at + 1
        if step:
            number += step
        else:
            number, at = _signed(data, at)
        fields[number, kind], at = _value(data, at, kind)
    return fields, at + 1


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (_TRUE, _FALSE):
        return kind == _TRUE, at
    if kind in (_I16, _I32, _I64):
        return _signed(data, at)
    if kind == _BINARY:
        size, at = _unsigned(data, at)
        return None, at + size
    if kind == _STRUCT:
        return _struct(data, at)
    if kind in (_BYTE, _DOUBLE):
        return None, at + (1 if kind == _BYTE else 8)
    raise ValueError("a page header has an unknown field")


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while data[at] & 128:
        value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
    return value | data[at] << shift, at + 1


def _signed(data: bytes, at: int) -> tuple[int, int]:
    value, at = _unsigned(data, at)
    return value >> 1 ^ -(value & 1), at
