"""Answers to lines from an MCP client that are not messages.

The library ignores such a line, and its client would wait forever.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from anyio import BrokenResourceError, ClosedResourceError
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification
from pydantic import ValidationError

from kiebitz.errors import visible

if TYPE_CHECKING:
    from anyio.abc import ObjectReceiveStream, ObjectSendStream

_NOTIFICATION = "notifications/"
_ID = "an id that is a string or a whole number"
_MESSAGE = f"JSON-RPC 2.0 with a method and {_ID}"


async def forward(
    lines: ObjectReceiveStream[SessionMessage | Exception],
    messages: ObjectSendStream[SessionMessage],
    answers: ObjectSendStream[SessionMessage],
) -> None:
    """Forward messages; answer each other line with an error."""
    async with messages:
        async for line in lines:
            error = _error(line)
            with suppress(BrokenResourceError, ClosedResourceError):  # the receiver has gone
                if error is not None:
                    await answers.send(SessionMessage(error))
                elif isinstance(line, SessionMessage):
                    await messages.send(line)


def _error(line: SessionMessage | Exception) -> JSONRPCError | None:
    """Return the error of a line, `None` for a message: invalid JSON, not a message, or a request without id."""
    if isinstance(line, SessionMessage):
        message = line.message
        if not isinstance(message, JSONRPCNotification) or message.method.startswith(_NOTIFICATION):
            return None
        return _rpc_error(INVALID_REQUEST, f"the line is a request without an id; expected {_ID}")
    faults = line.errors() if isinstance(line, ValidationError) else []
    if faults and faults[0]["type"] != "json_invalid":
        whole = next((fault["input"] for fault in faults if isinstance(fault["input"], dict)), {})
        identifier = whole.get("id")
        is_valid = isinstance(identifier, str) or type(identifier) is int
        return _rpc_error(
            INVALID_REQUEST, f"the line is not a message; expected {_MESSAGE}", identifier if is_valid else None
        )
    fault = faults[0]["msg"] if faults else str(line)
    return _rpc_error(PARSE_ERROR, f"the line is not valid JSON: {fault}")


def _rpc_error(code: int, message: str, identifier: str | int | None = None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=identifier, error=ErrorData(code=code, message=visible(message)))
