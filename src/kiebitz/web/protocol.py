"""HTTP as it is spoken here: one request a connection, and nothing is read before it is asked for.

uvicorn reads and parses whatever comes, also while a request waits that is going to be refused, and what a client sends
in advance. Each piece takes little, but all connections are looked at before any request gets on: with 300 of them,
bodies in chunks of one byte let the light of others wait for 5 s, and so did thousands of requests in one go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from asyncio import Transport

#: Bytes of an answer that wait for a slow reader, beside those in the system.
_WAITING = 16 * 1024


class _EnoughError(Exception):
    """The rest is not read; httptools stops at it, and uvicorn takes it for a bad request."""


class OneRequest(HttpToolsProtocol):
    """A connection with one request: reading stops behind its head until the application asks for the body.

    Bodies in chunks, which the application refuses, are not parsed.
    """

    _in_chunks = False

    @property
    def _is_over(self) -> bool:
        """Whether all that is read of the request has come."""
        return self.cycle is not None and (self._in_chunks or not self.cycle.more_body)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin a connection."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=_WAITING)

    def data_received(self, data: bytes) -> None:
        """Parse what came; what comes after the request is let be."""
        if not self._is_over:
            super().data_received(data)

    def on_message_begin(self) -> None:
        """Begin a request, the only one."""
        if self.cycle is not None:
            raise _EnoughError
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start what answers the request; when it asks for the body, it reads on."""
        super().on_headers_complete()
        self.flow.pause_reading()
        self._in_chunks = any(name == b"transfer-encoding" for name, _ in self.headers)

    def on_body(self, body: bytes) -> None:
        """Keep a part of the body, which is handed on whole when its end has come.

        Waking up the application for each part took most of the work for long ones.
        """
        if self._in_chunks:
            raise _EnoughError
        if not self.cycle.response_complete:
            self.cycle.body += body

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, unless it came after what is read."""
        if not self._is_over:
            super().send_400_response(msg)
