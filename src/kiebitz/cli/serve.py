"""`kiebitz serve`: the server of `kiebitz.web` on this machine."""

from __future__ import annotations

import ctypes
import signal
import sys
from contextlib import suppress
from io import StringIO
from threading import Thread
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.parser import whole
from kiebitz.errors import DependencyError, InputError, reason_of, shown

if TYPE_CHECKING:
    import socket
    from argparse import Namespace
    from collections.abc import Callable
    from types import FrameType

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Serve the games to a browser, and the JSON API, until Ctrl-C."
EPILOG = """\
examples:
  kiebitz serve
  kiebitz serve --open
  kiebitz serve --port 0
  kiebitz serve --host 0.0.0.0 --name cards.example

The first line printed is the address. With --host 0.0.0.0 it is an address that others can type, and a terminal also
shows it as a QR code. The server stores nothing about players and sends no requests. Only this machine can connect,
unless --host names another of its addresses; then run it behind a reverse proxy with HTTPS, and add --proxy.

Exit codes: 0 stopped, 2 bad usage, or the port is taken
"""
_PORT = 8617
_LAST_PORT = 65_535
#: The wildcard addresses, each with an address in a remote network and the loopback address.
_ALL = {"0.0.0.0": ("192.0.2.1", "127.0.0.1"), "::": ("2001:db8::1", "::1")}  # noqa: S104  nothing is bound here
_FILES = 8192
_LIGHT_ON_DARK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"  # codes of terminals

_M_MMAP_THRESHOLD = -3  # glibc's malloc.h; blocks above this threshold go back to the system when freed
_LARGE = 1 << 20


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz serve`."""
    parser.add_argument("--host", default="127.0.0.1", metavar="HOST", help="address to serve at (default 127.0.0.1)")
    parser.add_argument("--port", type=whole, default=_PORT, metavar="N", help=f"port (default {_PORT}; 0: a free one)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name under which the server is reached",
    )
    parser.add_argument(
        "--proxy", action="store_true", help="trust the client addresses sent by a reverse proxy on this machine"
    )


def run(args: Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    if args.port > _LAST_PORT:
        raise InputError("", f"port {args.port} is no port", f"0 to {_LAST_PORT}")
    for name in args.name:
        if "*" in name:
            raise InputError("", f"name {shown(name)} is no host name", "one such as cards.example")
    try:
        from kiebitz.web.app import create_app
        from kiebitz.web.request_checks import LOOPBACK
        from kiebitz.web.server import server
    except ImportError:
        needed = "starlette, uvicorn, httptools and msgspec"
        raise DependencyError("the server needs", needed, "pip install 'kiebitz[web]'") from None
    with _bound_socket(args.host, args.port) as place:
        address = place.getsockname()[0]
        local = address == "::1" or address.startswith("127.")
        shown_host = f"[{args.host}]" if ":" in args.host else args.host
        hosts = {*LOOPBACK, shown_host, *args.name} if local else None
        served = server(create_app(hosts), proxy=args.proxy)
        _give_memory_back()
        _take_more_files()
        if address in _ALL:
            shown_host = _outward(address)
        url = f"http://{shown_host}:{place.getsockname()[1]}/"
        output.write(f"{url}\n")
        if not local and sys.stdout.isatty():
            output.write(_square(url), coloured=True)
        sys.stdout.flush()
        if not local:
            output.warn(f"everybody who can reach {address} is served")
        if args.open:
            Thread(target=_open, args=(url,), daemon=True).start()  # some browsers return only when they are closed

        def stop(_number: int, _frame: FrameType | None) -> None:
            served.should_exit = True

        # uvicorn handles the signals itself while it runs, and raises the caught ones again at its end.
        _on_signals(stop)
        served.run(sockets=[place])
        _on_signals(signal.SIG_IGN)  # a second Ctrl-C must not disturb the end of the process
    return 0


def _on_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    with suppress(ValueError):  # not in the main thread
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, handler)


def _outward(address: str) -> str:
    """Return the host for the URL of a machine that listens at the wildcard *address*.

    It is the source address for packets to a remote network (one reserved for documentation, RFC 5737 and 3849);
    nothing is sent. Without a network it is the loopback address.
    """
    import socket

    far, itself = _ALL[address]
    try:
        with socket.socket(socket.AF_INET6 if ":" in far else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            own = str(probe.getsockname()[0])
    except OSError:
        own = itself
    return f"[{own}]" if ":" in own else own


def _square(url: str) -> str:
    """Return the QR code of *url* for a terminal, light on dark in any colour scheme.

    Return an empty string if the terminal lacks the signs, or without segno, which comes with the extra `web`.
    """
    try:
        from segno import make
    except ImportError:
        return ""
    drawn = StringIO()
    make(url, micro=False).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return "".join(f"{_LIGHT_ON_DARK}{line}{_AS_BEFORE}\n" for line in drawn.getvalue().splitlines())


def _give_memory_back() -> None:
    """Make glibc return the memory of a search to the system; else it keeps some 14 MB a thread.

    Do nothing without glibc.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def _take_more_files() -> None:
    """Raise the limit on open files, usually 1,024, which also limits connections."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))


def _bound_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; a `InputError` if there can be none."""
    from kiebitz.web.server import listening_socket

    try:
        return listening_socket(host, port)
    except (OSError, UnicodeError) as error:
        fault = f"cannot serve at {shown(host)}, port {port}: {reason_of(error)}"
        raise InputError("", f"{fault}; try --port 0, which takes a free one") from None


def _open(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        output.warn("no browser was found to open; the address is above")
