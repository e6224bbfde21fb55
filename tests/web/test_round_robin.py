"""Simultaneous requests start in turns, and no connection is read further than required."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kiebitz.web.app import create_app
from kiebitz.web.endpoints import LANES
from kiebitz.web.request_checks import LARGEST_BODY
from kiebitz.web.round_robin import RoundRobin
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from starlette.types import Receive, Scope, Send

    Serving = Callable[..., AbstractContextManager[str]]


def start_order(clients: list[str]) -> list[str]:
    """Return the order in which simultaneous requests of these clients start."""
    order: list[str] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        order.append(scope["client"][0])

    async def all_at_once() -> None:
        turns: Any = RoundRobin(app)
        await asyncio.gather(*(turns({"type": "http", "client": (one, 5)}, None, None) for one in clients))

    asyncio.run(all_at_once())
    return order


def test_one_request_does_not_wait_for_the_hundred_before_it() -> None:
    order = start_order(["192.0.2.1"] * 100 + ["192.0.2.2"] * 100 + ["192.0.2.3"])
    assert order.index("192.0.2.3") == 2
    assert (order.count("192.0.2.1"), order.count("192.0.2.2")) == (100, 100)


def test_addresses_of_one_network_are_one_client() -> None:
    order = start_order([f"2001:db8::{number:x}" for number in range(1, 50)] + ["2001:db8:0:1::1"])
    assert order.index("2001:db8:0:1::1") == 1


def test_a_disconnected_client_loses_its_turn() -> None:
    done: list[int] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        done.append(scope["client"][1])

    async def some_go() -> None:
        turns: Any = RoundRobin(app)
        tasks = [asyncio.ensure_future(turns({"type": "http", "client": ("::1", one)}, None, None)) for one in range(9)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(some_go())
    assert done == [1, 3, 5, 7]


HEAD = b"HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKS = b"POST /api/game " + HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 60_000


@pytest.mark.parametrize(
    ("sent", "status"), [(CHUNKS, b"411"), (b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5_000, b"200")]
)
def test_data_after_the_request_is_not_parsed(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, sent: bytes, status: bytes
) -> None:
    called: list[None] = []
    for name in ("on_url", "on_body"):
        monkeypatch.setattr(HttpToolsProtocol, name, _counted(getattr(HttpToolsProtocol, name), called))
    with serving(create_app()) as url:
        before = len(called)
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=20) as one:
            with suppress(OSError):
                one.sendall(sent)
            with suppress(OSError):
                assert one.recv(100).startswith(b"HTTP/1.1 " + status)
        assert httpx.get(f"{url}/api/health", timeout=PATIENCE).json()["busy"] == 0
    assert len(called) - before == 2  # the addresses of this request and of the other one


def _counted(method: Callable[..., None], called: list[None]) -> Callable[..., None]:
    def counted(*args: Any) -> None:
        called.append(None)
        method(*args)

    return counted


def test_a_body_is_not_read_without_room_for_its_work(serving: Serving) -> None:
    none = {name: replace(size, waiting=0) for name, size in LANES.items()}
    with (
        serving(create_app(lanes=none)) as url,
        socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=20) as one,
    ):
        one.sendall(b"POST /api/read " + HEAD + b"Content-Length: 60000\r\n\r\n")
        assert one.recv(100).startswith(b"HTTP/1.1 503")


def test_a_body_is_delivered_whole(serving: Serving) -> None:
    messages: list[dict[str, Any]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            while not messages or messages[-1]["more_body"]:
                messages.append(dict(await receive()))
            await Response("")(scope, receive, send)
        else:
            await create_app()(scope, receive, send)

    with serving(app) as url:
        assert httpx.post(url, content=b"x" * LARGEST_BODY, timeout=PATIENCE).status_code == 200
    assert [len(message["body"]) for message in messages] == [LARGEST_BODY]


def test_a_slow_reader_costs_little(serving: Serving) -> None:
    """The system's buffers decide the exact size; the point is that the rest is not buffered."""
    with serving(create_app()) as url:
        port = int(url.rpartition(":")[2])
        whole = len(httpx.get(f"{url}/kernel.wasm", headers={"Accept-Encoding": "identity"}, timeout=PATIENCE).content)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            one.connect(("127.0.0.1", port))
            one.sendall(b"GET /kernel.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n")
            first = one.recv(500)
            assert httpx.get(f"{url}/api/health", timeout=PATIENCE).status_code == 200
            rest = bytearray()
            while part := one.recv(65_536):
                rest += part
    assert len((first + rest).partition(b"\r\n\r\n")[2]) == whole
