"""Proofs on the page: a certificate made, checked by the proven checker and saved; files checked; cancelled."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz.analysis.certificates import certify
from kiebitz.patience.dealing import deal

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

_STATUS, _STATEMENT = "#proof [role=status]", "#proof blockquote"


def prove(visit: Visits, number: int) -> Page:
    page = visit(f"/#game=freecell&deal={number}", mode="analyse")
    page.get_by_role("button", name="Prove it").click()
    return page


def choose(page: Page, data: bytes) -> None:
    page.get_by_label("Check a certificate from a file").set_input_files(
        {"name": "a.cert", "mimeType": "application/octet-stream", "buffer": data}
    )


def test_an_impossible_deal_is_proven_and_its_certificate_saved_and_checked(visit: Visits) -> None:
    page = prove(visit, 781948)
    expect(page.locator(_STATUS)).to_have_text(re.compile(r"^Proven: this position cannot be won\. .* [\d.]+ s\."))
    certificate = certify(deal(781948), number=781948).data
    words = re.compile(r"^yes: Microsoft deal 781948 \(.*\) cannot be won; positions checked: 7736$")
    expect(page.locator(_STATEMENT)).to_have_text(words)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the certificate").click()
    assert Path(saved.value.path()).read_bytes() == certificate
    small = certify(deal(1, "solitaire_one_suit"), number=1).data
    for data, answer in (
        (small, "Yes: the certificate proves its claim."),
        (small.replace(b"moves 17", b"moves 18"), "No: the certificate does not prove its claim."),
        (certificate[:-1], "This file cannot be read as a certificate."),
        (b"a letter", "This file cannot be read as a certificate."),
    ):
        choose(page, data)
        expect(page.locator(_STATUS)).to_contain_text(answer)


@pytest.mark.long
def test_a_proof_is_cancelled(visit: Visits) -> None:
    page = prove(visit, 512118)
    expect(page.locator(_STATUS)).to_have_text("Checking the certificate …")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(_STATUS)).to_have_text("Cancelled.")
    expect(page.get_by_label("Check a certificate from a file")).to_be_focused()
    expect(page.get_by_role("button", name="Save the certificate")).to_be_visible()


@pytest.mark.long
def test_a_large_certificate_is_offered_as_a_file(visit: Visits) -> None:
    page = prove(visit, 517776)
    expect(page.locator(_STATUS)).to_contain_text("The certificate has 94,943 positions")
    expect(page.get_by_role("button", name="Save the certificate")).to_be_visible()


def test_a_position_that_can_be_won_has_no_proof(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", mode="analyse", light=True)
    expect(page.locator("#light")).to_have_attribute("data-light", "solved")
    expect(page.get_by_role("button", name="Prove it")).to_have_count(0)
