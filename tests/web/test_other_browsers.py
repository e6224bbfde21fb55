"""The main paths in Firefox and in WebKit: a deal, tap, drag, keys, undo, Analyse, the end of a game, Skat, offline."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz import solve
from kiebitz.cli import main
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from web.drivers import BROWSERS, free_port, listening

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", BROWSERS)
def test_the_main_paths(name: str, tmp_path: Path) -> None:
    assert main(["page", str(tmp_path / "site")]) == 0
    port = free_port()
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(tmp_path / "site")]
    before = Session.new("freecell", 617)
    for move in solve(before.position).moves:
        before.push(move)
    last = str(before.undo()).partition("v")[0]
    with (
        BROWSERS[name](tmp_path) as browser,
        subprocess.Popen([*command, str(port)], stderr=quiet) as server,
    ):
        try:
            listening(port)
            site = f"http://127.0.0.1:{port}/"
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
            browser.type(last)
            browser.middle("#won-next")
            browser.wait("return navigator.serviceWorker.controller !== null")
            server.terminate()
            server.wait()
            browser.go(f"{site}skat.html")
            browser.go(f"{site}#game=yukon&deal=3")
            browser.type("H")
            browser.text("#message", "Hint: ")
        finally:
            server.terminate()
