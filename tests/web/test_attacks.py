"""Attacks on a real server: the server's work between another client's request for a light and the answer.

Only the server's CPU time counts, so that other load on the machine makes no difference; the benchmarks' row
`web-attack` measures latency. No request leaves this machine.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from processes import Started, work_of
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs many addresses of its own, and /proc")

ATTACKER = Path(__file__).parents[2] / "bench" / "web_attacker.py"
SECONDS = 3
_LIGHT = {"link": "game=freecell&deal=617"}


@pytest.fixture
def server() -> Iterator[tuple[int, str]]:
    """Yield the process and address of a server."""
    command = [sys.executable, "-m", "kiebitz", "serve", "--port", "0"]
    with Started(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().strip().rstrip("/")
        process.terminate()


def size_of(process: int) -> int:
    """Return the resident bytes of a process."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1]) * 4096


@pytest.mark.parametrize(
    ("kind", "connections", "addresses"),
    [
        ("chunks", 10, 1),
        ("pipeline", 10, 1),
        pytest.param("chunks", 300, 30, marks=pytest.mark.long),
        pytest.param("heads", 900, 100, marks=pytest.mark.long),
        pytest.param("bodies", 900, 100, marks=pytest.mark.long),
        pytest.param("readers", 300, 30, marks=pytest.mark.long),
        pytest.param("connections", 2000, 100, marks=pytest.mark.long),
        pytest.param("searches", 30, 1, marks=pytest.mark.long),
    ],
)
def test_others_get_their_light(server: tuple[int, str], kind: str, connections: int, addresses: int) -> None:
    process, url = server
    httpx.post(f"{url}/api/light", json=_LIGHT, timeout=PATIENCE)
    command = [sys.executable, str(ATTACKER), "127.0.0.1", url.rpartition(":")[2], kind, "--seconds", str(SECONDS)]
    command += ["--connections", str(connections), "--addresses", str(addresses)]
    works = []
    with Started(command, stdout=subprocess.PIPE, text=True) as attacker:
        while attacker.poll() is None:
            before = work_of(process)
            assert httpx.post(f"{url}/api/light", json=_LIGHT, timeout=30).status_code == 200
            works.append(work_of(process) - before)
            time.sleep(0.02)
        assert attacker.stdout is not None
        answers = json.loads(attacker.stdout.read())
    assert statistics.median(works) < 0.5  # the work of one light may include a slice of a search that runs beside it
    assert size_of(process) < 150_000_000
    expected = {"chunks": {"HTTP/1.1 411 Length Required"}, "pipeline": {"HTTP/1.1 200 OK"}}
    if kind != "searches":  # most are refused
        assert answers.keys() == expected.get(kind, set())
