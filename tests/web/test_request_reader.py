"""Malformed requests: not JSON, too large, too slow, too deep, or for another host."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.datastructures import Address
from starlette.requests import Request

from kiebitz.web import endpoints, request_reader
from kiebitz.web.app import create_app
from kiebitz.web.fair_queue import Lane, Size
from kiebitz.web.request_checks import LARGEST_BODY
from kiebitz.web.request_handlers import Call, Endpoint
from kiebitz.web.request_reader import client_of
from kiebitz.web.schema import GameReference
from kiebitz.web.server import HEADERS
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableMapping
    from contextlib import AbstractContextManager

    from starlette.types import ASGIApp

    from kiebitz.analysis.cancellation import Stop

    Serving = Callable[[ASGIApp], AbstractContextManager[str]]

JSON = {"Content-Type": "application/json"}
GOOD = b'{"link":"game=freecell&deal=617"}'


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"garbage", 400),
        (b'{"link":', 400),
        (b"null", 400),
        (b"[]", 400),
        (b"{}", 400),
        (b'{"link":1}', 400),
        (b'{"link":null}', 400),
        (b'{"link":"game=freecell&deal=617","more":1}', 400),
        (b'{"link":"\xff"}', 400),
        (b'{"link":"\\ud800"}', 400),
        (b"[" * 60_000, 400),
        (b'{"link":' + b"[" * 60_000, 400),
        (b'{"link":' + b'{"a":' * 10_000, 400),
        (b'{"x":' + b"[" * 60_000, 400),
        (b'{"link":"' + b"a" * 60_001 + b'"}', 400),
        (b'{"link":"' + b"a" * 60_000 + b'"}', 422),
        (b" " * LARGEST_BODY, 400),
        (b" " * (LARGEST_BODY + 1), 413),
        (b" " * (10 << 20), 413),
        (GOOD, 200),
    ],
    ids=lambda value: str(value[:24]) + str(len(value)) if isinstance(value, bytes) else value,
)
def test_bodies(client: httpx.Client, body: bytes, status: int) -> None:
    answer = client.post("/api/game", content=body, headers=JSON)
    assert answer.status_code == status, answer.text
    assert status == 200 or answer.json()["error"]["code"] == {
        400: "bad_request",
        413: "too_large",
        422: "bad_link",
    }[status]  # fmt: skip
    assert len(answer.content) < 10_000
    assert client.post("/api/game", content=GOOD, headers=JSON).status_code == 200


@pytest.mark.parametrize("path", ["/api/game", "/api/health", "/nothing"])
def test_a_body_in_chunks_is_refused_everywhere(client: httpx.Client, path: str) -> None:
    answer = client.request("POST", path, content=iter([GOOD]), headers=JSON)
    assert (answer.status_code, answer.headers["connection"]) == (411, "close")
    assert answer.json()["error"] == {
        "code": "bad_request",
        "message": "a body in chunks is not read here; expected one with Content-Length",
        "parameters": {"expected": "Content-Length"},
    }


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 200), ("Application/JSON; charset=UTF-8", 200), ('application/json; charset="utf-8"', 200),
        ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("", 415),
        ("application/json; charset=utf-16", 415), ("multipart/form-data", 415), ("application/jsonp", 415),
    ],
)  # fmt: skip
def test_content_types(client: httpx.Client, kind: str, status: int) -> None:
    assert client.post("/api/game", content=GOOD, headers={"Content-Type": kind}).status_code == status


def test_a_refusal_escapes_control_characters(client: httpx.Client) -> None:
    answer = client.post("/api/game", content='{"link": "x", "\x9b2J\u202e": 1}'.encode(), headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].endswith(r"`\x9b2J\u202e`")


def test_strange_addresses_and_methods(client: httpx.Client) -> None:
    for path in ("/api", "/api/", "/api/games/", "/api/nothing", "/nothing", "/api/game/x"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path
    for method, path in (("GET", "/api/game"), ("DELETE", "/api/games"), ("POST", "/"), ("PUT", "/api/deal")):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, "not_allowed")
        assert method not in answer.headers["allow"].split(", ")


@pytest.mark.parametrize(
    "number", ["9" * 21, "9" * 4301, "9" * 60_000, "-1", "617x", "%D9%A6", "%C2%B2", "1_0", "+1", "0x1", "617/1", ""]
)
def test_an_invalid_number_leads_to_no_deal(client: httpx.Client, number: str) -> None:
    assert client.get(f"/deal/{number}").status_code == 404


def test_a_number_leads_to_its_deal(client: httpx.Client) -> None:
    for number in ("617", "000617", str(2**64 - 1)):
        answer = client.get(f"/deal/{number}")
        assert (answer.status_code, answer.headers["location"]) == (307, f"../#{int(number)}")


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_no_refusal_is_longer_than_its_request(client: httpx.Client, address: str, accept: str) -> None:
    for path in ("/" * 60_000, "/a" * 30_000, "/" + "&" * 60_000, "/deal/" + "9" * 60_000, "/api/" + "%00" * 20_000):
        answer = client.get(f"{address}{path}", headers={"Accept": accept})
        assert (answer.status_code, len(answer.content) < 3000) == (404, True), path[:9]
    assert 'href="/"' in client.get("/a" * 60, headers={"Accept": "text/html"}).text
    assert 'href="../../"' in client.get("/a/b/c", headers={"Accept": "text/html"}).text


def test_other_sites_may_not_read_the_answers(client: httpx.Client) -> None:
    answer = client.options(
        "/api/game", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


# Raw connections


@contextmanager
def raw(url: str) -> Iterator[socket.socket]:
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        yield connection


HEAD = b"POST /api/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def answer_of(connection: socket.socket) -> bytes:
    parts = b""
    while part := connection.recv(65_536):
        parts += part
    return parts


def test_slow_bodies_are_refused(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Call.__init__, "__defaults__", (0.3,))
    with serving(create_app()) as url, raw(url) as connection:
        connection.sendall(HEAD + b"Content-Length: 33\r\n\r\n")
        start = time.monotonic()
        for sign in GOOD[:5]:
            connection.sendall(bytes((sign,)))
            time.sleep(0.02)
        answer = answer_of(connection)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"code":"timeout"' in answer
        assert time.monotonic() - start < 20


def error_of(answer: bytes) -> tuple[int, dict[str, Any]]:
    """Return the status and the error of a refusal, which has the headers of every response."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert headers["content-type"] == "application/json"
    assert int(headers["content-length"]) == len(body)
    assert headers.items() >= HEADERS.items()
    error: dict[str, Any] = json.loads(body)["error"]
    assert headers.get("retry-after") == (str(error["parameters"]["retry_after"]) if error["code"] == "busy" else None)
    return int(status.split()[1]), error


def test_bodies_that_break_off(address: str, client: httpx.Client) -> None:
    for end in (b"", GOOD[:10], b"\r\n\r\n"):
        with raw(address) as connection:
            connection.sendall(HEAD + b"Content-Length: 33\r\n\r\n" + end)
    with raw(address) as connection:
        connection.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        assert answer_of(connection).startswith(b"HTTP/1.1 400 ")
    assert client.get("/api/health").status_code == 200


HOST = b"Host: localhost"


def request(*lines: bytes) -> bytes:
    return b"\r\n".join((b"GET /api/health HTTP/1.1", *lines, b"", b""))


@pytest.mark.parametrize(
    "text",
    [
        request(HOST, b"no colon"),
        request(HOST, b"Content-Length: x"),
        request(HOST, b"Content-Length: 1", b"Transfer-Encoding: chunked"),
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01 nonsense\r\n\r\n",
    ],
    ids=repr,
)
def test_malformed_http_is_answered_by_uvicorn(address: str, client: httpx.Client, text: bytes) -> None:
    with raw(address) as connection:
        connection.sendall(text)
        head, _, body = answer_of(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert all(f"{name}: {value}".encode() in head.splitlines() for name, value in HEADERS.items())
    assert body == b"Invalid HTTP request received."
    assert client.get("/api/health").json()["busy"] == 0


def test_a_request_without_host_is_refused(address: str) -> None:
    with raw(address) as connection:
        connection.sendall(request(b"Connection: close"))
        status, error = error_of(answer_of(connection))
    assert (status, error["code"]) == (421, "bad_host")


def test_one_request_is_answered_on_a_connection(address: str) -> None:
    with raw(address) as connection:
        connection.sendall(HEAD + b"Content-Length: 60000\r\n\r\n" + GOOD.ljust(60_000) + 20 * request(HOST))
        answers = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(65_536):
                answers += part
    assert answers.count(b"HTTP/1.1 200 ") == answers.count(b"connection: close") == 1


def test_an_error_after_the_answer_is_not_answered(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with raw(address) as connection:
        connection.sendall(b"POST /api/game HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        answer = answer_of(connection)
        with suppress(OSError):
            connection.sendall(b"no length\r\n")
            answer += answer_of(connection)
    assert answer.startswith(b"HTTP/1.1 411 ")
    assert answer.count(b"HTTP/1.1") == 1
    assert caplog.text == ""


# Overload and faults


def test_long_games_do_not_hold_up_short_ones() -> None:
    lanes = {connection.path: connection.lane for connection in endpoints.ENDPOINTS}
    for path, usual, long in (
        ("/api/game", endpoints.RULES, endpoints.TEXTS),
        ("/api/read", endpoints.RULES, endpoints.TEXTS),
        ("/api/light", endpoints.LIGHT, endpoints.LONG),
        ("/api/hint", endpoints.LIGHT, endpoints.LONG),
    ):
        lane = lanes[path]
        assert not isinstance(lane, str)
        assert (lane(100), lane(60_000)) == (usual, long)
    assert endpoints.LANES[endpoints.TEXTS].workers == 1


@pytest.mark.parametrize(
    "text",
    ["game=" * 11_000 + " x", "26v1" * 15_000, "KS " * 20_000, "# deal: microsoft 617\n" * 2_700, "\u2660" * 20_000],
    ids=lambda text: text[:8],
)
def test_every_text_is_refused_quickly(client: httpx.Client, text: str) -> None:
    start = time.monotonic()
    answer = client.post("/api/read", json={"text": text})
    assert answer.status_code in (413, 422)
    assert time.monotonic() - start < 10  # hundredths of a second on an idle machine


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no way to tell the size of a process here")
def test_requests_leave_no_state(client: httpx.Client) -> None:
    def size() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4096

    def ask(numbers: range) -> None:
        for number in numbers:
            client.post("/api/move", json={"link": f"game=freecell&deal={number}", "move": "1a"})
            client.post("/api/game", content=b"x" * 70_000, headers=JSON)
            client.post("/api/move", json={"link": f"game=freecell&deal={number}", "move": "1h"})

    ask(range(1, 51))
    before = size()
    ask(range(1, 201))
    assert size() - before < 4_000_000


def test_a_busy_client_is_refused_while_others_are_served(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    gate = threading.Event()

    def slow(asked: Any, _stop: object) -> Any:
        gate.wait(10)
        return asked

    one = endpoints.ENDPOINTS[0]
    stuck = Endpoint(one.path, one.request_type, one.request_type, endpoints.RULES, slow, "waits")
    monkeypatch.setattr("kiebitz.web.app.ENDPOINTS", (stuck,))
    size = Size(workers=1, waiting=10, waiting_of_one=1, running_of_one=1, seconds=5)
    with serving(create_app(lanes={endpoints.RULES: size})) as url, httpx.Client(base_url=url, timeout=20) as client:
        codes: list[int] = []

        def ask() -> None:
            codes.append(httpx.post(url + one.path, content=GOOD, headers=JSON, timeout=20).status_code)

        threads = [threading.Thread(target=ask) for _ in range(2)]
        for number, thread in enumerate(threads):
            thread.start()
            while client.get("/api/health").json()["busy"] + client.get("/api/health").json()["queue"] <= number:
                time.sleep(0.01)
        refused = client.post(one.path, content=GOOD, headers=JSON)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        assert int(refused.headers["retry-after"]) == refused.json()["error"]["parameters"]["retry_after"] >= 1
        gate.set()
        for thread in threads:
            thread.join()
        assert codes == [200, 200]
        assert client.post(one.path, content=GOOD, headers=JSON).status_code == 200


def test_a_fault_reveals_nothing_and_the_server_continues(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_asked: object, _stop: object) -> None:
        raise ZeroDivisionError("a secret")

    one = endpoints.ENDPOINTS[0]
    monkeypatch.setattr(
        "kiebitz.web.app.ENDPOINTS",
        (Endpoint(one.path, one.request_type, one.response_type, endpoints.RULES, broken, "breaks"),),
    )
    with serving(create_app()) as url, httpx.Client(base_url=url, timeout=PATIENCE) as client:
        answer = client.post(one.path, content=GOOD, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "fault")
        assert "secret" not in answer.text
        assert client.get("/api/health").json()["busy"] == 0
    assert "a secret" in caplog.text


def test_a_stream_leaves_no_task_after_its_client_disconnects() -> None:
    def work(asked: GameReference, stop: Stop, put: Callable[[GameReference], None]) -> None:
        while not stop():
            put(asked)
            time.sleep(0.005)

    async def main() -> set[asyncio.Task[Any]]:
        bodies = [GOOD]
        sent = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if bodies:
                return {"type": "http.request", "body": bodies.pop()}
            await sent.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.body":
                sent.set()

        lane = Lane("test", Size(workers=1, waiting=1, waiting_of_one=1, running_of_one=1, seconds=20))
        endpoint = Endpoint("/", GameReference, GameReference, "test", work, "streams", stream=True)
        scope = {"type": "http", "method": "POST", "headers": [(b"content-type", b"application/json")], "client": None}
        answer = await Call(endpoint, {"test": lane}).answer(Request(scope, receive))
        await answer(scope, receive, send)
        await asyncio.sleep(0)
        lane.close()
        await asyncio.sleep(0.05)
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert asyncio.run(main()) == set()


def test_clients_are_distinguished_by_address() -> None:
    def of(host: str | None) -> str:
        return client_of(None if host is None else Address(host, 1))

    assert of("10.0.0.1") != of("10.0.0.2")
    assert of("::ffff:10.0.0.1") == of("10.0.0.1")
    assert of("2001:db8:0:1::7") == of("2001:db8:0:1:ffff::1") != of("2001:db8:0:2::7")
    assert of("testclient") == "testclient"
    assert of(None) == ""
    assert request_reader.BODY_SECONDS > 0
