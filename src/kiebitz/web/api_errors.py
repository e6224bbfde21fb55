"""What goes wrong, as the API says it: a status, a code, one line in English, and its parts for other languages.

This is the one place that knows which error of the package has which code; whoever raises them does not.
"""

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
    ProgramError,
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
_LONGEST = 200
_MANY = 60
_DEEPEST = 20  # folders of an address whose way back is named

#: Error classes with status, code and the attributes that are passed on; the first that fits counts.
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
    (ProgramError, 503, "busy", ("fault",)),
    (KernelFaultError, 500, "fault", ("reason",)),
    (KiebitzError, 422, "bad_request", ()),
)


class RefusedError(HTTPException):
    """A request that is not answered: status, *code*, the line that says why, its *parameters*, and headers."""

    def __init__(
        self,
        status: int,
        code: Code,
        message: str,
        parameters: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, visible(message), headers)  # which may quote what the client sent
        self.code = code
        self.parameters = dict(parameters or {})


def refused(error: KiebitzError, codes: Mapping[type[KiebitzError], Code] | None = None) -> RefusedError:
    """Return an error of the package as a refusal; *codes* are other codes for what a caller knows better."""
    for kind, status, usual, names in _CODES:
        if isinstance(error, kind):
            code = next((other for other_kind, other in (codes or {}).items() if isinstance(error, other_kind)), usual)
            parameters = {name: getattr(error, name) for name in names} | getattr(error, "parts", {})
            return RefusedError(status, code, str(error), parameters)
    raise AssertionError(error)


def busy(message: str, seconds: int = 1, **parameters: object) -> RefusedError:
    """Return the refusal of a server that has too much to do, which asks to come back after some *seconds*."""
    headers = {"Retry-After": str(seconds)}
    return RefusedError(503, "busy", message, {"retry_after": seconds, **parameters}, headers)


def ending() -> RefusedError:
    """Return the refusal of a server that is being stopped."""
    return busy("the server is being stopped; try again later", 30)


def refusal(error: RefusedError) -> Response:
    """Return a refusal as an answer."""
    parameters = {name: str(value) if name == "link" else _in_json(value) for name, value in error.parameters.items()}
    failure = Failure(error=Fault(error.code, _short(error.detail, 3 * _LONGEST), parameters))
    headers = {"Cache-Control": "no-store", **(error.headers or {})}
    return Response(msgspec.json.encode(failure), error.status_code, headers, "application/json")


async def _refused(request: Request, error: Exception) -> Response:
    """Answer what was refused here, or by Starlette: an unknown address, or a method that it does not take."""
    if isinstance(error, RefusedError):
        return refusal(error)
    path, headers = request.scope["path"], getattr(error, "headers", None) or {}
    if getattr(error, "status_code", 0) != 405:
        if "text/html" in request.headers.get("accept", ""):
            return _nothing_here(path)
        return refusal(RefusedError(404, "not_found", f"nothing is found at {shown(path)}", {"path": path}))
    allowed = headers.get("Allow", "")
    line = f"{shown(request.method)} {shown(path)} is not allowed; expected one of: {allowed}"
    parameters = {"method": request.method, "allowed": allowed}
    return refusal(RefusedError(405, "not_allowed", line, parameters, headers))


def _nothing_here(path: str) -> Response:
    """Return what a person sees at an unknown address: the address, and the way to the page, in no language."""
    depth = path[1:].count("/")
    top = ("../" * depth or "./") if depth <= _DEEPEST else "/"
    name = html.escape(_short(path))
    body = f'<!doctype html><title>404 – Kiebitz</title><h1>404</h1><p>{name}</p><p><a href="{top}">Kiebitz</a></p>'
    return Response(body, 404, {"Cache-Control": "no-store"}, "text/html")


async def _broke_off(_request: Request, _error: Exception) -> Response:
    return refusal(RefusedError(400, "bad_request", "the body broke off"))


async def _broken(request: Request, error: Exception) -> Response:
    """Answer nothing that would help an attacker; the log says what it was, and the server stays up."""
    _log.error("%s %s", request.method, shown(request.scope["path"]), exc_info=error)
    line = "internal error, please report it: the server's log says more"
    return refusal(RefusedError(500, "fault", line))


#: What Starlette calls for errors on the way to an answer.
HANDLERS = {HTTPException: _refused, ClientDisconnect: _broke_off, Exception: _broken}


def _in_json(value: object) -> str | int | float | bool | list[str] | None:
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else _short(f"{value:e}" if abs(value) < 10**300 else "very large")
    if isinstance(value, tuple | list):
        return [_short(str(one)) for one in value[:_MANY]]
    return _short(str(value))


def _short(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
