"""The rows on the server: many players, or clients that mean harm; how long people wait, how much memory it takes.

A row measures and judges itself; the players are in `web_worker.py`, the attackers in `web_attacker.py`, processes of
their own.
"""

from __future__ import annotations

import http.client
import json
import signal
import statistics
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep
from typing import TYPE_CHECKING, Self

from measuring import nginx, processes
from measuring.rows import Row, _kiebitz, _say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from measuring.rows import Sizes

_WORKER = str(Path(__file__).parents[1] / "web_worker.py")
_ATTACKER = str(Path(__file__).parents[1] / "web_attacker.py")
_MB = 1_000_000
_PLAYERS, _PAUSE = 200, 5
_BAR = 0.5
_SAMPLE_SECONDS = 1.0
_FLAT = 1.1
_ASKING = 0.05
_AT_ONCE = 200  # lights that wait, at most
_DEALS = 2_000_000  # that nothing was tuned on
_SERVE = [*_kiebitz(), "serve", "--port", "0"]


def load(sizes: Sizes) -> Row:
    """200 players at once: the server in one process, all of them in another."""
    seconds = 20 if sizes.quick else 600
    _say(f"{_PLAYERS} players for {seconds} s")
    with _server() as (process, port):
        players = [sys.executable, _WORKER, "127.0.0.1", port, "--players", str(_PLAYERS), "--pause", str(_PAUSE)]
        players += ["--seconds", str(seconds)]
        with _Watch(process.pid) as watch:
            done = processes.run(players)
    answer = json.loads(done.output)
    both = answer["move"] + answer["light"]
    if not both:
        raise RuntimeError(f"no answer at all: {answer['errors'][:1]}")
    slowest = _percentile(both, 0.99)
    half = len(watch.sizes) // 2
    growth = statistics.median(watch.sizes[half:]) / statistics.median(watch.sizes[:half])
    flat = sizes.quick or growth < _FLAT
    return Row(
        f"{_PLAYERS} players at once, each a move and a light every {_PAUSE} s, for {seconds} s",
        "p99 < 500 ms, no error, memory flat",
        f"p99 {slowest * 1e3:.0f} ms; {len(answer['errors'])} errors; {statistics.median(watch.sizes) / _MB:.0f} MB, "
        f"second half / first {growth:.2f}",
        slowest < _BAR and not answer["errors"] and flat,
        commands=[processes.shown(_SERVE), processes.shown([*players[:3], "PORT", *players[4:]])],
        notes=[
            *(_latencies(what, answer[what]) for what in ("move", "light")),
            "lights: " + ", ".join(f"{light} {count:,}" for light, count in answer["lights"].items()),
            f"from sending a request to the last byte of its answer; {len(both) / seconds:.0f} requests a second",
            f"the players took {done.cpu:.0f} CPU s of the same cores",
            "memory: medians of the resident size; flat: the second half's less than a tenth above the first's",
            f"most, during hard searches: {max(watch.sizes) / _MB:.0f} MB; at the end: {watch.sizes[-1] / _MB:.0f} MB",
            *(["memory is not held against quick sizes"] if sizes.quick else []),
            *answer["errors"][:3],
        ],
        values={"memory": watch.sizes, "errors": answer["errors"], "move": answer["move"], "light": answer["light"]},
    )


@dataclass(frozen=True, slots=True)
class _Attack:
    """What attackers do, on how many connections, from how many addresses, at the server or at the nginx before it."""

    kind: str
    connections: int
    addresses: int
    proxied: bool = False

    def __str__(self) -> str:
        where = " behind nginx" if self.proxied else ""
        return f"{self.kind}, {self.connections} from {self.addresses}{where}"


_ATTACKS = (
    _Attack("chunks", 10, 1),
    _Attack("chunks", 300, 30),
    _Attack("pipeline", 300, 30),
    _Attack("connections", 4000, 100),
    _Attack("storm", 100, 30),
    _Attack("heads", 900, 100),
    _Attack("bodies", 900, 100),
    _Attack("readers", 900, 100),
    _Attack("texts", 30, 1),
    _Attack("texts", 300, 30),
    _Attack("variations", 30, 1),
    _Attack("lights", 30, 1),
    _Attack("searches", 30, 1),
    _Attack("chunks", 300, 30, proxied=True),
    _Attack("connections", 4000, 100, proxied=True),
    _Attack("heads", 900, 100, proxied=True),
    _Attack("bodies", 900, 100, proxied=True),
    _Attack("readers", 900, 100, proxied=True),
)


def attack(sizes: Sizes) -> Row:
    """Another client's light while a server is attacked; all of them in processes of their own."""
    seconds = 5 if sizes.quick else 30
    waits: dict[str, list[float]] = {}
    works: dict[str, list[float]] = {}
    refused: list[str] = []
    for one in _ATTACKS:
        _say(f"{one} for {seconds} s")
        with ExitStack() as stack:
            options = ["--proxy", "--name", nginx.NAME] if one.proxied else []
            server, port = stack.enter_context(_server(options))
            host = nginx.NAME if one.proxied else "localhost"
            if one.proxied:
                port = stack.enter_context(_proxied(port))
            command = _attackers(one, port, host, seconds)
            attackers = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            found = _lights(int(port), host, attackers, server.pid, refused)
        waits[str(one)], works[str(one)] = ([pair[of] for pair in found] for of in (0, 1))
    slowest, worst = max((_percentile(found, 0.99), name) for name, found in waits.items())
    return Row(
        f"light of another client under each of {len(_ATTACKS)} attacks, {seconds} s each",
        "p99 < 500 ms under each, none refused",
        f"worst p99 {slowest * 1e3:.0f} ms ({worst}); {len(refused)} refused",
        slowest < _BAR and not refused,
        commands=[processes.shown(_SERVE), processes.shown(_attackers(_ATTACKS[0], "PORT", "localhost", seconds))],
        notes=[*_table(waits, works), *refused[:3]],
        values={"waits": waits, "works": works, "refused": refused},
    )


def _attackers(one: _Attack, port: str, host: str, seconds: float) -> list[str]:
    command = [sys.executable, _ATTACKER, "127.0.0.1", port, one.kind, "--connections", str(one.connections)]
    return [*command, "--addresses", str(one.addresses), "--seconds", str(seconds), "--host", host]


def _table(waits: Mapping[str, Sequence[float]], works: Mapping[str, Sequence[float]]) -> list[str]:
    """Return lines with milliseconds for each attack: of the wait, and of the server's own work meanwhile."""
    width = max(map(len, waits))
    heads = ("lights", "p50", "p99", "most", "work p99")
    lines = [f"{'ms; connections from addresses':{width}} {' '.join(f'{head:>8}' for head in heads)}"]
    for name, found in waits.items():
        figures = [*(_percentile(found, share) for share in (0.5, 0.99, 1.0)), _percentile(works[name], 0.99)]
        lines.append(f"{name:{width}} {len(found):8,} {' '.join(f'{figure * 1e3:8.1f}' for figure in figures)}")
    return lines


def _lights(
    port: int, host: str, attackers: subprocess.Popen[bytes], server: int, refused: list[str]
) -> list[tuple[float, float]]:
    """Return how long each light took, by a connection of its own, and the CPU seconds of the server meanwhile.

    They go on as long as the attackers are there. One is asked for every 50 ms, whether the one before is there or not:
    where the server stands still for a second twenty wait, not one.
    """

    def ask(deal: int) -> tuple[float, float]:
        begun, before = perf_counter(), processes.work_of(server)
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=("127.0.0.2", 0))
        body = json.dumps({"link": f"game=freecell&deal={deal}"})
        try:
            client.request("POST", "/api/light", body, {"Content-Type": "application/json", "Host": host})
            answer = client.getresponse()
            answer.read()
            if answer.status != http.HTTPStatus.OK:
                refused.append(f"a light was answered with {answer.status}")
        except (OSError, http.client.HTTPException) as error:
            refused.append(f"a light was not answered: {type(error).__name__}")
        client.close()
        return perf_counter() - begun, processes.work_of(server) - before

    start = perf_counter()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked: list[Future[tuple[float, float]]] = []
        while attackers.poll() is None:
            asked.append(pool.submit(ask, _DEALS + len(asked)))
            sleep(max(0.0, start + _ASKING * len(asked) - perf_counter()))
        return [one.result() for one in asked]


@contextmanager
def _proxied(port: str) -> Iterator[str]:
    """Give the port of an nginx before the server at another port."""
    with TemporaryDirectory() as folder:
        own = nginx.free_port()
        with subprocess.Popen(nginx.command(Path(folder), own, f"http://127.0.0.1:{port}")) as process:
            try:
                nginx.until_open(own)
                yield str(own)
            finally:
                process.terminate()
                process.wait(30)


@contextmanager
def _server(options: Sequence[str] = ()) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a server, and its port."""
    with subprocess.Popen([*_SERVE, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().strip() if process.stdout else ""
            yield process, address.rstrip("/").rpartition(":")[2]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def _latencies(what: str, seconds: Sequence[float]) -> str:
    figures = [statistics.median(seconds), *(_percentile(seconds, share) for share in (0.95, 0.99, 1.0))]
    words = ("median", "p95", "p99", "most")
    told = ", ".join(f"{word} {figure * 1e3:.1f} ms" for word, figure in zip(words, figures, strict=True))
    return f"{what}: {told}; {len(seconds):,} of them"


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class _Watch:
    """Takes down the size of a process while its block lasts."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.sizes: list[int] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        begun = monotonic()
        while not self._over.wait(max(0.0, begun + _SAMPLE_SECONDS * (len(self.sizes) + 1) - monotonic())):
            ran = subprocess.run(
                ["ps", "-o", "rss=", "-p", str(self._pid)], capture_output=True, text=True, check=False
            )
            if not ran.stdout.strip():
                return
            self.sizes.append(int(ran.stdout) * 1024)


ROWS: dict[str, Callable[[Sizes], Row]] = {"web-load": load, "web-attack": attack}
