"""The end of a game: par, badges, the moves that lost the win, a grade, records, and a text to share."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accessibility import check
from kiebitz import short
from kiebitz.analysis.shortest import Metric, shortest
from kiebitz.patience import Autoplay
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.referee import legal_moves
from kiebitz.patience.session import Session
from web.browser.days import NOW, TODAY, won
from web.browser.hands import (
    ENDED,
    MESSAGE,
    RECORDS,
    kept,
    made,
    play_end,
    resize,
    solved,
    sorted_game,
    start_of,
    won_freecell,
)
from web.pars_file import BEST, DAILY, PARS, fewest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

PAR = PARS[617]


def texts(page: Page, selector: str) -> list[str]:
    """Return the texts of the elements in the box."""
    return page.locator(f"#won {selector}").all_inner_texts()


def test_a_win_is_told_against_par_with_a_grade(visit: Visits) -> None:
    session = won_freecell()
    page = visit.with_thoughts("/skat", ENDED)
    play_end(page, visit, session, undos=2)
    cards = int(page.locator("#count").inner_text().split()[4].rstrip(","))
    assert cards > PAR
    assert texts(page, "dt") == [f"Steps of one card, par {PAR}", f"Moves, at best {fewest(617)}", "Time", "Undos"]
    figures = texts(page, "dd")
    assert figures.pop(2).startswith("1:")
    assert figures == [str(cards), str(session.ply), "2"]
    over = round(100 * (cards - PAR) / PAR)
    assert over < round(100 * (session.ply - BEST[617]) / BEST[617])
    grade = next((one for one, most in {"A": 28, "B": 48, "C": 73}.items() if over <= most), "D")
    expect(page.locator("#won-grade")).to_have_text(grade)
    expect(page.locator("#won-reached")).to_have_text(
        f"{cards - PAR} steps above par ({over}%); level medium, harder than 50% of Microsoft’s deals."
    )
    page.locator("#won-reached").press("Space")
    expect(page.locator("#won-limits")).to_be_visible()
    expect(page.locator("#won-limits")).to_have_text(
        "In this deal, A goes up to 28%, B to 48%, C to 73%; harder deals allow more. "
        "The better of steps and moves counts."
    )
    expect(page.locator("#won .badges li")).to_have_text(["Never in a lost position", "First win without help"])
    expect(page.locator("#won-note")).to_have_text("All green: the game was never lost.")
    check(page, "end")
    (record,) = page.evaluate(RECORDS)
    assert (record["won"], record["helped"], record["undos"], record["cards"]) == (True, False, 2, cards)
    assert record["neverLost"] is True


def test_beyond_the_daily_deals_steps_above_par_give_the_grade(visit: Visits) -> None:
    number = next(deal for deal in PARS if deal > DAILY)
    page = visit.with_thoughts("/skat", ENDED)
    play_end(page, visit, won_freecell(number))
    expect(page.locator("#won-reached")).to_contain_text("steps above par (")
    expect(page.locator("#won-limits")).to_have_text(re.compile(r"allow more\.$"))


#: The grade of a game of some steps and moves, in a deal harder than none with par 100 and a best line of 50 moves.
_GRADE = """([cards, moves, isDaily]) => import('/app/grades.js').then(({ gradeOf }) => {
    const fewest = isDaily ? { least: 48, best: 50 } : null;
    const { grade, by, over, share } = gradeOf({ cards, par: 100, moves, fewest, places: { moves: 0 }, level: "easy" });
    return [grade, by, over, share];
})"""


@pytest.mark.parametrize(
    ("cards", "moves", "is_daily", "expected"),
    [
        (159, 55, True, ["A", "moves", 5, 0.1]),
        (159, 55, False, ["C", "steps", 59, 0.59]),
        (110, 80, True, ["A", "steps", 10, 0.1]),
        (110, 55, True, ["A", "steps", 10, 0.1]),
        (159, 49, True, ["A", "moves", 0, 0]),
        (170, 90, True, ["D", "steps", 70, 0.7]),
    ],
)
def test_the_better_of_steps_and_moves_gives_the_grade(
    visit: Visits, cards: int, moves: int, *, is_daily: bool, expected: list[object]
) -> None:
    page = visit("/skat")
    assert page.evaluate(_GRADE, [cards, moves, is_daily]) == expected


def test_the_move_that_lost_the_win_is_named_shared_and_learnt_from(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    at = 4
    page = visit.with_thoughts(start_of(session), ENDED, permissions=["clipboard-read", "clipboard-write"])
    made(page, 0)
    for ply, turn in enumerate(session.history):
        if ply == at:
            board = turn.before
            other = next(move for move in legal_moves(board) if move != turn.move)
            tried = str(other)
            page.keyboard.type(tried.partition("v")[0])
            made(page, at + 1)
            page.keyboard.press("u")
            made(page, at)
        page.keyboard.type(str(turn.move).partition("v")[0])
        made(page, ply + 1)
    expect(page.locator("#won-note")).to_contain_text(f"Move {at + 1} lost the win; you found it again.")
    expect(page.locator("#won .badges li")).to_have_text(["First win without help"])
    kinds = page.locator("#won-parts li").evaluate_all("all => all.map(one => one.className)")
    assert "part-lost" in kinds or "part-again" in kinds
    assert kinds[-1] == "part-kept"
    page.get_by_role("button", name="Share").click()
    expect(page.locator(MESSAGE)).to_contain_text("Result copied")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0] == f"Kiebitz · {page.locator('#title').inner_text()}"
    assert set(lines[1]) <= set("🟩🟥🟨")
    assert len(lines[1]) == len(kinds)
    assert lines[2] == f"{session.ply} moves"
    assert lines[3].startswith(f"{visit.site}/#game=solitaire_one_suit&deal=")
    assert "moves" not in lines[3]
    (moment,) = page.evaluate("JSON.parse(localStorage.getItem('kiebitz.moments')).own")
    assert read_link(moment).position == session.history[at - 2].before
    page.locator("#won-moments").click()
    page.get_by_role("button", name="Your own games").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Learn from it").click()
    expect(page.locator("#learning-said")).to_have_text(
        f"Mistake 1 of 1: move {at + 1} ({tried}) lost the win. Find a better one."
    )
    tree = kept(page).tree()
    assert tree is not None
    assert tree.split()[at : at + 2] == [str(session.history[at].move), f"({tried})"]
    # There is no next one.
    expect(page.locator("#learning-actions button")).to_have_text(["Try again here", "Best continuation"])


def test_without_a_mistake_the_largest_detour_is_learnt_from(visit: Visits) -> None:
    session = Session.new("freecell", 617)
    session.play("2a")
    session.play("6b")
    for move in short(session.position).moves:
        session.push(move)
    page = visit("/skat", viewport={"width": 390, "height": 844})
    play_end(page, visit, session)
    page.get_by_role("button", name="Learn from it").click()
    said = page.locator("#learning-said")
    expect(said).to_have_text(re.compile(r"^Move 2 cost \d+ moves\. Find a shorter way\.$"))
    expect(said).to_be_in_viewport()
    made(page, 1)
    count = said.inner_text().split()[3]
    marks = page.locator("#moves .move.kept", has_text="6b").locator(".detour")
    expect(marks).to_have_text(f"+{count}")
    expect(page.locator("#learning-actions button")).to_have_text(["Try again here", "Best continuation"])
    page.keyboard.press("Escape")
    page.locator("#board").focus()
    page.keyboard.type(str(short(session.history[1].before).moves[0]))
    expect(said).to_contain_text("is good: nothing is lost.")


@pytest.mark.parametrize("helped", [False, True])
def test_a_win_without_mistake_and_detour_is_called_so(visit: Visits, *, helped: bool) -> None:
    page = visit("/skat", viewport={"width": 844, "height": 390})
    page.evaluate("localStorage.setItem('kiebitz.light.analyse', 'off')")
    play_end(page, visit, won_freecell(), helped=helped)
    page.get_by_role("button", name="Learn from it").click()
    expect(page.locator("#learning-said")).to_have_text("No move lost anything.")
    expect(page.locator("#learning-said")).to_be_in_viewport()
    made(page, 0)


def test_a_win_with_help_has_no_badges_and_no_grade(visit: Visits) -> None:
    page = visit.with_thoughts("/skat", ENDED)
    play_end(page, visit, won_freecell(), helped=True)
    expect(page.locator("#won-text")).to_have_text("Won with help")
    expect(page.locator("#won .badges li")).to_have_count(0)
    expect(page.locator("#won-grade")).to_be_hidden()


@pytest.mark.parametrize(("seconds", "badge"), [(600, "Fastest win so far"), (59, "")])
def test_records_are_ones_own(visit: Visits, seconds: int, badge: str) -> None:
    page = visit.with_thoughts("/skat", ENDED)
    before = {
        "at": "2026-11-25T10:00:00.000Z", "game": "freecell", "deal": "microsoft 2", "won": True, "helped": False,
        "seconds": seconds, "moves": 80, "cards": 75, "undos": 0,
    }  # fmt: skip
    page.evaluate("all => localStorage.setItem('kiebitz.statistics', JSON.stringify(all))", [before])
    play_end(page, visit, won_freecell(), undos=1)
    expect(page.locator("#won .badges li")).to_have_text(["Never in a lost position", *([badge] if badge else [])])


def test_fewest_moves_are_those_of_the_games_autoplay(visit: Visits) -> None:
    page = visit("/skat")
    play_end(page, visit, solved("freecell", Autoplay.MAX))
    assert texts(page, "dt") == [f"Steps of one card, par {PARS[1]}", "Moves", "Time"]


def test_a_win_in_the_fewest_moves_is_named(visit: Visits) -> None:
    page = visit("/skat")
    session = Session.new("freecell", 80)
    line = shortest(session.position, metric=Metric.PLAYER)
    assert line.proven
    for move in line.moves:
        session.push(move)
    play_end(page, visit, session)
    expect(page.locator("#won-figures")).to_contain_text(f"Moves, at best {line.bound}")
    expect(page.locator("#won-note")).to_contain_text("Nobody can win in fewer moves, which is proven.")


def test_a_win_from_a_position_sets_no_record(visit: Visits) -> None:
    page = visit.with_thoughts("/skat", ENDED)
    play_end(page, visit, sorted_game())
    expect(page.locator("#won .badges li")).to_have_text(["Without undo", "Never in a lost position"])


def test_a_grade_is_beside_the_steps_of_a_short_solution(visit: Visits) -> None:
    page = visit("/skat")
    play_end(page, visit, won_freecell())
    page.locator("#won-reached").click()
    solution = page.locator("#won-solution")
    expect(solution).to_contain_text(f"takes {len(short(Session.new('freecell', 617)).moves)} moves and ")
    told = solution.inner_text()
    # The page plays its solution: the steps are counted again.
    visit.go(page, "/#game=freecell&deal=617")
    page.keyboard.press("s")
    page.locator("#player-end").click()
    expect(page.locator("#won")).to_be_visible()
    steps = int(page.locator("#count").inner_text().split()[4].rstrip(","))
    assert f" {steps} steps, {round(100 * (steps - PAR) / PAR)}% above par" in told


def test_the_finale_lasts_two_and_a_half_seconds_at_most_and_ends_with_any_key(visit: Visits) -> None:
    page = visit.with_thoughts("/skat", ENDED, reduced_motion="no-preference")
    play_end(page, visit, solved("solitaire_one_suit"))
    falling = """(() => {
        const layer = document.querySelector(".falling"), ways = layer.getAnimations({ subtree: true });
        return [layer.children.length, ...ways.map((one) => one.effect.getComputedTiming().endTime)];
    })()"""
    cards, *times = page.evaluate(falling)
    assert (cards, len(times)) == (13, 26)
    assert max(times) <= 2500
    page.keyboard.press("Shift")
    expect(page.locator(".falling")).to_have_count(0)


#: Advances all animations to a time in milliseconds, and returns whether the box is there and at rest.
_ADVANCE = """(now) => {
    const begun = (window.begun ??= new Map());
    for (const motion of document.getAnimations()) {
        if (!begun.has(motion)) begun.set(motion, now);
        const age = now - begun.get(motion);
        motion.pause();
        if (age < motion.effect.getComputedTiming().endTime) motion.currentTime = age;
        else motion.finish();
    }
    const box = document.getElementById("won");
    return !box.hidden && !box.getAnimations().length;
}"""


@pytest.mark.long
@pytest.mark.parametrize("automatic", [5, 52])
def test_the_box_is_there_a_second_and_a_half_after_the_last_move(visit: Visits, automatic: int) -> None:
    # The test itself advances timers and animations, so that its result does not depend on the machine's speed.
    step = 20
    session = sorted_game() if automatic == 52 else won_freecell(321)
    turn = session.history[-1]
    assert len(turn.automatic) == automatic
    session.undo()
    page = visit("/icon.svg", reduced_motion="no-preference")
    page.clock.install()
    visit.go(page, write_link(session, "/"))
    made(page, session.ply)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.keyboard.type(str(turn.move).partition("v")[0])
    elapsed = 0
    while not page.evaluate(_ADVANCE, elapsed):
        assert elapsed <= 1500
        page.clock.run_for(step)
        elapsed += step


def test_the_next_deal_is_todays_until_it_is_won(visit: Visits) -> None:
    page = visit.with_thoughts("/skat", ENDED)
    play_end(page, visit, won_freecell())
    page.locator("#won-next").click()
    today = page.evaluate("import('/app/main.js').then(({ daily_deal }) => daily_deal.numberOfDate())")
    expect(page.locator("#title")).to_have_text(f"FreeCell {today}")
    assert json.loads(page.evaluate("sessionStorage.getItem('kiebitz.game')"))["recorded"] is False


#: Whether all lie within the visible part of the box, the box in the window, and no text is cut.
_WHOLE = """(all, box) => {
    const { top } = box.getBoundingClientRect();
    const sees = (one) => {
        const { top: above, bottom } = one.getBoundingClientRect();
        return above >= top && bottom <= top + box.clientHeight && one.scrollWidth <= one.clientWidth;
    };
    return all.length > 0 && top >= 0 && top + box.clientHeight <= innerHeight && all.every(sees);
}"""
_BUTTONS = ".box-actions button:not([hidden])"


def won_daily(visit: Visits, language: str, moves: str, width: int, height: int) -> Page:
    """Win the deal of 10 December 2026 after two wins, and wait for its grade; *moves* is the page's word for moves."""
    records = [{**won(day), "seconds": 600, "moves": 95, "cards": 250, "undos": 4} for day in (-1, -2)]
    page = visit("/icon.svg", language=language, viewport={"width": width, "height": height})
    page.clock.set_fixed_time(NOW)
    page.evaluate("all => localStorage.setItem('kiebitz.statistics', JSON.stringify(all))", records)
    play_end(page, visit, won_freecell(TODAY), moves)
    expect(page.locator("#won .badges li")).to_have_count(4)
    expect(page.locator("#won-parts li")).to_have_count(10)
    expect(page.locator("#won-solution")).not_to_be_empty()
    assert language != "en" or "moves above the best line known" in page.locator("#won-reached").inner_text()
    return page


@pytest.mark.parametrize(("language", "moves"), [("en", "Moves"), ("de", "Züge"), ("ru", "Ходы"), ("vi", "Nước")])
def test_in_low_windows_a_daily_win_is_seen_whole_and_its_buttons_always(
    visit: Visits, language: str, moves: str
) -> None:
    page = won_daily(visit, language, moves, 844, 390)
    box = page.locator("#won")
    for width, height in [(844, 390), (740, 360), (667, 375)]:
        resize(page, width, height)
        assert box.evaluate("one => one.scrollHeight <= one.clientHeight")
        assert box.locator(_BUTTONS).evaluate_all(_WHOLE, box.element_handle())
        page.locator("#won-reached").click()
        expect(page.locator("#won-limits")).to_be_visible()
        assert box.locator(_BUTTONS).evaluate_all(_WHOLE, box.element_handle())
        page.locator("#won-reached").click()


@pytest.mark.parametrize(("language", "moves"), [("en", "Moves"), ("de", "Züge"), ("ru", "Ходы"), ("vi", "Nước")])
def test_the_first_button_is_above_rows_of_even_length(visit: Visits, language: str, moves: str) -> None:
    page = won_daily(visit, language, moves, 1280, 720)
    box = page.locator("#won")
    shown = page.locator("#won-moments")
    rows = """all => Object.values(Object.groupBy(all, (one) => Math.round(one.getBoundingClientRect().top)))
        .map((row) => row.length)"""
    for width, height, of_five, of_six in [
        (1280, 720, [1, 4], [1, 3, 2]),
        (390, 844, [1, 2, 2], [1, 3, 2]),
        (844, 390, [5], [3, 3]),
    ]:
        resize(page, width, height)
        for hidden, expected in [(True, of_five), (False, of_six)]:
            shown.evaluate("(one, hidden) => void (one.hidden = hidden)", hidden)
            assert box.locator(_BUTTONS).evaluate_all(rows) == expected
        shown.evaluate("one => void (one.hidden = true)")
        assert box.locator(_BUTTONS).evaluate_all(_WHOLE, box.element_handle())
        assert box.evaluate("one => one.scrollHeight <= one.clientHeight")
