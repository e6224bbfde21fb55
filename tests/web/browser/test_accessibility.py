"""Accessibility: axe-core finds no issue on any page or dialog, no page is too wide, and moves are spoken."""

from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accessibility import check
from kiebitz.patience.links import write_link
from web.browser.conftest import DESKTOP, PHONE
from web.browser.hands import ENDED, play_end, resize, solved, won_freecell

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits


_GAME = "/#game=freecell&deal=617"
_SKAT = "/skat#cards=JC+AC+KC+9C+8C+JS+AS+TS+JD+8D"
#: Two of the four pairs of colours and size, which cover each value; the other two are slow tests.
looks = pytest.mark.parametrize(
    ("dark", "size"),
    [
        pytest.param(False, DESKTOP, id="light"),
        pytest.param(True, PHONE, id="dark phone"),
        pytest.param(False, PHONE, id="light phone", marks=pytest.mark.slow),
        pytest.param(True, DESKTOP, id="dark", marks=pytest.mark.slow),
    ],
)


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_text(name, exact=True).click()


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@looks
def test_the_game_page_and_its_dialogs(visit: Visits, size: dict[str, int], *, dark: bool) -> None:
    page = visit(_GAME, dark=dark, viewport=size, light=True)
    page.locator("#light[data-light=solved]").wait_for()
    check(page, "board")
    page.get_by_role("button", name="Menu").click()
    check(page, "menu")
    page.keyboard.press("Escape")
    for name in (
        "Help",
        "Paste a board or solution",
        "Set up a board",
        "Statistics",
        "Daily deals",
        "Difficulty",
        "Check a certificate",
        "For teachers",
        "Settings",
    ):
        menu(page, name)
        page.get_by_role("dialog", name=name).wait_for()
        if name == "Difficulty":
            page.locator("#difficulty .figures").wait_for()
        check(page, name)
        if name == "Settings":
            for switch in ("Four-colour suits", "Large card indices", "Left-handed layout"):
                page.get_by_label(switch).check()
        close(page)
    page.locator("[data-command=new]:visible").first.click()
    page.get_by_role("dialog", name="New game").wait_for()
    check(page, "new game")
    close(page)
    check(page, "other settings")
    page.keyboard.type("1a")
    page.locator(".deals [data-command=next]").click()
    page.get_by_role("dialog", name="Leave this game?").wait_for()
    check(page, "leaving")
    close(page)
    page.keyboard.press("s")
    page.locator("#player").wait_for()
    check(page, "player")
    page.locator("[data-command=story]").click()
    page.locator("#story").wait_for()
    check(page, "story")


#: Chooses a table; returns the colours of quiet text and of the table where it is lightest, in red, green and blue.
ON_CLOTH = """async (cloth) => {
    (await import("/app/main.js")).settings.changeSetting("cloth", cloth);
    const probe = document.body.appendChild(document.createElement("p"));
    const shares = (colour) => {
        probe.style.color = `color-mix(in srgb, ${colour})`;
        return getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map(Number);
    };
    return [shares("var(--on-table-quiet), #000 0%"), shares("var(--table), #fff 7%")];
}"""


def luminance(shares: list[float]) -> float:
    """Return a colour's relative luminance by WCAG 2."""
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_dark_tables_differ_and_their_text_is_legible(visit: Visits) -> None:
    page = visit(_GAME, dark=True)
    colours = [page.evaluate(ON_CLOTH, cloth) for cloth in ("green", "blue", "wine", "slate", "wood")]
    for text, table in colours:
        assert (luminance(text) + 0.05) / (luminance(table) + 0.05) >= 4.5
        assert luminance(table) < 0.06
    for (_, one), (_, other) in itertools.combinations(colours, 2):
        assert math.dist(one, other) > 0.05


@looks
def test_the_analysis(visit: Visits, size: dict[str, int], *, dark: bool) -> None:
    page = visit(f"{_GAME}&moves=83+8a+({{y}}+5b+{{x}})+83", dark=dark, viewport=size, mode="analyse")
    expect(page.locator("#moves .kept")).to_have_count(4)
    if size == PHONE:
        page.locator("#drawer").click()
    page.keyboard.press("3")
    check(page, "analysis")
    page.locator("#moves .variation .move").click()
    check(page, "variation")
    page.locator("[data-command=export]").click()
    page.get_by_role("dialog").wait_for()
    check(page, "export")


@pytest.mark.parametrize("language", ["de", "ru", "vi"])
def test_the_analysis_in_every_language(visit: Visits, language: str) -> None:
    page = visit(f"{_GAME}&moves=83+8a+({{y}}+5b)+83&at=3", viewport=PHONE, language=language, mode="analyse")
    expect(page.locator("#moves .kept")).to_have_count(4)
    page.locator("#drawer").click()
    check(page, "analysis")


@looks
def test_the_game_page_when_a_game_is_lost_or_scored(visit: Visits, size: dict[str, int], *, dark: bool) -> None:
    lost = {"verdict": "impossible", "score": None, "bound": None, "limitHit": None}
    loss = {"ply": 1, "last_winnable": 0, "certain": True, "score_before": None, "score_after": None}
    text = json.dumps({"light": lost, "losingMove": loss})
    page = visit.with_thoughts(
        f"{_GAME}&moves=58", f"async (question) => ({text})[question]", dark=dark, viewport=size, light=True
    )
    page.locator("#loss").wait_for()
    check(page, "lost")
    page = visit("/#game=russian&deal=3", dark=dark, viewport=size, light=True)
    expect(page.locator("#title")).to_contain_text("Russian")
    page.locator("#light[data-light=score]").wait_for()
    check(page, "scored")
    page = visit(write_link(solved("solitaire_one_suit"), "/"), dark=dark, viewport=size)
    expect(page.locator("#won")).to_be_visible()
    check(page, "won")


@looks
def test_the_skat_page_and_its_dialogs(visit: Visits, size: dict[str, int], *, dark: bool) -> None:
    page = visit("/skat", dark=dark, viewport=size)
    page.locator(".pick svg").first.wait_for()
    check(page, "before picking")
    row = {"contract": "grand", "won": 1, "worlds": 40, "share": 0.5, "low": 0.3, "high": 0.8, "stage": "survey"}
    row |= {"atTable": 0.6, "score": -12.5, "highest_bid": None, "discard": None}
    line = json.dumps(
        {"done": False, "complete": False, "played": 5, "total": 10, "bid": None, "best": 0, "contracts": [row]}
    )
    page = visit.with_thoughts(
        _SKAT, f"async (question) => question === 'chances' ? {line} : null", dark=dark, viewport=size
    )
    page.locator(".bar").wait_for()
    check(page, "figures")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").wait_for()
    check(page, "settings")
    page.get_by_label("Four-colour suits").check()
    page.get_by_label("Large card indices").check()
    close(page)
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    check(page, "other settings")


@looks
def test_the_statistics(visit: Visits, size: dict[str, int], *, dark: bool) -> None:
    page = visit("/skat", dark=dark, viewport=size)
    page.evaluate(
        """async () => {
            const { loadLanguage } = await import("/app/i18n.js");
            const { openStatistics, recordGame } = await import("/app/statistics.js");
            await loadLanguage();
            recordGame({ game: "freecell", deal: "1", won: true, helped: false, seconds: 9, moves: 50 });
            openStatistics();
        }"""
    )
    page.locator(".figures").wait_for()
    check(page, "figures")
    page.get_by_role("button", name="Erase").click()
    check(page, "question")
    page.get_by_role("button", name="Erase").click()
    page.get_by_text("No finished games yet.").wait_for()
    check(page, "empty")


#: A window of 1440 by 900 pixels in which the page is shown at 200 per cent.
ZOOMED = {"width": 720, "height": 450}
_AT_REST = "Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))"
#: Whether the element in focus shows its focus and lies in the window.
_FOCUS_IS_SEEN = """(() => {
    const focused = document.activeElement;
    const looks = [null, "::before", "::after"].map((part) => getComputedStyle(focused, part));
    const { top, bottom, left, right } = focused.getBoundingClientRect();
    const isInside = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    return isInside && looks.some(({ outlineStyle, boxShadow }) => outlineStyle !== "none" || boxShadow !== "none");
})()"""


def check_enlarged(page: Page, where: str) -> None:
    """Check the page at 200 per cent, and with text of twice the size."""
    page.evaluate(_AT_REST)
    check(page, f"{where} at 200%")
    resize(page, **DESKTOP)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    check(page, f"{where}, large text")
    page.evaluate("document.documentElement.style.fontSize = ''")
    resize(page, **ZOOMED)


def press_by_keys(page: Page, selector: str) -> None:
    """Go to a control by the key Tab, which must show where it is each time, and press Enter."""
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement !== document.body"):
            assert page.evaluate(_FOCUS_IS_SEEN), page.evaluate("document.activeElement.outerHTML")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the key Tab does not reach {selector}")


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "word", "dark", "motion"),
    [
        ("en", "Moves", True, "reduce"),
        ("de", "Züge", False, "no-preference"),
        ("ru", "Ходы", True, "no-preference"),
        ("vi", "Nước", False, "reduce"),
    ],
)
def test_the_pages_enlarged_in_every_language_by_keys(
    visit: Visits, language: str, word: str, motion: str, *, dark: bool
) -> None:
    options: dict[str, Any] = {"language": language, "dark": dark, "reduced_motion": motion, "device_scale_factor": 2}
    page = visit.with_thoughts("/skat", ENDED, viewport=ZOOMED, **options)
    visit.go(page, "/")
    page.locator("#today").wait_for()
    check_enlarged(page, "today")
    press_by_keys(page, "#today [data-command=play-today]")
    expect(page.locator("#today")).to_be_hidden()
    press_by_keys(page, "#menu-button")
    expect(page.locator("#menu")).to_be_visible()
    check_enlarged(page, "menu")
    for name in ("settings", "new"):
        press_by_keys(page, f"[data-command={name}]")
        page.get_by_role("dialog").wait_for()
        check_enlarged(page, name)
        close(page)
    play_end(page, visit, won_freecell(), word)
    expect(page.locator("#won-grade")).not_to_have_text("…")
    page.keyboard.press("Shift")  # ends the finale
    press_by_keys(page, "#won-reached")
    expect(page.locator("#won-limits")).to_be_visible()
    check_enlarged(page, "end")
    page = visit(f"{_GAME}&moves=83+8a+({{y}}+5b)+83&at=3", viewport=ZOOMED, mode="analyse", **options)
    expect(page.locator("#moves .kept")).to_have_count(4)
    check_enlarged(page, "analysis")
    visit.go(page, "/skat")
    page.locator(".pick svg").first.wait_for()
    check_enlarged(page, "skat")
    visit.go(page, "/skat-game#deal=3&seat=forehand&level=beginner&game=p+p+18+s")
    press_by_keys(page, "#game-null")
    expect(page.locator("#game-null")).to_have_attribute("aria-pressed", "true")
    check_enlarged(page, "skat contract")


@pytest.mark.parametrize("language", ["de", "ru", "vi"])
def test_long_words_fit_a_narrow_phone(visit: Visits, language: str) -> None:
    page = visit(_SKAT, viewport=PHONE, language=language, light=True)
    page.locator(".chance").first.wait_for()
    check(page, "skat")
    page.goto(visit.site + _GAME)
    page.locator("#light[data-light=solved]").wait_for()
    check(page, "game")
    page.locator("#menu-button").click()
    check(page, "menu")
    page.locator("#menu [data-command=settings]").click()
    page.get_by_role("dialog").wait_for()
    check(page, "settings")


@pytest.mark.parametrize("language", ["en", "de", "ru", "vi"])
def test_no_choice_is_cut_on_a_narrow_phone(visit: Visits, language: str) -> None:
    page = visit(_GAME, viewport=PHONE, language=language)
    page.locator("html[data-ready]").wait_for()
    for command in ("settings", "new", "teaching"):
        page.evaluate("name => document.querySelector(`[data-command=${name}]`).click()", command)
        cut = page.locator("dialog .setting").evaluate_all(
            """rows => rows.flatMap((row) => [...row.querySelectorAll("label, select")]).filter((one) => {
                const { width, height } = one.getBoundingClientRect();
                if (one.matches("label")) return one.scrollWidth > one.clientWidth || height > 80;
                const widest = one.cloneNode(true);
                widest.style.cssText = "position: absolute; max-width: none";
                one.after(widest);
                const wanted = widest.getBoundingClientRect().width;
                widest.remove();
                return width < Math.min(wanted, one.parentElement.clientWidth) - 1;
            }).map((one) => one.id || one.textContent)"""
        )
        assert cut == []
        page.keyboard.press("Escape")


def test_moves_light_and_refusals_are_spoken(visit: Visits) -> None:
    page = visit(_GAME, light=True)
    page.locator("#light[data-light=solved]").wait_for()
    message = page.locator("#message[role=status]")
    page.keyboard.type("58")
    expect(message).to_have_text("jack of clubs → column 8.")
    expect(page.locator("#light-spoken[role=status]")).to_have_text("Can be won")
    page.keyboard.type("12")
    expect(message).to_contain_text("jack of diamonds")
    expect(message).to_contain_text("king of spades")
    page.keyboard.press("u")
    expect(message).to_have_text("Move 1 undone.")


def test_piles_say_what_lies_on_them_in_the_persons_language(visit: Visits) -> None:
    page = visit(_GAME, language="de", light=True)
    page.locator("#light[data-light=solved]").wait_for()
    labels = page.locator(".pile").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert "Zelle a: leer" in labels
    assert any(label.startswith("Spalte 5: Kreuz Bube, Kreuz Sieben") for label in labels)
