"""Pasted text, and invalid links: every form is read, and refusals are in the person's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz import deal
from kiebitz.patience.notation import format_board
from kiebitz.patience.session import Session
from web.browser.hands import COUNT, MESSAGE, RECORDS, kept, made, solved, start_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

SOLUTIONS = Path(__file__).parents[2] / "data" / "solutions"
#: Words of English sentences.
ENGLISH = re.compile(r"\b(the|only|expected|missing|whole|number|from|cannot|be|read|with|link)\b", re.IGNORECASE)


def paste(page: Page, text: str) -> None:
    page.locator("#menu-button").click()
    page.locator("#menu [data-i18n='game.paste']").click()
    page.locator("#paste-text").fill(text)
    page.locator("[data-i18n='game.paste.open']").click()


def opened(page: Page) -> Session:
    expect(page.locator("#paste")).to_have_count(0)
    return kept(page)


def test_the_solvers_own_moves_are_read_by_the_rule_of_the_table(visit: Visits) -> None:
    session = solved("freecell")
    page = visit(start_of(session))
    paste(page, " ".join(session.words()))
    assert opened(page).tree() == session.tree()


def test_a_solution_opens_at_its_start_with_the_buttons_that_play_it(visit: Visits) -> None:
    session = solved("freecell")
    page = visit(start_of(session), mode="play")
    paste(page, " ".join(session.words()))
    expect(page.locator("#player")).to_be_visible()
    made(page, 0)
    expect(page.locator("#player-play")).to_be_focused()
    page.locator("#player-end").click()
    expect(page.locator("#won")).to_contain_text("Finished by the program")
    assert page.evaluate(RECORDS) == []  # no game was played
    page.locator("#player-start").click()
    made(page, 0)


def test_what_cannot_be_read_is_told_with_an_example(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617")
    paste(page, "hello")
    expect(page.locator(".fault")).to_have_text(
        "This cannot be read: “hello” in line 1 at column 1. Expected: a card. "
        "Examples: 26 and 5a are moves, QH is a card, #617 is a deal."
    )


def test_fc_solves_sentences_are_those_of_the_deal_on_the_table(visit: Visits) -> None:
    text = (SOLUTIONS / "freecell-46-fc-solve-sentences.txt").read_text("utf-8")
    page = visit("/#game=freecell&deal=46")
    paste(page, "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#")))
    session = opened(page)
    session.goto(len((session.tree() or "").split()))
    assert session.is_won
    assert session.deal == Session.new("freecell", 46).deal


@pytest.mark.parametrize(("language", "cards"), [("de", "german"), ("ru", "russian"), ("ru", "english")])
def test_a_board_may_have_the_letters_of_the_pages_cards(visit: Visits, language: str, cards: str) -> None:
    page = visit("/", language=language)
    paste(page, format_board(deal(617), "text", cards))
    session = opened(page)
    assert session.start == deal(617)
    assert session.deal == Session.new("freecell", 617).deal  # the board does not name the deal


@pytest.mark.parametrize(("name", "number"), [("freecell", 1_000_000), ("bakers_game", 7), ("seahaven_towers", 31)])
def test_a_board_that_is_a_numbered_deal_gets_its_number(visit: Visits, name: str, number: int) -> None:
    session = Session.new(name, number)
    page = visit(f"/#game={name}&deal=5")
    made(page, 0)
    paste(page, format_board(session.start))
    assert opened(page) == session
    session.push(next(iter(session.legal_moves)))
    paste(page, format_board(session.position))
    expect(page.locator("#title")).to_contain_text("custom board")


@pytest.mark.parametrize("text", ["58 26", "# deal: microsoft 617\n58 26"])
def test_an_illegal_move_is_one_of_the_solution_not_of_a_link(visit: Visits, text: str) -> None:
    page = visit("/#game=freecell&deal=617")
    paste(page, text)
    expect(page.locator(".fault")).to_contain_text("Move 2 of the solution is illegal. ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is no deal 9999999999; expected a whole number from -4 to 8,589,934,591."),
        ("de", "Ein Blatt 9999999999 gibt es nicht; erwartet: eine ganze Zahl von -4 bis 8.589.934.591."),
        ("vi", "Không có ván 9999999999; cần: một số nguyên từ -4 đến 8.589.934.591."),
    ],
)
def test_the_numbers_there_are_are_said_and_written_as_the_language_does(
    visit: Visits, language: str, said: str
) -> None:
    page = visit("/", language=language)
    paste(page, "9999999999")
    expect(page.locator(".fault")).to_have_text(said)


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("game=freecell&deal=9999999999", r"целое число от -4 до 8.589.934.591\."),
        ("game=freecell&deal=1&numbering=foo", r"Это не ссылка на игру: «foo» \(numbering\)\."),
        (
            "game=freecell&board=KS+QS%0AKD+1X",
            r"Это не ссылка на игру: «1X» \(board в строке 2, позиция 4\)\. Ожидается: карта\.",
        ),
    ],
)
def test_what_is_wrong_with_a_link_is_said_in_the_persons_language(visit: Visits, fragment: str, said: str) -> None:
    page = visit("/#game=freecell&deal=617", language="ru")
    expect(page.locator("#title")).to_contain_text("617")
    page.evaluate("fragment => { location.hash = fragment }", fragment)
    expect(page.locator(MESSAGE)).to_have_text(re.compile(said))


@pytest.mark.parametrize("language", ["de", "ru", "vi"])
@pytest.mark.parametrize("command", ["hint", "solve"])
def test_rules_that_no_search_knows_are_named_so(visit: Visits, language: str, command: str) -> None:
    page = visit("/#game=freecell&deal=617&home_moves=forced", language=language)
    expect(page.locator("#title")).to_contain_text("617")
    page.locator(f"[data-command={command}]").first.click()
    expect(page.locator(f"{MESSAGE}[data-kind=refused]")).to_be_visible()
    message = page.locator(MESSAGE).inner_text()
    assert "," in message
    assert not ENGLISH.search(message)


def test_a_board_is_pasted_and_one_with_a_missing_card_refused(visit: Visits) -> None:
    position = Session.new("bakers_game", 7).position
    board = format_board(position, "columns")
    page = visit("/")
    made(page, 0)
    before = kept(page)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Paste").click()
    page.locator("#paste-game").select_option("bakers_game")
    page.locator("#paste-text").fill(board.replace("AS", "", 1))
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".fault")).to_have_text(
        "This is not a position of the game. Missing: A♠. If they are home, add the line Home: AS"
    )
    assert kept(page) == before
    page.locator("#paste-text").fill(board)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#paste")).to_have_count(0)
    assert kept(page).start == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (format_board(deal(617), "columns").replace("7D ", "", 1), "Es fehlt: 7♦."),
        (format_board(deal(617), "columns").replace("7D ", "QS ", 1), "Es fehlt: 7♦. Mehrfach da: D♠."),
        ("# deal: microsoft 617\n58 26", "Zug 2 "),
        ("58 26", "Zug 2 "),
        ("KS QS\nKD 1X", "„1X“ in Zeile 2, Spalte 4. Erwartet: eine Karte."),
        (
            "# cell: 3\n58",
            "„# cell: 3“ in Zeile 1. Erwartet: einer der Schlüssel game, edition, deal, autoplay, cells,",
        ),
        ("Home: 2S 3S\n1: KS", "Erwartet: jede Farbe einmal; Pik steht hier schon."),
        (format_board(deal(617, "yukon"), "columns"), "eine offene Karte, denn dieses Spiel gibt keine anderen."),
        (re.sub(r"\d+:", "", format_board(deal(5, "simple_simon"), "columns")), "eines Blatts von Simple Simon: jenes"),
    ],
)
def test_what_is_wrong_with_a_pasted_text_is_said_in_the_persons_language(visit: Visits, text: str, said: str) -> None:
    page = visit("/#game=freecell&deal=617", language="de")
    expect(page.locator(COUNT)).to_contain_text("Züge 0 ")
    page.locator("#menu-button").click()
    page.locator("[data-i18n='game.paste']").first.click()
    page.locator("#paste-text").fill(text)
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.locator(".fault")).to_contain_text(said)
    assert not re.search(r"\b(the|only|expected|missing)\b", page.locator(".fault").inner_text())
    expect(page.locator(COUNT)).to_contain_text("Züge 0 ")


def test_moves_alone_are_those_of_the_deal_on_the_table(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=5a")
    made(page, 1)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Paste").click()
    page.locator("#paste-text").fill("58 7a\n7b")
    page.get_by_role("button", name="Open").click()
    made(page, 3)
    assert [str(move) for move in kept(page).moves] == ["58", "7a", "7b"]


def test_the_page_says_how_it_read_what_the_text_left_open(visit: Visits) -> None:
    page = visit(start_of(solved("freecell")))
    paste(page, "\n".join(" ".join(map(str, column)) for column in deal(5).columns))
    assert opened(page).start == deal(5)
    expect(page.locator(MESSAGE)).to_have_text("The lines were read as 8 columns.")
    paste(page, format_board(deal(6), spelling="german"))
    assert opened(page).start == deal(6)
    expect(page.locator(MESSAGE)).to_have_text("The cards were read by their German letters.")
    paste(page, format_board(deal(7)))
    assert opened(page).start == deal(7)
    expect(page.locator(MESSAGE)).to_have_text("")
