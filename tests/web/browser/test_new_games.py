"""New games in the page: by number or winnable, and the traces of the previous game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from kiebitz.patience.games import game
from kiebitz.patience.links import write_link
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.patience.session import Session
from web.browser.hands import (
    LIGHT,
    kept,
    made,
    solved,
)

if TYPE_CHECKING:
    from web.browser.conftest import Visits


def test_a_new_game_closes_the_player_of_the_old_one(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(write_link(session, "/"))
    made(page, session.ply)
    page.clock.install()
    page.keyboard.press("P")
    page.locator("#player-play").click()
    expect(page.locator("#player")).to_be_visible()
    page.evaluate("location.hash = 'game=freecell&deal=1'")
    made(page, 0)
    expect(page.locator("#player")).to_be_hidden()
    page.clock.fast_forward(1200)
    page.keyboard.type("1a")
    made(page, 1)


def test_supermoves_chosen_for_one_game_are_not_those_of_the_next(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=1&supermoves=whole")
    made(page, 0)
    page.keyboard.press("n")
    assert page.locator("#new-supermoves").input_value() == "whole"
    page.locator("#new-id").select_option("russian")
    assert page.locator("#new-supermoves").input_value() == ""
    page.locator("#new-number").fill("1")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#title")).to_have_text("Russian Solitaire 1")
    assert kept(page) == Session.new("russian", 1)


def test_a_new_game_is_begun_by_number_and_one_that_can_be_won(visit: Visits) -> None:
    page = visit("/", light=True)
    made(page, 0)
    page.keyboard.press("n")
    page.locator("#new-id").select_option("solitaire_6x6")
    page.locator("#new-number").fill("12x")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator(".fault")).to_contain_text("There is no deal 12x")
    page.locator("#new-number").fill("12")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#title")).to_have_text("Solitaire 6×6 12")
    assert kept(page) == Session.new("solitaire_6x6", 12)
    page.keyboard.press("n")
    page.get_by_label("Winnable").check()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#new-game")).to_have_count(0)
    expect(page.locator(LIGHT)).to_contain_text("Can be won")


def test_levels_are_offered_where_difficulty_is_measured(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    page.keyboard.press("n")
    level, note = page.locator("#new-difficulty"), page.get_by_text("Difficulty is not measured for these rules.")
    level.select_option("hard")
    page.locator("#new-id").select_option("yukon")
    expect(level).to_be_disabled()
    expect(level).to_have_value("any")
    expect(note).to_be_visible()
    page.locator("#new-id").select_option("freecell")
    expect(level).to_be_enabled()
    expect(note).to_be_hidden()
    page.locator("#new-form summary").click()
    page.locator("#new-supermoves").select_option("any")
    expect(level).to_be_disabled()


def test_the_dialog_of_difficulty_explains_no_measures_where_there_are_none(visit: Visits) -> None:
    page = visit("/#game=yukon&deal=1")
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=difficulty]").click()
    dialog = page.get_by_role("dialog", name="Difficulty")
    expect(dialog.get_by_role("status")).to_have_text("Difficulty is not measured for these rules.")
    expect(dialog.locator(".dialog-note")).to_have_count(0)


def test_every_rule_that_the_command_line_changes_can_be_chosen(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&cells=3")
    made(page, 0)
    page.keyboard.press("n")
    page.locator("#new-form summary").click()
    for rule in CHANGEABLE:
        expect(page.locator(f"#new-{rule.name}")).to_be_visible(visible=rule.name != "suits")
    assert page.locator("#new-cells").input_value() == "3"
    page.locator("#new-cells").select_option("2")
    page.locator("#new-columns").select_option("10")
    page.locator("#new-build").select_option("any_suit")
    page.locator("#new-number").fill("-1")
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_have_count(0)
    rules = game("freecell").with_(cells=2, columns=10, build="any_suit")
    assert kept(page) == Session.new(rules=rules, number=-1)


def test_the_suits_of_a_game_with_few_are_chosen(visit: Visits) -> None:
    page = visit("/")
    made(page, 0)
    page.keyboard.press("n")
    page.locator("#new-form summary").click()
    expect(page.locator("#new-suits")).to_be_hidden()  # FreeCell has all suits
    page.locator("#new-id").select_option("solitaire_two_suits")
    assert page.locator("#new-suits option").all_inner_texts() == [
        "♣ ♦", "♣ ♥ (default)", "♦ ♥", "♣ ♠", "♦ ♠", "♥ ♠",
    ]  # fmt: skip
    page.locator("#new-suits").select_option("DS")
    page.locator("#new-number").fill("5")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#new-game")).to_have_count(0)
    assert kept(page) == Session.new(rules=game("solitaire_two_suits").with_(suits="DS"), number=5)
