"""From a request to its answer: what was read is queued as work, and what the work returns is written.

Which requests there are, and what is done about them, is for `endpoints`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse

from kiebitz.errors import KiebitzError
from kiebitz.web.api_errors import ending, refused
from kiebitz.web.request_reader import BODY_SECONDS, check_type, client_of, decode, read_body, read_query

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping

    from msgspec import Struct
    from starlette.requests import Request
    from starlette.types import Receive

    from kiebitz.analysis.request_limits import Stop
    from kiebitz.web.fair_queue import Lane
    from kiebitz.web.schema import Code

_FRESH = {"Cache-Control": "no-store"}
_STREAMED = {**_FRESH, "X-Accel-Buffering": "no"}  # by which nginx passes on each line as it comes


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked for.

    *asks* is the type of the body (or of the query, for GET) and *gives* that of the answer; *lane* names the queue
    for *work*, or says which it is for the length of a body, or for what a query asks; *codes* are those for errors
    that mean more here than elsewhere. A *stream* sends one object of the type *gives* in a line, again and again: its
    work is handed a function that sends.
    """

    path: str
    asks: type[Struct]
    gives: type[Struct]
    lane: str | Callable[[Any], str]
    work: Callable[..., Struct | None]
    summary: str
    method: str = "POST"
    stream: bool = False
    codes: Mapping[type[KiebitzError], Code] = field(default_factory=dict)


class Call:
    """What answers at one endpoint."""

    def __init__(self, endpoint: Endpoint, lanes: Mapping[str, Lane], body_seconds: float = BODY_SECONDS) -> None:
        self._endpoint = endpoint
        self._lanes = lanes
        self._body_seconds = body_seconds

    async def answer(self, request: Request) -> Response:
        """Answer one request, or give it up if its client goes away first."""
        try:
            return await self._answer(request)
        except KiebitzError as error:
            raise refused(error, self._endpoint.codes) from error
        except asyncio.CancelledError:  # as uvicorn does with what is still worked on when it ends
            raise ending() from None

    async def _answer(self, request: Request) -> Response:
        endpoint = self._endpoint
        client = client_of(request.client)
        if endpoint.method == "GET":
            asked = read_query(request.scope["query_string"], endpoint.asks)
            lane = self._lane(asked)
        else:
            check_type(request.headers)
            lane = self._lane(int(request.headers.get("content-length", 0)))
            async with lane.coming(client):  # who asks for too much is told so before his body is read
                body = await read_body(request, self._body_seconds)
            asked = decode(body, endpoint.asks)
        if endpoint.stream:
            lines = self._lines(asked, lane, client)
            first = await unless_gone(anext(lines, b""), request.receive)  # a status can still be sent until then
            return StreamingResponse(_chained(first, lines), headers=_STREAMED, media_type="application/x-ndjson")

        work = partial(_answered, endpoint.work, asked)
        return json_answer(await unless_gone(lane.run(client, work), request.receive))

    def _lane(self, asked: Struct | int) -> Lane:
        name = self._endpoint.lane
        return self._lanes[name if isinstance(name, str) else name(asked)]

    async def _lines(self, asked: Struct, lane: Lane, client: str) -> AsyncGenerator[bytes]:
        """Yield a line whenever there is something new; what is not sent yet when it comes is forgotten."""
        latest: list[Struct] = []
        told = asyncio.Event()
        loop = asyncio.get_running_loop()

        def put(news: Struct) -> None:
            latest[:] = [news]
            told.set()

        def work(stop: Stop) -> Struct | None:
            return self._endpoint.work(asked, stop, lambda news: loop.call_soon_threadsafe(put, news))

        run = asyncio.ensure_future(lane.run(client, work))
        run.add_done_callback(lambda _run: told.set())
        try:
            while not run.done():
                await told.wait()
                told.clear()
                if latest and not run.done():
                    yield msgspec.json.encode(latest.pop()) + b"\n"
            if (last := run.result()) is not None:
                yield msgspec.json.encode(last) + b"\n"
        except asyncio.CancelledError:
            return  # the server ends: so does the body
        finally:
            run.cancel()


def _answered(work: Callable[..., Struct | None], asked: Struct, stop: Stop) -> bytes:
    return msgspec.json.encode(work(asked, stop))


async def _chained(first: bytes, lines: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in lines:
        yield line


def json_answer(body: bytes) -> Response:
    """Return JSON that is for one moment only."""
    return Response(body, headers=_FRESH, media_type="application/json")


async def unless_gone(work: Awaitable[Any], receive: Receive) -> Any:
    """Return what *work* returns; if the client goes away first, cancel the work and raise `ClientDisconnect`."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientDisconnect
    finally:
        task.cancel()
        gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
