"""The nginx configuration of docs/serve.md, unchanged except for HTTPS and ports, in front of a real server."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from measuring import nginx
from processes import Started
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ATTACKER = ROOT / "bench" / "web_attacker.py"
LIGHT = {"link": "game=freecell&deal=617"}
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs many addresses of its own")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of an nginx in front of a server."""
    if nginx.program() is None:
        pytest.skip("no nginx was found")
    folder = tmp_path_factory.mktemp("nginx")
    serve = [sys.executable, "-m", "kiebitz", "serve", "--port", "0", "--proxy", "--name", nginx.NAME]
    with Started(serve, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = nginx.free_port()
        address = server.stdout.readline().strip().rstrip("/")
        with Started(nginx.command(folder, port, address)) as process:
            nginx.until_open(port)
            yield f"http://127.0.0.1:{port}"
            process.terminate()
        server.terminate()


def client_at(site: str, address: str = "127.0.0.1") -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=site, headers={"Host": nginx.NAME}, transport=transport, timeout=PATIENCE)


def test_the_server_answers_through_it(site: str) -> None:
    with client_at(site) as client:
        page = client.get("/")
        assert (page.status_code, page.headers["x-frame-options"]) == (200, "DENY")
        assert client.post("/api/light", json=LIGHT).json()["verdict"] == "solved"
        missing = client.get("/nothing")
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")
        assert client.get("/", headers={"Host": "other.example"}).status_code == 421


def test_it_gives_bodies_in_chunks_a_length(site: str) -> None:
    with client_at(site) as client:
        body, kind = iter([b'{"link":', b'"game=freecell&deal=617"}']), {"Content-Type": "application/json"}
        assert client.post("/api/game", content=body, headers=kind).status_code == 200


def test_lines_of_a_stream_come_one_by_one(site: str) -> None:
    hand = {"cards": ["JC", "JS", "JD", "AC", "KC", "9C", "AS", "TS", "8D", "8C"], "worlds": 1000}
    with client_at(site) as client, client.stream("POST", "/api/skat/chances", json=hand) as answer:
        first = next(answer.iter_lines())
    assert '"done":false' in first


@needs_linux
def test_a_client_has_at_most_twenty_requests_at_once(site: str) -> None:
    with ExitStack() as stack:
        port = int(site.rpartition(":")[2])
        for _ in range(20):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.5", 0)))
            one.sendall(b"POST /api/game HTTP/1.1\r\nHost: cards.example\r\nContent-Length: 9\r\n\r\n")
        same, other = (stack.enter_context(client_at(site, f"127.0.0.{last}")) for last in (5, 6))
        assert _becomes(lambda: same.post("/api/light", json=LIGHT).status_code, 429)
        assert other.post("/api/light", json=LIGHT).status_code == 200


def _becomes(value: object, expected: int) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value() == expected:  # type: ignore[operator]
            return True
        time.sleep(0.01)
    return False


@needs_linux
@pytest.mark.long
@pytest.mark.parametrize("kind", ["heads", "bodies"])
def test_a_new_client_does_not_feel_900_slow_connections(site: str, kind: str) -> None:
    port = int(site.rpartition(":")[2])
    command = [sys.executable, str(ATTACKER), "127.0.0.1", str(port), kind, "--seconds", str(PATIENCE)]
    times = []
    with Started([*command, "--connections", "900", "--addresses", "100"], stdout=subprocess.PIPE) as attacker:
        assert _becomes(lambda: min(900, _connections(port)), 900)
        for _ in range(10):
            with client_at(site) as client:
                start = time.monotonic()
                assert client.post("/api/light", json=LIGHT).status_code == 200
                times.append(time.monotonic() - start)
            time.sleep(0.1)  # one address may send twenty requests a second
        assert attacker.poll() is None  # the attack went on all the time
        attacker.terminate()
    assert max(times) < 3  # hundredths of a second on an idle machine; a client without a slot waits for ten seconds


def _connections(port: int) -> int:
    """Return the number of established connections to a port."""
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    local = (line.split() for line in lines)
    return sum(fields[1].endswith(f":{port:04X}") and fields[3] == "01" for fields in local)
