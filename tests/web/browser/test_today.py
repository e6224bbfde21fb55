"""Today's deal comes first, with its par and what counts; undo ends no streak, and help asks before it does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accessibility import check
from kiebitz import Verdict, solve
from kiebitz.patience.session import Session
from web.browser.days import DAY, NOW, TODAY, number_of, won
from web.browser.hands import MESSAGE, RECORDS, made
from web.pars_file import PARS, fewest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

BOX = "#today"
#: The level of the deal, which the box names once it is measured.
LEVEL = "easy"


def today(visit: Visits, path: str = "/", **options: Any) -> Page:
    """Visit the page on 10 December 2026."""
    page = visit("/icon.svg", **options)
    page.clock.set_fixed_time(NOW)
    visit.go(page, path)
    return page


def with_records(page: Page, *records: dict[str, Any]) -> None:
    """Store records and load the page again."""
    page.evaluate("all => localStorage.setItem('kiebitz.statistics', JSON.stringify(all))", list(records))
    page.goto("about:blank")


def play_today(page: Page, moves: int) -> None:
    """Make moves of a solution of today's deal, with one undo and redo after the first."""
    session = Session.new("freecell", TODAY)
    result = solve(session.position)
    assert result.verdict is Verdict.SOLVED
    for ply, move in enumerate(result.moves[:moves]):
        made(page, ply)
        page.keyboard.type(str(move).partition("v")[0])
        if ply == 0:
            made(page, 1)
            page.keyboard.press("u")
            made(page, 0)
            page.keyboard.press("r")


def test_a_visit_begins_with_todays_deal_and_answers_a_newcomer(visit: Visits) -> None:
    page = today(visit)
    box = page.locator(BOX)
    par = PARS[TODAY]
    expect(page.locator("#title")).to_have_text(f"FreeCell {TODAY}")
    expect(box.locator("h2")).to_have_text(f"Today, December 10 par {par} · {LEVEL}")
    expect(page.locator("#count")).to_have_text(f"Moves 0 · steps 0, par {par}")
    for text in (
        "one deal for everyone", "a new one at midnight", "Each can be won", "A win today begins a streak",
        "from ace to king", "a red 6 onto a black 7", "Each of the four free cells holds one card",
        "nobody can win in fewer steps", f"Fewest moves: {fewest(TODAY)}.", "Undo is allowed",
        "Light tells whether the game can still be won", "Hint shows a good move", "Analyse judges every move",
        "A win counts for the streak if it is your own",
    ):  # fmt: skip
        expect(box).to_contain_text(text)
    check(page, "today")
    box.get_by_role("button", name="Play", exact=True).click()
    expect(box).to_be_hidden()
    page.keyboard.type("1a")
    made(page, 1)
    expect(page.locator("#count")).to_have_text(f"Moves 1 · steps 1, par {par}")
    page.goto("about:blank")
    visit.go(page, "/")
    made(page, 1)  # a game under way goes on
    expect(box).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de", "ru", "vi"])
def test_a_phone_held_sideways_shows_a_newcomer_the_whole_box(visit: Visits, language: str) -> None:
    page = today(visit, language=language, viewport={"width": 844, "height": 390})
    box = page.locator(BOX)
    expect(box.locator("details[open] li")).to_have_count(4)
    expect(box.locator(".today-par")).to_contain_text(" · ")
    assert box.evaluate("one => one.scrollHeight <= one.clientHeight")
    assert all(box.locator("li").evaluate_all("all => all.map(one => one.querySelector('b').textContent.length > 1)"))


#: Whether there are such elements, and all lie within the visible part of the box, and the box in the window.
WITHIN = """(all, box) => {
    const { left, top } = box.getBoundingClientRect();
    const sees = (one) => {
        const { x, y, right, bottom } = one.getBoundingClientRect();
        return x >= left && y >= top && right <= left + box.clientWidth && bottom <= top + box.clientHeight;
    };
    return all.length > 0 && top >= 0 && top + box.clientHeight <= innerHeight && all.every(sees);
}"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=str)
@pytest.mark.parametrize("language", ["en", "de", "ru", "vi"])
def test_a_newcomer_sees_the_whole_box_without_scrolling(visit: Visits, language: str, size: tuple[int, int]) -> None:
    page = today(visit, language=language, viewport={"width": size[0], "height": size[1]})
    box = page.locator(BOX)
    expect(box.locator("details[open] li")).to_have_count(4)
    expect(box.locator(".today-par")).to_contain_text(" · ")
    # The letters of other fonts are wider.
    page.evaluate("text => document.fonts.load('1rem Inter', text).then(() => 0)", box.text_content())
    seen = "h2, p, .main, summary" + ", li" * (language != "ru")  # where Russian fits barely
    assert box.locator(seen).evaluate_all(WITHIN, box.element_handle())
    expect(box.locator(".today-counts")).to_contain_text("88:")
    # The box is over the line of messages, but not over the tools below, where those are.
    tools = page.locator(".tools").bounding_box()
    assert tools is not None
    bottom = box.evaluate("one => one.getBoundingClientRect().bottom")
    assert tools["y"] < 100 or bottom <= tools["y"]


def test_on_small_phones_what_counts_is_seen_before_the_cut_and_the_cut_is_marked(visit: Visits) -> None:
    page = today(visit, viewport={"width": 360, "height": 640})
    box = page.locator(BOX)
    assert box.evaluate("one => one.scrollHeight > one.clientHeight")
    assert box.locator("h2, .main, .today-counts").evaluate_all(WITHIN, box.element_handle())
    assert "gradient" in box.evaluate("one => getComputedStyle(one).backgroundImage")


def test_a_message_is_not_covered_by_the_box(visit: Visits) -> None:
    page = today(visit, viewport={"width": 390, "height": 844})
    page.keyboard.press("u")
    expect(page.locator(MESSAGE)).not_to_be_empty()
    if page.locator(BOX).is_hidden():
        page.locator("#today-button").click()
    box, message = page.locator(BOX).bounding_box(), page.locator(MESSAGE).bounding_box()
    assert box is not None
    assert message is not None
    assert box["y"] + box["height"] <= message["y"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_notes_show_where_their_controls_are(visit: Visits, motion: str) -> None:
    page = today(visit, reduced_motion=motion)
    for name, control in [("Light", "#light"), ("Undo", "#undo"), ("Hint", "[data-command=hint]")]:
        shown = page.locator(control)
        page.locator(BOX).get_by_role("button", name=name).click()
        frames = shown.evaluate("one => one.getAnimations().flatMap(({ effect }) => effect.getKeyframes())")
        assert any("solid" in frame.get("outline", "") for frame in frames)
        assert any("boxShadow" in frame for frame in frames) is (motion == "no-preference")
    expect(page.locator(BOX)).to_be_visible()
    expect(page.locator("#light")).to_have_attribute("aria-pressed", "false")


def test_the_level_comes_later_and_leaves_the_box_as_it_is(visit: Visits) -> None:
    page = today(visit)
    box, par = page.locator(BOX), page.locator(f"{BOX} .today-par")
    expect(par).to_have_text(f"par {PARS[TODAY]}")
    box.locator("summary").click()
    box.locator("summary").focus()
    before = box.bounding_box()
    expect(par).to_have_text(f"par {PARS[TODAY]} · {LEVEL}")
    expect(box.locator("summary")).to_be_focused()
    assert box.bounding_box() == before
    # A box that opens again knows it.
    page.keyboard.press("Escape")
    page.locator("#today-button").click()
    assert par.text_content() == f"par {PARS[TODAY]} · {LEVEL}"


def test_the_box_makes_way_for_moves_and_comes_back_by_its_button(visit: Visits) -> None:
    page = today(visit)
    box = page.locator(BOX)
    expect(box).to_be_visible()
    page.keyboard.type("1a")
    made(page, 1)
    expect(box).to_be_hidden()
    button = page.locator("#today-button")
    button.click()
    expect(box.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(button).to_be_focused()
    visit.go(page, "/#game=freecell&deal=617")
    expect(page.locator("#title")).to_have_text("FreeCell 617")
    expect(box).to_be_hidden()
    button.click()
    box.get_by_role("button", name="Play today’s deal").click()
    expect(page.locator("#title")).to_have_text(f"FreeCell {TODAY}")


@pytest.mark.parametrize(
    ("made", "recorded", "greeted"),
    [(0, False, True), (9, True, True), (9, False, False)],
    ids=["untouched", "finished", "in progress"],
)
def test_a_new_day_begins_once_with_its_box_over_the_deal_of_the_day_before(
    visit: Visits, made: int, *, recorded: bool, greeted: bool
) -> None:
    page = today(visit)
    link = f"game=freecell&deal={TODAY}&moves=1a"
    game = {"link": link, "id": "x", "helped": False, "seconds": 60, "made": made, "recorded": recorded, "undos": 0}
    page.goto(visit.site + "/icon.svg")
    page.evaluate("game => localStorage.setItem('kiebitz.game', JSON.stringify(game))", game)
    page.evaluate("sessionStorage.clear()")
    for time, shown in [(NOW, False), ("2026-12-11T08:00:00", greeted), ("2026-12-11T09:00:00", False)]:
        page.clock.set_fixed_time(time)
        page.goto("about:blank")
        visit.go(page, f"/#{link}")
        expect(page.locator("#title")).to_have_text(f"FreeCell {TODAY}")
        page.wait_for_timeout(200)  # the box comes after the board
        assert page.locator(BOX).is_visible() is shown


def test_a_tab_left_open_overnight_shows_the_new_days_box_and_a_shared_deal_none(visit: Visits) -> None:
    page = today(visit, "/#game=freecell&deal=617")
    box = page.locator(BOX)
    page.clock.set_fixed_time("2026-12-11T08:00:00")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(box).to_contain_text("Today, December 11")
    box.get_by_role("button", name="Close").click()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(box).to_be_hidden()
    page.clock.set_fixed_time("2026-12-12T08:00:00")
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    visit.go(page, "/#game=freecell&deal=618")
    expect(page.locator("#title")).to_have_text("FreeCell 618")
    page.wait_for_timeout(200)
    expect(box).to_be_hidden()


@pytest.mark.parametrize(("days", "streak"), [((-1, -2), 2), ((0, -1, -2, -3), 4), ((-2, -3), 0)])
def test_the_streak_is_shown_and_todays_win_ends_the_days_question(
    visit: Visits, days: tuple[int, ...], streak: int
) -> None:
    page = today(visit, "/manifest.webmanifest")
    page.goto(visit.site)
    late = won(-1, at="2026-12-10T09:00:00.000")
    with_records(page, *map(won, days), late, won(-4, helped=True))
    visit.go(page, "/")
    done = 0 in days
    assert page.locator("#today-button").inner_text().strip() == (str(streak) if streak else "")
    assert page.locator(BOX).is_visible() is not done
    if not done:
        expect(page.locator(f"{BOX} .week .done")).to_have_count(len(days))
        expected = f"Current streak: {streak} days. Win today to keep it going." if streak else "A win today begins"
        expect(page.locator(f"{BOX} .today-streak")).to_contain_text(expected)


def test_the_calendar_keeps_the_badges_of_a_day(visit: Visits) -> None:
    page = today(visit)
    par = PARS[number_of(DAY - 2)]
    all_badges = {"undos": 0, "cards": par, "neverLost": True}
    with_records(
        page,
        won(-1),  # by a version that counted neither undos nor steps
        won(-2) | all_badges,
        won(-3) | {"undos": 3, "cards": par + 90, "neverLost": True},
        won(-4, helped=True) | all_badges,
    )
    visit.go(page, "/#game=freecell&deal=617")
    page.keyboard.press("D")
    for day, said in [
        (9, "won"),
        (8, "won, Without undo, At par: nobody can do better, Never in a lost position"),
        (7, "won, Never in a lost position"),
        (6, "won with help"),
    ]:
        expect(page.get_by_role("button", name=f"December {day}: {said}", exact=True)).to_have_count(1)
    expect(page.locator("#daily .badges li")).to_have_count(3)
    check(page, "calendar")
    page.get_by_role("button", name="Previous month").click()
    expect(page.locator("#daily .badges")).to_be_hidden()


def test_another_tabs_win_appears_at_once(visit: Visits) -> None:
    page = today(visit)
    other = page.context.new_page()
    other.goto(visit.site + "/icon.svg")
    other.evaluate("all => localStorage.setItem('kiebitz.statistics', JSON.stringify(all))", [won(0)])
    expect(page.locator("#today-button")).to_have_text("1")
    expect(page.locator(BOX)).to_contain_text("Won today.")


def test_a_win_shows_its_streak_in_the_head_at_once(visit: Visits) -> None:
    page = today(visit)
    play_today(page, 200)
    expect(page.locator("#won")).to_be_visible()
    expect(page.locator("#today-button")).to_have_text("1")


def test_a_won_deal_of_today_can_be_played_again(visit: Visits) -> None:
    page = today(visit)
    play_today(page, 200)
    expect(page.locator("#won")).to_be_visible()
    page.locator("#today-button").click()
    again = page.locator(f"{BOX} .main")
    expect(again).to_have_text("Play it again")
    again.click()
    made(page, 0)
    expect(page.locator("#won")).to_be_hidden()
    expect(page.locator("#title")).to_have_text(f"FreeCell {TODAY}")
    assert len(page.evaluate(RECORDS)) == 1


def test_undo_keeps_the_days_chance_and_the_page_asks_before_help_ends_it(visit: Visits) -> None:
    page = today(visit)
    play_today(page, 2)
    made(page, 2)
    page.keyboard.press("H")
    question = page.get_by_role("dialog", name="Take help?")
    expect(question).to_contain_text("today’s win will not count")
    page.get_by_role("button", name="Play on alone").click()
    expect(page.locator(".card.hinted")).to_have_count(0)
    kept = json.loads(page.evaluate("sessionStorage.getItem('kiebitz.game')"))
    assert (kept["helped"], kept["undos"]) == (False, 1)
    page.keyboard.press("L")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Take help").click()
    expect(page.locator("#light")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint:")  # asked once
    page.get_by_role("button", name="Next deal").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("#title")).to_have_text(f"FreeCell {TODAY + 1}")
    assert [(one["helped"], one["undos"]) for one in page.evaluate(RECORDS)] == [(True, 1)]


def test_a_light_left_on_is_named_before_the_game(visit: Visits) -> None:
    page = today(visit, light=True)
    expect(page.locator(BOX)).to_contain_text("The light is on. It is help, so a win would not count.")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator("#today-button").click()
    page.locator("#today-button").click()
    expect(page.locator(BOX)).to_contain_text("Analyse is on.")
