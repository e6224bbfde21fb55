"""The game page in a real browser: whole games by hand, by clicks and by keys, and what it knows to say about them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz import Verdict, deal, solve
from kiebitz.patience import Autoplay, game
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import format_board, format_moves
from kiebitz.patience.session import Session
from tables import walk
from web.browser.hands import card, click, drag, grip, kept, moved_card, pile, solved, spot, start_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from web.browser.conftest import Visits

MESSAGE = "#message"
COUNT = "#count"
LIGHT = "#light"
RECORDS = "JSON.parse(localStorage.getItem('kiebitz.statistics') ?? '[]')"


def made(page: Page, moves: int) -> None:
    """Wait until so many moves are made."""
    expect(page.locator(COUNT)).to_contain_text(f"Moves {moves} ")


def test_a_whole_game_is_won_by_dragging(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(start_of(session))
    for ply in range(session.ply):
        made(page, ply)
        drag(page, session, ply)
    made(page, session.ply)
    expect(page.locator("#won")).to_contain_text("Won")
    assert kept(page) == session


def test_a_whole_game_is_won_by_clicks(visit: Visits) -> None:
    session = solved("solitaire_two_suits", Autoplay.MAX)
    page = visit(start_of(session))
    for ply in range(session.ply):
        made(page, ply)
        click(page, session, ply)
    made(page, session.ply)
    expect(page.locator("#won")).to_be_visible()
    assert kept(page) == session


def test_a_whole_game_is_won_by_the_keyboard_alone(visit: Visits) -> None:
    session = solved("freecell", Autoplay.MAX)
    words = format_moves(session.start, session.moves, session.autoplay)
    page = visit(start_of(session))
    made(page, 0)
    for word in words:
        page.keyboard.type(word[:2])
        assert "v" not in word
    made(page, session.ply)
    expect(page.locator("#won")).to_be_visible()
    assert kept(page) == session


def test_arrows_and_enter_move_cards_and_say_so(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    for _ in range(5):  # the first brings the cursor onto the board
        page.keyboard.press("ArrowRight")
    expect(pile(page, 4)).to_be_focused()
    assert "jack of clubs, seven of clubs" in (pile(page, 4).get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    expect(page.locator(MESSAGE)).to_have_text("jack of clubs, taken from column 5. Where to?")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(MESSAGE)).to_have_text("jack of clubs → column 8.")
    assert format_moves(kept(page).start, kept(page).moves) == ["58"]
    page.keyboard.press("ArrowUp")
    expect(pile(page, 35)).to_be_focused()
    page.keyboard.press("u")
    made(page, 0)
    page.keyboard.press("r")
    made(page, 1)


def test_fewer_cards_than_implied_are_moved_by_keys(visit: Visits) -> None:
    session = _with_empty_column()
    word = _counted(session)[0]
    page = visit(write_link(session, "/"))
    made(page, session.ply)
    for key in (word[0], "Shift+ArrowUp", "Shift+ArrowDown", word[1]):
        page.keyboard.press(key)
    made(page, session.ply + 1)
    assert kept(page).moves[-1].count == 1


def test_a_refused_move_says_why_and_changes_nothing(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.type("18")
    expect(page.locator(MESSAGE)).to_have_text("Colours must alternate: jack of diamonds on queen of hearts.")
    page.mouse.dblclick(*grip(page, "4H"))
    expect(page.locator(MESSAGE)).to_contain_text("ace of hearts must go home before four of hearts")
    x, y = grip(page, "9H")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*spot(page, 16), steps=3)
    page.mouse.up()
    expect(page.locator(MESSAGE)).to_have_text("A free cell holds one card.")
    made(page, 0)


def test_what_is_picked_and_where_it_can_go_is_marked(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.mouse.click(*grip(page, "JC"))
    assert page.locator(".card.picked").get_attribute("data-card") == "JC"
    assert page.locator(".card.target").get_attribute("data-card") == "QH"
    assert pile(page, 7).get_attribute("aria-description") == "can go here"
    assert pile(page, 4).get_attribute("aria-pressed") == "true"
    codes = page.locator(".pile.target").evaluate_all("piles => piles.map(pile => Number(pile.dataset.pile)).sort()")
    assert sorted(codes) == [7, 16, 17, 18, 19]
    page.keyboard.press("Escape")
    expect(page.locator(".target, .picked")).to_have_count(0)


def test_a_double_click_sends_a_card_home(visit: Visits) -> None:
    session = solved("solitaire_one_suit", Autoplay.NONE)
    page = visit(start_of(session))
    for ply in range(session.ply):
        made(page, ply)
        if str(session.moves[ply])[1] == "h":
            page.mouse.dblclick(*grip(page, moved_card(session, ply)))
        else:
            drag(page, session, ply)
    expect(page.locator("#won")).to_be_visible()


def test_the_light_follows_the_game_and_the_losing_move_is_named(visit: Visits) -> None:
    session, losing = _lost_game()
    page = visit(write_link(session, "/"))
    expect(page.locator(LIGHT)).to_contain_text("Lost")
    word = format_moves(session.start, session.moves, session.autoplay)[losing - 1]
    expect(page.locator("#loss")).to_contain_text(f"Your losing move was {losing} ({word}).")
    page.locator("#jump").click()
    made(page, losing - 1)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    expect(page.locator("#loss")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator(LIGHT)).to_contain_text("Lost")


def test_a_late_answer_about_an_earlier_position_is_dropped(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    held: list[Route] = []

    def answer(route: Route) -> None:
        if "moves=5a&" in f"{json.loads(route.request.post_data or '{}')['link']}&":
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/light", answer)
    page.keyboard.type("5a")
    made(page, 1)
    page.keyboard.type("5b")
    made(page, 2)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    assert held
    lost = {"light": "lost", "score": None, "bound": None, "states": 1, "seconds": 0.0, "limit_hit": None}
    held[0].fulfill(json=lost)
    page.wait_for_timeout(200)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")


def test_russian_solitaire_shows_the_best_score_still_reachable(visit: Visits) -> None:
    page = visit("/#game=russian&deal=5")
    expect(page.locator(LIGHT)).to_contain_text("Best: ")
    assert page.locator(".card svg use[href$='card-back']").count() == 21
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show face-down cards").check()
    expect(page.locator(".card svg use[href$='card-back']")).to_have_count(0)


def test_hint_and_solution_win_the_game(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")
    assert page.locator(".card.hinted").count() >= 1
    page.keyboard.press("H")
    made(page, 1)
    page.keyboard.press("S")
    expect(page.locator("#player")).to_be_visible()
    page.locator("#player-forward").click()
    made(page, 2)
    page.locator("#player-back").click()
    made(page, 1)
    page.locator("#player-speed").select_option("8")
    page.locator("#player-play").click()
    made(page, 3)
    page.keyboard.press("Escape")
    stopped = kept(page).ply
    page.wait_for_timeout(300)
    assert kept(page).ply == stopped
    page.locator("#player-end").click()
    expect(page.locator("#won")).to_be_visible()
    assert kept(page).is_won


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
        ("game=freecell&deal=617&moves=5a+18", "Move 2 of the link is illegal. Colours must alternate"),
        ("game=freecell&deal=9999999999", "There is no deal 9999999999"),
        ("game=canfield&deal=1", "No game is called “canfield”"),
        ("game=freecell", "This is no link of a game"),
        ("game=freecell&deal=617&columns=0", "This is no link of a game: “0” (columns)"),
        ("game=freecell&deal=617&cells=13", "This is no link of a game: “13” (cells)"),
        ("game=russian&deal=617&columns=6", "This is no link of a game: “6” (columns)"),
    ],
)
def test_a_wrong_link_is_explained_and_the_game_stays(visit: Visits, fragment: str, said: str) -> None:
    visit.allow("422")  # what the server refuses is an error to the console too
    page = visit("/#game=freecell&deal=617&moves=5a")
    made(page, 1)
    page.evaluate("fragment => { location.hash = fragment }", fragment)
    expect(page.locator(MESSAGE)).to_contain_text(said)
    made(page, 1)
    assert kept(page).deal == Session.new("freecell", 617).deal
    assert page.evaluate(RECORDS) == []


def test_what_cannot_be_drawn_leaves_the_game_as_it_was(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=5a")
    made(page, 1)
    before = kept(page)
    page.evaluate(
        """async () => {
            const { Board } = await import("/static/app/board.js");
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


def test_a_hint_goes_with_its_game(visit: Visits) -> None:
    page = visit("/#game=challenge_freecell&deal=12")
    made(page, 0)
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")
    page.evaluate("location.hash = 'game=freecell&deal=12'")
    expect(page.locator("#title")).to_have_text("FreeCell 12")
    assert page.locator(".hinted").count() == 0
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")
    made(page, 0)


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


def test_a_solution_by_another_rule_of_autoplay_says_so_and_keeps_the_deal(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=164&supermoves=single&autoplay=max")
    made(page, 0)
    page.keyboard.press("S")
    expect(page.locator(MESSAGE)).to_contain_text("for another rule of what goes home by itself: safe")
    expect(page.locator("h1")).to_contain_text("164")


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
    page.keyboard.type("1a")
    made(page, 1)
    page.evaluate("fragment => { location.hash = fragment }", "game=freecell&deal=2")
    made(page, 0)
    assert [one["won"] for one in page.evaluate(RECORDS)] == [True, False]


def test_a_game_left_by_another_address_goes_on_after_going_back(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    assert session.ply > 3
    page = visit(start_of(session))
    made(page, 0)
    page.keyboard.press("L")
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


def test_todays_deal_comes_back_though_the_address_says_nothing_of_it(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    page.keyboard.type("1a")
    made(page, 1)
    before = kept(page)
    page.evaluate("location.hash = 'game=freecell&deal=1'")
    expect(page.locator("#title")).to_have_text("FreeCell 1")
    page.go_back()
    made(page, 1)
    assert kept(page) == before
    page.go_forward()
    expect(page.locator("#title")).to_have_text("FreeCell 1")
    page.goto(f"{visit.site}/skat")
    page.evaluate("history.go(-2)")
    page.wait_for_url(f"{visit.site}/")
    made(page, 1)
    assert kept(page) == before


def test_a_full_store_changes_nothing_but_what_is_remembered(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(start_of(session))
    made(page, 0)
    page.evaluate(
        """() => {
            for (let size = 2 ** 23; size >= 1; size /= 2) {
                try {
                    localStorage.setItem(`full ${size}`, "x".repeat(size));
                } catch {}
            }
        }"""
    )
    for ply in range(session.ply):
        made(page, ply)
        click(page, session, ply)
    expect(page.locator("#won")).to_be_visible()
    expect(page.locator(LIGHT)).to_contain_text("Won")
    page.keyboard.press("L")
    expect(page.locator(LIGHT)).to_contain_text("Light off")


def test_keys_mean_the_same_on_a_russian_keyboard(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    protocol = page.context.new_cdp_session(page)

    def press(key: str, code: str, shift: bool = False, control: bool = False) -> None:
        pressed = {"key": key, "code": code, "modifiers": 8 * shift + 2 * control}
        protocol.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **pressed})
        protocol.send("Input.dispatchKeyEvent", {"type": "keyUp", **pressed})

    press("5", "Digit5")
    press("ф", "KeyA")
    made(page, 1)
    press("г", "KeyU")
    made(page, 0)
    press("н", "KeyY", control=True)
    made(page, 1)
    press("я", "KeyZ", control=True)
    made(page, 0)
    press("Р", "KeyH", shift=True)
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")


def test_cards_put_back_by_escape_are_told_of(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("3")
    expect(page.locator(MESSAGE)).to_contain_text("Where to?")
    page.keyboard.press("Escape")
    expect(page.locator(MESSAGE)).to_have_text("Put back.")


def test_a_new_game_closes_the_player_of_the_old_one(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(write_link(session, "/"))
    made(page, session.ply)
    page.keyboard.press("P")
    page.locator("#player-play").click()
    expect(page.locator("#player")).to_be_visible()
    page.evaluate("location.hash = 'game=freecell&deal=1'")
    made(page, 0)
    expect(page.locator("#player")).to_be_hidden()
    page.wait_for_timeout(1200)
    page.keyboard.type("1a")
    made(page, 1)


def test_supermoves_chosen_for_one_game_are_not_those_of_the_next(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=1&supermoves=whole")
    made(page, 0)
    page.keyboard.press("n")
    assert page.locator("#new-supermoves").input_value() == "whole"
    page.locator("#new-id").select_option("russian")
    assert page.locator("#new-supermoves").input_value() == ""
    page.locator("#new-number").fill("1")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#title")).to_have_text("Russian Solitaire 1")
    assert kept(page) == Session.new("russian", 1)


def test_the_light_comes_back_with_the_network(visit: Visits) -> None:
    visit.allow("ERR_INTERNET_DISCONNECTED")
    page = visit("/#game=freecell&deal=617")
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.context.set_offline(True)
    page.keyboard.type("5a")
    expect(page.locator(LIGHT)).to_contain_text("No server")
    page.context.set_offline(False)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")


def test_a_finger_drags_cards(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    made(page, 0)
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = grip(page, "JC"), grip(page, "QH")
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": (x + to_x) / 2, "y": (y + to_y) / 2}]),
        ("touchMove", [{"x": to_x, "y": to_y}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    made(page, 1)
    assert [str(move) for move in kept(page).moves] == ["58"]


def test_a_board_is_pasted_and_one_with_a_missing_card_refused(visit: Visits) -> None:
    visit.allow("422")
    position = Session.new("bakers_game", 7).position
    board = format_board(position, "columns")
    page = visit("/")
    made(page, 0)
    before = kept(page)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Paste").click()
    page.locator("#paste-game").select_option("bakers_game")
    page.locator("#paste-text").fill(board.replace("AS", "", 1))
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".fault")).to_have_text(
        "This is no position of the game. Missing: A♠. If they are home, say so: Home: AS"
    )
    assert kept(page) == before
    page.locator("#paste-text").fill(board)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#paste")).to_have_count(0)
    assert kept(page).start == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (format_board(deal(617), "columns").replace("7D ", "", 1), "Es fehlt: 7♦."),
        (format_board(deal(617), "columns").replace("7D ", "QS ", 1), "Es fehlt: 7♦. Mehrfach da: D♠."),
        ("# deal: microsoft 617\n58 26", "Zug 2 "),
        ("58 26", "Zug 2 "),
        ("KS QS\nKD 1X", "„1X“ in Zeile 2, Spalte 4."),
    ],
)
def test_what_is_wrong_with_a_pasted_text_is_said_in_the_persons_language(visit: Visits, text: str, said: str) -> None:
    visit.allow("422")
    page = visit("/#game=freecell&deal=617", language="de")
    expect(page.locator(COUNT)).to_contain_text("Züge 0 ")
    page.locator("#menu-button").click()
    page.locator("[data-i18n='game.paste']").first.click()
    page.locator("#paste-text").fill(text)
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.locator(".fault")).to_contain_text(said)
    assert not re.search(r"\b(the|only|expected|missing)\b", page.locator(".fault").inner_text())
    expect(page.locator(COUNT)).to_contain_text("Züge 0 ")


def test_moves_alone_are_those_of_the_deal_on_the_table(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=5a")
    made(page, 1)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Paste").click()
    page.locator("#paste-text").fill("58 7a\n7b")
    page.get_by_role("button", name="Open").click()
    made(page, 3)
    assert [str(move) for move in kept(page).moves] == ["58", "7a", "7b"]


def test_a_new_game_is_begun_by_number_and_one_that_can_be_won(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    page.keyboard.press("n")
    page.locator("#new-id").select_option("solitaire_6x6")
    page.locator("#new-number").fill("12x")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator(".fault")).to_contain_text("There is no deal 12x")
    page.locator("#new-number").fill("12")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#title")).to_have_text("Solitaire 6×6 12")
    assert kept(page) == Session.new("solitaire_6x6", 12)
    page.keyboard.press("n")
    page.get_by_label("One that can be won").check()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#new-game")).to_have_count(0)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")


def test_four_colours_change_diamonds_and_clubs_at_once(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    before = {text: card(page, text).screenshot() for text in ("KC", "JD", "KS", "QH")}
    page.evaluate("import('/static/app/settings.js').then(module => module.changeSetting('fourColours', true))")
    page.mouse.move(0, 0)
    changed = {text for text, picture in before.items() if card(page, text).screenshot() != picture}
    assert changed == {"KC", "JD"}


@pytest.mark.parametrize("name", ["freecell", "seahaven_towers", "eight_off", "yukon"])
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
def test_the_head_shows_game_deal_and_count_in_windows_of_any_size(visit: Visits, language: str) -> None:
    page = visit("/#game=relaxed_seahaven_towers&deal=1000000", language=language)
    page.wait_for_selector("html[data-ready]")
    for width, height in [(320, 568), (360, 740), (640, 400), (700, 900), (900, 700), (1024, 768), (1160, 700)]:
        page.set_viewport_size({"width": width, "height": height})
        cut = page.locator("#title, #count, .tools span").evaluate_all(
            """all => all.filter(one => getComputedStyle(one).position !== "absolute").filter(
                one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1
            ).map(one => one.textContent)"""
        )
        assert cut == [], (width, height)
        assert page.locator("#title").evaluate("one => one.clientWidth") > 100
        assert page.locator(".lamp-symbol").evaluate("one => one.clientWidth") == 24


def test_the_lamp_says_its_word_where_there_is_room(visit: Visits) -> None:
    page = visit("/#game=relaxed_seahaven_towers&deal=1000000")
    for width, seen in [(700, True), (320, False)]:  # whatever the font
        page.set_viewport_size({"width": width, "height": 740})
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
        page.evaluate("fragment => { location.hash = fragment }", f"game={name}&deal=3")
        session = Session.new(name, 3)
        expect(page.locator("#title")).to_have_text(f"{session.rules.title} 3")
        assert page.locator(".card").count() == len(session.rules.pack)
        assert kept(page) == session


def _lost_game() -> tuple[Session, int]:
    """Return a game that can no longer be won although its deal could, and the number of the move that lost it."""
    chance = Random(6)
    for number in range(1, 100):
        session = Session.new("solitaire_two_suits", number)
        if solve(session.position).verdict is not Verdict.SOLVED:
            continue
        losing = 0
        while not session.is_won and session.ply < 12 and (moves := list(session.legal_moves)):
            session.push(chance.choice(moves))
            if not losing and solve(session.position).verdict is Verdict.IMPOSSIBLE:
                losing = session.ply
        if losing > 2 and session.ply > losing:
            return session, losing
    raise AssertionError("no random game was lost")


def _with_empty_column() -> Session:
    """Return a game with an empty column that could take several cards of another."""
    whole = solved("freecell", Autoplay.NONE)
    for ply in range(whole.ply):
        whole.goto(ply)
        session = Session(whole.start, autoplay=Autoplay.NONE, deal=whole.deal)
        for move in whole.moves:
            session.push(move)
        if _counted(session):
            return session
    raise AssertionError("no such position")


def _counted(session: Session) -> list[str]:
    """Return the words of moves of single cards that need a count, as more cards could go."""
    words = [format_moves(session.position, [move], session.autoplay)[0] for move in session.legal_moves]
    return [word for word in words if word.endswith("v1")]
