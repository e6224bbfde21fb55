"""The output of `kiebitz page` in a subfolder of Python's own server: the page works without Kiebitz there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from playwright.sync_api import expect

from file_server import served
from kiebitz import deal
from kiebitz.cli import main
from kiebitz.patience.notation import format_board
from web.browser.conftest import Visits
from web.browser.hands import LIGHT, MESSAGE, made

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture
def folder(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visits]:
    """Give a function that opens pages of a subfolder; fail the test if one of them complains."""
    root = tmp_path_factory.mktemp("host")
    assert main(["page", str(root / "games" / "kiebitz")]) == 0
    with served(root) as address:
        visits = Visits(browser, address)
        yield visits
        for context in visits.contexts:
            context.close()
    assert not visits.unexpected()


def test_everything_works_from_a_folder_of_plain_files(folder: Visits) -> None:
    page = folder("/games/kiebitz/#game=freecell&deal=617", light=True)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.keyboard.press("H")
    expect(page.locator(MESSAGE)).to_contain_text("Hint: ")
    page.keyboard.press("S")
    expect(page.locator(MESSAGE)).to_contain_text("A solution in")
    page.keyboard.press("n")
    page.locator("#deal-winnable").check()
    page.locator("#new-form [type=submit]").click()
    expect(page.locator("#new-game")).to_have_count(0)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=paste]").click()
    page.locator("#paste-text").fill(format_board(deal(11982)))
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.locator(LIGHT)).to_contain_text("Cannot be won")
    expect(page.locator("#loss")).to_contain_text("deal")
    page.locator("#menu-button").click()
    page.locator("#menu a").click()
    page.locator("html[data-ready] .pick").first.wait_for()
    page.get_by_role("button", name="Draw ten cards").click()
    expect(page.locator(".chance").first).to_be_visible()
    page.locator(".page-home").click()
    made(page, 0)


def test_it_works_on_when_the_server_has_gone(folder: Visits) -> None:
    page = folder("/games/kiebitz/", service_workers="allow", light=True)
    made(page, 0)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    for address in ("/games/kiebitz/#game=yukon&deal=2000003", "/games/kiebitz/skat.html"):
        page.goto("about:blank")
        folder.go(page, address)
    page.get_by_role("button", name="Draw ten cards").click()
    expect(page.locator(".chance").first).to_be_visible()
    page.locator(".page-home").click()
    made(page, 0)
    expect(page.locator(LIGHT)).not_to_contain_text("No solver")


@pytest.mark.parametrize("name", ["index", "skat", "skat-game"])
def test_opened_as_a_file_it_says_what_is_missing(folder: Visits, tmp_path: Path, name: str) -> None:
    assert main(["page", str(tmp_path / "page")]) == 0
    folder.allow("ERR_FAILED|CORS policy|asked somebody else: file:|favicon")
    page = folder("/games/kiebitz/icon.svg", language="de")
    page.goto((tmp_path / "page" / f"{name}.html").as_uri())
    expect(page.locator("main > .notice")).to_contain_text("nur von einem Webserver")


def test_it_can_be_installed(folder: Visits) -> None:
    page = folder("/games/kiebitz/", service_workers="allow")
    made(page, 0)
    protocol = page.context.new_cdp_session(page)
    manifest = protocol.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/games/kiebitz/manifest.webmanifest")
    errors = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []  # as in all tests
