"""What comes from a client of the Model Context Protocol, before its library sees it: a line that is none is answered.

The library passes over such a line, and its client would wait for ever.
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


async def hand_on(
    lines: ObjectReceiveStream[SessionMessage | Exception],
    messages: ObjectSendStream[SessionMessage],
    answers: ObjectSendStream[SessionMessage],
) -> None:
    """Hand on each line that is a message; answer the others with what is wrong with them."""
    async with messages:
        async for line in lines:
            error = _error(line)
            with suppress(BrokenResourceError, ClosedResourceError):  # nobody waits any more
                if error is not None:
                    await answers.send(SessionMessage(error))
                elif isinstance(line, SessionMessage):
                    await messages.send(line)


def _error(line: SessionMessage | Exception) -> JSONRPCError | None:
    """Return what is wrong with a line, `None` if it is a message: what is no JSON, no message, or lacks its id."""
    if isinstance(line, SessionMessage):
        message = line.message
        if not isinstance(message, JSONRPCNotification) or message.method.startswith(_NOTIFICATION):
            return None
        return _told(INVALID_REQUEST, f"the line is a request without its id; expected {_ID}")
    faults = line.errors() if isinstance(line, ValidationError) else []
    if faults and faults[0]["type"] != "json_invalid":
        whole = next((fault["input"] for fault in faults if isinstance(fault["input"], dict)), {})
        number = whole.get("id")
        known = isinstance(number, str) or type(number) is int
        return _told(INVALID_REQUEST, f"the line is no message; expected {_MESSAGE}", number if known else None)
    fault = faults[0]["msg"] if faults else str(line)
    return _told(PARSE_ERROR, f"the line is no JSON that can be read here: {fault}")


def _told(code: int, message: str, number: str | int | None = None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=code, message=visible(message)))
