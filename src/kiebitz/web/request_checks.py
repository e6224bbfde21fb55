"""Checks before a request is handled: served host, origin, and length of the body.

Starlette's middleware judges the host, but its refusal is plain text, and the API promises JSON. Chunked bodies are
refused too: 65,000 one-byte chunks take the event loop 12 ms to parse, and only a stated length is known in advance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware

from kiebitz.errors import shown
from kiebitz.web.api_errors import RefusedError, error_response

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
LARGEST_BODY = 64 * 1024


class Guard:
    """Middleware that refuses requests not meant for this server.

    *hosts* are the host names served, without ports; `None` is any. A server on a user's machine must refuse other
    names: by DNS rebinding, a foreign page whose name resolves to 127.0.0.1 could read every response.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = None if hosts is None else sorted(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse invalid requests and forward the others."""
        if scope["type"] == "http" and (error := await self._check(scope, receive)) is not None:
            await error_response(error)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _check(self, scope: Scope, receive: Receive) -> RefusedError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and not await _is_trusted(self._hosts, scope, receive):
            line = f"host {shown(host)} is not served here; expected one of: {', '.join(self._hosts)}"
            return RefusedError(421, "bad_host", line, {"host": host})
        # Browsers name the requesting site: refuse subrequests of other sites, allow links.
        foreign = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
        if foreign and scope["path"].startswith("/api/"):
            return RefusedError(403, "bad_host", "another site asks; expected a page of this server", {"host": host})
        if "transfer-encoding" in headers:
            line = "a body in chunks is not read here; expected one with Content-Length"
            return RefusedError(411, "bad_request", line, {"expected": "Content-Length"})
        if int(headers.get("content-length", 0)) > LARGEST_BODY:  # the parser has validated the number
            line = f"the body is too large; expected at most {LARGEST_BODY} bytes"
            return RefusedError(413, "too_large", line, {"most": LARGEST_BODY})
        return None


async def _is_trusted(hosts: list[str], scope: Scope, receive: Receive) -> bool:
    trusted = False

    async def trust(_scope: Scope, _receive: Receive, _send: Send) -> None:
        nonlocal trusted
        trusted = True

    async def drop(_message: Message) -> None:
        """Discard the middleware's response."""

    await TrustedHostMiddleware(trust, hosts, www_redirect=False)(scope, receive, drop)
    return trusted
