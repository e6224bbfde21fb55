"""Pages for the tests, in a real Chromium, as new visitors see them.

A page fails its test if it writes an error to the console or sends a request to any other server.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from browsers import chromium
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="session")
def site(address: str) -> str:
    """Give the address of the server shared by all web tests, without a trailing slash."""
    return address


# The scope is this folder, a package, instead of the session: while Playwright runs, no other event loop can run in
# this process.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Give Chromium; skip the test without one."""
    with chromium() as started:
        from playwright.sync_api import expect

        expect.set_options(timeout=1000 * PATIENCE)  # milliseconds
        yield started


def ready(page: Page) -> None:
    """Wait until a page handles typing and clicks; a page without script is ready at once."""
    if page.locator("script[src]").count():
        page.locator("html[data-ready]").wait_for(state="attached")


class Visits:
    """Open pages of the site, each for a new visitor, and collect their errors and foreign requests."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.site = site
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self._allowed: list[str] = []

    def __call__(
        self,
        path: str = "/",
        *,
        language: str = "en-GB",
        dark: bool = False,
        light: bool = False,
        mode: str = "play",
        **options: Any,
    ) -> Page:
        """Open a page, by default in Play with the light off; *options* are those of `Browser.new_context`.

        Without `service_workers="allow"` no files are cached: fetching all of them takes a third of a visit.
        """
        context = self.browser.new_context(
            locale=language,
            color_scheme="dark" if dark else "light",
            **{"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block", **options},
        )
        context.set_default_timeout(1000 * PATIENCE)  # milliseconds
        for key, value in (("light", "on" if light else ""), ("mode", mode)):
            if value:
                context.add_init_script(f"try {{ localStorage['kiebitz.{key}'] ??= '{value}' }} catch {{}}")
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.contexts.append(context)
        page = context.new_page()
        self.go(page, path)
        return page

    def go(self, page: Page, path: str) -> None:
        """Go to another address of the site, and wait until the page handles typing and clicks."""
        page.goto(self.site + path)
        ready(page)

    def with_thoughts(self, path: str, think: str, **options: Any) -> Page:
        """Open a page whose questions to the solver are answered by *think*, a function of JavaScript."""
        from kiebitz.web.bundle import bundle
        from kiebitz.web.site import module

        page = self("/icon.svg", **options)
        stub = f"export const think = {think};\n"

        def script(route: Route) -> None:
            entry = Path(urlsplit(route.request.url).path).stem
            body = bundle(entry, lambda name: stub if name == "worker_client" else module(name))
            route.fulfill(body=body, content_type="text/javascript")

        page.route("**/app/*.js", script)
        self.go(page, path)
        return page

    def without_solver(self, path: str, **options: Any) -> Page:
        """Open a page that cannot fetch the modules of the kernel."""
        self.allow("ERR_FAILED")
        page = self("/icon.svg", **options)
        page.route("**/*.wasm", lambda route: route.abort())
        self.go(page, path)
        return page

    def allow(self, pattern: str) -> None:
        """Ignore complaints that match a regular expression, because the test provokes them."""
        self._allowed.append(pattern)

    def unexpected(self) -> list[str]:
        """Return the unexpected complaints."""
        return [one for one in self.complaints if not any(re.search(pattern, one) for pattern in self._allowed)]

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and f"{parts.scheme}://{parts.netloc}" != self.site:
            self.complaints.append(f"asked somebody else: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location['url']})")


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visits]:
    """Give a function that opens pages; fail the test if one of them complains."""
    visits = Visits(browser, site)
    yield visits
    for context in visits.contexts:
        context.close()
    assert not visits.unexpected()
