"""Four languages: complete catalogues, and a page that changes its texts, numbers and card letters at once."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kiebitz.patience.games import games
from kiebitz.patience.games import page as game_page
from kiebitz.patience.notation.reading_errors import EXPECTED
from kiebitz.web.site import FOLDER, files

if TYPE_CHECKING:
    from web.browser.conftest import Visits

LANGUAGES = ("en", "de", "ru", "vi")
#: The plural forms.
PLURALS = {"en": {"one", "other"}, "de": {"one", "other"}, "ru": {"one", "few", "many", "other"}, "vi": {"other"}}
_FORMS = {"zero", "one", "two", "few", "many", "other"}


def catalogue(language: str) -> dict[str, str]:
    pairs = json.loads((FOLDER / "lang" / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=list)
    read: dict[str, str] = dict(pairs)
    assert len(read) == len(pairs)  # no key occurs twice
    return read


def keys(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of each key by plural form; a text without plural has the empty form."""
    english = catalogue("en")
    values: dict[str, dict[str, str]] = {}
    for key, text in catalogue(language).items():
        base, _, form = key.rpartition(".")
        counted = form in _FORMS and f"{base}.one" in english
        values.setdefault(base if counted else key, {})[form if counted else ""] = text
    return values


def code() -> str:
    texts = [file.read_text(encoding="utf-8") for name, file in files().items() if name.endswith((".html", ".js"))]
    return re.sub(r"(?<!\w)/\*.*?\*/", "", "\n".join(texts), flags=re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_parameters(language: str) -> None:
    english, other = keys("en"), keys(language)
    assert other.keys() == english.keys()
    for key, texts in other.items():
        assert all(text.strip() for text in texts.values()), key
        wanted = {name for text in english[key].values() for name in re.findall(r"\{(\w+)\}", text)}
        for form, text in texts.items():
            named = set(re.findall(r"\{(\w+)\}", text))
            if form != "one":
                assert named == wanted, key
            else:  # "one card" has no last one; the Russian form also serves 21, so it needs the number
                assert named <= wanted, key
                assert language != "ru" or "count" in named, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_texts_have_every_form_of_their_language(language: str) -> None:
    for key, texts in keys(language).items():
        assert texts.keys() in ({""}, PLURALS[language]), key


def test_every_key_is_used_and_every_key_that_is_used_exists() -> None:
    text = code()
    known = keys("en").keys()
    quoted = set(re.findall(r"""["'`:; ]([a-z]\w*(?:\.\w+)+)["'`;]""", text))
    made = [
        re.compile(r"\w+".join(map(re.escape, re.split(r"\$\{[^}]*\}", template))) + "$")
        for template in re.findall(r"`([a-z]\w*\.[\w.]*(?:\$\{[^}]*\}[\w.]*)+)`", text)
    ]
    made += [re.compile(rf"{re.escape(start)}\.\w+$") for start in re.findall(r'named\("([\w.]+)"', text)]
    unused = [key for key in known if key not in quoted and not any(one.match(key) for one in made)]
    assert unused == []
    used = set(re.findall(r"\b(?:t|has)\(\s*[\"']([^\"']+)[\"']", text))
    used |= set(re.findall(r"""data-i18n["']?\s*[=:]\s*["']([^"']+)["']""", text))
    for pairs in re.findall(r"""data-i18n-attr["']?\s*[=:]\s*["']([^"']+)["']""", text):
        used |= {pair.split(":")[1].strip() for pair in pairs.split(";")}
    assert sorted(used - known) == []
    idle = [one.pattern for one in made if not any(map(one.match, known)) and not re.search("card-|json", one.pattern)]
    assert idle == []


def test_there_are_words_for_everything_that_the_kernel_cannot_read() -> None:
    start = "game.expected."
    assert {key.removeprefix(start) for key in keys("en") if key.startswith(start)} == {"card", *EXPECTED}


@pytest.mark.parametrize("language", ["de", "ru", "vi"])
def test_every_game_has_its_name_and_rules_in_every_language(language: str) -> None:
    own = json.loads((FOLDER / "lang" / f"games.{language}.json").read_text(encoding="utf-8"))
    known = {game: game_page(game) for game in games()}
    assert own.keys() == known.keys()
    for game, texts in own.items():
        assert texts.keys() == {"title", "description"}
        assert texts["title"].strip()
        assert len(texts["description"]) > len(known[game].description) * 0.4
        if language == "ru":
            assert texts["title"] == known[game].title_ru


@pytest.mark.parametrize(
    ("language", "title", "rules"),
    [("de", "Russische Patience", "in sieben Spalten"), ("vi", "Xếp bài Nga", "bảy cột")],
)
def test_games_are_named_and_explained_in_the_persons_language(
    visit: Visits, language: str, title: str, rules: str
) -> None:
    page = visit("/#game=russian&deal=1", language=language)
    expect(page.locator("#title")).to_contain_text(title)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text(rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_picture_for_every_letter_of_the_language(language: str) -> None:
    drawn = (FOLDER / "cards.svg").read_text(encoding="utf-8")
    names = {"В": "B", "Д": "De", "К": "K", "Т": "Te"}
    letters = catalogue(language)
    for rank in "A23456789TJQK":
        own = letters[f"card.letter.{rank}"]
        assert f'id="corner-{names.get(own, own)}"' in drawn


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("de-AT", "de"), ("ru", "ru"), ("vi-VN", "vi"), ("en-US", "en"), ("fr-FR", "en"), ("zz", "en")],
)
def test_the_browser_decides_the_language_until_the_person_does(visit: Visits, asked: str, answered: str) -> None:
    page = visit("/skat", language=asked)
    page.wait_for_selector(".pick svg")
    assert page.evaluate("document.documentElement.lang") == answered


@pytest.mark.parametrize(
    ("language", "queen", "letters", "picked", "title"),
    [
        ("en", "queen of hearts", "J A 10 K Q 9 8 7", "1 of 10 cards picked.", "Settings"),
        ("de", "Herz Dame", "B A 10 K D 9 8 7", "1 von 10 Karten gewählt.", "Einstellungen"),
        ("ru", "дама червей", "В Т 10 К Д 9 8 7", "Выбрано карт: 1 из 10.", "Настройки"),
        ("vi", "Q cơ", "J A 10 K Q 9 8 7", "Đã chọn 1 trong 10 lá.", "Cài đặt"),
    ],
)
def test_a_language_is_chosen_live_and_kept(
    visit: Visits, language: str, queen: str, letters: str, picked: str, title: str
) -> None:
    page = visit("/skat#cards=QH")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option(language)
    page.get_by_role("dialog").get_by_role("heading", name=title).wait_for()
    page.keyboard.press("Escape")
    for _ in range(2):  # at once, and after a reload
        assert page.locator(".pick[aria-pressed=true]").get_attribute("aria-label") == queen
        shown = page.locator(".pick").evaluate_all("all => all.slice(0, 8).map(one => one.dataset.letter)")
        assert " ".join(shown) == letters
        assert page.locator("#picked").inner_text() == picked
        page.reload()
        page.wait_for_selector(".pick svg")


def test_letters_are_drawn_as_they_are_called(visit: Visits) -> None:
    page = visit("/skat", language="de")
    page.wait_for_selector(".pick svg")
    letter = page.locator("[data-card=QH] path").first
    assert f'id="k-D" d="{letter.get_attribute("d")}"' in (FOLDER / "cards.svg").read_text(encoding="utf-8")
    assert letter.evaluate("node => node.getBBox().width") > 0


def test_numbers_choose_their_form(visit: Visits) -> None:
    wanted = [
        ("en", 1, "Erase 1 game permanently?"),
        ("en", 1234, "Erase all 1,234 games permanently?"),
        ("de", 1, "1 Spiel endgültig löschen?"),
        ("de", 1234, "Alle 1.234 Spiele endgültig löschen?"),
        ("ru", 1, "Стереть 1 игру навсегда?"),
        ("ru", 3, "Стереть 3 игры навсегда?"),
        ("ru", 11, "Стереть 11 игр навсегда?"),
        ("ru", 21, "Стереть 21 игру навсегда?"),
        ("vi", 5, "Xóa vĩnh viễn 5 ván?"),
    ]
    message = visit("/skat").evaluate(
        """async asked => {
            const { loadLanguage, t } = await import("/app/i18n.js");
            const said = [];
            for (const [language, count] of asked) {
                await loadLanguage(language);
                said.push([language, count, t("statistics.question", { count })]);
            }
            return said;
        }""",
        [(language, count) for language, count, _ in wanted],
    )
    assert message == list(map(list, wanted))


def test_a_choice_that_nobody_can_have_made_is_overlooked(visit: Visits) -> None:
    page = visit("/skat")
    page.evaluate("localStorage.setItem('kiebitz.language', 'xx'); localStorage.setItem('kiebitz.settings', '{\"ta')")
    page.reload()
    page.wait_for_selector(".pick svg")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_four_colours_are_shown_live_and_kept(visit: Visits) -> None:
    page = visit("/skat")
    page.wait_for_selector(".pick svg")
    colour = "getComputedStyle(document.querySelector('[data-card=TD] svg')).getPropertyValue('--ink-D')"
    two = page.evaluate(colour)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four-colour suits").check()
    four = page.evaluate(colour)
    assert four != two
    page.reload()
    page.wait_for_selector(".pick svg")
    assert page.evaluate(colour) == four
    assert "four-colours" in page.evaluate("document.documentElement.className")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_table_follows_the_system_until_it_is_chosen(visit: Visits, system: str) -> None:
    page = visit("/skat", dark=system == "dark")
    background = "getComputedStyle(document.body).backgroundColor"
    page.wait_for_selector(".pick svg")
    before = page.evaluate(background)
    assert page.evaluate("document.documentElement.classList.contains('dark')") == (system == "dark")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("light" if system == "dark" else "dark")
    assert page.evaluate(background) != before
    page.get_by_label("Theme").select_option("system")
    assert page.evaluate(background) == before


def test_less_motion_is_the_systems_until_it_is_chosen(visit: Visits) -> None:
    page = visit("/skat", reduced_motion="no-preference")
    page.wait_for_selector(".pick svg")
    classes = "document.documentElement.className"
    assert "reduced-motion" not in page.evaluate(classes)
    page.emulate_media(reduced_motion="reduce")
    page.locator("html.reduced-motion").wait_for(state="attached")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Reduce motion").uncheck()
    assert "reduced-motion" not in page.evaluate(classes)
