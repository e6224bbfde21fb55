"""The board of a notebook in a real Chromium, on a page that replaces the notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kiebitz
from browsers import chromium
from kiebitz.notebook.game import Game, session_of
from notebook_host import open_board, place_of, play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.mark.parametrize("drag", [False, True], ids=["clicks", "drags"])
def test_a_game_is_won_by_hand(browser: Browser, drag: bool) -> None:
    moves = kiebitz.short(kiebitz.deal(617)).moves
    game = Game(session_of(617), lit=True)
    for move in moves[:-10]:
        game.session.push(move)
    page = open_board(browser, game)
    for move in moves[-10:]:
        play(page, game, move, drag=drag)
    assert game.session.is_won
    page.get_by_text("Won in").wait_for()
    assert page.locator(".lamp").text_content() == "✓Won"


def test_hint_solution_steps_and_variations(browser: Browser) -> None:
    game = Game(session_of(617))
    page = open_board(browser, game)

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    press("Light")
    page.locator('.lamp[data-light="solved"]').wait_for()
    press("Hint")
    page.get_by_text("Hint: ").wait_for()
    assert page.locator(".card.hinted").count() >= 1
    press("Solution")
    page.get_by_text("step through them").wait_for()
    length = len(game.session.undone)
    press("Redo")
    page.locator("output", has_text=f"1 / {length}").wait_for()
    press("To the end")
    page.get_by_text("Won in").wait_for()
    press("To the start")
    page.locator("output", has_text=f"0 / {length}").wait_for()
    other = next(move for move in game.session.legal_moves if move != game.session.undone[0])
    play(page, game, other, drag=False)
    page.locator(".variation").wait_for()
    page.get_by_role("button", name="Make this the main line").click()
    page.locator(".variation").get_by_role("button", name="Delete this line").click()
    page.locator(".variation").wait_for(state="detached")
    assert [child.move for child in game.session.root.children] == [other]


def test_a_refusal_gives_its_reason_and_keys_work(browser: Browser) -> None:
    game = Game(session_of(617))
    page = open_board(browser, game, width=480, look="dark")
    assert page.locator('.kiebitz[data-look="dark"]').count() == 1
    page.mouse.click(*place_of(page, game, 0))
    page.mouse.click(*place_of(page, game, 7))
    page.get_by_text("colours must alternate").wait_for()
    page.locator("[data-pile='4']").focus()
    page.keyboard.press("Enter")
    page.locator("[data-pile='7']").focus()
    page.keyboard.press("Enter")
    page.locator("output", has_text="1 / 1").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("output", has_text="0 / 1").wait_for()
    page.keyboard.type("5a")
    page.locator("output", has_text="1 / 1").wait_for()
    assert game.session.words() == ["5a"]
    page.mouse.dblclick(*place_of(page, game, 5))
    page.locator("output", has_text="2 / 2").wait_for()
    assert game.session.words() == ["5a", "6b"]


def test_invalid_actions_raise_no_error(browser: Browser) -> None:
    thrown: list[str] = []
    game = Game(session_of(2, "russian"), lit=True)
    page = open_board(browser, game)
    page.on("pageerror", lambda error: thrown.append(str(error)))
    for name in ("Solution", "To the end", "Undo", "Play"):
        page.get_by_role("button", name=name, exact=True).click()
    page.locator(".lamp", has_text="Best").wait_for()
    page.locator("output", has_text=f"{len(game.session.undone) + game.session.ply} / ").wait_for()
    assert thrown == []
