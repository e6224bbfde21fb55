"""`kiebitz serve`: the games in the browser, and the JSON API, from this machine.

What is served lives in `kiebitz.web`; here the place is taken and said, and the server runs until it is stopped.
"""

from __future__ import annotations

import ctypes
import socket
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from kiebitz.cli.output import write
from kiebitz.cli.parser import warn, whole
from kiebitz.errors import KiebitzError, shown

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = "Serve the games to a browser, and the JSON API, until Ctrl-C."
EPILOG = """\
examples:
  kiebitz serve
  kiebitz serve --open
  kiebitz serve --port 0
  kiebitz serve --host 0.0.0.0 --name cards.example

The first line printed is the address. Nothing is kept of anybody, and no request leaves this machine. Only this machine
is served unless --host names another address of it; then everybody who can reach that address is, so put a server
that speaks HTTPS before it, and say --proxy.

Exit codes: 0 stopped, 2 bad usage, or the port is taken
"""
_PORT = 8617
_LAST_PORT = 65_535
_BACKLOG = 512
_KEEP_ALIVE = 60  # seconds, so that a player who thinks a while finds the connection open

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h: from this size on, memory is the system's own and goes back at once
_LARGE = 1 << 20


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `kiebitz serve` takes."""
    parser.add_argument("--host", default="127.0.0.1", metavar="HOST", help="address to serve at (default 127.0.0.1)")
    parser.add_argument("--port", type=whole, default=_PORT, metavar="N", help=f"port (default {_PORT}; 0: a free one)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a further host name that the server is reached by"
    )
    parser.add_argument(
        "--proxy", action="store_true", help="a proxy on this machine stands before it, and says whom it speaks for"
    )


def run(args: Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    if args.port > _LAST_PORT:
        raise KiebitzError(f"port {args.port} is no port; expected 0 to {_LAST_PORT}")
    try:
        import uvicorn

        from kiebitz.web.app import create_app
        from kiebitz.web.connections import Connection, ProxiedConnection, Server
        from kiebitz.web.guard import LOOPBACK
    except ImportError:
        raise KiebitzError("the server needs starlette, uvicorn and msgspec: pip install 'kiebitz[web]'") from None
    with _taken(args.host, args.port) as place:
        address = place.getsockname()[0]
        local = address == "::1" or address.startswith("127.")
        shown_host = f"[{args.host}]" if ":" in args.host else args.host
        hosts = {*LOOPBACK, shown_host, *args.name} if local else None
        config = uvicorn.Config(
            create_app(hosts),
            http=ProxiedConnection if args.proxy else Connection,
            proxy_headers=args.proxy,
            timeout_keep_alive=_KEEP_ALIVE,
            ws="none",
            lifespan="on",
            log_config=None,  # uvicorn's own wants to know whether standard output is a terminal, even a closed one
            log_level="error",
            access_log=False,
            server_header=False,
        )
        _give_memory_back()
        url = f"http://{shown_host}:{place.getsockname()[1]}/"
        write(f"{url}\n")
        sys.stdout.flush()
        if not local:
            warn(f"everybody who can reach {address} is served")
        if args.open:
            Thread(target=_open, args=(url,), daemon=True).start()  # some browsers come back when they are closed
        with suppress(KeyboardInterrupt):  # Ctrl-C before the server itself listens to it
            Server(config).run(sockets=[place])
    return 0


def _give_memory_back() -> None:
    """Let what a hard search took go back to the system when it ends; glibc would keep some 14 MB a thread for later.

    Elsewhere, and where there is no such thing, nothing is changed.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def _taken(host: str, port: int) -> socket.socket:
    """Return a socket bound to the place; a `KiebitzError` says why there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        # Only where a socket is known to be TCP's does asyncio send answers at once, and not 40 ms later.
        place = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise _refused(host, port, error) from None
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(address)
        place.listen(_BACKLOG)
    except OSError as error:
        place.close()
        raise _refused(host, port, error) from None
    return place


def _refused(host: str, port: int, error: Exception) -> KiebitzError:
    reason = error.strerror if isinstance(error, OSError) else error
    return KiebitzError(f"cannot serve at {shown(host)}, port {port}: {reason}; try --port 0, which takes a free one")


def _open(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        warn("no browser was found to open; the address is above")
