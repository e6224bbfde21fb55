"""A process of a benchmark: hostile clients of a server on this machine, for some seconds.

They connect from separate addresses in 127.0.0.0/8, which only Linux offers, and never leave this machine. Prints the
number of each answer as JSON; the row measures what other clients experience.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import socket
from collections import Counter
from itertools import count
from time import perf_counter

KINDS = (
    "chunks", "pipeline", "connections", "storm", "heads", "bodies", "readers", "texts", "variations", "lights",
    "searches",
)  # fmt: skip
_CHUNK = b"1\r\n \r\n"
_LARGE = "kernel.wasm"  # 360 KB: more than the system buffers for a connection
_FILES = 8192
_DRIP = 2.0
_READER_BUFFER = 512  # bytes in a slow reader's buffer
_RETRY_SECONDS = 0.05


def _head(host: str, what: str, *headers: str) -> bytes:
    return "\r\n".join((f"{what} HTTP/1.1", f"Host: {host}", *headers, "", "")).encode()


def _request(host: str, what: str, body: dict[str, str]) -> bytes:
    data = json.dumps(body)
    return (
        _head(host, f"POST /api/{what}", "Content-Type: application/json", f"Content-Length: {len(data)}")
        + data.encode()
    )


class Attacker:
    """Connections of one kind from many addresses; `answers` counts status lines, or what broke a connection."""

    def __init__(self, place: tuple[str, int], host: str, chunks: int) -> None:
        self._place = place
        post = "POST /api/game", "Content-Type: application/json"
        self._chunks = _head(host, *post, "Transfer-Encoding: chunked") + _CHUNK * chunks
        self._pipelined = _head(host, "GET /api/health") * 5_000
        self._head = _head(host, *post)[:-2] + b"X-Slow: "
        self._body = _head(host, *post, "Content-Length: 60000")
        self._file = _head(host, f"GET /{_LARGE}")
        self._text = _request(host, "read", {"text": "KS QS\n" * 9_000})
        tree = "# deal: microsoft 617\n1a " + "ab (ac) ba " * 5_000
        self._tree = _request(host, "read", {"text": tree})
        self._host = host
        self._number = count(2_000_001)
        self.answers: Counter[str] = Counter()

    async def chunks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a body in one-byte chunks."""
        await self._flood(reader, writer, self._chunks)

    async def pipeline(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send thousands of small requests at once, and read one answer."""
        await self._flood(reader, writer, self._pipelined)

    async def connections(self, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        """Connect and send nothing."""
        await reader.read()

    async def storm(self, _reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        """Connect and close."""

    async def heads(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a header slowly, byte by byte."""
        await self._drip(writer, self._head)

    async def bodies(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a body slowly, byte by byte."""
        await self._drip(writer, self._body)

    async def readers(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Request a large file and read it slowly, byte by byte."""
        writer.write(self._file)
        while await reader.read(1):  # noqa: ASYNC110 no condition is polled
            await asyncio.sleep(_DRIP)

    async def texts(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the longest accepted text."""
        await self._flood(reader, writer, self._text)

    async def variations(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a solution with the most moves that fit into a text, every second one with an alternative."""
        await self._flood(reader, writer, self._tree)

    async def searches(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Request the solution of a deal with two cells."""
        link = f"game=freecell&cells=2&deal={next(self._number)}"
        await self._flood(reader, writer, _request(self._host, "solve", {"link": link}))

    async def lights(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Request the light of a deal with two cells."""
        link = f"game=freecell&cells=2&deal={next(self._number)}"
        await self._flood(reader, writer, _request(self._host, "light", {"link": link}))

    async def _flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        self.answers[(await reader.readline()).decode("latin-1").strip() or "closed"] += 1

    async def _drip(self, writer: asyncio.StreamWriter, begin: bytes) -> None:
        writer.write(begin)
        while True:
            await writer.drain()
            await asyncio.sleep(_DRIP)
            writer.write(b"x")

    async def _connected(self, kind: str, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        connection = socket.socket()
        connection.setblocking(False)
        if kind == "readers":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        try:
            connection.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(connection, self._place)
        except BaseException:
            connection.close()
            raise
        return await asyncio.open_connection(sock=connection, limit=_READER_BUFFER if kind == "readers" else 1 << 16)

    async def attack(self, kind: str, address: str, end: float) -> None:
        """Open connections one after another until the clock reaches *end*."""
        while (remaining := end - perf_counter()) > 0:
            try:
                async with asyncio.timeout(remaining):
                    reader, writer = await self._connected(kind, address)
                    try:
                        await getattr(self, kind)(reader, writer)
                    finally:
                        writer.transport.abort()
            except TimeoutError:
                return
            except OSError as error:
                self.answers[type(error).__name__] += 1
                await asyncio.sleep(_RETRY_SECONDS)


async def _all(args: argparse.Namespace) -> Counter[str]:
    attacker = Attacker((args.address, args.port), args.host, args.chunks)
    end = perf_counter() + args.seconds
    addresses = [f"127.1.{1 + number // 250}.{1 + number % 250}" for number in range(args.addresses)]
    await asyncio.gather(
        *(attacker.attack(args.kind, addresses[number % len(addresses)], end) for number in range(args.connections))
    )
    return attacker.answers


def main() -> None:
    """Attack as requested and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", choices=["127.0.0.1"])
    parser.add_argument("port", type=int)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--host", default="localhost", help="the Host header")
    parser.add_argument("--addresses", type=int, default=30)
    parser.add_argument("--connections", type=int, default=300, help="over all addresses")
    parser.add_argument("--chunks", type=int, default=65_000, help="of a body")
    parser.add_argument("--seconds", type=float, default=10)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard), hard))
    print(json.dumps(asyncio.run(_all(parser.parse_args()))))


if __name__ == "__main__":
    main()
