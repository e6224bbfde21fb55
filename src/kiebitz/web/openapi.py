"""The description of the API in OpenAPI 3.1, made from the types and endpoints that the server itself works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kiebitz.web.schema import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Struct

    from kiebitz.web.request_handlers import Endpoint

#: Changes with whatever a program that uses the API would have to change for.
API_VERSION = "2"
_REFERENCE = "#/components/schemas/{name}"
_REFUSALS = {
    "400": "not JSON, or not as described",
    "403": "another site's page asks",
    "408": "the body did not come in time",
    "411": "a body in chunks",
    "413": "too large",
    "415": "not application/json",
    "421": "a host name that is not served here",
    "422": "well-formed, but no such game, deal, board, move or hand",
    "500": "a fault of the server",
    "503": "too busy (see Retry-After), or nothing was found in time",
}


def description(endpoints: Iterable[Endpoint], fetched: Iterable[tuple[str, type[Struct], str]]) -> dict[str, Any]:
    """Return the description of the endpoints, and of the addresses that are only *fetched*: path, type, summary."""
    endpoints, fetched = list(endpoints), list(fetched)
    kinds: list[type[Struct]] = [Failure]
    for endpoint in endpoints:
        kinds += [endpoint.gives] if endpoint.method == "GET" else [endpoint.asks, endpoint.gives]
    kinds += [gives for _, gives, _ in fetched]
    _, components = msgspec.json.schema_components(dict.fromkeys(kinds), ref_template=_REFERENCE)
    paths: dict[str, Any] = {}
    for path, gives, summary in fetched:
        paths[path] = {"get": {"summary": summary, "responses": _responses(gives, "application/json", ("403", "421"))}}
    for endpoint in endpoints:
        operation: dict[str, Any] = {"summary": endpoint.summary}
        if endpoint.method == "GET":
            operation["parameters"] = _parameters(endpoint.asks)
        else:
            schema = {"$ref": _REFERENCE.format(name=endpoint.asks.__name__)}
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        kind = "application/x-ndjson" if endpoint.stream else "application/json"
        operation["responses"] = _responses(endpoint.gives, kind, tuple(_REFUSALS))
        paths[endpoint.path] = {endpoint.method.lower(): operation}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kiebitz",
            "version": API_VERSION,
            "summary": "FreeCell and its relatives dealt, played, solved and proven; Skat hands valued.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _responses(gives: type[Struct], kind: str, refusals: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "200": {
            "description": " ".join((gives.__doc__ or "").split()),
            "content": {kind: {"schema": {"$ref": _REFERENCE.format(name=gives.__name__)}}},
        }
    }
    failure = {"application/json": {"schema": {"$ref": _REFERENCE.format(name=Failure.__name__)}}}
    for status in refusals:
        found[status] = {"description": _REFUSALS[status], "content": failure}
    found.get("503", {})["headers"] = {
        "Retry-After": {"description": "seconds to wait, when busy", "schema": {"type": "integer"}}
    }
    return found


def _parameters(asks: type[Struct]) -> list[dict[str, Any]]:
    """Return the fields of a type as parameters of a query."""
    schema = msgspec.json.schema(asks)["$defs"][asks.__name__]
    required = schema.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": about}
        for name, about in schema["properties"].items()
    ]
