"""What a request must be before it is looked at: for a host that is served, by a page of this server, and short enough.

Starlette decides about the host; all is refused here, because its middleware would say so in plain text, and the API
promises JSON. Bodies in chunks are refused too: 65,000 chunks of one byte take the event loop 12 ms to parse, where a
body with a length takes none, and its length is known before it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware

from kiebitz.errors import shown
from kiebitz.web.api_errors import RefusedError, refusal

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
LARGEST_BODY = 64 * 1024


class Guard:
    """An application behind its guard.

    *hosts* are the names the server answers to, ports left out; `None` is any. A server of one's own machine must not
    answer to others: a page of a stranger whose name suddenly means 127.0.0.1 (DNS rebinding) would read all it says.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = None if hosts is None else sorted(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is no request for this server; pass on the others."""
        if scope["type"] == "http" and (error := await self._refused(scope, receive)) is not None:
            await refusal(error)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _refused(self, scope: Scope, receive: Receive) -> RefusedError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and not await _is_trusted(self._hosts, scope, receive):
            line = f"host {shown(host)} is not served here; expected one of: {', '.join(self._hosts)}"
            return RefusedError(421, "bad_host", line, {"host": host})
        # A browser says which site asks. What a page elsewhere asks for in passing is refused; a link to here is not.
        foreign = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
        if foreign and scope["path"].startswith("/api/"):
            return RefusedError(403, "bad_host", "another site asks; expected a page of this server", {"host": host})
        if "transfer-encoding" in headers:
            line = "a body in chunks is not read here; expected one with Content-Length"
            return RefusedError(411, "bad_request", line, {"expected": "Content-Length"})
        if int(headers.get("content-length", 0)) > LARGEST_BODY:  # the parser has seen that it is a number
            line = f"the body is too large; expected at most {LARGEST_BODY} bytes"
            return RefusedError(413, "too_large", line, {"most": LARGEST_BODY})
        return None


async def _is_trusted(hosts: list[str], scope: Scope, receive: Receive) -> bool:
    trusted = False

    async def trust(_scope: Scope, _receive: Receive, _send: Send) -> None:
        nonlocal trusted
        trusted = True

    async def drop(_message: Message) -> None:
        """Send nothing of what the middleware says."""

    await TrustedHostMiddleware(trust, hosts, www_redirect=False)(scope, receive, drop)
    return trusted
