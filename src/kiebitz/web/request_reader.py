"""Bounded, typed reading of requests: bodies, queries and client addresses."""

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

MAX_QUERY = 2_000
#: Seconds within which a body must arrive.
BODY_SECONDS = 10.0


def check_type(headers: Headers) -> None:
    """Refuse a body that is not declared as JSON; a form of another site cannot declare it."""
    kind = headers.get("content-type", "")
    name, _, more = kind.partition(";")
    charset = more.strip().lower().replace('"', "")
    if name.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        line = f"content type {shown(kind)} is not read here; expected application/json"
        raise RefusedError(415, "bad_request", line, {"expected": "application/json"})


async def read_body(request: Request, seconds: float) -> bytes:
    """Return the body, whose length `Guard` has checked; raise `RefusedError` if it is too slow."""
    try:
        async with asyncio.timeout(seconds):
            return await request.body()
    except TimeoutError:
        line = f"the body did not come in time; expected it within {seconds:g} s"
        raise RefusedError(408, "timeout", line, {"seconds": seconds}) from None


def decode(body: bytes, kind: type[Struct]) -> Struct:
    """Decode a body; raise `RefusedError` with the place of a mistake."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        fault = f"the body is not as described: {error}"
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        fault = f"the body is not JSON: {error}"
    raise RefusedError(400, "bad_request", fault, {"fault": fault})


def read_query(query: bytes, kind: type[Struct]) -> Struct:
    """Decode a query; raise `RefusedError` with the place of a mistake."""
    if len(query) > MAX_QUERY:
        line = f"the query is too long; expected at most {MAX_QUERY} characters"
        raise RefusedError(413, "too_large", line, {"most": MAX_QUERY})
    fault = "a key is given twice"
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, strict_parsing=bool(query), errors="strict")
        if len(dict(pairs)) == len(pairs):
            return msgspec.convert(dict(pairs), kind, strict=False)
    except ValueError as error:  # includes msgspec's errors
        fault = str(error)
    raise RefusedError(400, "bad_request", f"the query is not as described: {fault}", {"fault": fault})


def client_of(client: Address | None) -> str:
    """Return the client's identity for the queues: its IPv4 address or, as for a household, its IPv6 /64 network."""
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
