"""How the page feels: one tap, dropping, successive home moves, leaving a game, the next deal."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz import solve
from kiebitz.patience import Autoplay
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from tables import in_order_of_arrival
from web.browser.hands import MESSAGE, RECORDS, card, click, grip, kept, made, resize, solved, start_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

TOUCH: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def _title(page: Page, text: str) -> None:
    expect(page.locator("#title")).to_have_text(text)


def test_one_tap_moves_a_card_to_its_best_place_and_more_taps_to_the_others(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", **TOUCH)
    made(page, 0)
    page.touchscreen.tap(*grip(page, "JC"))
    made(page, 1)
    assert [str(move) for move in kept(page).moves] == ["58"]
    page.touchscreen.tap(*grip(page, "JC"))
    expect(page.locator(MESSAGE)).to_contain_text("cell a")
    assert [str(move) for move in kept(page).moves] == ["5a"]
    page.touchscreen.tap(*grip(page, "JC"))
    made(page, 0)
    assert kept(page) == Session.new("freecell", 617)  # no move was taken back, and no variation begun
    page.touchscreen.tap(*grip(page, "9H"))
    expect(page.locator(MESSAGE)).to_contain_text("not a sequence")


@pytest.mark.parametrize(("options", "first"), [(TOUCH, "Touch: "), ({}, "Mouse: ")])
def test_help_begins_with_what_is_at_hand(visit: Visits, options: dict[str, Any], first: str) -> None:
    page = visit("/#game=freecell&deal=617", **options)
    made(page, 0)
    page.keyboard.press("?")
    expect(page.locator("#help p").first).to_contain_text(first)
    headings = page.locator("#help h3").all_inner_texts()
    assert (headings[-1] == "Keys") == bool(options)


def test_a_whole_game_is_won_by_taps(visit: Visits) -> None:
    session = solved("solitaire_one_suit", Autoplay.NONE)
    page = visit(start_of(session), **TOUCH)
    made(page, 0)
    page.evaluate("taps = 0; addEventListener('click', () => { taps += 1; })")
    taps = 0
    for turn in session.history:
        ply = kept(page).ply
        column = turn.before.columns[turn.move.source.index] if str(turn.move)[0].isdigit() else ()
        text = column[-turn.move.count] if column else turn.before.cells[turn.move.source.index]
        for _ in range(8):
            page.touchscreen.tap(*grip(page, text))
            taps += 1
            page.wait_for_function("than => taps === than", arg=taps)  # after a touch the click follows
            if kept(page).moves[ply:] == (turn.move,):
                break
        assert kept(page).moves[-1] == turn.move
    expect(page.locator("#won")).to_be_visible()
    assert [(one["won"], one["helped"]) for one in page.evaluate(RECORDS)] == [(True, False)]


def test_the_table_lets_go_and_a_double_click_finds_a_cell(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.mouse.click(*grip(page, "JC"))
    expect(page.locator(".picked")).to_have_count(2)
    board = page.locator("main").bounding_box()
    assert board is not None
    page.mouse.click(board["x"] + 3, board["y"] + board["height"] - 3)
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator(MESSAGE)).to_have_text("Put back.")
    page.mouse.dblclick(*grip(page, "4H"))
    made(page, 1)
    assert [str(move) for move in kept(page).moves] == ["4a"]
    assert card(page, "4H").get_attribute("class") == "card last"


def test_cards_go_home_one_after_another_unless_one_plays_on(visit: Visits) -> None:
    session = solved("freecell")
    ply = next(ply for ply, turn in enumerate(session.history) if len(turn.automatic) > 2)
    session.goto(ply)
    page = visit(write_link(session, "/"), reduced_motion="no-preference")
    made(page, ply)
    places = """() => {
        const box = (one) => document.querySelector(`[data-card="${one}"]`).style.transform;
        const cards = [...document.querySelectorAll("[data-card]")].map((one) => one.dataset.card);
        document.getElementById("redo").click();
        const first = Object.fromEntries(cards.map((one) => [one, box(one)]));
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        const last = Object.fromEntries(cards.map((one) => [one, box(one)]));
        return cards.filter((one) => first[one] !== last[one]).length;
    }"""
    assert page.evaluate(places) >= 3
    made(page, ply + 1)


def test_other_deals_are_a_click_away_and_a_game_under_way_is_left_after_a_question(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.get_by_role("button", name="Next deal").click()
    _title(page, "FreeCell 618")
    page.get_by_role("button", name="Previous deal").click()
    _title(page, "FreeCell 617")
    assert page.evaluate(RECORDS) == []
    page.keyboard.type("5a")
    made(page, 1)
    page.get_by_role("button", name="Next deal").click()
    page.get_by_role("dialog", name="Leave this game?").wait_for()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    _title(page, "FreeCell 617")
    page.get_by_role("button", name="Random").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("#title")).not_to_have_text("FreeCell 617")
    assert [(one["won"], one["left"], one["deal"]) for one in page.evaluate(RECORDS)] == [
        (False, True, "microsoft 617")
    ]
    page.evaluate("location.hash = '1'")
    _title(page, "FreeCell 1")
    expect(page.get_by_role("button", name="Previous deal")).to_be_disabled()
    page.keyboard.type("1a")
    made(page, 1)
    page.get_by_role("button", name="Restart").first.click()
    made(page, 0)


def test_a_game_that_the_program_finished_is_not_won_by_the_player(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(start_of(session))
    made(page, 0)
    click(page, session, 0)
    made(page, 1)
    page.keyboard.press("S")
    expect(page.locator("#player")).to_be_visible()
    page.locator("#player-end").click()
    expect(page.locator("#won")).to_contain_text("Finished by the program")
    assert [(one["won"], one["left"]) for one in page.evaluate(RECORDS)] == [(False, True)]
    page.reload()
    expect(page.locator("#won")).to_contain_text("Finished by the program")


def test_the_end_tells_time_moves_and_a_short_solution(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    session.undo()
    page = visit(write_link(session, "/"))
    made(page, session.ply)
    last = session.redo()
    page.keyboard.type(str(last))
    figures = page.locator("#won dd")
    expect(page.locator("#won dt")).to_have_text(["Moves", "Time", "Short solution"])
    expect(figures.nth(0)).to_have_text(str(session.ply))
    assert 0 < int(figures.nth(2).inner_text()) <= session.ply
    assert page.locator(".falling").count() == 0  # tests run with reduced motion
    shown = page.locator("#clock").inner_text()
    assert figures.nth(1).inner_text() == shown
    page.keyboard.press("PageDown")
    expect(page.locator("#won")).to_be_hidden()


#: The seconds on the clock.
SECONDS = "() => (dispatchEvent(new Event('pagehide')), JSON.parse(sessionStorage['kiebitz.game']).seconds)"


def test_the_clock_starts_at_the_first_move_and_stands_still_while_the_table_is_covered(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.wait_for_timeout(1200)
    expect(page.locator("#clock")).to_have_text("0:00")
    page.keyboard.type("5a")
    expect(page.locator("#clock")).not_to_have_text("0:00")
    for cover in ("[data-command='new']", "#menu-button", "#today-button"):
        page.locator(cover).first.click()
        page.wait_for_timeout(50)
        before = page.evaluate(SECONDS)
        page.wait_for_timeout(200)
        assert page.evaluate(SECONDS) == before > 0
        page.keyboard.press("Escape")
        page.wait_for_timeout(100)
        assert page.evaluate(SECONDS) > before
    kept = page.evaluate(SECONDS)
    page.reload()
    made(page, 1)
    page.wait_for_timeout(100)
    assert page.evaluate(SECONDS) > kept  # a game that goes on needs no move


def test_the_clock_stands_still_while_the_page_is_not_seen(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    page.keyboard.type("5a")
    made(page, 1)
    expect(page.locator("#clock")).not_to_have_text("0:00")
    seen = """seen => {
        Object.defineProperty(document, "hidden", { value: !seen, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        return JSON.parse(sessionStorage["kiebitz.game"]).seconds;
    }"""
    before = page.evaluate(seen, False)
    assert page.evaluate(seen, False) == before
    page.evaluate("import('/app/main.js').then(({ settings }) => settings.changeSetting('timer', false))")
    expect(page.locator("#clock")).to_be_hidden()


def test_keys_of_one_sign_can_be_switched_off_and_those_with_names_stay(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.evaluate("import('/app/main.js').then(({ settings }) => settings.changeSetting('shortcuts', false))")
    page.keyboard.type("5an?R")
    expect(page.get_by_role("dialog")).to_have_count(0)
    made(page, 0)
    page.keyboard.press("PageDown")
    _title(page, "FreeCell 618")
    page.keyboard.press("PageUp")
    _title(page, "FreeCell 617")
    page.evaluate("import('/app/main.js').then(({ settings }) => settings.changeSetting('shortcuts', true))")
    page.keyboard.type("5a")
    made(page, 1)
    page.keyboard.press("Home")
    made(page, 0)


def test_after_a_reload_redo_follows_the_variation_that_was_played(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=5a+(58+3a)+8b&at=3")
    made(page, 2)
    page.keyboard.press("u")
    made(page, 1)
    page.reload()
    made(page, 1)
    page.keyboard.press("r")
    made(page, 2)
    assert [str(move) for move in kept(page).moves] == ["58", "3a"]


def test_a_teachers_link_fixes_light_and_hints(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=620")
    made(page, 0)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="For teachers").click()
    link = page.get_by_label("Link", exact=True).input_value()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    assert link == f"{visit.site}/?light=off&hints=off#game=freecell&deal=620"
    page = visit(link.removeprefix(visit.site), light=True)
    made(page, 0)
    for name in ("Hint", "Solution"):
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_disabled()
        expect(button).to_have_attribute("aria-description", re.compile("turns hints and solutions off"))
    for key, text in (("L", "sets the light"), ("H", "hints and solutions off"), ("S", "hints and solutions off")):
        page.keyboard.press(key)
        expect(page.locator(MESSAGE)).to_contain_text(text)
    expect(page.locator("#light")).to_have_attribute("aria-pressed", "false")
    page.keyboard.type("5a")
    made(page, 1)
    page.reload()
    made(page, 1)
    assert page.evaluate("location.search") == "?light=off&hints=off"
    page = visit("/?light=on&deal=620")
    _title(page, "FreeCell 620")
    expect(page.locator("#light[data-light=solved]")).to_be_visible()


def test_cards_are_dealt_unless_somebody_is_in_a_hurry_or_wants_no_motion(visit: Visits) -> None:
    moving = "document.querySelector('.cards').getAnimations({ subtree: true }).length"
    next_deal = "document.querySelector('[data-command=next]').click()"
    page = visit("/#game=freecell&deal=617", reduced_motion="no-preference")
    made(page, 0)
    assert page.evaluate(moving) == 0  # a game opened by its address appears without animation
    assert page.evaluate(f"{next_deal}; {moving}") == 52
    page.keyboard.type("3")
    assert page.evaluate(moving) == 0
    expect(page.locator(MESSAGE)).to_contain_text("column 3")
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    assert page.evaluate(f"{next_deal}; {moving}") == 0


def test_narrow_cards_are_high_where_the_window_is_and_show_the_court(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport={"width": 390, "height": 844})
    made(page, 0)
    box = card(page, "KS").bounding_box()
    assert box is not None
    assert box["height"] / box["width"] > 1.7
    assert card(page, "KS").locator("g[stroke-linecap]").count() == 1
    resize(page, 390, 560)  # too low for long columns of such cards
    lower = card(page, "KS").bounding_box()
    assert lower is not None
    assert lower["height"] < box["height"] - 10
    assert card(page, "KS").locator("g[stroke-linecap]").count() == 1


def test_all_columns_have_one_pitch_and_indices_fill_their_strips(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=83+8a+83")
    made(page, 3)
    change = "on => import('/app/main.js').then(({ settings }) => settings.changeSetting('largeIndices', on))"
    columns = kept(page).position.columns
    for large in (False, True):
        page.evaluate(change, large)
        tops = [[grip(page, one)[1] - 6 for one in column] for column in columns]
        steps = [lower - upper for column in tops for upper, lower in pairwise(column)]
        assert max(steps) - min(steps) <= 2  # rounded to pixels
    rank = card(page, columns[2][3]).locator("path").first.bounding_box()
    assert rank is not None
    strip = tops[2][4] - tops[2][3]
    assert tops[2][3] <= rank["y"]
    assert rank["y"] + rank["height"] <= tops[2][4] + 1
    assert rank["height"] > 0.7 * strip
    assert card(page, "JS").locator("g[stroke-linecap]").count() == 1


def test_cards_in_the_hand_are_lifted_unless_motion_is_reduced(visit: Visits) -> None:
    for motion, lift in (("no-preference", 1), ("reduce", 0)):
        page = visit("/#game=freecell&deal=617", reduced_motion=motion)
        made(page, 0)
        x, y = grip(page, "JC")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y + 60, steps=3)
        page.wait_for_function(
            "lift => getComputedStyle(document.querySelector('.card.held')).getPropertyValue('--lift') == lift",
            arg=lift,
        )
        page.mouse.up()
        expect(page.locator(".card.held")).to_have_count(0)


def test_the_card_below_the_hand_shows_its_whole_face(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport=TOUCH["viewport"])
    made(page, 0)
    covered = card(page, "7C").inner_html()
    x, y = grip(page, "JC")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y + 60, steps=3)
    expect(page.locator(".card.held")).to_have_count(1)
    assert card(page, "7C").inner_html() != covered
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    expect(page.locator(".card.held")).to_have_count(0)
    assert card(page, "7C").inner_html() == covered


def test_table_and_backs_are_chosen_from_pictures(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=settings]").click()
    page.get_by_role("radiogroup", name="Card backs").get_by_role("radio", name="Red").check()
    page.get_by_role("radiogroup", name="Table").get_by_role("radio", name="Green").focus()
    page.keyboard.press("ArrowRight")
    classes = page.locator("html").get_attribute("class") or ""
    assert {"back-red", "cloth-blue"} <= set(classes.split())
    assert page.get_by_role("radio", name="Blue").first.is_checked()


def test_faces_are_shown_beside_their_switches(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=settings]").click()
    faces = page.locator(".samples.largeIndices")
    before = faces.inner_html()
    page.get_by_role("checkbox", name="Large card indices").check()
    assert faces.inner_html() != before
    assert faces.locator("svg").count() == 2
    diamond = page.locator(".samples.fourColours .ink-D")
    colour = "one => getComputedStyle(one).color"
    red = diamond.evaluate(colour)
    page.get_by_role("checkbox", name="Four-colour suits").check()
    assert diamond.evaluate(colour) != red


def test_letters_of_cells_appear_with_the_keyboard(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    letter = page.locator(".cell .pile-sign").last
    expect(letter).to_be_hidden()
    page.keyboard.type("1a")
    expect(letter).to_be_visible()
    page.mouse.click(5, 300)
    expect(letter).to_be_hidden()


def test_a_worksheet_has_the_whole_board_and_lines_for_moves(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport={"width": 360, "height": 740})
    made(page, 0)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".lines li")).to_have_count(60)
    assert page.locator(".lines").is_visible()
    assert page.locator("#worksheet").inner_text() == "Name:"
    assert page.locator("#worksheet svg path").count() == 2
    right = page.locator(".card").evaluate_all(
        "cards => Math.max(...cards.map(one => one.getBoundingClientRect().right))"
    )
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["x"] + 500 < right <= board["x"] + 640


def _paste(page: Page, text: str) -> None:
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=paste]").click()
    page.locator("#paste-text").fill(text)
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_other_programs_write_can_be_pasted(visit: Visits) -> None:
    session = Session.new("freecell", 1, autoplay=Autoplay.MAX)
    for move in solve(session.start, autoplay=Autoplay.MAX).moves:
        session.push(move)
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    _paste(page, "FreeCell Game #620")
    _title(page, "FreeCell 620")
    headed = Session.new("freecell", 2)
    for move in solve(headed.start).moves:
        headed.push(move)
    if all(move.count == headed.move_between(move.source, move.target).count for move in headed.moves):
        _paste(page, "FreeCell Game #2\n" + "".join(map(str, headed.moves)))
        _title(page, "FreeCell 2")
    _paste(page, f"https://example.org/game/freecell.html?deal=1:{in_order_of_arrival(session)}")
    _title(page, "FreeCell 1")
    made(page, 0)
    pasted = kept(page)
    assert pasted.tree() == session.tree()
    pasted.goto(session.ply)
    assert pasted.is_won
