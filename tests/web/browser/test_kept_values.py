"""The page works with any stored data, also from another page or a person."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from web.browser.conftest import ready

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

KEYS = (
    "language", "settings", "statistics", "statistics.hidden", "mode", "light", "light.analyse", "game", "skat",
    "moments", "moment", "moments.game",
)  # fmt: skip
_RECORD = {
    "at": "2026-11-25T10:00:00.000Z", "game": "freecell", "deal": "microsoft 617", "won": True, "helped": False,
    "seconds": 65, "moves": 80,
}  # fmt: skip
_PLAYED = {"deal": "7", "contract": "grand", "score": 48, "points": [98, 0, 0]}
_KEPT = {"link": "game=freecell&deal=617&moves=5a"}
_LINKS: tuple[object, ...] = (
    None,
    7,
    [],
    "",
    "x",
    "game=constructor&deal=1",
    "deal=__proto__",
    "game=freecell&deal=617&moves=zz",
)
_OF_A_GAME = ("id", "helped", "seconds", "recorded", "made", "shown", "ahead")
_OF_SETTINGS = ("level", "pace", "table", "cloth", "back", "oneTap", "reducedMotion", "timer")
_VALUES: tuple[object, ...] = (None, "x", -1, 7, "constructor hand", [7], [None], {})
#: Invalid stored data: JSON of another kind, names that every JavaScript object has, and wrong fields.
WRONG: list[object] = [
    None, True, 7, 1e300, "", "constructor", "__proto__", "toString", "x" * 100_000, [], [None], [[]], [7], ["x"], {},
    {"__proto__": {"link": "x"}}, {"constructor": 1}, {"length": 3},
    *({"link": link} for link in _LINKS),
    *({**_KEPT, field: value} for field in _OF_A_GAME for value in _VALUES),
    *({"list": value} for value in _VALUES),
    *({"list": [{**_PLAYED, field: value}]} for field in _PLAYED for value in _VALUES),
    *({field: value} for field in _OF_SETTINGS for value in _VALUES),
    *([{**_RECORD, field: value}] for field in (*_RECORD, "rules", "left", "id", "neverLost") for value in _VALUES),
]  # fmt: skip
TEXTS = ["", "[", "undefined", "constructor", "\0", "\U0001f0a1", "[" * 20_000, *map(json.dumps, WRONG)]
#: A few texts, and all of them in slow runs, because each loads a page.
PARTS = [["constructor", "[null]", '{"list":[null]}', "[", json.dumps([{**_RECORD, "deal": 7}])], TEXTS]
LONG = [pytest.param(PARTS[0], id="some"), pytest.param(PARTS[1], id="all", marks=pytest.mark.slow)]


def works(page: Page) -> None:
    """Check the games: cards appear, and each dialog of stored data opens."""
    assert page.locator("#board [data-card]").count() == 52
    for command in ("statistics", "daily", "settings"):
        page.evaluate("command => document.querySelector(`[data-command=${command}]`).click()", command)
        dialog = page.locator("dialog[open]")
        expect(dialog).to_have_count(1)
        assert dialog.evaluate("one => one.textContent.length") > 20
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def plays(page: Page) -> None:
    """Check the game of Skat: a hand and the list of games appear."""
    assert page.locator("#hand [data-card]").count() == 10
    assert page.locator("#list").count() == 1


def shows(page: Page) -> None:
    """Check the page of hands: it appears in some language."""
    assert page.locator("h1").first.inner_text()


@pytest.mark.parametrize("texts", LONG)
@pytest.mark.parametrize(("path", "check"), [("/", works), ("/skat-game", plays), ("/skat", shows)])
def test_the_page_works_whatever_is_kept(visit: Visits, path: str, check: object, texts: list[str]) -> None:
    assert callable(check)
    page = visit(path)
    for text in texts:
        page.evaluate(
            """([keys, text]) => {
                for (const key of keys) {
                    localStorage.setItem(`kiebitz.${key}`, text);
                    sessionStorage.setItem(`kiebitz.${key}`, text);
                }
                addEventListener("pagehide", (event) => event.stopImmediatePropagation(), { capture: true });
                history.replaceState(null, "", location.pathname);
            }""",
            [KEYS, text],
        )
        page.reload()
        ready(page)
        check(page)


def test_the_page_works_whatever_the_entry_of_the_history_holds(visit: Visits) -> None:
    page = visit("/")
    for state in WRONG[::12]:
        page.evaluate("state => history.replaceState(state, '', location.pathname)", state)
        page.reload()
        ready(page)
        works(page)


def test_what_is_right_beside_what_is_wrong_stays(visit: Visits) -> None:
    page = visit("/")
    page.evaluate(
        "all => localStorage.setItem('kiebitz.statistics', JSON.stringify(all))",
        [None, _RECORD, {**_RECORD, "moves": "x"}, {**_RECORD, "left": True, "won": False}],
    )
    page.evaluate("localStorage.setItem('kiebitz.settings', '{\"table\": 7, \"fourColours\": true}')")
    page.reload()
    ready(page)
    assert page.evaluate("document.documentElement.className").split().count("four-colours") == 1
    page.evaluate("document.querySelector('[data-command=statistics]').click()")
    games = page.locator("dialog[open] table.figures tbody tr").first
    assert games.locator("td").all_inner_texts() == ["2", "0"]
