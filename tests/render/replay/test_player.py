"""The page with the player in Chromium, from the file system: every control, no request, accessible."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from browsers import chromium
from kiebitz.analysis.scores import best_score
from kiebitz.analysis.solving import solve
from kiebitz.patience.dealing import deal
from kiebitz.render.layout import Layout
from kiebitz.render.notebook import result_html
from kiebitz.render.replay import Replay
from kiebitz.render.replay.html import html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def solved() -> Replay:
    result = solve(deal(617))
    return Replay.of(result.position, result.moves, result.autoplay, "FreeCell deal 617")


def test_the_page_makes_no_request(solved: Replay) -> None:
    page = html(solved)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "{{" not in page
    assert "default-src 'none'" in page
    assert len(page.encode()) < 100_000


def test_nothing_in_a_title_ends_the_script(solved: Replay) -> None:
    page = html(Replay("</script><b>&", solved.frames[:2]))
    assert "</script><b>" not in page
    assert "<title>&lt;/script&gt;&lt;b&gt;&amp;</title>" in page


def test_data_leads_from_frame_to_frame(solved: Replay) -> None:
    match = re.search(r'id="data">(.*?)</script>', html(solved), re.DOTALL)
    assert match is not None
    data = json.loads(match[1])
    state: dict[int, list[int]] = {}
    for shown, frame in zip(data["frames"], solved.frames, strict=True):
        state |= {card: lies for card, *lies in shown["changes"]}
        by_pile: dict[int, dict[int, str]] = {}
        for card, (pile, row, _) in state.items():
            by_pile.setdefault(pile, {})[row] = data["cards"][card]
        for index, column in enumerate(frame.position.columns):
            assert by_pile.get(index, {}) == {row: str(card) for row, card in enumerate(column)}


def test_cards_and_words_in_the_same_letters(solved: Replay) -> None:
    moves = [frame.move for frame in solved.frames if frame.move and not frame.automatic]
    pages = {spelling: html(Replay.of(deal(617), moves, spelling=spelling)) for spelling in ("english", "german")}
    assert '"sentence":"Q♥ from column 8 to column 3"' in pages["english"]
    assert '"sentence":"D♥ from column 8 to column 3"' in pages["german"]
    drawn = [re.findall(r'id="card-QH".*?</symbol>', page, re.DOTALL) for page in pages.values()]
    assert len(drawn[0]) == len(drawn[1]) == 1
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize(("speed", "faster"), [(1, "2"), (0.5, "1"), (3, "4"), (0.05, "0.25"), (50, None)])
def test_the_speed_asked_for_is_chosen_in_its_place(solved: Replay, speed: float, faster: str | None) -> None:
    options = re.findall(r'<option value="([^"]+)"( selected)?>', html(solved, speed=speed))
    speeds = [value for value, _ in options]
    assert speeds == sorted(set(speeds), key=float)
    assert [value for value, selected in options if selected] == [f"{speed:g}"]
    assert dict(zip(speeds, [*speeds[1:], None], strict=True))[f"{speed:g}"] == faster


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, solved: Replay, tmp_path: Path) -> Iterator[Page]:
    """Return the player of deal 617; the test fails for an error on the console or a request."""
    (tmp_path / "617.html").write_text(html(solved), encoding="utf-8")
    with browser.new_context(viewport={"width": 1000, "height": 760}, reduced_motion="reduce") as context:
        page = context.new_page()
        trouble: list[str] = []
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda request: trouble.append(request.url))
        page.goto((tmp_path / "617.html").as_uri())
        yield page
        assert trouble == [(tmp_path / "617.html").as_uri()]


def _places(page: Page) -> dict[str, tuple[float, float]]:
    """Return the place of each card on the page, in units of the layout."""
    places: list[list[Any]] = page.evaluate(
        """() => [...document.querySelectorAll("#table .card")].map((card) =>
        [card.firstChild.getAttribute("href"), ...card.style.transform.match(/-?[\\d.]+/g).map(Number)])"""
    )
    return {name.removeprefix("#card-"): (x, y) for name, x, y in places}


def _counter(page: Page) -> str:
    return page.inner_text("#counter").strip()


def _wait(page: Page, fulfilled: Callable[[], bool]) -> None:
    # Bypass the page's content policy, which forbids the script evaluation of Playwright's waiting.
    for _ in range(200):
        if fulfilled():
            return
        page.wait_for_timeout(50)
    pytest.fail("waited in vain")


def test_steps_by_keyboard_lead_where_the_frames_are(page: Page, solved: Replay) -> None:
    assert _counter(page) == f"0/{solved.plies}"
    layout = Layout(frame.position for frame in solved.frames)
    for key, index in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        drawn = _places(page)
        assert {str(place.card): (place.x, place.y) for place in layout.places(solved.frames[index].position)} == drawn
    assert page.inner_text("#said") == solved.frames[2].sentence
    page.keyboard.press("End")
    assert _counter(page) == solved.counter(len(solved.frames) - 1)
    assert page.is_disabled("#on")
    page.keyboard.press("Home")
    assert page.is_disabled("#back")


def test_buttons_and_scrubbing(page: Page, solved: Replay) -> None:
    page.click("#on")
    page.click("#on")
    page.click("#back")
    assert _counter(page) == solved.counter(1)
    page.fill("#scrub", "40")
    assert _counter(page) == solved.counter(40)
    assert page.get_attribute("#scrub", "aria-valuetext") == f"{solved.counter(40)}: {solved.frames[40].sentence}"
    page.focus("#scrub")
    page.keyboard.press("ArrowRight")
    assert _counter(page) == solved.counter(41)
    page.click("summary")
    page.click("#moves button >> nth=3")
    assert _counter(page) == solved.counter(3)


def test_it_plays_pauses_and_ends(page: Page, solved: Replay) -> None:
    page.select_option("#speed", "8")
    page.keyboard.press("Space")
    _wait(page, lambda: int(page.input_value("#scrub")) > 5)
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Play"
    stopped = page.input_value("#scrub")
    page.wait_for_timeout(300)
    assert page.input_value("#scrub") == stopped
    page.fill("#scrub", str(len(solved.frames) - 3))
    page.click("#play")
    _wait(page, lambda: page.input_value("#scrub") == str(len(solved.frames) - 1))
    _wait(page, lambda: page.get_attribute("#play", "aria-label") == "Play")


def test_space_plays_while_the_slider_has_the_focus(page: Page) -> None:
    page.select_option("#speed", "8")
    page.click("#scrub", position={"x": 5, "y": 20})
    begin = int(page.input_value("#scrub"))
    page.keyboard.press("Space")
    _wait(page, lambda: int(page.input_value("#scrub")) > begin + 1)
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Play"


def test_space_presses_the_control_that_has_the_focus_and_nothing_else(page: Page, solved: Replay) -> None:
    page.focus("#dark")
    page.keyboard.press("Space")
    assert page.is_checked("#dark")
    page.focus("#on")
    page.keyboard.press("Space")
    assert _counter(page) == solved.counter(1)
    assert page.get_attribute("#play", "aria-label") == "Play"


def test_keys_for_speed_and_looks(page: Page) -> None:
    page.keyboard.press("+")
    assert page.input_value("#speed") == "2"
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.input_value("#speed") == "0.5"
    ink = "getComputedStyle(document.body).getPropertyValue('--ink-C')"
    before = page.evaluate(ink)
    page.keyboard.press("4")
    assert page.evaluate(ink) != before
    page.keyboard.press("d")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(20, 25, 29)"
    assert page.is_checked("#four")
    assert page.is_checked("#dark")


def test_motion_is_reduced_where_that_is_asked_for(page: Page) -> None:
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).transitionDuration") == "0s"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_obstacles(page: Page, look: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    page.evaluate("document.querySelector('details').open = true")
    page.keyboard.press("4")
    if look == "dark":
        page.keyboard.press("d")
    page.keyboard.press("ArrowRight")
    report = axe.run(page)
    assert report.violations_count == 0, report.generate_report()


def test_in_a_frame_of_a_notebook_the_board_is_seen(browser: Browser, solved: Replay, tmp_path: Path) -> None:
    shown = f"<!doctype html><body>{result_html(solve(deal(617)))}"
    (tmp_path / "notebook.html").write_text(shown, encoding="utf-8")
    with browser.new_page() as page:
        page.goto((tmp_path / "notebook.html").as_uri())
        frame = page.frames[1]
        frame.click("#on")
        _wait(page, lambda: bool(frame.evaluate("document.querySelector('.card').getBoundingClientRect().width > 40")))
        assert frame.inner_text("#counter").strip() == solved.counter(1)


def test_face_down_cards_are_turned_up(browser: Browser, tmp_path: Path) -> None:
    best = best_score(deal(5, "russian"), shortest=True)
    shown = Replay.of(best.position, best.moves, best.autoplay, "Russian Solitaire deal 5", "russian")
    (tmp_path / "5.html").write_text(html(shown, "dark"), encoding="utf-8")
    with browser.new_page() as page:
        page.goto((tmp_path / "5.html").as_uri())
        down = "document.querySelectorAll('#table use[href^=\"#down-\"]').length"
        assert page.evaluate(down) == 21
        page.keyboard.press("End")
        assert page.evaluate(down) == sum(shown.frames[-1].position.face_down)
        page.keyboard.press("Home")
        assert page.evaluate(down) == 21
