"""From a request to its answer: what was read is queued as work, and what the work returns is written.

Which requests there are, and what is done about them, is for `endpoints`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from kiebitz.errors import KiebitzError
from kiebitz.web.faults import RefusedError, refused
from kiebitz.web.reading import BODY_SECONDS, check_type, client_of, decode, read_body, read_query

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from msgspec import Struct
    from starlette.types import Message, Receive, Scope, Send

    from kiebitz.web.lanes import Lane, Stop
    from kiebitz.web.schema import Code


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked for.

    *asks* is the type of the body (or of the query, for GET) and *gives* that of the answer; *lane* names the queue
    for *work*, or says which it is for what is asked, and *codes* are those for errors that mean more here than
    elsewhere. A *stream* sends one object of the type *gives* in a line, again and again: its work is handed a function
    that sends.
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
    """The application behind one endpoint."""

    def __init__(self, endpoint: Endpoint, lanes: Mapping[str, Lane], body_seconds: float = BODY_SECONDS) -> None:
        self._endpoint = endpoint
        self._lanes = lanes
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, unless its client goes away first."""
        endpoint = self._endpoint
        if endpoint.method == "GET":
            asked = read_query(scope, endpoint.asks)
        else:
            check_type(scope)
            asked = decode(await read_body(scope, receive, self._body_seconds), endpoint.asks)
        client = client_of(scope)
        lane = self._lanes[endpoint.lane if isinstance(endpoint.lane, str) else endpoint.lane(asked)]
        if endpoint.stream:
            await unless_gone(self._stream(asked, lane, client, send), receive)
            return

        def work(stop: Stop) -> bytes:
            return msgspec.json.encode(endpoint.work(asked, stop))

        try:
            body = await unless_gone(lane.run(client, work), receive)
        except KiebitzError as error:
            raise refused(error, endpoint.codes) from error
        if body is None:
            return
        await send(_start(b"application/json", len(body)))
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _stream(self, asked: Struct, lane: Lane, client: str, send: Send) -> None:
        """Send a line whenever there is something new; what is not sent yet when it comes is forgotten."""
        endpoint = self._endpoint
        news = _News(asyncio.get_running_loop())
        lines = _Lines(send, self._body_seconds)
        run = asyncio.ensure_future(lane.run(client, lambda stop: endpoint.work(asked, stop, news.tell)))
        waiting = asyncio.ensure_future(news.wait())
        try:
            while not run.done():
                await asyncio.wait((run, waiting), return_when=asyncio.FIRST_COMPLETED)
                if waiting.done() and not run.done():
                    await lines.send(waiting.result())
                    waiting = asyncio.ensure_future(news.wait())
            last = run.result()
            if last is not None:
                await lines.send(last)
            await lines.end()
        except KiebitzError as error:
            raise refused(error, endpoint.codes) from error
        except RefusedError:
            if not lines.begun:
                raise
            await lines.end()  # no status can be sent any more
        except TimeoutError:
            return  # a client that does not read what it asked for
        finally:
            run.cancel()
            waiting.cancel()


class _News:
    """The latest that a thread has told, for the event loop to wait for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._latest: Struct | None = None
        self._told = asyncio.Event()

    def tell(self, news: Struct) -> None:
        """Tell something, from whatever thread; it takes the place of what nobody has asked for yet."""
        self._loop.call_soon_threadsafe(self._put, news)

    def _put(self, news: Struct) -> None:
        self._latest = news
        self._told.set()

    async def wait(self) -> Struct | None:
        """Return what is new, as soon as something is."""
        await self._told.wait()
        self._told.clear()
        return self._latest


class _Lines:
    """A body of JSON objects, one a line, that begins with the first of them."""

    def __init__(self, send: Send, seconds: float) -> None:
        self._send = send
        self._seconds = seconds
        self.begun = False

    async def send(self, answer: Struct | None) -> None:
        """Send a line; a `TimeoutError` if the client does not take it."""
        if not self.begun:
            self.begun = True
            await self._send(_start(b"application/x-ndjson"))
        body = msgspec.json.encode(answer) + b"\n"
        async with asyncio.timeout(self._seconds):
            await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self) -> None:
        """End the body."""
        await self._send({"type": "http.response.body", "body": b""})


async def unless_gone(work: Coroutine[Any, Any, Any], receive: Receive) -> Any:
    """Return what *work* returns; if the client goes away first, cancel the work and return `None`."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        task.cancel()
        gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(kind: bytes, length: int | None = None) -> Message:
    headers = [(b"content-type", kind), (b"cache-control", b"no-store")]
    if length is not None:
        headers.append((b"content-length", str(length).encode()))
    return {"type": "http.response.start", "status": 200, "headers": headers}
