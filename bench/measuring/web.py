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
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import TYPE_CHECKING, Self

from measuring import processes
from measuring.rows import Row, _kiebitz, _say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from measuring.rows import Sizes

_WORKER = str(Path(__file__).parents[1] / "web_worker.py")
_ATTACKER = str(Path(__file__).parents[1] / "web_attacker.py")
_MB = 1_000_000
_PLAYERS, _PAUSE = 200, 5
_BAR = 0.5
_SAMPLE_SECONDS = 1.0
_FLAT = 1.1
#: What attackers do, on how many connections, from how many addresses.
_ATTACKS = {"chunks": (300, 30), "heads": (900, 100), "bodies": (900, 100)}
_ASKING = 0.05
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


def attack(sizes: Sizes) -> Row:
    """Another client's light while a server is attacked; all of them in processes of their own."""
    seconds = 5 if sizes.quick else 30
    waits: dict[str, list[float]] = {}
    commands = [processes.shown(_SERVE)]
    for kind, (connections, addresses) in _ATTACKS.items():
        _say(f"{kind}: {connections} connections from {addresses} addresses for {seconds} s")
        with _server() as (_, port):
            command = [sys.executable, _ATTACKER, "127.0.0.1", port, kind, "--connections", str(connections)]
            command += ["--addresses", str(addresses), "--seconds", str(seconds)]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as attackers:
                waits[kind] = list(_lights(int(port), attackers))
        commands.append(processes.shown([*command[:3], "PORT", *command[4:]]))
    slowest = {kind: _percentile(found, 0.99) for kind, found in waits.items()}
    return Row(
        f"light of another client under attack, {seconds} s each",
        "p99 < 500 ms under each",
        ", ".join(f"{kind} p99 {found * 1e3:.0f} ms" for kind, found in slowest.items()),
        max(slowest.values()) < _BAR,
        commands=commands,
        notes=[_latencies(kind, found) for kind, found in waits.items()],
        values=dict(waits),
    )


def _lights(port: int, attackers: subprocess.Popen[bytes]) -> Iterator[float]:
    """Yield how long each light takes, by a connection of its own, as long as the attackers are there."""
    deal = _DEALS
    while attackers.poll() is None:
        deal += 1
        begun = perf_counter()
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=("127.0.0.2", 0))
        body = json.dumps({"link": f"game=freecell&deal={deal}"})
        client.request("POST", "/api/light", body, {"Content-Type": "application/json"})
        answer = client.getresponse()
        answer.read()
        client.close()
        if answer.status != 200:
            raise RuntimeError(f"a light was answered with {answer.status}")
        yield perf_counter() - begun
        sleep(_ASKING)


@contextmanager
def _server() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a server, and its port."""
    with subprocess.Popen(_SERVE, stdout=subprocess.PIPE, text=True) as process:
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
