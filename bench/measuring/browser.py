"""Rows about the page in Chromium: latency of the light, cost of a first visit, speed of the page's kernel.

Needs playwright and a Chromium on the path.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from kiebitz import deal, solve
from kiebitz.kernel.host import call
from kiebitz.patience.encoding import encode_game, encode_position, encode_rules
from kiebitz.patience.games import games
from kiebitz.patience.referee import legal_moves, unchecked
from kiebitz.patience.rule_options import HomeMoves
from kiebitz.patience.session import Session
from kiebitz.web.site import FOLDER
from measuring.play import light_row
from measuring.rows import Row, _kiebitz, _say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.patience import Position
    from measuring.rows import Sizes

_MOVES = 40
_BYTES, _SECONDS, _TASK = 350_000, 0.7, 0.05
_JUDGED_SECONDS, _FRAMES = 0.4, 59
_END_SECONDS = 1.5
_VISITS = 9
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
_ARGUMENTS += ["--disable-component-update", "--disable-sync"]
#: Types a move and returns the milliseconds from its last key to the light, and the light.
_MOVE = """
(word) => new Promise((done) => {
  const lamp = document.getElementById("light");
  let asked = false;
  let start;
  const observer = new MutationObserver(() => {
    const busy = lamp.hasAttribute("aria-busy");
    asked ||= busy;
    if (asked && !busy && lamp.dataset.light !== "asking") {
      observer.disconnect();
      requestAnimationFrame(() => done([performance.now() - start, lamp.dataset.light]));
    }
  });
  observer.observe(lamp, { attributes: true });
  for (const key of word) {
    start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
  setTimeout(() => done(null), 20000);
})
"""


#: Records a page's largest paint, unexpected layout shifts, and tasks of 50 ms and more.
_OBSERVED = """
self.observed = { paint: 0, shift: 0, task: 0 };
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe("largest-contentful-paint", ({ startTime }) => (observed.paint = startTime));
observe("layout-shift", ({ value, hadRecentInput }) => (observed.shift += hadRecentInput ? 0 : value));
observe("longtask", ({ duration }) => (observed.task = Math.max(observed.task, duration)));
"""
_BUTTON = """<!doctype html><html lang="en"><meta charset="utf-8"><title>One button</title>
<link rel="icon" href="data:,">
<script type="module" src="main.js"></script><p class="card">A card.</p><button type="button">Menu</button></html>
"""
#: Starts in Analyse, counts frames, and records when the worker has judged all moves.
_ANALYSING = """
localStorage["kiebitz.mode"] = "analyse";
self.frames = 0;
const count = () => requestAnimationFrame(count, frames++);
count();
const { postMessage } = Worker.prototype;
const heard = new WeakSet();
Worker.prototype.postMessage = function (message, ...others) {
  if (message.question === "moves") self.judging = message.id;
  if (!heard.has(this)) {
    heard.add(this);
    this.addEventListener("message", ({ data }) => {
      if (data.id === self.judging && "answer" in data) self.judged?.(performance.now());
    });
  }
  return postMessage.call(this, message, ...others);
};
"""
#: Types a move and returns the milliseconds from its last key until all moves after it are judged; waits until the next
#: move is due.
_JUDGE = f"""
(word) => new Promise((done) => {{
  let start;
  self.judged = (now) => {{
    self.judged = null;
    setTimeout(done, {1e3 * _JUDGED_SECONDS:.0f} - (now - start), now - start);
  }};
  for (const key of word) {{
    start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
  }}
  setTimeout(() => done(null), 20000);
}})
"""


#: Types the last move and returns the milliseconds from its last key until the end box is there and at rest.
_END = """
(word) => new Promise((done) => {
  const box = document.getElementById("won");
  let start;
  const observer = new MutationObserver(async () => {
    if (box.hidden) return;
    observer.disconnect();
    await Promise.all(box.getAnimations().map(({ finished }) => finished));
    requestAnimationFrame(() => done(performance.now() - start));
  });
  observer.observe(box, { attributes: true });
  for (const key of word) {
    start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
  setTimeout(() => done(null), 20000);
})
"""


_FIRST_DEAL, _STATES, _MEMORY = 2_000_001, 20_000, 192 << 20
_SPEED, _MODULE, _PART = 0.7, 220_000, 500
#: The index in an answer from which on it differs between machines: memory, then seconds.
_MEMORY_AT = {"solve": 5, "answer": 7}
_KERNEL = """
  const { Kernel } = await import("/app/kernel.js");
  const bytes = await (await fetch("/kernel.wasm")).arrayBuffer();
  const kernel = new Kernel(await WebAssembly.compile(bytes));
  const plain = (value) =>
    value instanceof Uint8Array ? Array.from(value) : Array.isArray(value) ? value.map(plain) : value;
  const answer = ([name, game, position, ...numbers]) =>
    kernel.call(name, Uint8Array.from(game), Uint8Array.from(position), ...numbers);
"""
_ANSWERS = f"""async (requests) => {{
  {_KERNEL}
  return requests.map((request) => plain(answer(request)).slice(0, {json.dumps(_MEMORY_AT)}[request[0]]));
}}"""
_SECONDS_OF = f"""async (requests) => {{
  {_KERNEL}
  requests.slice(0, 100).forEach(answer); // until the browser has compiled it for good
  const start = performance.now();
  requests.forEach(answer);
  return (performance.now() - start) / 1e3;
}}"""


def light(sizes: Sizes) -> Row:
    """Measure the light after each move of random games typed into the page."""
    count = 10 if sizes.quick else 200
    _say(f"the light in the browser, {count} random games")
    lights: list[tuple[float, str]] = []
    with _server() as site, _chromium() as browser:
        page = browser.new_page()
        page.add_init_script("localStorage['kiebitz.light'] = 'on'")  # off by default
        for number in range(1, count + 1):
            lights += _random_game(page, site, number)
    return light_row(
        f"from a move typed in the browser to the light, {count} random games of FreeCell, {_MOVES} moves",
        lights,
        "undecided",
        "python bench/run.py page-light" + (" --quick" if sizes.quick else ""),
        "from the event of the last key to the frame that shows the light; the page asks its own worker",
    )


def _random_game(page: Any, site: str, number: int) -> Iterator[tuple[float, str]]:
    for word in _random_moves(page, site, number):
        result = page.evaluate(_MOVE, word)
        if result is None:
            raise RuntimeError(f"deal {number}: no light within 20 s after {word}")
        yield result[0] / 1e3, result[1]


def _random_moves(page: Any, site: str, number: int) -> Iterator[str]:
    """Open a deal in the page and yield the moves of a random game, for the caller to type."""
    chance = Random(number)
    session = Session.new("freecell", number)
    page.goto("about:blank")  # changing only the fragment would not reload the page
    page.goto(f"{site}/#{session.link()}")
    page.wait_for_selector(
        "html[data-ready] #light:is([data-light=solved], [data-light=impossible], [data-light=undecided])"
    )
    for _ in range(_MOVES):
        # Two letters name the move; if several counts are possible, the implied one.
        words = sorted({str(move) for move in session.legal_moves if session.parse(str(move)) == move})
        if not words:
            return
        word = chance.choice(words)
        session.play(word)
        if session.is_won:
            return
        yield word


def moves_judged(sizes: Sizes) -> Row:
    """Measure when all moves of a position are judged in Analyse, and the frame rate, over random games."""
    count = 3 if sizes.quick else 25
    _say(f"all moves judged in the browser, {count} random games")
    times: list[float] = []
    frames: list[tuple[int, float]] = []  # count and seconds
    with _server() as site, _chromium() as browser:
        page = browser.new_page()
        page.add_init_script(_ANALYSING)
        for number in range(1, count + 1):
            first = None
            for word in _random_moves(page, site, number):
                first = first or page.evaluate("[frames, performance.now()]")
                milliseconds = page.evaluate(_JUDGE, word)
                if milliseconds is None:
                    raise RuntimeError(f"deal {number}: moves not judged within 20 s after {word}")
                times.append(milliseconds / 1e3)
            if first:
                last = page.evaluate("[frames, performance.now()]")
                frames.append((last[0] - first[0], (last[1] - first[1]) / 1e3))
    p95 = statistics.quantiles(times, n=100)[94]
    rate = sum(drawn for drawn, _ in frames) / sum(seconds for _, seconds in frames)
    return Row(
        f"all moves of a position judged with the moves left, {count} random games of FreeCell in Analyse",
        f"p95 < {1e3 * _JUDGED_SECONDS:.0f} ms, ≥ {_FRAMES} frames a second",
        f"p95 {1e3 * p95:.0f} ms, {rate:.1f} frames a second",
        p95 < _JUDGED_SECONDS and rate >= _FRAMES,
        commands=["python bench/run.py page-judged" + (" --quick" if sizes.quick else "")],
        notes=[
            (
                f"{len(times):,} positions; median {1e3 * statistics.median(times):.0f} ms, "
                f"longest {1e3 * max(times):.0f} ms"
            ),
            "from the event of a move's last key to the worker's answer, the light of the move itself included",
            (
                "frames: callbacks before a picture, from the first move of each game to its last, "
                f"a move every {1e3 * _JUDGED_SECONDS:.0f} ms"
            ),
        ],
        values={"seconds": times, "frames": frames},
    )


def end_of_game(sizes: Sizes) -> Row:
    """Measure the time from the last move of a won game to the box at its end."""
    count = 5 if sizes.quick else 100
    _say(f"the end box in the browser, {count} games")
    times: list[tuple[float, int]] = []  # seconds, and the cards that go home by themselves
    with _server() as site, _chromium() as browser:
        page = browser.new_page()
        for number in range(1, count + 1):
            session = Session.new("freecell", number)
            for move in solve(session.position).moves:
                session.push(move)
            turn = session.history[-1]
            session.undo()
            page.goto("about:blank")  # changing only the fragment would not reload the page
            page.goto(f"{site}/#{session.link()}")
            page.wait_for_selector("html[data-ready]", state="attached")
            milliseconds = page.evaluate(_END, str(turn.move).partition("v")[0])
            if milliseconds is None:
                raise RuntimeError(f"deal {number}: no box within 20 s")
            times.append((milliseconds / 1e3, len(turn.automatic)))
    seconds = [time for time, _ in times]
    p95 = statistics.quantiles(seconds, n=100)[94]
    longest, cards = max(times)
    return Row(
        f"from the last move of a game typed in the browser to the box at its end, {count} games of FreeCell",
        f"p95 ≤ {_END_SECONDS} s",
        f"p95 {p95:.2f} s, median {statistics.median(seconds):.2f} s",
        p95 <= _END_SECONDS,
        commands=["python bench/run.py page-end" + (" --quick" if sizes.quick else "")],
        notes=[
            f"longest {longest:.2f} s; in it, {cards} cards went home by themselves",
            "from the event of the last key to the first frame with the whole box, the cards' ways home included",
        ],
        values={"seconds": seconds, "automatic": [automatic for _, automatic in times]},
    )


def kernel_row(sizes: Sizes) -> Row:
    """Compare the page's kernel with Python's: equal answers to positions of all games, and speed."""
    each, deals = (3, 200) if sizes.quick else (10_000 // len(games()) + 1, 2_000)
    positions = [position for name in games() for position in _positions(name, each)]
    timed = [deal(_FIRST_DEAL + number) for number in range(deals)]
    _say(f"the page's kernel: {len(positions)} positions, {deals} deals")
    requests = [_request(position) for position in positions]
    expected = [_native(request) for request in requests]
    with _server() as site, _chromium() as browser:
        page = browser.new_page()
        page.goto(f"{site}/icon.svg")
        answers = [
            answer
            for at in range(0, len(requests), _PART)
            for answer in page.evaluate(_ANSWERS, requests[at : at + _PART])
        ]
        timed_requests = [_request(position) for position in timed]
        page_seconds, own_seconds = [], []
        for _ in range(sizes.rounds):
            page_seconds.append(page.evaluate(_SECONDS_OF, timed_requests))
            start = process_time()
            for request in timed_requests:
                _native(request)
            own_seconds.append(process_time() - start)
    differing = sum(
        expected_answer != answer_of_page for expected_answer, answer_of_page in zip(expected, answers, strict=True)
    )
    module = (FOLDER / "kernel.wasm").read_bytes()
    packed = len(gzip.compress(module, 9))
    ratio = min(own_seconds) / min(page_seconds)
    return Row(
        "the kernel of the page, in Chromium, against that of Python",
        f"equal answers, {_SPEED:.1f} of its speed, < 220 KB compressed",
        f"{differing} of {len(positions)} answers differ; {1e6 * min(page_seconds) / deals:.0f} and "
        f"{1e6 * min(own_seconds) / deals:.0f} µs a deal; {packed / 1e3:.0f} KB",
        not differing and ratio >= _SPEED and packed < _MODULE,
        f"{ratio:.2f}",
        commands=["python bench/run.py page-kernel" + (" --quick" if sizes.quick else "")],
        notes=[
            (
                f"positions of random games of all {len(games())} games, at most {_STATES} states each; answers are "
                "compared but for memory and time, every move of the line among them"
            ),
            (
                f"Microsoft's deals from {_FIRST_DEAL:,} on, in Chromium by the clock and in Python by the processor's "
                f"time; the best of {sizes.rounds} rounds each"
            ),
        ],
        values={"seconds in Chromium": page_seconds, "seconds in Python": own_seconds},
    )


def _positions(name: str, count: int) -> list[Position]:
    chance = Random(name)
    samples: list[Position] = []
    while len(samples) < count:
        position = deal(chance.randint(_FIRST_DEAL, 3_000_000), name)
        for _ in range(chance.randint(0, 60)):
            moves = list(legal_moves(position))
            if not moves:
                break
            position = unchecked(position, moves[int(len(moves) * chance.random() ** 2)])
        samples.append(position)
    return samples


def _request(position: Position) -> list[Any]:
    """Return name and arguments of the kernel function that answers for a position: its line, or its best score."""
    rules, board = position.rules, list(encode_position(position))
    if rules.home_moves is HomeMoves.FORCED:
        return ["answer", list(encode_game(rules)), board, 0, _STATES, 0, _MEMORY, 0]
    return ["solve", list(encode_rules(rules)), board, 0, _STATES, 0, _MEMORY, 0]


def _native(request: list[Any]) -> list[Any]:
    name, game, board, *numbers = request
    answer = [
        list(value) if isinstance(value, bytes) else value for value in call(name, bytes(game), bytes(board), *numbers)
    ]
    return answer[: _MEMORY_AT[name]]


def first_visit(sizes: Sizes) -> Row:
    """Measure a new visitor's first visit: bytes transferred, time to the first click, and layout stability."""
    visits = 3 if sizes.quick else _VISITS
    _say(f"{visits} first visits, by turns with a page of one button")
    visits_here: list[_Visit] = []
    button_visits: list[_Visit] = []
    with _server() as site, _button_page() as button, _chromium() as browser:
        for _ in range(visits):
            button_visits.append(_visit(browser, button))
            visits_here.append(_visit(browser, site))
    ready, floor = ([visit.seconds for visit in visit_group] for visit_group in (visits_here, button_visits))
    fetched = max(visit.size for visit in visits_here)
    paint, task = (statistics.median(visit.observed[name] for visit in visits_here) / 1e3 for name in ("paint", "task"))
    shift = max(visit.observed["shift"] for visit in visits_here)
    calm = paint < _SECONDS and task <= _TASK and not shift
    return Row(
        "a first visit of the page",
        f"< 350 KB compressed; click taken, largest paint < {_SECONDS} s; no shift, no task above 50 ms",
        f"{fetched / 1e3:.0f} KB; a click taken after {statistics.median(ready):.2f} s "
        f"({min(ready):.2f}-{max(ready):.2f}), of a page of one button after {statistics.median(floor):.2f} s; "
        f"largest paint {paint:.2f} s; shift {shift:.3f}; "
        + (f"longest task {1e3 * task:.0f} ms" if task else "no task of 50 ms"),
        fetched < _BYTES and statistics.median(ready) < _SECONDS and calm,
        f"{statistics.median(page / button for page, button in zip(ready, floor, strict=True)):.2f}",
        commands=["python bench/run.py page" + (" --quick" if sizes.quick else "")],
        notes=[
            "from the call of the page to the menu that a click has opened, playwright's way there and back included",
            "paint, shift and tasks as the browser observes them; medians of the visits, and the largest shift",
            (
                "the page of one button, one small module and no style comes from Python's own server, by turns: what "
                "machine, browser and playwright take; the ratio is the median of the rounds'"
            ),
        ],
        values={
            "seconds": ready,
            "bytes": [visit.size for visit in visits_here],
            "observed": [visit.observed for visit in visits_here],
            "seconds of one button": floor,
            "observed of one button": [visit.observed for visit in button_visits],
        },
    )


@dataclass
class _Visit:
    seconds: float
    size: int
    observed: dict[str, float]


def _visit(browser: Any, address: str) -> _Visit:
    """Visit a page without cache and click its button "Menu" as soon as it exists."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(_OBSERVED)
    protocol = context.new_cdp_session(page)
    protocol.send("Network.enable")
    sizes: list[int] = []
    protocol.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    start = perf_counter()
    page.goto(address)
    page.wait_for_selector("html[data-ready] .card")
    page.get_by_role("button", name="Menu").click()
    seconds = perf_counter() - start
    page.wait_for_load_state("networkidle")
    visit = _Visit(seconds, sum(sizes), page.evaluate("observed"))
    context.close()
    return visit


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Log nothing."""


@contextmanager
def _button_page() -> Iterator[str]:
    """Serve a page with one button and one small module that signals when it has loaded."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "index.html").write_text(_BUTTON, encoding="utf-8")
        (Path(folder) / "main.js").write_text('document.documentElement.dataset.ready = "";\n', encoding="utf-8")
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=folder)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            try:
                yield f"http://127.0.0.1:{server.server_port}"
            finally:
                server.shutdown()


@contextmanager
def _server() -> Iterator[str]:
    with subprocess.Popen([*_kiebitz(), "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().strip().rstrip("/") if server.stdout else ""
        finally:
            server.terminate()


@contextmanager
def _chromium() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise RuntimeError("playwright is not installed") from None
    program = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if program is None:
        raise RuntimeError("no Chromium on the PATH")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {
    "page": first_visit,
    "page-light": light,
    "page-judged": moves_judged,
    "page-end": end_of_game,
    "page-kernel": kernel_row,
}
