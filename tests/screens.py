"""Drive Textual applications without a terminal, and read their screens as text."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from textual.pilot import Pilot

from kiebitz.patience.piles import Pile, PileKind
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp

SCREENS = Path(__file__).parent / "data" / "screens"

#: Acts on an application.
Deeds = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def drive(app: PlayApp, deeds: Deeds, size: tuple[int, int] = (80, 24)) -> PlayApp:
    """Run an application in a window of this size, act on it, and return it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app)
            await deeds(app, pilot)

    asyncio.run(run())
    return app


async def obeyed(app: PlayApp) -> None:
    """Wait until all pending messages have been handled.

    A message goes to the application, which passes it to the screen, which passes it back; this one goes the same way.
    `Pilot.pause` waits for an idle moment instead, which takes longer and never comes on a busy machine.
    """
    for of_app in (True, False, True, False):
        done = asyncio.Event()
        while not (done.is_set() or app._exit):
            (app if of_app else app.screen).call_later(done.set)
            with suppress(TimeoutError):  # a closing screen does not respond
                await asyncio.wait_for(done.wait(), 0.1)


async def settled(app: PlayApp) -> None:
    """Wait until all pending messages have been handled, and the screen is drawn."""
    for _ in range(2):
        await obeyed(app)
        await app.screen.wait_for_refresh()


async def quiet(app: PlayApp) -> None:
    """Wait until no search is running and the screen is drawn."""
    for _ in range(3):
        await app.workers.wait_for_complete()
        await settled(app)


async def press(app: PlayApp, *keys: str) -> None:
    """Press keys, as fast as they are handled."""
    for key in keys:
        app.simulate_key(key)
    await obeyed(app)


async def type_moves(app: PlayApp, moves: str) -> None:
    """Type moves without pauses between letters."""
    await press(app, *moves.replace(" ", ""))


def text_of(app: PlayApp) -> str:
    """Return the text of the screen."""
    strips = app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    return "\n".join(lines).rstrip() + "\n"


def said(app: PlayApp) -> str:
    """Return the message below the board."""
    return app.game.notice.words


def light_of(app: PlayApp) -> str:
    """Return the text of the light."""
    return app.game.status.words


def check_screen(text: str, name: str) -> None:
    """Compare a screen with the stored one; KIEBITZ_WRITE_SCREENS=1 stores it instead."""
    file = SCREENS / f"{name}.txt"
    if os.environ.get("KIEBITZ_WRITE_SCREENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"the screen {name} has changed:\n{text}"


async def point_at(app: PlayApp, pile: Pile, count: int = 1) -> None:
    """Bring the cursor to the last cards of a pile by arrow keys."""
    entry = app.game.entry
    if entry.cursor is None:
        await press(app, "down")
    for _ in range(60):
        cursor = entry.cursor
        assert cursor is not None
        cursor = cursor.on(app.session.position)
        if cursor.pile == pile and (cursor.count == count or entry.picked is not None):
            return
        wanted_below, is_below = pile.kind is PileKind.COLUMN, cursor.pile.kind is PileKind.COLUMN
        if cursor.pile == pile:
            await press(app, "up" if cursor.count < count else "down")
        elif wanted_below == is_below:
            await press(app, "right")
        else:
            await press(app, "down" if wanted_below else "up")
    raise AssertionError(f"the cursor does not get to {pile}")


async def click(app: PlayApp, pilot: Pilot[None], pile: Pile, count: int = 1, *, times: int = 1) -> None:
    """Click on a card of a pile, this number from its end, or on the empty pile."""
    here = [place for place in app.game.board.layout_now.places if place.pile == pile]
    place = next((place for place in here if place.count == count), here[-1])
    middle = place.x + place.width // 2, place.y
    await pilot.click(app.game.board, offset=middle, times=times)


def freecell(number: int = 617, moves: str = "") -> Session:
    """Return a FreeCell deal after some moves."""
    session = Session.new("freecell", number)
    for word in moves.split():
        session.play(word)
    return session
