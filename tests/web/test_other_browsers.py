"""The main paths in Firefox and WebKit: deal, tap, drag, keys, undo, Analyse, end and finale, Skat, without network."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz import solve
from kiebitz.cli import main
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from web.drivers import BROWSERS, Driver, free_port, listening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.long

_ENTER, _HOME, _RIGHT = "\ue007", "\ue011", "\ue014"
_YOUR_TURN = "return document.documentElement.dataset.turn === 'you'"
#: Prepended to the scripts of the pages: Firefox and WebKit do not give WebDriver the errors of the console.
_NOTE_ERRORS = """{
    const note = (...said) => { localStorage.complaints = `${localStorage.complaints ?? ""}${said.join(" ")}\\n`; };
    console.error = note;
    addEventListener("error", (event) => note(event.message));
    addEventListener("unhandledrejection", (event) => note(event.reason));
    addEventListener("securitypolicyviolation", (event) => note(event.violatedDirective, event.blockedURI));
}
"""
#: Records the number of cards of the finale when it begins, and of their animations: it may be over before a look.
_WATCH_FINALE = """new MutationObserver(() => {
    const layer = document.querySelector(".falling");
    if (layer) document.body.dataset.finale = [layer.children.length, layer.getAnimations({ subtree: true }).length];
}).observe(document.body, { childList: true, subtree: true });"""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Serve the site, which notes its errors; yield its address and the server."""
    site = folder / "site"
    assert main(["page", str(site)]) == 0
    for name in ("main", "skat", "skat_game"):
        script = site / "app" / f"{name}.js"
        script.write_text(_NOTE_ERRORS + script.read_text("utf-8"), "utf-8")
    port = free_port()
    command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(site), str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            listening(port)
            yield f"http://127.0.0.1:{port}/", server
        finally:
            server.terminate()


def assert_no_errors(browser: Driver) -> None:
    """Fail with the errors of the pages so far, and if errors are not noted."""
    assert browser.run("return localStorage.complaints ?? ''") == ""
    browser.run("document.body.append(Object.assign(new Image(), { src: 'data:,' }))")  # the page's policy forbids it
    browser.wait("return localStorage.complaints?.includes('img-src')")


@pytest.mark.parametrize("name", BROWSERS)
def test_the_main_paths(name: str, tmp_path: Path) -> None:
    before = Session.new("freecell", 617)
    for move in solve(before.position).moves:
        before.push(move)
    last = str(before.undo()).partition("v")[0]
    with BROWSERS[name](tmp_path) as browser, served(tmp_path) as (site, server):
        browser.go(f"{site}skat.html")
        browser.wait("return document.querySelectorAll('.pick').length > 9")
        browser.run("localStorage.setItem('kiebitz.settings', '{\"oneTap\": \"always\"}')")
        browser.go(f"{site}#game=freecell&deal=617")
        browser.text("#count", "Moves 0 ")
        browser.click('[data-card="JD"]')  # goes to its best place
        browser.text("#count", "Moves 1 ")
        browser.click("#undo")
        browser.text("#count", "Moves 0 ")
        browser.type("2a")
        browser.text("#count", "Moves 1 ")
        browser.point(browser.middle('[data-card="4H"]'), [400, 300], browser.middle('[data-pile="33"]'))
        browser.text("#count", "Moves 2 ")
        browser.type("u")
        browser.text("#count", "Moves 1 ")
        browser.click("[data-command=analyse]")
        browser.wait("return document.querySelectorAll('#candidates button').length > 3")
        browser.click("[data-command=play]")
        browser.run("location.hash = arguments[0]", write_link(before, ""))
        browser.text("#count", f"Moves {before.ply} ")
        browser.run(_WATCH_FINALE)
        browser.type(last)
        browser.middle("#won-next")
        assert browser.wait("return document.body.dataset.finale") == "52,104"
        browser.wait("return !document.querySelector('.falling')")
        browser.wait("return navigator.serviceWorker.controller !== null")
        server.terminate()
        server.wait()
        browser.go(f"{site}skat.html")
        browser.go(f"{site}skat-game.html#deal=3&seat=forehand")
        browser.wait("return document.querySelectorAll('#hand .card').length === 10")
        browser.go(f"{site}#game=yukon&deal=3")
        browser.type("H")
        browser.text("#message", "Hint: ")
        assert_no_errors(browser)


def focus_playable(browser: Driver) -> None:
    """Wait for one's turn, and go to a card that may be played by the arrow keys."""
    browser.wait(_YOUR_TURN)
    browser.run("document.querySelector('#hand [tabindex=\"0\"]').focus()")
    browser.type(_HOME)
    for _ in range(10):
        if browser.run("return document.activeElement.matches('#hand [aria-disabled=false]')"):
            return
        browser.type(_RIGHT)
    raise AssertionError("no card may be played")


@pytest.mark.parametrize("name", BROWSERS)
def test_a_game_of_skat(name: str, tmp_path: Path) -> None:
    shown = "return document.querySelectorAll('#hand .card').length"
    with BROWSERS[name](tmp_path) as browser, served(tmp_path) as (site, _):
        browser.go(f"{site}skat-game.html")
        browser.run("localStorage.setItem('kiebitz.skat', '{\"pace\": \"fast\"}')")
        browser.go(f"{site}skat-game.html#deal=3&seat=forehand&level=beginner&game=p+p")
        browser.click("#say")  # bids 18
        browser.click("#take")
        browser.wait(f"{shown} === 12")
        for place in (11, 12):
            browser.click(f"#hand .card:nth-child({place})")
        browser.click("#game-diamonds")
        browser.click("#announce")
        browser.wait(f"{shown} === 10")
        browser.wait(_YOUR_TURN)
        browser.click("#hand [aria-disabled=false]")
        browser.wait(f"{shown} === 9")
        focus_playable(browser)
        browser.type(_ENTER)
        browser.wait(f"{shown} === 8")
        browser.wait(_YOUR_TURN)
        words = browser.run("return new URLSearchParams(location.hash.slice(1)).get('game')").split()
        assert words[:4] == ["p", "p", "18", "s"]
        browser.click("#give-up")
        browser.click("#give-up-now")
        browser.middle("#end .verdict")
        browser.run("location.hash = '#deal=4&seat=forehand&level=beginner'")
        browser.text("#game-title", "Deal 4")
        browser.click("#pass")
        browser.wait("return new URLSearchParams(location.hash.slice(1)).get('game')?.includes('p')")
        assert_no_errors(browser)
