"""Last moments: those of the page by bands, and those of the player's own games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accessibility import check
from kiebitz.web.site import FOLDER
from web.browser.hands import MESSAGE, made

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

pytestmark = pytest.mark.long


def open_moments(page: Page) -> None:
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=moments]").click()


def test_a_moment_is_won_and_counted(visit: Visits) -> None:
    hard = [one for one in json.loads((FOLDER / "moments.json").read_text("utf-8")) if one["band"] == "hard"]
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    open_moments(page)
    check(page, "last moments")
    page.get_by_role("button", name="Hard").click()
    expect(page.locator(MESSAGE)).to_have_text("Win from here.")
    title = page.locator("#title")
    expect(title).to_have_text(f"Last moment: FreeCell · Hard · 1 of {len(hard)}")
    page.reload()
    expect(title).to_have_text(f"Last moment: FreeCell · Hard · 1 of {len(hard)}")
    made(page, 0)
    for ply, word in enumerate(hard[0]["line"].split(), 1):
        page.keyboard.type(word)
        made(page, ply)
    page.locator("#won-moments").click()
    expect(page.locator("#moments")).to_contain_text(f"1 of {len(hard)} won")
    page.keyboard.press("Escape")
    check(page, "the end of a moment")
    page.locator("#won .main", has_text="Next moment").click()
    expect(title).to_contain_text(f"· Hard · 2 of {len(hard)}")
    page.evaluate("location.hash = '#game=freecell&deal=617'")
    expect(title).to_have_text("FreeCell 617")


def test_moments_of_one_game(visit: Visits) -> None:
    easy = [one for one in json.loads((FOLDER / "moments.json").read_text("utf-8")) if one["band"] == "easy"]
    two = [one for one in easy if "&cells=2" in one["link"]]
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    open_moments(page)
    games = page.get_by_label("Game", exact=True)
    expect(games.locator("option")).to_have_text(
        ["All games", "FreeCell", "FreeCell with 3 cells", "FreeCell with 2 cells", "Baker's Game"]
    )
    expect(page.locator("#moments")).to_contain_text(f"0 of {len(easy)} won")
    games.select_option("FreeCell with 2 cells")
    expect(page.locator("#moments")).to_contain_text(f"0 of {len(two)} won")
    page.reload()
    made(page, 0)
    open_moments(page)
    expect(games).to_have_value("freecell2")
    page.get_by_role("button", name="Easy").click()
    title = page.locator("#title")
    expect(title).to_have_text(f"Last moment: FreeCell with 2 cells · Easy · 1 of {len(two)}")
    made(page, 0)
    for ply, word in enumerate(two[0]["line"].split(), 1):
        page.keyboard.type(word)
        made(page, ply)
    page.locator("#won .main", has_text="Next moment").click()
    expect(title).to_have_text(f"Last moment: FreeCell with 2 cells · Easy · 2 of {len(two)}")


def test_a_game_left_while_lost_gives_a_moment(visit: Visits) -> None:
    page = visit("/#game=bakers_game&deal=7")
    made(page, 0)
    for ply, word in enumerate(["6c", "4d", "1b", "c2", "7a", "7c"], 1):  # the last one loses
        page.keyboard.type(word)
        made(page, ply)
    page.evaluate("location.hash = '#game=bakers_game&deal=8'")
    while not page.evaluate("'kiebitz.moments' in localStorage"):  # the test's time limit ends a vain wait
        page.wait_for_timeout(50)
    open_moments(page)
    page.get_by_role("button", name="Your own games").click()
    expect(page.locator("#title")).to_have_text("Last moment: Baker's Game · Your own games · 1 of 1")
    made(page, 0)
    page.keyboard.type("c2")  # the fourth move again
    made(page, 1)
