"""Connections that cannot be kept for nothing: who sends no whole request head in time, or opens too many, is let go.

The protocol itself is uvicorn's; what is asked over a connection is not looked at here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
)
_BODY = (
    b'{"error":{"code":"busy","message":"too many connections of this client; try again later",'
    b'"parameters":{"retry_after":5}}}'
)


class Connection(H11Protocol):
    """A connection with a time for the head of each request, and with so many others of the same client at most."""

    #: Seconds from the first byte of a request's head, or from the beginning of the connection, to its last byte.
    head_seconds = 10.0
    #: Connections of one client; `None` is any number.
    most_of_one: int | None = 100

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the client's connections, and wait for the first head."""
        super().connection_made(transport)
        same = sum(isinstance(other, Connection) and other.host == self.host for other in self.connections)
        if self.most_of_one is not None and same > self.most_of_one:
            transport.write(_FULL % (len(_BODY), _BODY))
            transport.close()
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

    @property
    def host(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

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
