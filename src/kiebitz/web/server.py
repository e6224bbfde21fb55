"""How uvicorn serves the application: its parser, its times, the headers of every answer, and how it ends.

Who connects too often or sends too slowly is a matter for the reverse proxy before it (docs/serve.md). uvicorn's own
`limit_concurrency` is left alone: it counts idle connections too, so whoever holds many would have all others refused.
"""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from kiebitz.web.protocol import OneRequest

if TYPE_CHECKING:
    from starlette.types import ASGIApp

#: What a browser is told with every answer, those of uvicorn's own included: nothing inline and nothing from
#: elsewhere, and only the page's own WebAssembly; nobody may frame the page, and a form may not send anything away.
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; object-src 'none'; "
        "form-action 'none'; script-src-attr 'none'; style-src-attr 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
# Connections that wait in the system to be taken: were it full, whoever came next would try again after a second.
_BACKLOG = 4096
_TAKEN = 64  # of them between two looks at those that are there
_PROXIES = ["127.0.0.1", "::1"]
# Bytes that wait in the system to be read from one connection (Linux takes twice as much). What is read in one go is
# parsed in one go, while everybody else waits: 0.1 ms for 4 KiB of tiny chunks, 7 ms for asyncio's usual 256 KiB.
_READ = 2048
# Bytes that wait in the system to be sent: it would take hundreds of kilobytes for whoever reads slowly.
_SENT = 32 * 1024
# Seconds after which a thread that is busy in Python lets others have their turn. Whoever answers waits for a turn at
# each read, write and look at the connections, dozens of times for one light: beside somebody's long text that took up
# to a second with Python's usual 5 ms.
_TURN = 0.0002
# One request a connection (see `protocol`).
_CLOSE = ("connection", "close")


def server(app: ASGIApp, *, proxy: bool = False) -> uvicorn.Server:
    """Return the server of an application; behind a *proxy* on this machine, its word on the client is believed."""
    config = uvicorn.Config(
        app,
        http=OneRequest,  # parses in C: 256 KiB of tiny chunks take 7 ms, in h11 214 ms
        ws="none",
        lifespan="on",
        headers=[*HEADERS.items(), _CLOSE],
        proxy_headers=proxy,
        forwarded_allow_ips=_PROXIES,  # or else a variable of the environment would say who is believed
        timeout_graceful_shutdown=0,  # what is still worked on is refused at once (see `Call`)
        backlog=_TAKEN,
        log_config=None,  # uvicorn's own wants to know whether standard output is a terminal, even a closed one
        log_level="critical",  # faults are logged by the application, and requests cancelled at the end are none
        access_log=False,
        server_header=False,
    )
    return _Server(config)


class _Server(uvicorn.Server):
    _turn_before = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; threads take turns sooner from now on.

        As many connections wait in the system as asyncio takes at once, so more are let wait here.
        """
        self._turn_before = sys.getswitchinterval()
        sys.setswitchinterval(_TURN)
        await super().startup(sockets)
        for place in sockets or ():
            place.listen(_BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        await super().shutdown(sockets)
        sys.setswitchinterval(self._turn_before)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a place, port 0 being a free one; an `OSError` says why there is none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    # Only where a socket is known to be TCP's does asyncio send answers at once, and not 40 ms later.
    place = socket.socket(family, kind, protocol)
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _READ)  # which each connection inherits
        place.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT)
        place.bind(address)
        place.listen(_BACKLOG)
    except OSError:
        place.close()
        raise
    return place
