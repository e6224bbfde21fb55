"""Former bugs of the page stay fixed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz.patience import game
from kiebitz.patience.links import write_link
from web.browser.conftest import PHONE
from web.browser.hands import LIGHT, MESSAGE, card, grip, kept, made, pile, resize, solved

if TYPE_CHECKING:
    from web.browser.conftest import Visits

QUEEN_AND_JACK = "/#game=freecell&deal=617&moves=58"


def test_what_is_held_marks_only_what_takes_all_of_it(visit: Visits) -> None:
    page = visit(QUEEN_AND_JACK)
    made(page, 1)
    x, y = grip(page, "QH")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y + 60, steps=3)
    expect(card(page, "QH")).to_have_class(re.compile("held"))
    marked = page.locator(".pile.target").evaluate_all("piles => piles.map((one) => Number(one.dataset.pile))")
    assert marked == [1, 2]  # the kings, not the cell
    page.mouse.up()


def test_cards_that_are_no_sequence_stay_where_they_are(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    x, y = grip(page, "4S")  # the jack of diamonds lies on it
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 60, steps=3)
    expect(page.locator(MESSAGE)).to_contain_text("not a sequence")
    expect(page.locator(".card.held")).to_have_count(0)
    page.mouse.up()
    made(page, 0)


@pytest.mark.parametrize("typed", ["/?deal=620", "/#620", "/#deal=620", "/?game=freecell&deal=620"])
def test_a_deals_number_is_enough_of_an_address(visit: Visits, typed: str) -> None:
    page = visit(typed)
    expect(page.locator("#title")).to_have_text("FreeCell 620")
    page.keyboard.type("1a")
    made(page, 1)
    page.reload()
    made(page, 1)
    expect(page.locator("#title")).to_have_text("FreeCell 620")


def test_n_and_enter_deal(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("n")
    expect(page.locator("#new-game")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_have_count(0)
    expect(page.locator("#title")).not_to_have_text("FreeCell 617")


def test_a_number_that_is_typed_takes_the_place_of_the_old_one(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("n")
    page.locator("#new-number").focus()
    page.keyboard.type("620")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("FreeCell 620")


def test_a_held_card_is_seen_above_the_head(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport=PHONE)
    made(page, 0)
    x, y = grip(page, "JD")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, 20, steps=4)
    held = card(page, "JD")
    expect(held).to_have_class(re.compile("held"))
    # Enable pointer events on cards, so that elementFromPoint finds them.
    above = held.evaluate("""one => {
        one.parentElement.style.pointerEvents = "auto";
        const { left, top, width } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, Math.max(top, 0) + 12));
    }""")
    assert above
    page.mouse.up()


def test_a_slip_in_a_solution_is_named_and_not_its_first_word(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=paste]").click()
    page.locator("#paste-text").fill("83 8a 8t")
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.locator(".fault")).to_contain_text("“8t” in line 1 at column 7")


def test_a_hint_into_an_empty_cell_can_be_seen(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    look = """one => {
        const { backgroundColor, borderTopColor } = getComputedStyle(one, "::before");
        return [backgroundColor, borderTopColor];
    }"""
    before = pile(page, 32).evaluate(look)
    pile(page, 32).evaluate("one => one.classList.add('hinted')")
    after = pile(page, 32).evaluate(look)
    assert after[0] != before[0]
    assert after[1] != before[1]


def test_the_address_of_a_deal_leads_to_it_and_any_other_to_the_page(visit: Visits) -> None:
    page = visit("/deal/620")
    expect(page.locator("#title")).to_have_text("FreeCell 620")
    visit.allow("404")
    answer = page.goto(f"{visit.site}/no/such<b>")
    assert answer is not None
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    page.get_by_role("link", name="Kiebitz").click()
    expect(page.locator("#title")).to_contain_text("FreeCell")


def test_the_box_of_a_won_game_waits_for_the_last_cards(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    session.undo()
    page = visit(write_link(session, "/"), reduced_motion="no-preference")
    made(page, session.ply)
    moving, hidden = page.evaluate(
        """() => {
            document.getElementById("redo").click();
            const moving = document.querySelector(".cards").getAnimations({ subtree: true }).length;
            return [moving, document.getElementById("won").hidden];
        }"""
    )
    assert moving
    assert hidden
    expect(page.locator("#won")).to_be_visible()


def test_all_columns_are_printed(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    rights = "all => all.map((one) => one.getBoundingClientRect().right)"
    wide = page.locator(".card").evaluate_all(rights)
    page.emulate_media(media="print")
    resize(page, 718, 1000)  # A4 without margins
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = page.locator(".card").evaluate_all(rights)
    assert max(printed) <= 718 < max(wide)
    page.emulate_media(media="screen")
    resize(page, 1280, 800)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".card").evaluate_all(rights) == wide


def test_a_lamp_without_room_for_its_word_is_a_circle(visit: Visits) -> None:
    page = visit("/#game=relaxed_seahaven_towers&deal=1000000", viewport={"width": 320, "height": 568}, language="ru")
    made(page, 0, "Ходы")
    pill = page.locator(".lamp").evaluate("one => getComputedStyle(one).backgroundColor")
    assert pill == "rgba(0, 0, 0, 0)"
    lamp, word = page.locator(LIGHT).bounding_box(), page.locator(".lamp-word").bounding_box()
    assert lamp is not None
    assert word is not None
    assert word["y"] >= lamp["y"] + lamp["height"]


@pytest.mark.parametrize("name", ["marseille", "solitaire_6x6_down"])
def test_a_typed_deal_of_a_corrected_game_opens_and_is_kept(visit: Visits, name: str) -> None:
    page = visit(f"/#game={name}&deal=5")
    made(page, 0)
    move = next(iter(kept(page).legal_moves))
    page.keyboard.type(str(move))
    made(page, 1)
    page.reload()
    made(page, 1)
    assert kept(page).rules == game(name)


def test_a_deal_that_cannot_be_won_is_not_called_lost(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=11982", light=True)
    lamp = page.locator(LIGHT)
    expect(lamp).to_have_attribute("data-light", "impossible")
    expect(lamp).to_have_text(re.compile("Cannot be won"))
    page.keyboard.type("1a")
    made(page, 1)
    expect(lamp).to_have_text(re.compile("Cannot be won"))
    page = visit("/#game=freecell&deal=11982&moves=1a", light=True)
    expect(page.locator(LIGHT)).to_have_text(re.compile("Cannot be won"))


def test_the_ring_around_a_column_ends_with_its_cards(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("Tab")
    pile(page, 0).focus()
    page.keyboard.press("ArrowRight")
    column = page.locator(".pile:focus-visible")
    ring = float(column.evaluate("one => parseFloat(getComputedStyle(one, '::after').height)"))
    code = int(column.get_attribute("data-pile") or 0)
    first, last = (card(page, kept(page).position.columns[code][place]).bounding_box() for place in (0, -1))
    assert first is not None
    assert last is not None
    assert abs(ring - 6 - (last["y"] + last["height"] - first["y"])) < 1.5


def test_the_menu_fits_low_windows(visit: Visits) -> None:
    for width, height in ((1280, 420), (700, 380), (844, 390)):
        page = visit("/#game=freecell&deal=617", viewport={"width": width, "height": height})
        made(page, 0)
        page.locator("#menu-button").click()
        box = page.locator("#menu").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        page.locator("#menu a").last.click(trial=True)
