"""One process of a benchmark: clients that mean harm to a server on this machine, for some seconds.

They come from addresses of their own, which only Linux has in 127.0.0.0/8, and never leave this machine. JSON tells how
often each answer came; whether others still get theirs is for the row to measure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from time import perf_counter

_HEAD = b"POST /api/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_CHUNK = b"1\r\n \r\n"
_PIPELINED = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
_SLOW_HEAD = _HEAD + b"X-Slow: "
_SLOW_BODY = _HEAD + b"Content-Length: 60000\r\n\r\n"
_DRIP = 2.0
_REST = 0.05


class Attacker:
    """Connections of one kind from many addresses; `answers` counts status lines, or what broke a connection."""

    def __init__(self, host: str, port: int, chunks: int) -> None:
        self._place = (host, port)
        self._chunks = _CHUNKED + _CHUNK * chunks
        self.answers: Counter[str] = Counter()

    async def chunks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a body in chunks of one byte."""
        await self._flood(reader, writer, self._chunks)

    async def pipeline(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send thousands of small requests in one go, and read one answer."""
        await self._flood(reader, writer, _PIPELINED * 5_000)

    async def heads(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a head, a byte now and then."""
        await self._drip(writer, _SLOW_HEAD)

    async def bodies(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a body, a byte now and then."""
        await self._drip(writer, _SLOW_BODY)

    async def _flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        self.answers[(await reader.readline()).decode("latin-1").strip() or "closed"] += 1

    async def _drip(self, writer: asyncio.StreamWriter, begin: bytes) -> None:
        writer.write(begin)
        while True:
            await writer.drain()
            await asyncio.sleep(_DRIP)
            writer.write(b"x")

    async def attack(self, kind: str, address: str, end: float) -> None:
        """Open one connection after the other until the clock says *end*."""
        while (left := end - perf_counter()) > 0:
            try:
                async with asyncio.timeout(left):
                    reader, writer = await asyncio.open_connection(*self._place, local_addr=(address, 0))
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
    attacker = Attacker(args.host, args.port, args.chunks)
    end = perf_counter() + args.seconds
    addresses = [f"127.1.{1 + number // 250}.{1 + number % 250}" for number in range(args.addresses)]
    await asyncio.gather(
        *(attacker.attack(args.kind, addresses[number % len(addresses)], end) for number in range(args.connections))
    )
    return attacker.answers


def main() -> None:
    """Attack as the command line says and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", choices=["127.0.0.1"])
    parser.add_argument("port", type=int)
    parser.add_argument("kind", choices=["chunks", "pipeline", "heads", "bodies"])
    parser.add_argument("--addresses", type=int, default=30)
    parser.add_argument("--connections", type=int, default=300, help="of all addresses together")
    parser.add_argument("--chunks", type=int, default=65_000, help="of a body")
    parser.add_argument("--seconds", type=float, default=10)
    print(json.dumps(asyncio.run(_all(parser.parse_args()))))


if __name__ == "__main__":
    main()
