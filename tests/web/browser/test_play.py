"""The game page in a real browser: whole games by dragging, clicks and keys, and its messages."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz import Verdict, solve
from kiebitz.patience import Autoplay
from kiebitz.patience.dealing import deal
from kiebitz.patience.links import write_link
from kiebitz.patience.notation import format_moves
from kiebitz.patience.session import Session
from web.browser.hands import (
    LIGHT,
    MESSAGE,
    card,
    click,
    drag,
    grip,
    kept,
    made,
    moved_card,
    pile,
    solved,
    spot,
    start_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from web.browser.conftest import Visits

#: Moves of Somerset's deal 18 (fisher-yates) after which a card of a foundation is needed.
RETURNS = "94 56 35 13 21 20 95 43 47 42 45 94 95 97 94 96 07 0h 39 3h 35"


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


@pytest.mark.parametrize("hands", [drag, click], ids=["dragged", "clicked"])
def test_a_card_comes_back_from_its_foundation(visit: Visits, hands: Callable[[Page, Session, int], None]) -> None:
    session = Session.new("somerset", 18, numbering="fisher-yates")
    for word in RETURNS.split():
        session.play(word)
    before = write_link(session, "/")
    session.play("hh5")
    page = visit(before)
    made(page, session.ply - 1)
    hands(page, session, session.ply - 1)
    made(page, session.ply)
    expect(page.locator(MESSAGE)).to_contain_text("four of hearts → column 5")
    assert kept(page) == session


def test_a_card_of_a_foundation_stays_there_in_other_games(visit: Visits) -> None:
    page = visit("/#game=somerset&deal=18&numbering=fisher-yates&moves=" + RETURNS.replace(" ", "+"))  # of edition 1
    made(page, len(RETURNS.split()))
    pile(page, 50).click()
    expect(page.locator(MESSAGE)).to_contain_text("stay there")


def test_arrows_and_enter_move_cards_and_say_so(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    for _ in range(5):  # the first press moves the cursor onto the board
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
    expect(pile(page, 51)).to_be_focused()
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
    page.keyboard.type("4h")
    expect(page.locator(MESSAGE)).to_contain_text("Not yet: the ace of hearts must go home before the four of hearts.")
    x, y = grip(page, "9H")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*spot(page, 32), steps=3)
    page.mouse.up()
    expect(page.locator(MESSAGE)).to_contain_text("These 3 cards are not a sequence.")
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
    assert sorted(codes) == [7, 32, 33, 34, 35]
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
    page = visit(write_link(session, "/"), light=True)
    expect(page.locator(LIGHT)).to_contain_text("Lost")
    word = format_moves(session.start, session.moves, session.autoplay)[losing - 1]
    expect(page.locator("#loss")).to_contain_text(f"You lost the game with move {losing} ({word}).")
    page.locator("#jump").click()
    made(page, losing - 1)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    expect(page.locator("#loss")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator(LIGHT)).to_contain_text("Lost")


def test_a_late_answer_about_an_earlier_position_is_dropped(visit: Visits) -> None:
    think = """(question, { game }) => {
        const answer = { verdict: "solved", score: null, bound: null, limitHit: null };
        if (question !== "light" || game.moves.length !== 1) return Promise.resolve(answer);
        return new Promise((resolve) => (window.late = () => resolve({ ...answer, verdict: "impossible" })));
    }"""
    page = visit.with_thoughts("/#game=freecell&deal=617", think, light=True)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.keyboard.type("5a")
    made(page, 1)
    expect(page.locator(LIGHT)).to_contain_text("Searching")
    page.keyboard.type("5b")
    made(page, 2)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.evaluate("window.late()")
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    assert page.locator("#loss").is_hidden()


def test_russian_solitaire_shows_the_best_score_still_reachable(visit: Visits) -> None:
    page = visit("/#game=russian&deal=5", light=True)
    expect(page.locator(LIGHT)).to_contain_text("Best: ")
    assert page.locator(".card .back").count() == 21
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show face-down cards").check()
    expect(page.locator(".card .back")).to_have_count(0)


def test_hint_and_solution_win_the_game(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")
    expect(page.locator(".card.hinted").first).to_be_visible()
    page.keyboard.press("H")
    made(page, 1)
    page.keyboard.press("S")
    expect(page.locator("#player")).to_be_visible()
    page.locator("#player-forward").click()
    made(page, 2)
    page.locator("#player-back").click()
    made(page, 1)
    page.locator("#player-speed").select_option("8")
    page.clock.install()
    page.locator("#player-play").click()
    made(page, 3)
    page.keyboard.press("Escape")
    stopped = kept(page).ply
    page.clock.fast_forward(300)
    assert kept(page).ply == stopped
    page.locator("#player-end").click()
    expect(page.locator("#won")).to_be_visible()
    assert kept(page).is_won


@pytest.mark.long
def test_the_story_of_a_solution_leads_to_its_moves(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    page.keyboard.press("S")
    page.get_by_role("button", name="Story of this line").click()
    events = page.locator("#story li button")
    expect(events.first).to_be_visible()
    turning_point = events.filter(has_text="the turning point")
    (ply,) = re.findall(r"Move (\d+): the turning point", turning_point.inner_text())
    turning_point.click()
    expect(page.locator("#story")).to_have_count(0)
    made(page, int(ply))


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


def test_a_solution_by_another_rule_of_autoplay_says_so_and_keeps_the_deal(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=98714&autoplay=max")
    made(page, 0)
    page.keyboard.press("S")
    expect(page.locator(MESSAGE)).to_contain_text("assumes another rule for cards that go home by themselves")
    expect(page.locator("h1")).to_contain_text("98714")


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


def test_without_the_solver_the_game_goes_on_and_it_is_tried_again_with_the_network(visit: Visits) -> None:
    visit.allow("ERR_FAILED")
    page = visit("/icon.svg", light=True)
    page.route("**/app/worker.js", lambda route: route.abort())
    visit.go(page, "/#game=freecell&deal=617")
    expect(page.locator(LIGHT)).to_contain_text("No solver")
    page.keyboard.type("5a")
    made(page, 1)
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("This browser cannot run the solver")
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(LIGHT)).to_contain_text("Can be won")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", "This browser does not support WebAssembly"),
        ("de-DE", "Dieser Browser unterstützt kein WebAssembly"),
        ("ru-RU", "Этот браузер не поддерживает WebAssembly"),
        ("vi-VN", "Trình duyệt này không chạy được WebAssembly"),
    ],
)
def test_without_webassembly_the_page_says_so_and_shows_the_deal_as_text(visit: Visits, locale: str, said: str) -> None:
    page = visit("/icon.svg", language=locale)
    page.add_init_script("delete window.WebAssembly;")
    visit.go(page, "/#game=marseille&deal=617")
    expect(page.get_by_role("alert")).to_contain_text(said)
    rows = page.locator("pre").inner_text().split("\n\n")[1]
    assert rows.split() == [text for row in deal(617, "marseille").rows() for text in row if text]
    expect(page.locator("#board")).to_be_hidden()


def test_a_browser_that_gives_no_memory_is_named_and_the_game_goes_on(visit: Visits) -> None:
    page = visit("/icon.svg")
    refuse = "WebAssembly.Instance = function () { throw new RangeError('could not allocate memory'); };\n"

    def script(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=refuse + answer.text())

    page.route("**/app/worker.js", script)
    visit.go(page, "/#game=freecell&deal=617")
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("gives the solver no more memory")
    page.keyboard.type("5a")
    made(page, 1)


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


def test_four_colours_change_diamonds_and_clubs_at_once(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    made(page, 0)
    before = {text: card(page, text).screenshot() for text in ("KC", "JD", "KS", "QH")}
    page.evaluate("import('/app/main.js').then(({ settings }) => settings.changeSetting('fourColours', true))")
    page.mouse.move(0, 0)
    changed = {text for text, picture in before.items() if card(page, text).screenshot() != picture}
    assert changed == {"KC", "JD"}


def _lost_game() -> tuple[Session, int]:
    """Return a game that was lost by a move, and the number of that move."""
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
    """Return the words of single-card moves that need a count because more cards could move."""
    words = [format_moves(session.position, [move], session.autoplay)[0] for move in session.legal_moves]
    return [word for word in words if word.endswith("v1")]
