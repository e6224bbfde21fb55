"""Requests, read within bounds and by their types: bodies, queries, and who asks.

What is done about them is not known here.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import msgspec

from kiebitz.errors import shown
from kiebitz.web.faults import RefusedError

if TYPE_CHECKING:
    from msgspec import Struct
    from starlette.types import Message, Receive, Scope

LARGEST_BODY = 64 * 1024
LONGEST_QUERY = 2_000
#: Seconds in which a body must have come.
BODY_SECONDS = 10.0


def check_type(scope: Scope) -> None:
    """Refuse a body that does not say that it is JSON; a form of a strange site cannot say so."""
    kind = dict(scope["headers"]).get(b"content-type", b"").decode("latin-1")
    name, _, more = kind.partition(";")
    charset = more.strip().lower().replace('"', "")
    if name.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        line = f"content type {shown(kind)} is not read here; expected application/json"
        raise RefusedError(415, "bad_request", line, {"expected": "application/json"})


async def read_body(scope: Scope, receive: Receive, seconds: float, largest: int = LARGEST_BODY) -> bytes:
    """Return the body; a `RefusedError` if it is too large or too slow, whatever its length was said to be."""
    stated = dict(scope["headers"]).get(b"content-length", b"0")
    too_large = RefusedError(
        413, "too_large", f"the body is too large; expected at most {largest} bytes", {"most": largest}
    )
    if stated.isdigit() and int(stated) > largest:
        raise too_large
    parts = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message: Message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedError(400, "bad_request", "the body broke off", {})
                parts += message.get("body", b"")
                if len(parts) > largest:
                    raise too_large
                if not message.get("more_body", False):
                    return bytes(parts)
    except TimeoutError:
        line = f"the body did not come in time; expected it within {seconds:g} s"
        raise RefusedError(408, "timeout", line, {"seconds": seconds}, {"Connection": "close"}) from None


def decode(body: bytes, kind: type[Struct]) -> Struct:
    """Read a body by its type; a `RefusedError` says where it is wrong."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        fault = f"the body is not as described: {error}"
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        fault = f"the body is not JSON: {error}"
    raise RefusedError(400, "bad_request", fault, {"fault": fault})


def read_query(scope: Scope, kind: type[Struct]) -> Struct:
    """Read the query by its type; a `RefusedError` says where it is wrong."""
    query = scope["query_string"]
    if len(query) > LONGEST_QUERY:
        line = f"the query is too long; expected at most {LONGEST_QUERY} characters"
        raise RefusedError(413, "too_large", line, {"most": LONGEST_QUERY})
    fault = "a key stands there twice"
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, strict_parsing=bool(query), errors="strict")
        if len(dict(pairs)) == len(pairs):
            return msgspec.convert(dict(pairs), kind, strict=False)
    except ValueError as error:  # msgspec's own errors are such ones too
        fault = str(error)
    raise RefusedError(400, "bad_request", f"the query is not as described: {fault}", {"fault": fault})


def client_of(scope: Scope) -> str:
    """Return who asks, as far as the queues are concerned: an address, or the network that a house has in IPv6."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed, 64), strict=False))
