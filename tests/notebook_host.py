"""A page that runs the notebook's script in a browser, connected to a game in this process."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from kiebitz.notebook.game import Game
    from kiebitz.patience.moves import Move

ADDRESS = "http://notebook.example/"
_PAGE = """<!doctype html><html lang="en"><title>Notebook</title><body style="margin: 8px">
<div id="output"></div><script type="module">
import board from "./board.js";
const state = { look: "auto", ...(await heard(null)) };
const listeners = {};
const model = {
  get: (name) => state[name],
  on: (event, listener) => (listeners[event] ??= []).push(listener),
  off: () => {},
  send: async (message) => {
    Object.assign(state, await heard(message));
    for (const listener of listeners["change:_shown"]) listener();
  },
};
board.render({ model, el: document.getElementById("output") });
</script></body></html>"""


def open_board(browser: Browser, game: Game, width: int = 1000, height: int = 800, look: str = "light") -> Page:
    """Open a page with a board; the test fails if the script throws before the board appears."""
    script = (files("kiebitz.notebook") / "board.js").read_text(encoding="utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()

    def heard(message: object) -> dict[str, object]:
        if message is None:
            return {"_drawing": game.drawing(), "_shown": game.shown()}
        game.handle(message)
        return {"_shown": game.shown()}

    page.expose_function("heard", heard)
    page.route(ADDRESS, lambda route: route.fulfill(body=_PAGE, content_type="text/html"))
    page.route(f"{ADDRESS}board.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.goto(ADDRESS)
    page.locator(".kiebitz[data-look]").wait_for()
    return page


def place_of(page: Page, game: Game, pile: int, count: int = 1) -> tuple[float, float]:
    """Return the point to click for the last *count* cards of a pile, or for an empty pile."""
    held = [card for card, code, *_ in game.shown()["lying"] if code == pile]
    where = f'[data-card="{held[-count]}"]' if held else f'[data-pile="{pile}"]'
    box = page.locator(where).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 8


def play(page: Page, game: Game, move: Move, *, drag: bool = False) -> None:
    """Make a move with the mouse, and wait until the game has received it."""
    begin = place_of(page, game, move.source.code, move.count if move.source.code < 32 and move.target.code < 32 else 1)
    end = place_of(page, game, move.target.code)
    ply = game.session.ply
    if drag:
        page.mouse.move(*begin)
        page.mouse.down()
        page.mouse.move(*end, steps=3)
        page.mouse.up()
    else:
        page.mouse.click(*begin)
        page.mouse.click(*end)
    page.locator("output", has_text=f"{ply + 1} / ").wait_for()
