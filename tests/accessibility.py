"""Accessibility checks with axe-core, and checks of the page's width; importers are skipped without axe-core."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

#: Only violations: transferring the passed checks takes longer than finding them. The added rule is experimental, and
#: off by default: speech input does not find a control whose visible text is not in its name.
_COMPLAINTS = """axe.run({
    resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } },
}).then(({ violations }) => violations)"""


def check(page: Page, where: str) -> None:
    """Fail with every issue of the current page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    results = page.evaluate(_COMPLAINTS)
    complaints = [f"{where}: {issue['id']}: {node['html'][:200]}" for issue in results for node in issue["nodes"]]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        complaints.append(f"{where}: wider than the window")
    assert not complaints, "\n".join(complaints)
