"""An HTTP protocol that serves one request per connection and reads a body only on demand.

uvicorn reads and parses all input, even while the request waits to be refused. All connections are polled before any
request continues: with 300 of them, bodies in one-byte chunks delayed another client's light by 5 s, and so did
thousands of pipelined requests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from asyncio import Transport

#: Bytes of a response buffered for a slow reader, besides the system's buffers.
_WRITE_BUFFER = 16 * 1024


class _StopParsingError(Exception):
    """Stops httptools; uvicorn treats it as a bad request."""


class OneRequest(HttpToolsProtocol):
    """A connection for one request; reading pauses after the header until the application asks for the body.

    Chunked bodies, which the application refuses, are not parsed.
    """

    _is_chunked = False

    @property
    def _is_complete(self) -> bool:
        """Whether the whole request has arrived, as far as it is read."""
        return self.cycle is not None and (self._is_chunked or not self.cycle.more_body)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start a connection."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=_WRITE_BUFFER)

    def data_received(self, data: bytes) -> None:
        """Parse received data; ignore everything after the request."""
        if not self._is_complete:
            super().data_received(data)

    def on_message_begin(self) -> None:
        """Start the request; raise if it is not the first."""
        if self.cycle is not None:
            raise _StopParsingError
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start the application; it resumes reading when it asks for the body."""
        super().on_headers_complete()
        self.flow.pause_reading()
        self._is_chunked = any(name == b"transfer-encoding" for name, _ in self.headers)

    def on_body(self, body: bytes) -> None:
        """Buffer a part of the body, to be delivered whole.

        Waking the application for each part took most of the time of long bodies.
        """
        if self._is_chunked:
            raise _StopParsingError
        if not self.cycle.response_complete:
            self.cycle.body += body

    def send_400_response(self, msg: str) -> None:
        """Answer malformed HTTP, unless it follows the request."""
        if not self._is_complete:
            super().send_400_response(msg)
