"""The API's description in OpenAPI 3.1, generated from the server's types and endpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kiebitz.web.schema import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Struct

    from kiebitz.web.request_handlers import Endpoint

#: Raised with every change that breaks a client.
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
    """Return the description of the endpoints and of the *fetched* addresses (path, type, summary)."""
    endpoints, fetched = list(endpoints), list(fetched)
    types: list[type[Struct]] = [Failure]
    for endpoint in endpoints:
        types += (
            [endpoint.response_type] if endpoint.method == "GET" else [endpoint.request_type, endpoint.response_type]
        )
    types += [response_type for _, response_type, _ in fetched]
    _, components = msgspec.json.schema_components(dict.fromkeys(types), ref_template=_REFERENCE)
    paths: dict[str, Any] = {}
    for path, response_type, summary in fetched:
        paths[path] = {
            "get": {"summary": summary, "responses": _responses(response_type, "application/json", ("403", "421"))}
        }
    for endpoint in endpoints:
        operation: dict[str, Any] = {"summary": endpoint.summary}
        if endpoint.method == "GET":
            operation["parameters"] = _parameters(endpoint.request_type)
        else:
            schema = {"$ref": _REFERENCE.format(name=endpoint.request_type.__name__)}
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        kind = "application/x-ndjson" if endpoint.stream else "application/json"
        operation["responses"] = _responses(endpoint.response_type, kind, tuple(_REFUSALS))
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


def _responses(response_type: type[Struct], kind: str, refusals: tuple[str, ...]) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {
            "description": " ".join((response_type.__doc__ or "").split()),
            "content": {kind: {"schema": {"$ref": _REFERENCE.format(name=response_type.__name__)}}},
        }
    }
    failure = {"application/json": {"schema": {"$ref": _REFERENCE.format(name=Failure.__name__)}}}
    for status in refusals:
        responses[status] = {"description": _REFUSALS[status], "content": failure}
    responses.get("503", {})["headers"] = {
        "Retry-After": {"description": "seconds to wait, when busy", "schema": {"type": "integer"}}
    }
    return responses


def _parameters(request_type: type[Struct]) -> list[dict[str, Any]]:
    """Return the fields of a type as query parameters."""
    schema = msgspec.json.schema(request_type)["$defs"][request_type.__name__]
    required = schema.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": field}
        for name, field in schema["properties"].items()
    ]
