"""The editor of boards: any position by keyboard, mouse or touch; faults are named; the board can be opened."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from accessibility import check
from kiebitz import deal
from kiebitz.cards.spelling import rank_text
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import format_board
from kiebitz.patience.session import Session
from web.browser.conftest import DESKTOP, PHONE
from web.browser.hands import LIGHT, kept, made

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from kiebitz.cards import Card
    from kiebitz.patience import Position
    from web.browser.conftest import Visits

STATE = ".editor-state"
SUITS = "CDHS"
#: Letters of suits that a keyboard has.
TYPED = {"english": "cdhs", "german": ("kr", "ka", "h", "p"), "russian": "тбчп"}
CELL, FOUNDATION = 32, 48


def place(page: Page, pile: int, index: int = 0) -> Locator:
    return page.locator(f"#editor [data-pile='{pile}'][data-index='{index}']")


def tray(page: Page, card: object) -> Locator:
    return page.locator(f".editor-tray [data-card='{card}']")


def button(page: Page, name: str) -> Locator:
    return page.locator("#editor").get_by_role("button", name=name, exact=True)


def typed(card: Card, spelling: str) -> str:
    return rank_text(card.rank, spelling).lower() + TYPED[spelling][card.suit]


def under_way(game: str, number: int, moves: int = 12) -> Position:
    """Return a position some random moves after a deal."""
    session, chance = Session.new(game, number), Random(number)
    for _ in range(moves):
        session.push(chance.choice(list(session.legal_moves)))
    return session.position


@pytest.mark.parametrize(
    ("language", "spelling", "play", "complete"),
    [
        ("en", "english", "Play", "The board is complete. It is Microsoft’s deal {}."),
        ("de", "german", "Spielen", "Die Stellung ist vollständig. Es ist Microsofts Blatt {}."),
    ],
)
def test_a_deal_is_typed_by_keyboard_alone_in_a_minute(
    visit: Visits, language: str, spelling: str, play: str, complete: str
) -> None:
    number = Random(language).randint(1, 1_000_000)
    page = visit("/?edit", language=language)
    begun = monotonic()
    for column in deal(number).columns:
        page.keyboard.type("".join(typed(card, spelling) for card in column))
        page.keyboard.press("Tab")
    assert monotonic() - begun < 60
    expect(page.locator(STATE)).to_have_text(complete.format(number))
    while page.evaluate("document.activeElement.textContent") != play:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#editor")).to_have_count(0)
    assert kept(page) == Session.new("freecell", number)
    page.keyboard.press("Shift+L")
    page.locator(f"{LIGHT}[data-light=solved], {LIGHT}[data-light=impossible]").wait_for()


def test_a_game_under_way_is_set_up_by_touch_on_a_phone(visit: Visits) -> None:
    position = under_way("bakers_game", 6)
    page = visit("/#game=bakers_game&deal=1", viewport=PHONE, has_touch=True)
    made(page, 0)
    page.locator("#menu-button").tap()
    page.locator("#menu [data-command=edit]").tap()
    for pile, column in enumerate(position.columns):
        place(page, pile).tap()
        for card in column:
            tray(page, card).tap()
    for index, held in enumerate(position.cells):
        if held is not None:
            place(page, CELL + index).tap()
            tray(page, held).tap()
    assert any(position.foundations)
    button(page, "The rest is home").tap()
    expect(page.locator(STATE)).to_have_text("The board is complete.")
    button(page, "Analyse").tap()
    expect(page.locator("#editor")).to_have_count(0)
    assert kept(page).position == position
    expect(page.locator("#analysis")).to_be_visible()


def test_cards_are_dragged_to_places_and_off_the_board(visit: Visits) -> None:
    page = visit("/?edit#game=freecell&deal=617")

    def drag(start: Locator, end: Locator) -> None:
        box = end.bounding_box()
        assert box is not None
        start.hover(position={"x": 8, "y": 8})
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 8, steps=3)
        page.mouse.up()

    drag(tray(page, "7H"), place(page, 2))
    drag(tray(page, "8S"), place(page, 2, 1))
    drag(tray(page, "9D"), place(page, 2, 0))  # behind the seven
    assert [place(page, 2, index).get_attribute("aria-label") for index in range(4)] == [
        "column 3, place 1: seven of hearts",
        "column 3, place 2: nine of diamonds",
        "column 3, place 3: eight of spades",
        "column 3, place 4: empty",
    ]
    drag(place(page, 2, 1), place(page, CELL + 1))
    expect(place(page, CELL + 1)).to_have_attribute("aria-label", "cell b: nine of diamonds")
    drag(tray(page, "3C"), place(page, FOUNDATION))
    expect(place(page, FOUNDATION)).to_have_attribute("aria-label", "the clubs foundation: three of clubs")
    expect(page.locator(STATE)).to_have_text("46 cards left to place.")
    drag(place(page, 2, 0), tray(page, "KS"))
    expect(page.locator(STATE)).to_have_text("47 cards left to place.")
    for _ in range(2):
        button(page, "Undo").click()
    expect(page.locator(STATE)).to_have_text("49 cards left to place.")
    button(page, "Redo").click()
    expect(place(page, FOUNDATION)).to_have_attribute("aria-label", "the clubs foundation: three of clubs")


def test_the_keys_mark_insert_and_take_off(visit: Visits) -> None:
    page = visit("/?edit")
    keys = page.keyboard
    keys.type("10s9hqd")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.type("h4")  # before the nine, which is marked
    keys.press("Delete")
    expect(page.locator("#editor [data-pile='0']")).to_have_count(4)
    labels = [place(page, 0, index).get_attribute("aria-label") for index in range(3)]
    assert [str(label).split(": ")[1] for label in labels] == ["ten of spades", "four of hearts", "queen of diamonds"]
    keys.press("End")
    keys.press("Backspace")
    expect(place(page, 0, 2)).to_have_attribute("aria-label", "column 1, place 3: empty")
    keys.press("Control+z")
    expect(place(page, 0, 2)).to_have_attribute("aria-label", "column 1, place 3: queen of diamonds")
    expect(page.locator("#editor .spoken")).to_contain_text("queen of diamonds → column 1.")
    keys.press("Control+y")
    expect(page.locator("#editor .spoken")).to_contain_text("queen of diamonds: taken off.")
    keys.press("Control+z")
    keys.press("Home")
    keys.press("ArrowUp")
    keys.type("ks")
    expect(page.locator("#editor [data-pile='32'].card, #editor [data-pile='33'].card")).to_have_count(1)
    keys.press("Backspace")
    expect(page.locator("#editor [data-pile='32'].card, #editor [data-pile='33'].card")).to_have_count(0)
    keys.press("Escape")
    expect(page.locator("#editor")).to_have_count(0)
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=edit]").click()
    expect(place(page, 0, 0)).to_have_attribute("aria-label", "column 1, place 1: ten of spades")  # kept


@pytest.mark.parametrize(
    ("language", "twice", "strange", "left"),
    [
        ("en", "More than once: 2♥.", "Not in the pack of this game: 2♥.", "Missing: 6♦."),
        ("ru", "Больше одного раза: 2♥.", "Этих карт нет в колоде игры: 2♥.", "Не хватает: 6♦."),
    ],
)
def test_faults_are_marked_and_named_at_once(visit: Visits, language: str, twice: str, strange: str, left: str) -> None:
    page = visit("/?edit", language=language)
    page.keyboard.type("2hks")
    page.keyboard.press("Tab")
    page.keyboard.type("2h")
    expect(page.locator(STATE)).to_contain_text(twice)
    expect(page.locator("#editor .place.wrong")).to_have_count(2)
    check(page, "doubled card")
    page.keyboard.press("Backspace")
    expect(page.locator("#editor .wrong")).to_have_count(0)
    page.locator("#editor-game").select_option("solitaire_6x6")
    expect(page.locator(STATE)).to_contain_text(strange)
    expect(page.locator("#editor .place.wrong")).to_have_count(1)
    page.locator("#editor-game").select_option("freecell")
    board = format_board(deal(617), "columns").replace("6D", "")
    page.locator("#editor .editor-top button").nth(2).click()
    page.locator("#editor-text").fill(board)
    page.locator("[data-i18n='editor.read']").click()
    expect(page.locator(STATE)).to_contain_text(left)
    expect(page.locator(".editor-ends button:enabled")).to_have_count(0)


def test_a_number_beyond_the_first_million_is_found_and_the_link_copied(visit: Visits) -> None:
    number = 5_000_000_123
    page = visit("/?edit", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", format_board(deal(number)))
    page.keyboard.press("Control+v")
    expect(page.locator(STATE)).to_have_text(f"The board is complete. It is Microsoft’s deal {number}.")
    button(page, "Copy link").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('#'))")
    link = page.evaluate("navigator.clipboard.readText()")
    assert read_link(link) == Session.new("freecell", number)
    place(page, 0, 6).click()
    page.keyboard.press("Delete")
    page.locator("#editor [data-pile='7'].behind").click()
    page.keyboard.type(str(deal(number).columns[0][-1]))
    expect(page.locator(STATE)).to_have_text("The board is complete.")  # no deal has these heights


def test_a_pasted_board_with_a_missing_card_is_corrected_in_the_editor(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=1")
    made(page, 0)
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=paste]").click()
    page.locator("#paste-text").fill(format_board(deal(617), "columns").replace(str(deal(617).columns[0][-1]), "", 1))
    page.locator("#paste .main").click()
    page.get_by_role("button", name="Correct it in the editor").click()
    place(page, 0, 6).click()
    page.keyboard.type(str(deal(617).columns[0][-1]))
    expect(page.locator(STATE)).to_have_text("The board is complete. It is Microsoft’s deal 617.")
    button(page, "Play").click()
    assert kept(page) == Session.new("freecell", 617)


def test_face_down_cards_and_other_games(visit: Visits) -> None:
    position = deal(3, "russian")
    page = visit(write_link(Session.new("russian", 3), "/?edit"))
    button(page, "From the table").click()
    expect(page.locator(STATE)).to_contain_text("The board is complete.")
    expect(page.locator("#editor .shaded")).to_have_count(sum(position.face_down))
    column = next(index for index, down in enumerate(position.face_down) if down)
    place(page, column, position.face_down[column] - 1).click(position={"x": 10, "y": 3})
    button(page, "Turn over").click()
    expect(page.locator("#editor .shaded")).to_have_count(sum(position.face_down) - 1)
    place(page, column, len(position.columns[column]) - 1).click()
    page.keyboard.press(" ")
    expect(page.locator(STATE)).to_contain_text(f"The last card of column {column + 1} is face down")
    expect(page.locator("#editor .place.wrong")).to_have_count(1)


@pytest.mark.parametrize(
    ("language", "dark", "size"),
    [("en", False, DESKTOP), ("vi", True, PHONE), ("de", False, {"width": 720, "height": 450})],
)
def test_the_editor_is_accessible_and_fits(visit: Visits, language: str, size: dict[str, int], *, dark: bool) -> None:
    page = visit("/?edit", language=language, dark=dark, viewport=size)
    check(page, "empty")
    page.locator("#editor .editor-top button").nth(1).click()
    expect(page.locator(f"{STATE}[data-kind=complete]")).to_be_visible()
    check(page, "complete")
    parts = "[...document.querySelectorAll('#editor, #editor .dialog-body')]"
    assert not page.evaluate(f"{parts}.some(part => part.scrollWidth > part.clientWidth)")
