"""What goes wrong, as the API says it: a status, a code, one line in English, and its parts for other languages.

This is the one place that knows which error of the rooms below has which code; whoever raises them does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kiebitz.errors import (
    HandError,
    IllegalMoveError,
    KernelFaultError,
    KiebitzError,
    LimitError,
    LinkError,
    NotationError,
    NumberRangeError,
    RecordError,
    SetupError,
    UnknownGameError,
)
from kiebitz.web.schema import Code, Failure, Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Send

_LONGEST = 200
_MANY = 60

#: Error classes with status, code and the attributes that are passed on; the first that fits counts.
_CODES: tuple[tuple[type[KiebitzError], int, Code, tuple[str, ...]], ...] = (
    (IllegalMoveError, 422, "illegal_move", ("reason", "move", "ply")),
    (NumberRangeError, 422, "bad_number", ("number", "expected")),
    (LimitError, 422, "bad_number", ("name", "value", "expected")),
    (SetupError, 422, "bad_board", ("missing", "doubled", "reason", "home")),
    (HandError, 422, "bad_cards", ("place", "fault", "expected")),
    (RecordError, 422, "bad_cards", ("place", "fault", "expected")),
    (UnknownGameError, 422, "unknown_game", ("name", "known", "reason")),
    (LinkError, 422, "bad_link", ("key", "text", "expected")),
    (NotationError, 422, "bad_notation", ("text", "place", "expected")),
    (KernelFaultError, 500, "fault", ("reason",)),
    (KiebitzError, 422, "bad_request", ()),
)


class RefusedError(Exception):
    """A request that is not answered: *status*, *code*, the line that says why, its parts, and headers to be sent."""

    def __init__(
        self,
        status: int,
        code: Code,
        message: str,
        parameters: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.parameters = dict(parameters or {})
        self.headers = dict(headers or {})


def refused(error: KiebitzError, codes: Mapping[type[KiebitzError], Code] | None = None) -> RefusedError:
    """Return an error of the rooms below as a refusal; *codes* are other codes for what a caller knows better."""
    for kind, status, usual, names in _CODES:
        if isinstance(error, kind):
            code = next((other for other_kind, other in (codes or {}).items() if type(error) is other_kind), usual)
            parameters = {name: getattr(error, name) for name in names} | getattr(error, "parts", {})
            return RefusedError(status, code, str(error), parameters)
    raise AssertionError(error)


def busy(message: str, seconds: int = 1, **parameters: object) -> RefusedError:
    """Return the refusal of a server that has too much to do, which asks to come back after so many seconds."""
    headers = {"Retry-After": str(seconds)}
    return RefusedError(503, "busy", message, {"retry_after": seconds, **parameters}, headers)


def broken() -> RefusedError:
    """Return what is said about an error that nobody foresaw: nothing that would help an attacker."""
    return RefusedError(500, "fault", "internal error, please report it: the server's log says more")


def failure_of(error: RefusedError) -> Failure:
    """Return the body of a refusal."""
    parameters = {name: str(value) if name == "link" else _plain(value) for name, value in error.parameters.items()}
    return Failure(error=Fault(code=error.code, message=_short(str(error), 3 * _LONGEST), parameters=parameters))


def answer_to(error: RefusedError) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return the headers and the body of a refusal."""
    body = msgspec.json.encode(failure_of(error))
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"content-length", str(len(body)).encode()),
        *((name.lower().encode(), value.encode()) for name, value in error.headers.items()),
    ]
    return headers, body


async def send_refusal(error: RefusedError, send: Send) -> None:
    """Answer with a refusal."""
    headers, body = answer_to(error)
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _plain(value: object) -> str | int | float | bool | list[str] | None:
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else _short(f"{value:e}" if abs(value) < 10**300 else "very large")
    if isinstance(value, tuple | list):
        return [_short(str(one)) for one in value[:_MANY]]
    return _short(str(value))


def _short(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
