"""The rows about the server under load and under attack: latency and memory.

`web_worker.py` plays and `web_attacker.py` attacks, in separate processes.
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
_INTERVAL = 0.05
_MAX_WAITING = 200  # waiting lights, at most
_DEALS = 2_000_000  # numbers that nothing was tuned on
_SERVE = [*_kiebitz(), "serve", "--port", "0"]


def load(sizes: Sizes) -> Row:
    """Measure 200 players at once: the server in one process, all players in another."""
    seconds = 20 if sizes.quick else 600
    _say(f"{_PLAYERS} players for {seconds} s")
    with _server() as (process, port):
        players = [sys.executable, _WORKER, "127.0.0.1", port, "--players", str(_PLAYERS), "--pause", str(_PAUSE)]
        players += ["--seconds", str(seconds)]
        with _Watch(process.pid) as watch:
            process_result = processes.run(players)
    answer = json.loads(process_result.output)
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
            f"the players took {process_result.cpu:.0f} CPU s of the same cores",
            "memory: medians of the resident size; flat: the second half's less than a tenth above the first's",
            f"most, during hard searches: {max(watch.sizes) / _MB:.0f} MB; at the end: {watch.sizes[-1] / _MB:.0f} MB",
            *(["memory is not held against quick sizes"] if sizes.quick else []),
            *answer["errors"][:3],
        ],
        values={"memory": watch.sizes, "errors": answer["errors"], "move": answer["move"], "light": answer["light"]},
    )


@dataclass(frozen=True, slots=True)
class _Attack:
    """A kind of attack, its connections and addresses, against the server or the nginx in front of it."""

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
    """Measure another client's light while a server is attacked, all in separate processes."""
    seconds = 5 if sizes.quick else 30
    waits: dict[str, list[float]] = {}
    works: dict[str, list[float]] = {}
    refused: list[str] = []
    for attack_case in _ATTACKS:
        _say(f"{attack_case} for {seconds} s")
        with ExitStack() as stack:
            options = ["--proxy", "--name", nginx.NAME] if attack_case.proxied else []
            server, port = stack.enter_context(_server(options))
            host = nginx.NAME if attack_case.proxied else "localhost"
            if attack_case.proxied:
                port = stack.enter_context(_proxied(port))
            command = _attackers(attack_case, port, host, seconds)
            attackers = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            samples = _lights(int(port), host, attackers, server.pid, refused)
        waits[str(attack_case)], works[str(attack_case)] = ([pair[of] for pair in samples] for of in (0, 1))
    slowest, worst = max((_percentile(samples, 0.99), name) for name, samples in waits.items())
    return Row(
        f"light of another client under each of {len(_ATTACKS)} attacks, {seconds} s each",
        "p99 < 500 ms under each, none refused",
        f"worst p99 {slowest * 1e3:.0f} ms ({worst}); {len(refused)} refused",
        slowest < _BAR and not refused,
        commands=[processes.shown(_SERVE), processes.shown(_attackers(_ATTACKS[0], "PORT", "localhost", seconds))],
        notes=[*_table(waits, works), *refused[:3]],
        values={"waits": waits, "works": works, "refused": refused},
    )


def _attackers(attack_case: _Attack, port: str, host: str, seconds: float) -> list[str]:
    command = [
        sys.executable,
        _ATTACKER,
        "127.0.0.1",
        port,
        attack_case.kind,
        "--connections",
        str(attack_case.connections),
    ]
    return [*command, "--addresses", str(attack_case.addresses), "--seconds", str(seconds), "--host", host]


def _table(waits: Mapping[str, Sequence[float]], works: Mapping[str, Sequence[float]]) -> list[str]:
    """Return a table of milliseconds for each attack: latency, and the server's CPU time meanwhile."""
    width = max(map(len, waits))
    heads = ("lights", "p50", "p99", "most", "work p99")
    lines = [f"{'ms; connections from addresses':{width}} {' '.join(f'{head:>8}' for head in heads)}"]
    for name, waits_of_attack in waits.items():
        figures = [*(_percentile(waits_of_attack, share) for share in (0.5, 0.99, 1.0)), _percentile(works[name], 0.99)]
        lines.append(
            f"{name:{width}} {len(waits_of_attack):8,} {' '.join(f'{figure * 1e3:8.1f}' for figure in figures)}"
        )
    return lines


def _lights(
    port: int, host: str, attackers: subprocess.Popen[bytes], server: int, refused: list[str]
) -> list[tuple[float, float]]:
    """Return the latency of each light, on a connection of its own, and the server's CPU seconds meanwhile.

    Requests continue until the attackers end, one every 50 ms without waiting for the previous answer: if the server
    hangs for a second, twenty requests wait, not one.
    """

    def ask(deal: int) -> tuple[float, float]:
        start_time, cpu_before = perf_counter(), processes.work_of(server)
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
        return perf_counter() - start_time, processes.work_of(server) - cpu_before

    start = perf_counter()
    with ThreadPoolExecutor(_MAX_WAITING) as pool:
        futures: list[Future[tuple[float, float]]] = []
        while attackers.poll() is None:
            futures.append(pool.submit(ask, _DEALS + len(futures)))
            sleep(max(0.0, start + _INTERVAL * len(futures) - perf_counter()))
        return [future.result() for future in futures]


@contextmanager
def _proxied(port: str) -> Iterator[str]:
    """Yield the port of an nginx in front of the server at another port."""
    with TemporaryDirectory() as folder:
        proxy_port = nginx.free_port()
        with subprocess.Popen(nginx.command(Path(folder), proxy_port, f"http://127.0.0.1:{port}")) as process:
            try:
                nginx.until_open(proxy_port)
                yield str(proxy_port)
            finally:
                process.terminate()
                process.wait(30)


@contextmanager
def _server(options: Sequence[str] = ()) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a server and its port."""
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
    figures_text = ", ".join(f"{word} {figure * 1e3:.1f} ms" for word, figure in zip(words, figures, strict=True))
    return f"{what}: {figures_text}; {len(seconds):,} of them"


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class _Watch:
    """Samples the size of a process during its block."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.sizes: list[int] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        start = monotonic()
        while not self._stopped.wait(max(0.0, start + _SAMPLE_SECONDS * (len(self.sizes) + 1) - monotonic())):
            process = subprocess.run(
                ["ps", "-o", "rss=", "-p", str(self._pid)], capture_output=True, text=True, check=False
            )
            if not process.stdout.strip():
                return
            self.sizes.append(int(process.stdout) * 1024)


ROWS: dict[str, Callable[[Sizes], Row]] = {"web-load": load, "web-attack": attack}
