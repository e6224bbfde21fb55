"""The path from a request to its response: read, queue, run, encode."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse

from kiebitz.errors import KiebitzError
from kiebitz.web.api_errors import refusal_of, shutting_down
from kiebitz.web.request_reader import BODY_SECONDS, check_type, client_of, decode, read_body, read_query

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping

    from msgspec import Struct
    from starlette.requests import Request
    from starlette.types import Receive

    from kiebitz.analysis.cancellation import Stop
    from kiebitz.web.fair_queue import Lane
    from kiebitz.web.schema import Code

_FRESH = {"Cache-Control": "no-store"}
_STREAMED = {**_FRESH, "X-Accel-Buffering": "no"}  # makes nginx forward each line at once


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An entry of the API.

    *lane* names the queue for *work*, or is a function that chooses it by the length of the body (by the query, for
    GET). *codes* overrides the codes of some errors. A *stream* sends one line of *response_type* per update; its
    *work* receives a function that sends.
    """

    path: str
    request_type: type[Struct]
    response_type: type[Struct]
    lane: str | Callable[[Any], str]
    work: Callable[..., Struct | None]
    summary: str
    method: str = "POST"
    stream: bool = False
    codes: Mapping[type[KiebitzError], Code] = field(default_factory=dict)


class Call:
    """The handler of one endpoint."""

    def __init__(self, endpoint: Endpoint, lanes: Mapping[str, Lane], body_seconds: float = BODY_SECONDS) -> None:
        self._endpoint = endpoint
        self._lanes = lanes
        self._body_seconds = body_seconds

    async def answer(self, request: Request) -> Response:
        """Answer one request; cancel its work if the client disconnects."""
        try:
            return await self._answer(request)
        except KiebitzError as error:
            raise refusal_of(error, self._endpoint.codes) from error
        except asyncio.CancelledError:  # uvicorn cancels unfinished requests at shutdown
            raise shutting_down() from None

    async def _answer(self, request: Request) -> Response:
        endpoint = self._endpoint
        client = client_of(request.client)
        if endpoint.method == "GET":
            request_data = read_query(request.scope["query_string"], endpoint.request_type)
            lane = self._lane(request_data)
        else:
            check_type(request.headers)
            lane = self._lane(int(request.headers.get("content-length", 0)))
            async with lane.reserve(client):  # an overloaded client is refused before its body is read
                body = await read_body(request, self._body_seconds)
            request_data = decode(body, endpoint.request_type)
        if endpoint.stream:
            lines = self._lines(request_data, lane, client)
            first = await unless_disconnected(
                anext(lines, b""), request.receive
            )  # errors up to here still set the status
            return StreamingResponse(_prepend(first, lines), headers=_STREAMED, media_type="application/x-ndjson")

        work = partial(_encode_result, endpoint.work, request_data)
        return json_answer(await unless_disconnected(lane.run(client, work), request.receive))

    def _lane(self, request_data: Struct | int) -> Lane:
        name = self._endpoint.lane
        return self._lanes[name if isinstance(name, str) else name(request_data)]

    async def _lines(self, request_data: Struct, lane: Lane, client: str) -> AsyncGenerator[bytes]:
        """Yield a line for each update; an unsent line is replaced by the next."""
        latest: list[Struct] = []
        updated = asyncio.Event()
        loop = asyncio.get_running_loop()

        def update(line: Struct) -> None:
            latest[:] = [line]
            updated.set()

        def work(stop: Stop) -> Struct | None:
            return self._endpoint.work(request_data, stop, lambda line: loop.call_soon_threadsafe(update, line))

        run = asyncio.ensure_future(lane.run(client, work))
        run.add_done_callback(lambda _run: updated.set())
        try:
            while not run.done():
                await updated.wait()
                updated.clear()
                if latest and not run.done():
                    yield msgspec.json.encode(latest.pop()) + b"\n"
            if (last := run.result()) is not None:
                yield msgspec.json.encode(last) + b"\n"
        except asyncio.CancelledError:
            return  # the server is shutting down
        finally:
            run.cancel()


def _encode_result(work: Callable[..., Struct | None], request_data: Struct, stop: Stop) -> bytes:
    return msgspec.json.encode(work(request_data, stop))


async def _prepend(first: bytes, lines: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in lines:
        yield line


def json_answer(body: bytes) -> Response:
    """Return JSON that must not be cached."""
    return Response(body, headers=_FRESH, media_type="application/json")


async def unless_disconnected(work: Awaitable[Any], receive: Receive) -> Any:
    """Return the result of *work*; if the client disconnects first, cancel it and raise `ClientDisconnect`."""
    task = asyncio.ensure_future(work)
    disconnected = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait((task, disconnected), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientDisconnect
    finally:
        task.cancel()
        disconnected.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
