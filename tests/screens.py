"""The terminal's screens in tests: an application is driven without a terminal, and what it shows is taken as text.

No test lives here.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from kiebitz.patience.piles import Pile, PileKind
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp

SCREENS = Path(__file__).parent / "data" / "screens"

#: What a test does to an application.
Deeds = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def drive(app: PlayApp, deeds: Deeds, size: tuple[int, int] = (80, 24)) -> PlayApp:
    """Run an application in a window of this size, do something to it, and return it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await deeds(app, pilot)

    asyncio.run(run())
    return app


async def quiet(app: PlayApp, pilot: Pilot[None]) -> None:
    """Wait until no search is running and all is shown."""
    for _ in range(3):
        await app.workers.wait_for_complete()
        await pilot.pause()


async def type_moves(pilot: Pilot[None], moves: str) -> None:
    """Type moves, a letter at a time."""
    await pilot.press(*moves.replace(" ", ""))


def text_of(app: PlayApp) -> str:
    """Return what is on the screen."""
    strips = app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    return "\n".join(lines).rstrip() + "\n"


def said(app: PlayApp) -> str:
    """Return the sentence below the board."""
    return app.game.notice.words


def light_of(app: PlayApp) -> str:
    """Return what the light says."""
    return app.game.status.words


def check_screen(app: PlayApp, name: str) -> None:
    """Compare the screen with the one that is kept; KIEBITZ_WRITE_SCREENS=1 keeps it instead."""
    file = SCREENS / f"{name}.txt"
    text = text_of(app)
    if os.environ.get("KIEBITZ_WRITE_SCREENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"the screen {name} has changed:\n{text}"


async def point_at(app: PlayApp, pilot: Pilot[None], pile: Pile, count: int = 1) -> None:
    """Bring the cursor to the last cards of a pile by arrow keys."""
    hand = app.game.hand
    if hand.cursor is None:
        await pilot.press("down")
    for _ in range(60):
        cursor = hand.cursor
        assert cursor is not None
        cursor = cursor.on(app.session.position)
        if cursor.pile == pile and (cursor.count == count or hand.picked is not None):
            return
        wanted_below, is_below = pile.kind is PileKind.COLUMN, cursor.pile.kind is PileKind.COLUMN
        if cursor.pile == pile:
            await pilot.press("up" if cursor.count < count else "down")
        elif wanted_below == is_below:
            await pilot.press("right")
        else:
            await pilot.press("down" if wanted_below else "up")
    raise AssertionError(f"the cursor does not get to {pile}")


async def click(app: PlayApp, pilot: Pilot[None], pile: Pile, count: int = 1, *, times: int = 1) -> None:
    """Click on a card of a pile, so many from its end, or on the empty pile."""
    here = [place for place in app.game.board.layout_now.places if place.pile == pile]
    place = next((place for place in here if place.count == count), here[-1])
    middle = place.x + place.width // 2, place.y
    await pilot.click(app.game.board, offset=middle, times=times)


def freecell(number: int = 617, moves: str = "") -> Session:
    """Return a deal of FreeCell after some moves."""
    session = Session.new("freecell", number)
    for word in moves.split():
        session.play(word)
    return session
