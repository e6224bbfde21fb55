"""Offline use: both pages and the solver work again after a visit."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

from waiting import PATIENCE

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz import deal
from kiebitz.patience.notation import format_board
from kiebitz.web.site import SHARED, WORKER, names, worker
from web.browser.hands import LIGHT, MESSAGE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from web.browser.conftest import Visits

#: The pages, each with an element that shows it has loaded.
PAGES = {"/": ".card[data-card]", "/skat-game": "#pass", "/skat": ".pick svg"}


#: Files that are kept from their first use on.
LATER = {"card_glyphs.bin", "picture.wasm", "skat_problems.txt"}


def kept(page: Page) -> dict[str, list[str]]:
    """Return the files of each cache, once the page is cached; start that at once instead of after a delay."""
    result: Any = page.evaluate(
        """async () => {
            await navigator.serviceWorker.register("/sw.js");
            const late = new Promise((_, no) => setTimeout(no, 60_000, new Error("nothing is kept after a minute")));
            const {active} = await Promise.race([navigator.serviceWorker.ready, late]);
            while (active.state !== "activated")  // old caches go while it is made active
                await new Promise((yes) => active.addEventListener("statechange", yes, {once: true}));
            const all = {};
            for (const name of await caches.keys()) {
                const requests = await (await caches.open(name)).keys();
                all[name] = requests.map((request) => new URL(request.url).pathname);
            }
            return all;
        }"""
    )
    return dict(result)


@pytest.mark.parametrize("first", PAGES)
def test_all_pages_work_offline_after_a_visit_to_one(visit: Visits, first: str) -> None:
    page = visit(first, service_workers="allow")
    page.locator(PAGES[first]).first.wait_for()
    kept(page)
    page.context.set_offline(True)
    for path, shown in PAGES.items():
        page.goto(visit.site + path)
        page.locator(shown).first.wait_for()
    page.evaluate("async () => { await (await import('/app/skat.js')).i18n.chooseLanguage('vi'); }")
    page.reload()
    page.locator(PAGES["/skat"]).first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "vi"
    page.get_by_role("button", name="Rút mười lá").click()
    expect(page.locator(".chance").first).to_be_visible()


def test_light_hint_solution_winnable_deals_and_pasted_boards_work_offline(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", service_workers="allow", light=True)
    page.locator(PAGES["/"]).first.wait_for()
    kept(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")
    page.keyboard.press("S")
    expect(page.locator("#player")).to_be_visible()
    page.keyboard.press("n")
    page.locator("#deal-winnable").check()
    page.locator("#new-difficulty").select_option("hard")
    page.locator("#new-form [type=submit]").click()
    expect(page.locator("#new-game")).to_have_count(0)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=paste]").click()
    page.locator("#paste-text").fill(format_board(deal(2_000_003)))
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.locator("#paste")).to_have_count(0)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")


def test_all_files_of_the_site_are_kept_and_nothing_of_the_api(visit: Visits) -> None:
    page = visit("/skat#cards=JC+AC+KC+9C+8C+JS+AS+TS+JD+8D", service_workers="allow")
    page.locator(".verdict").wait_for()
    (addresses,) = kept(page).values()
    expected = (f"/{name}" for name in names() if name not in LATER and name != SHARED)
    assert sorted(addresses) == sorted(expected)


def test_the_list_names_nothing_that_the_server_does_not_send(visit: Visits) -> None:
    listed = httpx.get(f"{visit.site}/sw.js", timeout=PATIENCE).text
    files = json.loads(re.findall(r"const FILES = (\[.*\]);", listed)[0])
    wanted = {"index.html", "skat.html", "app/main.js", "app/worker.js", "lang/vi.json", "kernel.wasm", "games.json"}
    assert wanted <= set(files)
    assert "sw.js" not in files
    assert [one for one in files if httpx.get(f"{visit.site}/{one}", timeout=PATIENCE).status_code != 200] == []


def test_an_old_version_makes_way_for_the_new_one(visit: Visits) -> None:
    page = visit("/icon.svg", service_workers="allow")
    old = f"kiebitz-0 {visit.site}/"
    page.evaluate(f"async () => {{ await caches.open('{old}'); await caches.open(\"somebody else's\"); }}")
    page.goto(f"{visit.site}/skat")
    (own, other) = sorted(kept(page))
    assert own.startswith("kiebitz-")
    assert own != old
    assert other == "somebody else's"


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / WORKER).write_text("// the rest")
    (tmp_path / "index.html").write_text("<p>one")
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "a.js").write_text("1")
    first = worker(tmp_path)
    assert first.endswith(
        b'const FILES = ["app/a.js", "card_glyphs.bin", "difficulty.json", "games.json", "index.html", '
        b'"skat_problems.txt"];\n// the rest'
    )
    assert worker(tmp_path) == first
    (tmp_path / "app" / "a.js").write_text("2")
    assert worker(tmp_path).split(b"\n")[0] != first.split(b"\n")[0]
