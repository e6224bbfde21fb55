"""Chromium for tests, without its background requests."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserType

#: The headless shell first: without the windows of a whole browser it takes a third of the processor's time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a running Chromium; skip the test without one."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver, launched(driver.chromium) as browser:
        yield browser


@contextmanager
def launched(kind: BrowserType, *arguments: str) -> Iterator[Browser]:
    """Yield a Chromium that was started with further arguments; skip the test without one."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        pytest.skip("no Chromium was found on the path")
    browser = kind.launch(executable_path=program, args=[*_ARGUMENTS, *arguments])
    yield browser
    browser.close()
