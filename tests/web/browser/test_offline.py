"""Without network: both pages come again after a visit, and nothing but the list of games is kept of the API."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from web.browser.conftest import Visits

#: The pages, and what shows that one of them is there.
PAGES = {"/": ".card[data-card]", "/skat": ".pick svg"}


def kept(page: Page) -> dict[str, list[str]]:
    found: Any = page.evaluate(
        """async () => {
            await navigator.serviceWorker.ready;
            const all = {};
            for (const name of await caches.keys()) {
                const requests = await (await caches.open(name)).keys();
                all[name] = requests.map((request) => new URL(request.url).pathname);
            }
            return all;
        }"""
    )
    return dict(found)


@pytest.mark.parametrize("first", PAGES)
def test_both_pages_work_offline_after_a_visit_to_one(visit: Visits, first: str) -> None:
    visit.allow("ERR_INTERNET_DISCONNECTED")
    page = visit(first, service_workers="allow")
    page.locator(PAGES[first]).first.wait_for()
    kept(page)
    page.context.set_offline(True)
    for path, shown in PAGES.items():
        page.goto(visit.site + path)
        page.locator(shown).first.wait_for()
    page.evaluate("async () => { await (await import('/static/app/i18n.js')).chooseLanguage('vi'); }")
    page.reload()
    page.locator(PAGES["/skat"]).first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "vi"
    page.get_by_role("button", name="Rút mười lá").click()
    expect(page.get_by_role("alert")).to_contain_text("Không kết nối được với máy chủ")


def test_only_files_and_the_list_of_games_are_kept(visit: Visits) -> None:
    page = visit("/skat#cards=JC+AC+KC+9C+8C+JS+AS+TS+JD+8D", service_workers="allow")
    page.locator(".verdict").wait_for()
    (addresses,) = kept(page).values()
    assert [one for one in addresses if one.startswith("/api/")] == ["/api/games"]
    listed = httpx.get(f"{visit.site}/sw.js").text
    files = json.loads(re.findall(r"const FILES = (\[.*\]);", listed)[0])
    assert sorted(addresses) == sorted([*files, "/api/games"])
    assert {"/", "/skat", "/static/app/i18n.js", "/static/lang/vi.json", "/static/cards.svg"} <= set(files)
    assert "/sw.js" not in files


def test_the_list_names_nothing_that_the_server_does_not_send(visit: Visits) -> None:
    listed = httpx.get(f"{visit.site}/sw.js").text
    files = json.loads(re.findall(r"const FILES = (\[.*\]);", listed)[0])
    assert [one for one in files if httpx.get(visit.site + one).status_code != 200] == []


def test_an_old_version_makes_way_for_the_new_one(visit: Visits) -> None:
    page = visit("/static/icon.svg", service_workers="allow")
    page.evaluate("async () => { await caches.open('kiebitz-0'); await caches.open(\"somebody else's\"); }")
    page.goto(f"{visit.site}/skat")
    (own, other) = sorted(kept(page))
    assert own.startswith("kiebitz-")
    assert own != "kiebitz-0"
    assert other == "somebody else's"


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    from kiebitz.web.worker import SCRIPT, script

    (tmp_path / SCRIPT).write_text("// the rest")
    (tmp_path / "index.html").write_text("<p>one")
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "a.js").write_text("1")
    first = script(tmp_path)
    assert first.endswith(b'const FILES = ["/static/app/a.js","/"];\n// the rest')
    assert script(tmp_path) == first
    (tmp_path / "app" / "a.js").write_text("12")
    assert script(tmp_path).split(b"\n")[0] != first.split(b"\n")[0]
