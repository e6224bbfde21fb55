"""The page of a reviewed Skat game: its steps against the referee, and every way to step in Chromium."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browsers import chromium
from kiebitz.analysis.skat.fair_view import FairStep, fair_steps
from kiebitz.analysis.skat.review import Review, review
from kiebitz.render.replay.skat import html
from kiebitz.skat.iss import read_game
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


RECORDS = Path(__file__).parents[2] / "data" / "iss"


def reviewed(name: str) -> Review:
    return review(read_game((RECORDS / f"{name}.sgf").read_text()), par=False)


@pytest.fixture(scope="module")
def game_review() -> Review:
    return reviewed("lost")


@pytest.fixture(scope="module")
def fair(game_review: Review) -> list[FairStep]:
    return list(fair_steps(game_review.game, 20))


def data_of(page: str) -> dict[str, Any]:
    match = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    data: dict[str, Any] = json.loads(match[1])
    return data


def states(data: dict[str, Any]) -> Iterator[dict[str, list[int]]]:
    """Yield for each frame the place of each card: its pile, the number of cards below it, its visible side."""
    state: dict[str, list[int]] = {}
    for frame in data["frames"]:
        state |= {data["cards"][card]: lies for card, *lies in frame["changes"]}
        yield dict(state)


@pytest.mark.parametrize("name", ["lost", "hand", "null-hand-ouvert-lost", "conceded"])
def test_each_step_is_as_the_referee_has_it(name: str) -> None:
    game_review = reviewed(name)
    game = game_review.game
    assert game.declarer is not None
    data = data_of(html(game_review))
    before = len(data["frames"]) - len(game_review.steps)
    assert before == (1 if game.discard is None else 2)
    play = game.start()
    for step, lies, frame in zip(game_review.steps, list(states(data))[before:], data["frames"][before:], strict=True):
        play = play.after(step.card)
        piles: dict[int, set[str]] = {}
        for card, (pile, _, _) in lies.items():
            piles.setdefault(pile, set()).add(card)
        assert sum(map(len, piles.values())) == 32
        assert piles[9] == set(map(str, play.skat))
        for seat in Seat:
            place = (seat - game.declarer) % 3
            assert piles.get(place, set()) == set(map(str, play.hands[seat]))
            assert f"\n{'no' if not play.tricks[seat] else play.tricks[seat]} trick" in frame["labels"][place]
        on_table = set().union(*(piles.get(pile, set()) for pile in (3, 4, 5)))
        assert on_table == {str(card) for card in game.cards[(step.number - 1) // 3 * 3 : step.number]}
        assert lies[str(step.card)] == [3 + (step.seat - game.declarer) % 3, 0, 0]
        assert frame["lost"] == (step.before != step.after)
        assert [data["cards"][card] for card in frame["better"]] == (list(map(str, step.best)) if step.lost else [])
        assert len(frame["note"]["rows"]) == len(step.values)


def test_fair_chances_stand_beside_values_with_all_cards_seen(game_review: Review, fair: list[FairStep]) -> None:
    page = html(game_review, fair)
    frames = data_of(page)["frames"][2:]
    by_number = {step.number: step for step in fair}
    for step, frame in zip(game_review.steps, frames, strict=True):
        judged = by_number.get(step.number)
        chances = {row[1]: row[3] for row in frame["note"]["rows"]}
        assert (chances[step.card.text("unicode")] == "–") == (judged is None)
        output = any("a mistake by what could be known" in line for line in frame["note"]["lines"])
        assert output == (judged is not None and judged.is_mistake)
    assert "the declarer&#x27;s chance" in page
    assert "the declarer&#x27;s chance" not in html(game_review)


def test_a_game_that_all_passed_is_a_deal_to_look_at() -> None:
    page = html(reviewed("passed"))
    (frame,) = data_of(page)["frames"]
    assert len(frame["changes"]) == 32
    assert "all passed" in page


def test_names_of_players_end_no_script() -> None:
    text = (RECORDS / "lost.sgf").read_text().replace("P0[forehand]", "P0[</script><b>]")
    assert "</script><b>" not in html(review(read_game(text), par=False))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def file(game_review: Review, fair: list[FairStep], tmp_path: Path) -> Path:
    file = tmp_path / "game.html"
    file.write_text(html(game_review, fair), encoding="utf-8")
    return file


@pytest.fixture
def page(browser: Browser, file: Path) -> Iterator[Page]:
    """Return the page of the game; the test fails for an error on the console or a request."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, reduced_motion="reduce", has_touch=True
    ) as context:
        page = context.new_page()
        trouble: list[str] = []
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda request: trouble.append(request.url))
        page.goto(file.as_uri())
        yield page
        assert trouble == [file.as_uri()]


def counter(page: Page) -> str:
    return page.inner_text("#counter").split()[-1]


def test_keys_buttons_and_taps_step_through_the_game(page: Page) -> None:
    assert counter(page) == "0/30"
    for key, reached in (("ArrowRight", "0/30"), ("ArrowRight", "1/30"), ("End", "30/30"), ("ArrowLeft", "29/30")):
        page.keyboard.press(key)
        assert counter(page) == reached
    page.tap("#first")
    page.tap("#on")
    page.tap("#on")
    assert counter(page) == "1/30"
    page.tap("#view", position={"x": 250, "y": 150})
    assert counter(page) == "2/30"
    page.tap("#view", position={"x": 60, "y": 150})
    assert counter(page) == "1/30"


def test_a_mistake_is_marked_with_the_better_cards(page: Page) -> None:
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    marked = (
        "kind => [...document.querySelectorAll(`#table .${kind}`)].map(card => card.firstChild.getAttribute('href'))"
    )
    assert page.evaluate(f"({marked})('better')") == ["#card-8S"]
    assert page.locator("#table .moved.lost use").get_attribute("href") == "#card-AS"
    expected = "with open cards 39 card points before, 49 after; better 8♠"
    assert expected in page.inner_text("#note")
    assert expected in (page.text_content("#said") or "")
    assert page.locator("#note tbody tr").count() == 10
    assert "49 card points" in page.inner_text("#table")


def test_without_script_it_is_a_list(browser: Browser, file: Path, game_review: Review) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        assert page.locator(".list tbody tr").count() == len(game_review.steps)
        assert "lost with 59 card points" in page.inner_text(".list")
        assert not page.is_visible(".controls")


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_obstacles(page: Page, look: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    page.evaluate("document.querySelector('details').open = true")
    if look == "dark":
        page.keyboard.press("d")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    report = axe.run(page)
    assert report.violations_count == 0, report.generate_report()
