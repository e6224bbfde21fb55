"""Statistics in the browser: help counted apart, streaks and times; exported, hidden and erased by the person."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Download, Page

    from web.browser.conftest import Visits

_MODULE = "/app/statistics.js"


def game(
    *,
    won: bool,
    left: bool = False,
    helped: bool = False,
    seconds: float = 60,
    name: str = "freecell",
    deal: str = "617",
) -> Any:
    return {
        "game": name, "deal": deal, "won": won, "left": left, "helped": helped, "seconds": seconds, "moves": 50,
        "undos": 2, "cards": 90,
    }  # fmt: skip


def record(page: Page, *games: Any) -> None:
    page.evaluate(
        f"async games => {{ const all = await import('{_MODULE}'); games.forEach(all.recordGame); }}", list(games)
    )


def show(visit: Visits, *games: Any) -> Page:
    page = visit("/skat")
    page.wait_for_selector(".pick svg")
    record(page, *games)
    open_statistics(page)
    page.get_by_role("dialog", name="Statistics").wait_for()
    return page


def open_statistics(page: Page) -> None:
    page.evaluate(
        f"""async () => {{
            await (await import("/app/i18n.js")).loadLanguage(); // the page has words of its own
            (await import("{_MODULE}")).openStatistics({{ game: "freecell" }});
        }}"""
    )


def figures(page: Page) -> dict[str, list[str]]:
    rows: list[list[str]] = page.locator(".figures tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.textContent))"
    )
    return {name: values for name, *values in rows}


def text_of(download: Download) -> str:
    with Path(download.path()).open(encoding="utf-8", newline="") as file:
        return file.read()


def test_games_with_and_without_help_are_counted_apart(visit: Visits) -> None:
    alone = [game(won=won, seconds=time) for won, time in [(True, 100), (True, 80), (False, 5), (True, 3725)]]
    page = show(visit, *alone, game(won=True, helped=True, seconds=7), game(won=False, helped=True))
    assert figures(page) == {
        "Games": ["4", "2"],
        "Won": ["3", "1"],
        "Lost": ["1", "1"],
        "Abandoned": ["0", "0"],
        "Won, of games finished": ["75%", "50%"],
        "Current winning streak": ["1", "0"],
        "Longest winning streak": ["2", "1"],
        "Fastest win": ["1:20", "0:07"],
        "Average time of a win": ["21:42", "0:07"],
    }


def test_a_game_that_was_left_is_neither_won_nor_lost(visit: Visits) -> None:
    page = show(visit, game(won=True), game(won=False, left=True), game(won=True), game(won=False))
    shown = figures(page)
    assert {name: shown[name][0] for name in ("Games", "Won", "Lost", "Abandoned", "Longest winning streak")} == {
        "Games": "4", "Won": "2", "Lost": "1", "Abandoned": "1", "Longest winning streak": "2",
    }  # fmt: skip
    assert shown["Won, of games finished"][0] == "67%"


def test_each_game_has_figures_of_its_own(visit: Visits) -> None:
    page = show(visit, game(won=True), game(won=False, name="bakers_game"))
    assert figures(page)["Games"] == ["1", "0"]
    assert figures(page)["Won, of games finished"] == ["100%", "–"]
    page.get_by_label("Game", exact=True).select_option("")
    assert figures(page)["Games"] == ["2", "0"]
    page.get_by_label("Game", exact=True).select_option("bakers_game")
    assert figures(page)["Lost"] == ["1", "0"]


def test_a_game_that_ends_twice_counts_once(visit: Visits) -> None:
    page = show(visit, {**game(won=False), "id": "x"}, {**game(won=True), "id": "x"}, {**game(won=True), "id": "y"})
    assert figures(page)["Games"] == ["2", "0"]
    assert figures(page)["Lost"] == ["0", "0"]


def test_a_win_in_another_tab_stays_one(visit: Visits) -> None:
    page = show(visit, {**game(won=True), "id": "x"}, {**game(won=False), "id": "x"})
    assert figures(page)["Won"] == ["1", "0"]
    assert figures(page)["Lost"] == ["0", "0"]


def test_the_calendar_knows_which_daily_deals_were_won_and_how_many_in_a_row(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", timezone_id="America/New_York")
    page.wait_for_selector("html[data-ready]")
    page.clock.set_fixed_time("2026-03-12T15:00:00-04:00")
    ends = """async ends => {
        const { daily_deal: { numberOfDay } } = await import("/app/main.js");
        const all = ends.map(([day, at, won, helped]) => ({
            at, won, helped, left: false, game: "freecell", seconds: 9, moves: 9,
            deal: `microsoft ${numberOfDay(2026, 3, day)}`,
        }));
        localStorage["kiebitz.statistics"] = JSON.stringify(all);
    }"""
    page.evaluate(
        ends,
        [
            [7, "2026-03-07T12:00:00Z", True, False],
            [8, "2026-03-10T12:00:00Z", True, False],  # two days late
            [9, "2026-03-09T12:00:00Z", True, True],
            [9, "2026-03-10T03:00:00Z", True, False],  # the evening of the ninth in New York
            [10, "2026-03-10T12:00:00Z", True, False],
            [11, "2026-03-11T12:00:00Z", True, False],
            [12, "2026-03-12T12:00:00Z", False, False],
        ],
    )
    page.keyboard.press("D")
    days = page.locator(".calendar button")
    expect(page.locator(".calendar .day-won")).to_have_count(5)
    expect(page.locator(".calendar .day-lost")).to_have_text("12✕")
    expect(page.locator("#daily")).to_contain_text("Current streak: 3 days. Longest streak: 3.")
    expect(days.nth(12)).to_be_disabled()
    page.get_by_role("button", name="March 9: won").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    number = page.evaluate("import('/app/main.js').then(({ daily_deal }) => daily_deal.numberOfDay(2026, 3, 9))")
    expect(page.locator("#title")).to_have_text(f"FreeCell {number}")


def test_games_are_saved_as_json_and_csv(visit: Visits) -> None:
    page = show(visit, game(won=True), game(won=False, helped=True, deal='"-1", or so'))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    kept = json.loads(text_of(saved.value))
    assert saved.value.suggested_filename == "kiebitz.json"
    assert [{key: one[key] for key in one if key != "at"} for one in kept["games"]] == [
        game(won=True),
        game(won=False, helped=True, deal='"-1", or so'),
    ]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    rows = list(csv.DictReader(io.StringIO(text_of(saved.value))))
    assert [(one["game"], one["deal"], one["won"], one["helped"], one["seconds"]) for one in rows] == [
        ("freecell", "617", "true", "false", "60"),
        ("freecell", '"-1", or so', "false", "true", "60"),
    ]


def test_games_are_erased_only_after_a_question(visit: Visits) -> None:
    page = show(visit, game(won=True), game(won=True))
    page.get_by_role("button", name="Erase").click()
    expect(page.get_by_text("Erase all 2 games permanently?")).to_be_visible()
    expect(page.get_by_role("button", name="Keep")).to_be_focused()
    page.get_by_role("button", name="Keep").click()
    assert figures(page)["Games"] == ["2", "0"]
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("button", name="Erase").click()
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('kiebitz.statistics')") is None


def test_figures_are_hidden_and_counted_on(visit: Visits) -> None:
    page = show(visit, game(won=True))
    page.get_by_role("button", name="Hide").click()
    expect(page.locator(".figures")).to_have_count(0)
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".pick svg")
    record(page, game(won=True))
    open_statistics(page)
    expect(page.get_by_text("Statistics are hidden.")).to_be_visible()
    page.get_by_role("button", name="Show").click()
    assert figures(page)["Games"] == ["2", "0"]


def test_the_figures_speak_another_language_at_once(visit: Visits) -> None:
    page = show(visit, *[game(won=True)] * 2)
    page.evaluate("async () => { await (await import('/app/i18n.js')).chooseLanguage('ru'); }")
    assert figures(page)["Выиграно"] == ["2", "0"]
    expect(page.get_by_role("dialog", name="Статистика")).to_be_visible()


def test_a_store_that_cannot_be_read_is_an_empty_one(visit: Visits) -> None:
    page = visit("/skat")
    for kept in ("", "[", "null", "7", '{"a": 1}'):
        page.evaluate("kept => localStorage.setItem('kiebitz.statistics', kept)", kept)
        record(page, game(won=True))
        assert len(json.loads(page.evaluate("localStorage.getItem('kiebitz.statistics')"))) == 1, kept


def test_what_is_kept_is_bounded(visit: Visits) -> None:
    page = visit("/skat")
    page.evaluate(
        "game => localStorage.setItem('kiebitz.statistics', JSON.stringify(Array(20000).fill(game)))",
        {**game(won=True), "at": "2026-01-01T12:00:00.000Z"},
    )
    record(page, game(won=False))
    kept = json.loads(page.evaluate("localStorage.getItem('kiebitz.statistics')"))
    assert len(kept) == 20_000
    assert kept[-1]["won"] is False


@pytest.fixture(scope="module")
def counting(browser: Browser, site: str) -> Page:
    page = browser.new_context().new_page()
    page.goto(f"{site}/skat")
    return page


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("wlx"), st.integers(0, 10_000)), max_size=30))
def test_summaries_are_those_of_a_plain_count(counting: Page, ends: list[tuple[str, int]]) -> None:
    games = [game(won=end == "w", left=end == "x", seconds=seconds) for end, seconds in ends]
    result = counting.evaluate(f"async games => (await import('{_MODULE}')).summary(games)", games)
    ended = "".join(end for end, _ in ends if end != "x")
    runs = ended.split("l")
    times = [seconds for end, seconds in ends if end == "w"]
    assert result == {
        "games": len(ends),
        "won": len(times),
        "lost": ended.count("l"),
        "left": len(ends) - len(ended),
        "share": pytest.approx(len(times) / len(ended)) if ended else None,
        "streak": len(runs[-1]),
        "longest": max(map(len, runs)),
        "shortest": min(times, default=None),
        "mean": pytest.approx(sum(times) / len(times)) if times else None,
    }
