"""Windows of any size: every card is visible, and the heading names the game."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from browsers import launched
from kiebitz.patience import game
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from tables import walk
from web.browser.hands import (
    LIGHT,
    card,
    grip,
    kept,
    made,
    resize,
)

if TYPE_CHECKING:
    from web.browser.conftest import Visits


@pytest.mark.parametrize(
    "name", ["freecell", "seahaven_towers", "eight_off", "yukon", "king_albert", "spanish_patience", "fan"]
)
def test_the_smallest_phone_shows_every_card(visit: Visits, name: str) -> None:
    page = visit(f"/#game={name}&deal=617", viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    made(page, 0)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    board = page.locator("#board").bounding_box()
    assert board is not None
    for box in page.locator(".card").evaluate_all("cards => cards.map(card => card.getBoundingClientRect().toJSON())"):
        assert box["left"] >= 0
        assert box["right"] <= 320
        assert box["bottom"] <= board["y"] + board["height"]
        assert box["width"] >= 26


@pytest.mark.parametrize("language", ["en", "de", "ru", "vi"])
def test_a_phone_with_large_letters_shows_every_card_and_button(visit: Visits, language: str) -> None:
    letters = "--blink-settings=defaultFontSize=24"  # as set in the browser; media queries follow it, too
    with launched(visit.browser.browser_type, letters) as browser:
        page = browser.new_page(locale=language, viewport={"width": 360, "height": 740})
        visit.go(page, "/#game=freecell&deal=617")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        rights = page.locator(".card, button:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().right)"
        )
        assert len(rights) > 52
        assert max(rights) <= 360


@pytest.mark.parametrize("language", ["en", "de", "ru", "vi"])
@pytest.mark.parametrize("name", ["freecell&deal=617", "relaxed_seahaven_towers&deal=1000000"])
def test_the_head_shows_game_deal_and_count_in_windows_of_any_size(visit: Visits, name: str, language: str) -> None:
    page = visit(f"/#game={name}", language=language)
    page.wait_for_selector("html[data-ready]")
    upright = [(320, 568), (360, 740), (700, 900), (900, 700), (1024, 768), (1160, 700), (1280, 720)]
    sideways = [(568, 320), (640, 360), (640, 400), (667, 375), (740, 360), (844, 390), (932, 430)]
    for width, height in upright + sideways:
        resize(page, width, height)
        cut = page.locator("#title, .heading p, .tools span").evaluate_all(
            """all => all.filter(one => getComputedStyle(one).position !== "absolute").filter(
                one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1
            ).map(one => one.textContent)"""
        )
        assert cut == [], (width, height)
        assert page.locator("#title").evaluate("one => one.clientWidth") > 100
        assert page.locator(".lamp-symbol").evaluate("one => one.clientWidth") == 24
        assert page.locator("#undo span").evaluate("one => one.clientWidth > 1") == (height > 450 or width >= 832)
        for command in ("today", "restart", "previous", "next", "random"):
            button = page.locator(f".deals [data-command={command}]")
            button.click(trial=True)  # nothing covers it
            box = button.bounding_box()
            assert box is not None
            assert min(box["x"], box["y"], width - box["x"] - box["width"], height - box["y"] - box["height"]) >= 0


def test_the_lamp_says_its_word_where_there_is_room(visit: Visits) -> None:
    page = visit("/#game=relaxed_seahaven_towers&deal=1000000", light=True)
    for width, seen in [(700, True), (320, False)]:  # with any font
        resize(page, width, 740)
        expect(page.locator(LIGHT)).to_contain_text("Can be won")
        lamp, word = page.locator(LIGHT).bounding_box(), page.locator(".lamp-word").bounding_box()
        assert lamp is not None
        assert word is not None
        assert (word["y"] < lamp["y"] + lamp["height"]) == seen


def test_a_long_column_shrinks_and_its_cards_can_still_be_told_apart(visit: Visits) -> None:
    lines = (walk(game("yukon"), seed, 40) for seed in range(60))
    position = max((line[-1] for line in lines), key=lambda one: max(map(len, one.columns)))
    column = max(range(7), key=lambda index: len(position.columns[index]))
    assert len(position.columns[column]) >= 15
    page = visit(write_link(Session(position), "/"), viewport={"width": 320, "height": 568})
    made(page, 0)
    board = page.locator("#board").bounding_box()
    assert board is not None
    tops = []
    for one in position.columns[column]:
        box = card(page, one).bounding_box()
        assert box is not None
        tops.append(box["y"])
        assert box["y"] + box["height"] <= board["y"] + board["height"]
    face_up = tops[position.face_down[column] :]
    assert all(lower - upper >= 10 for upper, lower in pairwise(face_up))


def test_a_tap_and_a_tap_move_a_card_on_a_phone(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    made(page, 0)
    page.evaluate("import('/app/main.js').then(({ settings }) => settings.changeSetting('oneTap', 'never'))")
    page.touchscreen.tap(*grip(page, "JC"))
    page.touchscreen.tap(*grip(page, "QH"))
    made(page, 1)
    assert [str(move) for move in kept(page).moves] == ["58"]


def test_every_game_of_the_catalogue_is_laid_out(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    names = page.evaluate(
        "fetch('/api/games').then(answer => answer.json()).then(({games}) => games.map(({id}) => id))"
    )
    for name in names:
        session = Session.new(name, 3)
        page.evaluate("fragment => { location.hash = fragment }", write_link(session))
        expect(page.locator("#title")).to_have_text(f"{session.rules.title} 3")
        assert page.locator(".card").count() == len(session.rules.pack)
        assert kept(page) == session


@pytest.mark.parametrize(
    ("game", "size", "least"),
    [
        ("freecell", {"width": 390, "height": 844}, 40),
        ("freecell", {"width": 844, "height": 390}, 50),
        ("yukon", {"width": 1440, "height": 900}, 125),
        ("fan", {"width": 1440, "height": 900}, 110),
        ("fan", {"width": 1280, "height": 720}, 85),
        ("fan", {"width": 390, "height": 844}, 48),
    ],
)
def test_the_cards_fill_the_window(visit: Visits, game: str, size: Any, least: int) -> None:
    page = visit(f"/#game={game}&deal=617", viewport=size)
    made(page, 0)
    measure = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    cards = page.locator("[data-card]").evaluate_all(measure)
    boxes = cards + page.locator(".pile").evaluate_all(measure)
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert all(box["left"] >= 0 and box["right"] <= size["width"] and box["top"] >= board["y"] for box in boxes)
    assert min(box["width"] for box in boxes) >= least
    assert max(box["bottom"] for box in cards) - board["y"] >= 0.75 * board["height"]
    assert page.get_by_role("button", name="Next deal").is_visible()
