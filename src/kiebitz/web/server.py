"""The configuration of uvicorn: parser, timeouts, response headers and shutdown.

Connection rates and slow senders are left to a reverse proxy (docs/serve.md). uvicorn's `limit_concurrency` counts idle
connections too, so one client could lock out all others.
"""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from kiebitz.web.http_protocol import OneRequest

if TYPE_CHECKING:
    from starlette.types import ASGIApp

#: Headers of every response, uvicorn's own included. The policy allows no inline code, no other sites, no framing, no
#: forms, and of WebAssembly only the page's own.
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
# Connections waiting in the system to be accepted; with a full queue, a client tries again only after a second.
_BACKLOG = 4096
_ACCEPT_BATCH = 64  # accepted per turn of the event loop
_PROXIES = ["127.0.0.1", "::1"]
# Bytes waiting in the system per connection (Linux doubles it). Each read is parsed in one go while other clients wait:
# 0.1 ms for 4 KiB of tiny chunks, 7 ms for asyncio's usual 256 KiB.
_RECEIVE_BUFFER = 2048
# Bytes waiting in the system to be sent; the default takes hundreds of kilobytes per slow reader.
_SEND_BUFFER = 32 * 1024
# Seconds after which a busy Python thread yields. The event loop needs a turn for each read, write and poll, dozens for
# one light: beside a long text this took up to a second with Python's default of 5 ms.
_SWITCH_INTERVAL = 0.0002
# one request per connection (see `protocol`)
_CLOSE_HEADER = ("connection", "close")


def server(app: ASGIApp, *, proxy: bool = False) -> uvicorn.Server:
    """Return a server for an application; behind a *proxy* on this machine, trust its forwarded client address."""
    config = uvicorn.Config(
        app,
        http=OneRequest,  # parses 256 KiB of tiny chunks in 7 ms, h11 in 214 ms
        ws="none",
        lifespan="on",
        headers=[*HEADERS.items(), _CLOSE_HEADER],
        proxy_headers=proxy,
        forwarded_allow_ips=_PROXIES,  # otherwise an environment variable would decide
        timeout_graceful_shutdown=0,  # unfinished requests are refused at once (see `Call`)
        backlog=_ACCEPT_BATCH,
        log_config=None,  # uvicorn's own asks a closed standard output whether it is a terminal
        log_level="critical",  # the application logs faults; requests cancelled at shutdown are none
        access_log=False,
        server_header=False,
    )
    return _Server(config)


class _Server(uvicorn.Server):
    _old_interval = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; threads now yield sooner.

        asyncio accepts as many connections per turn as its backlog, so the system's backlog is raised separately here.
        """
        self._old_interval = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down and restore the thread switch interval."""
        await super().shutdown(sockets)
        sys.setswitchinterval(self._old_interval)


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address (port 0: any free one); raise `OSError` if it cannot."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = addresses[0]
    # asyncio disables Nagle's delay of 40 ms only for sockets that state the protocol TCP.
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)  # inherited by each connection
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
