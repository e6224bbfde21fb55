"""Error responses of the API: status, code, one line in English, and parameters for other languages."""

from __future__ import annotations

import html
import logging
from typing import TYPE_CHECKING

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from kiebitz.errors import (
    ChoiceError,
    EditionError,
    HandError,
    IllegalMoveError,
    KernelFaultError,
    KiebitzError,
    LimitError,
    LinkError,
    NotationError,
    NumberRangeError,
    ProcessError,
    RecordError,
    SetupError,
    UnknownGameError,
    UnsupportedRulesError,
    shown,
    visible,
)
from kiebitz.web.schema import Code, Failure, Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

_log = logging.getLogger("kiebitz.web")
_MAX_TEXT = 200
_MAX_ITEMS = 60
_MAX_DEPTH = 20  # folders in a path; deeper ones get an absolute link to the top

#: Error classes with status, code and the attributes to pass on; the first match counts.
_CODES: tuple[tuple[type[KiebitzError], int, Code, tuple[str, ...]], ...] = (
    (IllegalMoveError, 422, "illegal_move", ("reason", "move", "ply")),
    (NumberRangeError, 422, "bad_number", ("number", "expected")),
    (LimitError, 422, "bad_number", ("name", "value", "expected")),
    (SetupError, 422, "bad_board", ("missing", "doubled", "reason", "home")),
    (HandError, 422, "bad_cards", ("place", "fault", "expected")),
    (RecordError, 422, "bad_cards", ("place", "fault", "expected")),
    (UnknownGameError, 422, "unknown_game", ("name", "known", "reason")),
    (UnsupportedRulesError, 422, "unsolvable", ("reason",)),
    (EditionError, 422, "bad_link", ("key", "text", "expected")),
    (LinkError, 422, "bad_link", ("key", "text", "expected")),
    (NotationError, 422, "bad_notation", ("text", "place", "expected")),
    (ChoiceError, 422, "bad_request", ("expected",)),
    (ProcessError, 503, "busy", ("fault",)),
    (KernelFaultError, 500, "fault", ("reason",)),
    (KiebitzError, 422, "bad_request", ()),
)


class RefusedError(HTTPException):
    """A rejected request: *status*, *code*, the *message*, its *parameters* and response *headers*."""

    def __init__(
        self,
        status: int,
        code: Code,
        message: str,
        parameters: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, visible(message), headers)  # the message may quote input
        self.code = code
        self.parameters = dict(parameters or {})


def refusal_of(error: KiebitzError, codes: Mapping[type[KiebitzError], Code] | None = None) -> RefusedError:
    """Return a package error as a rejection; *codes* overrides the usual codes by error class."""
    for kind, status, usual, names in _CODES:
        if isinstance(error, kind):
            code = next((other for other_kind, other in (codes or {}).items() if isinstance(error, other_kind)), usual)
            parameters = {name: getattr(error, name) for name in names} | getattr(error, "parts", {})
            return RefusedError(status, code, str(error), parameters)
    raise AssertionError(error)


def busy(message: str, seconds: int = 1, **parameters: object) -> RefusedError:
    """Return the error of an overloaded server, with a retry after *seconds*."""
    headers = {"Retry-After": str(seconds)}
    return RefusedError(503, "busy", message, {"retry_after": seconds, **parameters}, headers)


def shutting_down() -> RefusedError:
    """Return the error of a server that is shutting down."""
    return busy("the server is being stopped; try again later", 30)


def error_response(error: RefusedError) -> Response:
    """Return a rejection as a response."""
    parameters = {name: str(value) if name == "link" else _in_json(value) for name, value in error.parameters.items()}
    failure = Failure(error=Fault(error.code, _short(error.detail, 3 * _MAX_TEXT), parameters))
    headers = {"Cache-Control": "no-store", **(error.headers or {})}
    return Response(msgspec.json.encode(failure), error.status_code, headers, "application/json")


async def _handle_http_error(request: Request, error: Exception) -> Response:
    """Answer errors raised here and those of Starlette: unknown address, method not allowed."""
    if isinstance(error, RefusedError):
        return error_response(error)
    path, headers = request.scope["path"], getattr(error, "headers", None) or {}
    if getattr(error, "status_code", 0) != 405:
        if "text/html" in request.headers.get("accept", ""):
            return _not_found_page(path)
        return error_response(RefusedError(404, "not_found", f"nothing is found at {shown(path)}", {"path": path}))
    allowed = headers.get("Allow", "")
    line = f"{shown(request.method)} {shown(path)} is not allowed; expected one of: {allowed}"
    parameters = {"method": request.method, "allowed": allowed}
    return error_response(RefusedError(405, "not_allowed", line, parameters, headers))


def _not_found_page(path: str) -> Response:
    """Return the 404 page for people: the address and a link to the page, in no language."""
    depth = path[1:].count("/")
    top = ("../" * depth or "./") if depth <= _MAX_DEPTH else "/"
    name = html.escape(_short(path))
    body = f'<!doctype html><title>404 – Kiebitz</title><h1>404</h1><p>{name}</p><p><a href="{top}">Kiebitz</a></p>'
    return Response(body, 404, {"Cache-Control": "no-store"}, "text/html")


async def _handle_disconnect(_request: Request, _error: Exception) -> Response:
    return error_response(RefusedError(400, "bad_request", "the body broke off"))


async def _handle_fault(request: Request, error: Exception) -> Response:
    """Log an unexpected error; the response contains nothing that helps an attacker."""
    _log.error("%s %s", request.method, shown(request.scope["path"]), exc_info=error)
    line = "internal error, please report it: the server's log says more"
    return error_response(RefusedError(500, "fault", line))


#: Starlette's exception handlers.
HANDLERS = {HTTPException: _handle_http_error, ClientDisconnect: _handle_disconnect, Exception: _handle_fault}


def _in_json(value: object) -> str | int | float | bool | list[str] | None:
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else _short(f"{value:e}" if abs(value) < 10**300 else "very large")
    if isinstance(value, tuple | list):
        return [_short(str(item)) for item in value[:_MAX_ITEMS]]
    return _short(str(value))


def _short(text: str, limit: int = _MAX_TEXT) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
