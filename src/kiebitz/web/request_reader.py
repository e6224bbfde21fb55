"""Requests, read within bounds and by their types: bodies, queries, and who asks.

What is done about them is for `request_handlers`.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import msgspec

from kiebitz.errors import shown
from kiebitz.web.api_errors import RefusedError

if TYPE_CHECKING:
    from msgspec import Struct
    from starlette.datastructures import Address, Headers
    from starlette.requests import Request

LONGEST_QUERY = 2_000
#: Seconds in which a body must have come.
BODY_SECONDS = 10.0


def check_type(headers: Headers) -> None:
    """Refuse a body that does not say that it is JSON; a form of a strange site cannot say so."""
    kind = headers.get("content-type", "")
    name, _, more = kind.partition(";")
    charset = more.strip().lower().replace('"', "")
    if name.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        line = f"content type {shown(kind)} is not read here; expected application/json"
        raise RefusedError(415, "bad_request", line, {"expected": "application/json"})


async def read_body(request: Request, seconds: float) -> bytes:
    """Return the body; a `RefusedError` if it is too slow. `Guard` has seen that it is not too large."""
    try:
        async with asyncio.timeout(seconds):
            return await request.body()
    except TimeoutError:
        line = f"the body did not come in time; expected it within {seconds:g} s"
        raise RefusedError(408, "timeout", line, {"seconds": seconds}) from None


def decode(body: bytes, kind: type[Struct]) -> Struct:
    """Read a body by its type; a `RefusedError` says where it is wrong."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        fault = f"the body is not as described: {error}"
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        fault = f"the body is not JSON: {error}"
    raise RefusedError(400, "bad_request", fault, {"fault": fault})


def read_query(query: bytes, kind: type[Struct]) -> Struct:
    """Read the query by its type; a `RefusedError` says where it is wrong."""
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


def client_of(client: Address | None) -> str:
    """Return who asks, as far as the queues are concerned: an address, or in IPv6 a network /64, as households have."""
    host = "" if client is None else client.host
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed, 64), strict=False))
