"""What axe-core says of a page, and whether it is wider than its window; who imports this is skipped without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

#: Asked of axe-core itself: what it says of all that is in order would take longer to fetch than to find.
_COMPLAINTS = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"


def check(page: Page, where: str) -> None:
    """Fail with every complaint about the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    found = page.evaluate(_COMPLAINTS)
    complaints = [f"{where}: {one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        complaints.append(f"{where}: wider than the window")
    assert complaints == []
