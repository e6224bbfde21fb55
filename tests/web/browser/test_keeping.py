"""Links, reloads, tabs, Back and Forward, and statistics of a game: the stored data, and its return."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.session import Session
from web.browser.hands import (
    LIGHT,
    MESSAGE,
    RECORDS,
    click,
    kept,
    made,
    solved,
    start_of,
)

if TYPE_CHECKING:
    from web.browser.conftest import Visits


def test_a_link_opens_the_same_position_here_and_in_python(visit: Visits) -> None:
    session = Session.new("freecell", 617)
    session.play("5a")
    session.play("5b")
    session.undo()
    page = visit(write_link(session, "/"), permissions=["clipboard-read", "clipboard-write"])
    made(page, 1)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(MESSAGE)).to_contain_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(visit.site)
    assert read_link(copied) == session


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("game=freecell&deal=9999999999", "There is no deal 9999999999"),
        ("game=canfield&deal=1", "No game is called “canfield”"),
        ("game=freecell", "This is not a link to a game"),
        ("game=freecell&deal=617&columns=0", "This is not a link to a game: “0” (columns)"),
        ("game=freecell&deal=617&cells=13", "This is not a link to a game: “13” (cells)"),
        ("game=russian&deal=617&columns=6", "This is not a link to a game: “6” (columns)"),
        ("game=solitaire_two_suits&deal=1&suits=CDH", "This is not a link to a game: “CDH” (suits)"),
        ("game=marseille&deal=1&moves=sa", "The rules of this game have been corrected since"),
    ],
)
def test_a_wrong_link_is_explained_and_the_game_stays(visit: Visits, fragment: str, said: str) -> None:
    page = visit("/#game=freecell&deal=617&moves=5a")
    made(page, 1)
    page.evaluate("fragment => { location.hash = fragment }", fragment)
    expect(page.locator(MESSAGE)).to_contain_text(said)
    made(page, 1)
    assert kept(page).deal == Session.new("freecell", 617).deal
    assert page.evaluate(RECORDS) == []


@pytest.mark.parametrize(
    ("moves", "followed", "said"),
    [
        (
            "83+8a+18",
            ["83", "8a"],
            "Move 3 of the link is illegal. Only a red 10 goes onto the jack of spades, not the",
        ),
        ("83+8a+8", ["83", "8a"], "This cannot be read: “8”"),
        ("83+8a+(5b+8a+zz)+83", ["83", "5b", "8a"], "Move 4 of the link is illegal"),
        ("83+8a+(5b", [], "This is not a link to a game"),
    ],
)
def test_a_link_that_was_cut_is_followed_as_far_as_it_goes(
    visit: Visits, moves: str, followed: list[str], said: str
) -> None:
    link = f"game=freecell&deal=617&moves={moves}&at=3"
    page = visit(f"/#{link}")
    made(page, len(followed))
    expect(page.locator(MESSAGE)).to_contain_text(said)
    assert [str(move) for move in kept(page).moves] == followed
    page.evaluate("location.hash = '1'")
    expect(page.locator("#title")).to_have_text("FreeCell 1")
    page.evaluate("link => { location.hash = link }", link)
    expect(page.locator("#title")).to_have_text("FreeCell 617")
    expect(page.locator(MESSAGE)).to_contain_text(said)


@pytest.mark.parametrize(
    "link",
    [
        "game=solitaire_two_suits&deal=1&suits=HS",
        "game=marseille&deal=1&edition=2&moves=s1+s3+s1+1a",
        "game=solitaire_6x6_down&deal=1&edition=2&ace=low&moves=35",
    ],
)
def test_games_with_suits_stock_and_a_low_ace_are_opened_as_they_are_written(visit: Visits, link: str) -> None:
    page = visit(f"/#{link}")
    session = read_link(link)
    made(page, session.ply)
    assert kept(page) == session


def test_what_cannot_be_drawn_leaves_the_game_as_it_was(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=5a")
    made(page, 1)
    before = kept(page)
    page.evaluate(
        """async () => {
            const { board: { Board } } = await import("/app/main.js");
            const { show } = Board.prototype;
            Board.prototype.show = function () {
                Board.prototype.show = show;
                throw new Error("it cannot be drawn");
            };
        }"""
    )
    page.evaluate("location.hash = 'game=freecell&deal=1'")
    expect(page.locator(MESSAGE)).to_contain_text("it cannot be drawn")
    page.keyboard.type("5b")
    made(page, 2)
    assert kept(page).start == before.start
    assert page.evaluate(RECORDS) == []


def test_a_game_is_resumed_after_a_reload(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    page.keyboard.type("1a")
    made(page, 1)
    page.keyboard.type("1b")
    made(page, 2)
    page.keyboard.press("u")
    made(page, 1)
    before = kept(page)
    page.reload()
    made(page, 1)
    assert kept(page) == before
    page.keyboard.press("r")
    made(page, 2)


def test_a_reload_goes_on_though_a_busy_browser_has_forgotten_its_entry(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.type("5a")
    made(page, 1)
    page.add_init_script(
        """if (performance.getEntriesByType("navigation")[0].type === "reload")
            history.replaceState(null, "", "#game=freecell&deal=617");"""
    )
    page.reload()
    made(page, 1)
    page.goto(f"{visit.site}/skat")
    page.goto(f"{visit.site}/#game=freecell&deal=617")  # an address with a deal begins it
    made(page, 0)


def test_each_tab_resumes_its_own_game_and_a_new_one_the_last(visit: Visits) -> None:
    first = visit("/#game=freecell&deal=617")
    made(first, 0)
    first.evaluate("history.replaceState(null, '', '/')")
    first.keyboard.type("5a")
    made(first, 1)
    second = first.context.new_page()
    second.goto(visit.site + "/#game=freecell&deal=1")
    made(second, 0)
    first.reload()
    made(first, 1)
    assert kept(first).deal == Session.new("freecell", 617).deal
    third = first.context.new_page()
    third.goto(visit.site)
    made(third, 1)


def test_todays_deal_comes_from_the_date_alone(visit: Visits) -> None:
    numbers = []
    for day in (1, 1, 2):
        page = visit("/manifest.webmanifest")
        page.clock.set_fixed_time(f"2031-03-{day:02}T12:00:00")
        page.goto(visit.site)
        made(page, 0)
        deal = kept(page).deal
        assert deal is not None
        numbers.append(deal.number)
    assert numbers[0] == numbers[1] != numbers[2]
    assert all(1 <= number <= 1_000_000 for number in numbers)


def test_games_count_once_and_those_of_others_do_not(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(write_link(session, "/"))
    expect(page.locator("#won")).to_be_visible()
    assert page.evaluate(RECORDS) == []
    page.evaluate("fragment => { location.hash = fragment }", start_of(session)[2:])
    made(page, 0)
    for ply in range(session.ply):
        made(page, ply)
        click(page, session, ply)
    expect(page.locator("#won")).to_be_visible()
    page.keyboard.press("u")
    page.keyboard.press("r")
    expect(page.locator("#won")).to_be_visible()
    assert [(one["won"], one["moves"]) for one in page.evaluate(RECORDS)] == [(True, session.ply)]
    page.evaluate("fragment => { location.hash = fragment }", "game=freecell&deal=1")
    made(page, 0)
    page.keyboard.type("1a")
    made(page, 1)
    page.evaluate("fragment => { location.hash = fragment }", "game=freecell&deal=2")
    made(page, 0)
    assert [(one["won"], one["left"]) for one in page.evaluate(RECORDS)] == [(True, False), (False, True)]


def test_a_game_left_by_another_address_goes_on_after_going_back(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    assert session.ply > 3
    page = visit(start_of(session))
    made(page, 0)
    for ply in range(2):
        made(page, ply)
        click(page, session, ply)
    made(page, 2)
    for _ in range(2):
        page.evaluate("location.hash = 'game=freecell&deal=1'")
        expect(page.locator("#title")).to_have_text("FreeCell 1")
        page.go_back()
        made(page, 2)
        page.go_forward()
        expect(page.locator("#title")).to_have_text("FreeCell 1")
        page.go_back()
        made(page, 2)
    for ply in range(2, session.ply):
        made(page, ply)
        click(page, session, ply)
    expect(page.locator("#won")).to_be_visible()
    page.go_forward()
    expect(page.locator("#title")).to_have_text("FreeCell 1")
    assert [(one["won"], one["helped"]) for one in page.evaluate(RECORDS)] == [(True, False)]


def test_the_way_back_leads_to_the_game_that_was_left_for_another_deal(visit: Visits) -> None:
    page = visit("/#617")
    made(page, 0)
    page.keyboard.type("5a")
    made(page, 1)
    page.get_by_role("button", name="Next deal").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    title = page.locator("#title")
    expect(title).to_have_text("FreeCell 618")
    page.keyboard.press("PageDown")
    expect(title).to_have_text("FreeCell 619")
    page.go_back()
    expect(title).to_have_text("FreeCell 618")
    page.go_back()
    expect(title).to_have_text("FreeCell 617")
    made(page, 1)
    page.go_forward()
    page.go_forward()
    expect(title).to_have_text("FreeCell 619")
    assert page.url.endswith("#game=freecell&deal=619")


def test_todays_deal_comes_back_though_the_address_says_nothing_of_it(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    # Leave in the same moment as the move, before the history entry can hold it.
    page.evaluate(
        """() => {
            for (const key of "1a") document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            location.hash = "game=freecell&deal=1";
        }"""
    )
    expect(page.locator("#title")).to_have_text("FreeCell 1")
    page.go_back()
    made(page, 1)
    before = kept(page)
    page.go_forward()
    expect(page.locator("#title")).to_have_text("FreeCell 1")
    page.goto(f"{visit.site}/skat")
    page.evaluate("setTimeout(() => history.go(-2))")  # delayed, because the page disappears before it can answer
    page.wait_for_url(f"{visit.site}/")
    made(page, 1)
    assert kept(page) == before


def test_a_full_store_changes_nothing_but_what_is_remembered(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(start_of(session))
    made(page, 0)
    page.evaluate(
        """() => {
            localStorage.removeItem("kiebitz.game"); // else its room may be enough for the game after a move
            for (let size = 2 ** 23; size >= 1; size /= 2) {
                try {
                    localStorage.setItem(`full ${size}`, "x".repeat(size));
                } catch {}
            }
        }"""
    )
    made(page, 0)
    click(page, session, 0)
    expect(page.locator(MESSAGE)).to_contain_text("This browser cannot save anything")
    for ply in range(1, session.ply):
        made(page, ply)
        click(page, session, ply)
        expect(page.locator(MESSAGE)).not_to_contain_text("This browser cannot save anything")  # only once
    expect(page.locator("#won")).to_be_visible()
    expect(page.locator(LIGHT)).to_contain_text("Light off")
    page.keyboard.press("L")
    expect(page.locator(LIGHT)).to_contain_text("Won")
