"""Connections that cannot be kept for nothing: who sends no whole request head in time, or opens too many, is let go.

The protocol and the server itself are uvicorn's; what is asked over a connection is not looked at here.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kiebitz.web.faults import RefusedError, answer_to, busy
from kiebitz.web.guard import HEADERS

if TYPE_CHECKING:
    import socket
    from types import FrameType

LARGEST_HEAD = 16 * 1024
#: The key of what an application wants to be called when its server begins to end, in the state of its lifespan.
END = "end"
_RETRY = 5
_TOO_LONG = 431  # as h11 says it, which the API calls 413


class _Reader(h11.Connection):
    """What h11 reads of a connection; it measures a head that came whole, too, and keeps what was wrong."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LARGEST_HEAD)
        self.fault: h11.RemoteProtocolError | None = None

    def next_event(self) -> h11.Event | type[h11.NEED_DATA | h11.PAUSED]:
        """Return what comes next."""
        before = len(self.trailing_data[0]) if self.their_state is h11.IDLE else 0
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as error:
            self.fault = error
            raise
        if before and before - len(self.trailing_data[0]) > LARGEST_HEAD:
            self.fault = h11.RemoteProtocolError("the head is too long", error_status_hint=_TOO_LONG)
            raise self.fault
        return event


class Connection(H11Protocol):
    """A connection with a time and a size for the head of each request, and with so many others at most."""

    #: Seconds from the first byte of a request's head, or from the beginning of the connection, to its last byte.
    head_seconds = 10.0
    #: Connections of all clients.
    most = 800
    #: Connections of one client; `None` is any number.
    most_of_one: int | None = 100
    conn: _Reader

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = _Reader()
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connections, and wait for the first head."""
        super().connection_made(transport)
        same = sum(isinstance(other, Connection) and other.host == self.host for other in self.connections)
        counts = (("this client", same, self.most_of_one), ("all clients", len(self.connections), self.most))
        for whose, count, most in counts:
            if most is not None and count > most:
                self._refuse(busy(f"busy: {most} connections of {whose} are open; try again later", _RETRY, queue=most))
                return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Let the time run while a head has begun and not ended."""
        super().data_received(data)
        if self._between_requests():
            self._wait()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time."""
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request that cannot be read."""
        if self.conn.fault is not None and self.conn.fault.error_status_hint == _TOO_LONG:
            line = f"the head of the request is too long; expected at most {LARGEST_HEAD} bytes"
            self._refuse(RefusedError(413, "too_large", line, {"most": LARGEST_HEAD}))
        else:
            fault = str(self.conn.fault or msg)
            self._refuse(RefusedError(400, "bad_request", f"the request is not HTTP/1.1: {fault}", {"fault": fault}))

    @property
    def host(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

    def _refuse(self, error: RefusedError) -> None:
        """Answer in place of the application, which is not asked, and end the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # and so no other answer has begun
            own, body = answer_to(error)
            headers = (*self.server_state.default_headers, *own, (b"connection", b"close"), *HEADERS)
            status = b"HTTP/1.1 %d %s" % (error.status, HTTPStatus(error.status).phrase.encode())
            self.transport.write(b"\r\n".join((status, *map(b": ".join, headers), b"", body)))
        self.transport.close()

    def _between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self._late)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _late(self) -> None:
        self._head_timer = None
        if self._between_requests() and not self.transport.is_closing():
            self.transport.close()


class ProxiedConnection(Connection):
    """A connection of a proxy, which speaks for many."""

    most_of_one = None


class Server(uvicorn.Server):
    """A server that ends soon and silently when it is told to."""

    #: Seconds for clients to take the last of what they asked for, or to finish asking.
    last_seconds = 1.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  uvicorn names them
        """Begin to end, and forget the signal: uvicorn would raise it again, and the exit status would tell of it."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the application refuse what it works on, and then whoever is still there go."""
        self.lifespan.state[END]()
        late = asyncio.get_running_loop().call_later(self.last_seconds, self._let_go)
        await super().shutdown(sockets)
        late.cancel()

    def _let_go(self) -> None:
        """Cut the connections, by which their requests end; uvicorn would cancel them and report each as a fault."""
        for connection in self.server_state.connections:
            connection.transport.abort()
