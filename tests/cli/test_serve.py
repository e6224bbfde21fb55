from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING

import httpx
import pytest

from kiebitz.cli import serve
from processes import Started, work_of
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from command_line import Kiebitz


def started(*arguments: str) -> Started:
    command = [sys.executable, "-m", "kiebitz", "serve", "--port", "0", *arguments]
    return Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped(how: signal.Signals) -> None:
    with started() as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        assert httpx.get(f"{address}api/health", timeout=PATIENCE).json()["busy"] == 0
        server.send_signal(how)
        out, err = server.communicate(timeout=20)
        assert (out, err) == ("", "")
        assert server.returncode == 0


def work_of_the_dead() -> float:
    """Return the CPU seconds of all ended child processes."""
    times = os.times()
    return times.children_user + times.children_system


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_what_still_runs_is_ended_soon_and_silently(how: signal.Signals) -> None:
    with started() as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        hard = {"link": "game=freecell&deal=982&cells=2"}
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{address}api/solve", json=hard, timeout=httpx.Timeout(10, read=0.5))
        body = {"cards": ["JC", "JS", "JD", "AC", "KC", "9C", "AS", "TS", "8D", "8C"], "worlds": 1000}
        with httpx.stream("POST", f"{address}api/skat/chances", json=body, timeout=60) as answer:
            lines = answer.iter_lines()
            next(lines)
            before = work_of_the_dead() + work_of(server.pid)
            server.send_signal(how)
            assert not any(json.loads(line)["done"] for line in lines)
            assert server.wait(timeout=15) == 0
            assert work_of_the_dead() - before < 1  # CPU time, independent of other load
        assert server.stderr is not None
        assert server.stderr.read() == ""


def test_clients_that_do_not_go_are_let_go() -> None:
    with started() as server:
        assert server.stdout is not None
        host, _, port = server.stdout.readline().strip().removeprefix("http://").rstrip("/").partition(":")
        with socket.create_connection((host, int(port)), timeout=10) as late:
            late.sendall(b"POST /api/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
            late.sendall(b"Content-Length: 33\r\n\r\n{")
            time.sleep(0.2)
            for _ in range(2):  # a second signal changes nothing
                server.send_signal(signal.SIGINT)
                time.sleep(0.2)
            assert server.wait(timeout=10) == 0
        assert server.stderr is not None
        assert server.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_standard_output_closed() -> None:
    command = f"{shlex.quote(sys.executable)} -m kiebitz serve --port 0 >&-"
    ran = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, timeout=20, check=False)
    assert (ran.returncode, ran.stderr) == (2, "kiebitz: standard output is closed\n")


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken(kiebitz: Kiebitz, taken: int) -> None:
    ran = kiebitz("serve", "--port", taken)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"kiebitz: cannot serve at '127.0.0.1', port {taken}: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_ports_that_are_none(kiebitz: Kiebitz, port: str) -> None:
    ran = kiebitz("serve", "--port", port)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7", "a" * 300])
def test_hosts_that_are_not_here(kiebitz: Kiebitz, host: str) -> None:
    ran = kiebitz("serve", "--port", "0", "--host", host)
    assert ran.code == 2
    assert ran.err.startswith("kiebitz: cannot serve at ")
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("host", "squares"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_a_terminal_shows_the_address_that_others_type_as_a_code(host: str, squares: bool) -> None:
    import pty

    terminal, inner = pty.openpty()
    command = [sys.executable, "-m", "kiebitz", "serve", "--port", "0", "--host", host]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    with (
        Started(command, stdout=inner, stderr=subprocess.PIPE, env=environment) as server,
        os.fdopen(terminal, "rb") as shown,
    ):
        os.close(inner)
        address = shown.readline().decode().strip()
        assert httpx.get(
            f"http://127.0.0.1:{address.rstrip('/').rpartition(':')[2]}/api/health", timeout=PATIENCE
        ).is_success
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=20) == 0
        rest = []
        with suppress(OSError):  # the program has ended
            for line in shown:
                rest.append(line)  # noqa: PERF402  keeps the lines before an error
    assert b"".join(rest).decode().replace("\r\n", "\n") == (serve._square(address) if squares else "")


def test_a_code_is_made_of_half_squares_and_needs_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "utf-8"))
    lines = serve._square("http://192.168.178.34:8617/").splitlines()
    inner = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in lines]
    assert set("".join(inner)) == set(" █▀▄")
    assert {len(line) for line in inner} == {25 + 2 * 4}  # version 2, with a margin of four
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "ascii"))
    assert serve._square("http://192.168.178.34:8617/") == ""
    monkeypatch.setitem(sys.modules, "segno", None)
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "utf-8"))
    assert serve._square("http://192.168.178.34:8617/") == ""


@pytest.mark.parametrize("address", list(serve._ALL))
def test_the_address_of_a_server_for_everybody_can_be_typed(address: str) -> None:
    shown = serve._outward(address)
    assert shown.strip("[]") != address
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as own:
        try:
            own.bind((shown.strip("[]"), 0))  # an address of this machine
        except OSError:
            assert shown == "[::1]"  # without IPv6


def test_a_name_is_no_pattern(kiebitz: Kiebitz) -> None:
    ran = kiebitz("serve", "--port", "0", "--name", "*.example")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "kiebitz: name '*.example' is no host name; expected one such as cards.example\n"


@pytest.mark.parametrize("missing", ["starlette.routing", "uvicorn", "httptools", "msgspec"])
def test_missing_extras(missing: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; from kiebitz.cli import main; sys.exit(main(['serve']))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert (
        ran.stderr
        == "kiebitz: the server needs starlette, uvicorn, httptools and msgspec: pip install 'kiebitz[web]'\n"
    )


def test_names_it_answers_to() -> None:
    with started("--name", "cards.example") as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        for host, status in (("cards.example", 200), ("localhost", 200), ("other.example", 421)):
            assert httpx.get(f"{address}api/health", headers={"Host": host}, timeout=PATIENCE).status_code == status
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=20)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_answers_are_sent_at_once(host: str) -> None:
    with serve._bound_socket(host, 0) as place:
        assert place.proto == socket.IPPROTO_TCP  # lets asyncio disable Nagle's delay
