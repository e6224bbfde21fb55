"""What stands before every answer: the headers that keep a browser strict, and the names the server answers to.

Nothing here knows what is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import shown
from kiebitz.web.faults import RefusedError, send_refusal

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Nothing inline and nothing from elsewhere; nobody may frame the page, and a form may not send anything away.
POLICY = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'; "
    "script-src-attr 'none'; style-src-attr 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """An application behind its guard.

    *hosts* are the names the server answers to, ports left out; `None` is any. A server of one's own machine must not
    answer to others: a page of a stranger whose name suddenly means 127.0.0.1 (DNS rebinding) would read all it says.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = None if hosts is None else frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse strange hosts and strange sites; add the headers to whatever is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await send_refusal(refusal, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> RefusedError | None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if self._hosts is not None and bare_host(host) not in self._hosts:
            expected = ", ".join(sorted(self._hosts))
            return RefusedError(
                421, "bad_host", f"host {shown(host)} is not served here; expected one of: {expected}", {"host": host}
            )
        # A browser says which site asks. What a page elsewhere asks for in passing is refused; a link to here is not.
        foreign = headers.get(b"sec-fetch-site") == b"cross-site" and headers.get(b"sec-fetch-mode") != b"navigate"
        if foreign and scope["path"].startswith("/api/"):
            return RefusedError(403, "bad_host", "another site asks; expected a page of this server", {"host": host})
        return None


def bare_host(host: str) -> str:
    """Return a host without its port, in lower case.

    >>> bare_host("LocalHost:8617"), bare_host("[::1]:8617"), bare_host("::1")
    ('localhost', '[::1]', '::1')
    """
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() and (":" not in name or name.endswith("]")) else host.lower()
