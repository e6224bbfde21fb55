"""Messages between Python and the kernel; `docs/kernel.md` describes the format.

A value is a tag byte and a little-endian payload: none, a 64-bit integer, a real number, bytes, a list.
"""

from __future__ import annotations

import struct
from struct import Struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_NONE, _INTEGER, _REAL, _BYTES, _LIST = range(5)
_integer, _unsigned, _real, _size = Struct("<Bq"), Struct("<BQ"), Struct("<Bd"), Struct("<BI")
_payload_integer, _payload_real, _payload_size = Struct("<q"), Struct("<d"), Struct("<I")


def pack(name: str, values: Iterable[Any]) -> bytes:
    """Return the request to call *name* with these values; a `TypeError` for other types or larger integers."""
    return b"".join((_packed(name.encode()), *map(_packed, values)))


def _packed(value: Any) -> bytes:
    if isinstance(value, bytes):
        return _size.pack(_BYTES, len(value)) + value
    if isinstance(value, int):
        try:
            return (_integer if value < 1 << 63 else _unsigned).pack(_INTEGER, value)
        except struct.error:
            raise TypeError(f"{value} is no integer of 64 bits") from None
    if value is None:
        return bytes((_NONE,))
    if isinstance(value, float):
        return _real.pack(_REAL, value)
    if isinstance(value, list | tuple):
        return _size.pack(_LIST, len(value)) + b"".join(map(_packed, value))
    raise TypeError(f"{type(value).__name__} is no value of the kernel")


def unpack(message: bytes) -> list[Any]:
    """Return the values of an answer."""
    values = []
    at, end = 0, len(message)
    while at < end:
        value, at = _value(message, at)
        values.append(value)
    return values


def _value(message: bytes, at: int) -> tuple[Any, int]:
    tag = message[at]
    at += 1
    if tag == _INTEGER:
        return _payload_integer.unpack_from(message, at)[0], at + 8
    if tag == _BYTES:
        begin = at + 4
        end = begin + _payload_size.unpack_from(message, at)[0]
        return message[begin:end], end
    if tag == _NONE:
        return None, at
    if tag == _REAL:
        return _payload_real.unpack_from(message, at)[0], at + 8
    values = []
    (count,) = _payload_size.unpack_from(message, at)
    at += 4
    for _ in range(count):
        value, at = _value(message, at)
        values.append(value)
    return values, at
