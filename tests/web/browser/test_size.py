"""The first visit is small: its compressed size. The benchmark `page` measures speed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import httpx
import pytest

from waiting import PATIENCE

if TYPE_CHECKING:
    from web.browser.conftest import Visits

#: Limits of a first visit; all files cached for offline use (three pages in four languages); the same plus response
#: headers; the kernel, and its part that answers at once; the proven checker; files that load later: the
#: reader of pictures and its weights, the problems of Skat. A visit includes the settings, which name the languages in
#: all letters of the font.
_VISIT = 292_000
_KEPT = 702_000
_EVERYTHING = 734_000
_MODULES = {"kernel.wasm": 220_000, "table.wasm": 78_000, "proven_checker.js": 50_000}
_LATER = {"picture.wasm": 107_000, "card_glyphs.bin": 86_000, "skat_problems.txt": 8_000}


def test_everything_that_the_page_ever_fetches_is_small(site: str) -> None:
    files = json.loads(re.findall(r"const FILES = (\[.*\]);", httpx.get(f"{site}/sw.js", timeout=PATIENCE).text)[0])
    total = bodies = 0
    with httpx.Client(base_url=site, headers={"Accept-Encoding": "gzip"}, timeout=PATIENCE) as client:
        for address in ["", *files, "sw.js"]:
            with client.stream("GET", f"/{address}") as answer:
                body = sum(map(len, answer.iter_raw()))
                heads = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
            assert body < (_MODULES | _LATER).get(address, _KEPT)
            if address in _LATER:
                continue
            bodies += body if address else 0  # the empty address repeats index.html
            total += body + heads
    assert bodies < _KEPT
    assert total < _EVERYTHING


@pytest.mark.parametrize(
    ("path", "shown", "clicks"),
    [("/", "html[data-ready] .card", ["Menu", "Settings"]), ("/skat", "html[data-ready] .pick svg", ["Settings"])],
)
def test_a_first_visit_fetches_little_and_takes_a_click(
    visit: Visits, path: str, shown: str, clicks: list[str]
) -> None:
    page = visit("/icon.svg")
    protocol = page.context.new_cdp_session(page)
    protocol.send("Network.enable")
    fetched: list[float] = []
    protocol.on("Network.loadingFinished", lambda event: fetched.append(event["encodedDataLength"]))
    page.goto(visit.site + path, wait_until="networkidle")
    page.locator(shown).first.wait_for(state="attached")
    for name in clicks:
        page.get_by_role("button", name=name).click()
    page.get_by_role("dialog", name="Settings").wait_for()
    assert 10_000 < sum(fetched) < _VISIT
