"""The rows on the page in a real Chromium: how soon the light answers a move, and what a first visit costs.

A row measures and judges itself; playwright and a Chromium on the path are needed.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kiebitz.patience.session import Session
from measuring.play import light_row
from measuring.rows import Row, _kiebitz, _say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from measuring.rows import Sizes

_MOVES = 40
_BYTES, _SECONDS = 300_000, 1.0
_VISITS = 9
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
_ARGUMENTS += ["--disable-component-update", "--disable-sync"]
#: Types a move and returns the milliseconds from its last key to the light, and what the light then says.
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


def light(sizes: Sizes) -> Row:
    """Random games typed into the page, the light awaited after each move."""
    games = 10 if sizes.quick else 200
    _say(f"the light in the browser, {games} random games")
    lights: list[tuple[float, str]] = []
    with _server() as site, _chromium() as browser:
        page = browser.new_page()
        for number in range(1, games + 1):
            lights += _random_game(page, site, number)
    return light_row(
        f"from a move typed in the browser to the light, {games} random games of FreeCell, {_MOVES} moves",
        lights,
        "undecided",
        "python bench/run.py page-light" + (" --quick" if sizes.quick else ""),
        "from the event of the last key to the frame that shows the light; server and browser on the same cores",
    )


def _random_game(page: Any, site: str, number: int) -> Iterator[tuple[float, str]]:
    chance = Random(number)
    session = Session.new("freecell", number)
    page.goto("about:blank")  # a change of the fragment alone would not load the page anew
    page.goto(f"{site}/#{session.link()}")
    page.wait_for_selector(
        "html[data-ready] #light:is([data-light=solved], [data-light=impossible], [data-light=undecided])"
    )
    for _ in range(_MOVES):
        # Two letters name the move; where several counts are possible, the usual one.
        words = sorted({str(move) for move in session.legal_moves if session.parse(str(move)) == move})
        if not words:
            return
        word = chance.choice(words)
        session.play(word)
        if session.is_won:
            return
        found = page.evaluate(_MOVE, word)
        if found is None:
            raise RuntimeError(f"deal {number}: no light within 20 s after {word}")
        yield found[0] / 1e3, found[1]


def first_visit(sizes: Sizes) -> Row:
    """The page of the games as a new visitor gets it: bytes over the wire, and the time until it takes clicks."""
    visits = 3 if sizes.quick else _VISITS
    _say(f"{visits} first visits")
    ready: list[float] = []
    fetched: list[int] = []
    with _server() as site, _chromium() as browser:
        for _ in range(visits):
            context = browser.new_context()  # with nothing kept
            page = context.new_page()
            protocol = context.new_cdp_session(page)
            protocol.send("Network.enable")
            sizes_of: list[int] = []
            protocol.on("Network.loadingFinished", lambda event, to=sizes_of: to.append(event["encodedDataLength"]))
            start = perf_counter()
            page.goto(site)
            page.wait_for_selector("html[data-ready] .card")
            page.get_by_role("button", name="Menu").click()
            ready.append(perf_counter() - start)
            page.wait_for_load_state("networkidle")
            fetched.append(sum(sizes_of))
            context.close()
    return Row(
        "a first visit of the page",
        "< 300 KB compressed, interactive < 1 s",
        f"{max(fetched) / 1e3:.0f} KB; a click taken after {statistics.median(ready):.2f} s "
        f"({min(ready):.2f}-{max(ready):.2f})",
        max(fetched) < _BYTES and statistics.median(ready) < _SECONDS,
        commands=["python bench/run.py page" + (" --quick" if sizes.quick else "")],
        notes=[
            "from the call of the page to the menu that a click has opened, playwright's way there and back included"
        ],
        values={"seconds": ready, "bytes": fetched},
    )


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
ROWS: dict[str, Callable[[Sizes], Row]] = {"page": first_visit, "page-light": light}
