"""Play and Analyse: no unrequested help in Play, every move judged in Analyse, and a tree of moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

import kiebitz
from kiebitz import Verdict, short, solve
from kiebitz.patience import Autoplay
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from web.browser.conftest import PHONE
from web.browser.hands import LIGHT, MESSAGE, RECORDS, click, kept, made, pile, solved, start_of
from web.pars_file import LEAST, fewest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

_MOVES = "#moves .move:not(.start)"


def _written(page: Page, *words: str) -> None:
    expect(page.locator(f"{_MOVES} .word")).to_have_text(words)


def _tree() -> Session:
    """Return a game with variations, one in another, names and comments."""
    session = Session.new("freecell", 617)
    for word in ("83", "8a", "83"):
        session.play(word)
    session.here.comment = "far enough (for now)"
    session.goto(1)
    for word in ("5b", "8a"):
        session.play(word)
    session.goto(2)
    session.play("5c")
    session.goto(1)
    session.here.children[1].name = "cells first"
    session.jump(session.here.children[0])
    return session


def test_in_play_nothing_is_told_and_a_game_counts_as_played_without_help(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(start_of(session))
    made(page, 0)
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(LIGHT)).to_have_attribute("data-light", "off")
    assert page.locator("#analysis").is_hidden()
    for ply in range(session.ply):
        made(page, ply)
        click(page, session, ply)
        assert page.locator(".keeps, .loses").count() == 0
    expect(page.locator("#won")).to_be_visible()
    assert page.locator("#loss").is_hidden()
    assert [(one["won"], one["helped"]) for one in page.evaluate(RECORDS)] == [(True, False)]


def test_a_tree_is_built_named_commented_linked_and_deleted(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", mode="analyse")
    made(page, 0)
    page.keyboard.type("838a")
    made(page, 2)
    page.locator("#comment").fill("with {curly} brackets")
    page.locator("#comment").press("Enter")
    page.locator("#moves .move").nth(1).click()
    made(page, 1)
    page.locator("#board").focus()
    page.keyboard.type("5b")
    made(page, 2)
    _written(page, "83", "8a", "5b")
    page.locator("#variation-name").fill("cells first")
    page.locator("#variation-name").press("Enter")
    expect(page.locator(".variation-name")).to_have_text("cells first")
    session = kept(page)
    assert session.tree() == "83 8a {with (curly) brackets} ({cells first} 5b)"
    assert session.words() == ["83", "5b"]
    # Left and right follow the line; up and down go to its alternatives.
    page.locator("#moves [aria-current]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#moves [aria-current] .word")).to_have_text("8a")
    page.keyboard.press("ArrowLeft")
    made(page, 1)
    page.keyboard.press("Home")
    made(page, 0)
    page.keyboard.press("End")
    made(page, 2)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#moves [aria-current] .word")).to_have_text("5b")
    page.get_by_role("button", name="Make main line").click()
    assert kept(page).tree() == "83 5b (8a {with (curly) brackets})"
    page.reload()
    expect(page.locator(_MOVES)).to_have_count(3)
    page.locator("#moves .move").nth(3).click()
    page.get_by_role("button", name="Delete variation").click()
    expect(page.locator(_MOVES)).to_have_count(2)
    assert kept(page).tree() == "83 5b"


def test_a_tree_opens_from_a_link_and_leaves_as_text(visit: Visits) -> None:
    session = _tree()
    page = visit(write_link(session, "/"), mode="analyse")
    made(page, session.ply)
    _written(page, "83", "8a", "5b", "8a", "5c", "83")
    expect(page.locator(".comment")).to_have_text("far enough (for now)")
    page.get_by_role("button", name="Export as text").click()
    text = page.locator("#export-text").input_value()
    assert kiebitz.Session.from_text(text).tree() == session.tree()
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '1'")
    made(page, 0)
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=paste]").click()
    page.locator("#paste-text").fill(text)
    page.locator("[data-i18n='game.paste.open']").click()
    expect(page.locator("#title")).to_have_text("FreeCell 617")
    assert kept(page).tree() == session.tree()


def test_a_mistake_in_a_scored_game_lost_no_win(visit: Visits) -> None:
    session = Session.new("russian", 5)
    session.push(next(iter(session.legal_moves)))
    falling = """async (question, { game }) => question === "light"
        ? { verdict: "solved", score: 30 - game.moves.length, bound: 30 - game.moves.length, limitHit: null } : null"""
    page = visit.with_thoughts(write_link(session, "/"), falling, mode="analyse")
    page.get_by_role("button", name="Next mistake").click()
    said = page.locator("#learning-said")
    expect(said).to_contain_text("gave something away")
    expect(page.get_by_role("button", name="Next mistake")).to_have_count(0)


def test_each_move_has_its_light_and_the_mistake_is_tried_again(visit: Visits) -> None:
    session, losing = _lost()
    page = visit(write_link(session, "/"), mode="analyse")
    moves = page.locator(_MOVES)
    expect(moves.nth(losing - 1)).to_have_class(re.compile("lost"))
    expect(moves.nth(session.ply - 1)).to_have_class(re.compile("gone"))
    expect(moves.first).to_have_class(re.compile("kept"))
    expect(moves.nth(losing - 1)).to_have_accessible_name(re.compile(r"^Move \d+: .*the losing move"))
    expect(page.locator("#learning-said")).to_have_text("1 mistake.")
    page.get_by_role("button", name="Next mistake").click()
    made(page, losing - 1)
    expect(page.locator("#learning-said")).to_contain_text("lost the win. Find a better one.")
    session.goto(losing - 1)
    good = solve(session.position).moves[0]
    page.locator("#board").focus()
    page.keyboard.type(str(good))
    expect(page.locator("#learning-said")).to_contain_text("is good: nothing is lost.")
    page.get_by_role("button", name="Try again here").click()
    made(page, losing - 1)
    page.get_by_role("button", name="Best continuation").click()
    expect(page.locator("#player")).to_be_visible()
    expect(page.locator("#graph path")).to_have_count(4)


def test_targets_that_keep_the_win_and_those_that_lose_it_are_told_apart(visit: Visits) -> None:
    session, losing = _lost()
    losing_move = session.moves[losing - 1]
    session.goto(losing - 1)
    page = visit(write_link(session, "/"), mode="analyse")
    made(page, losing - 1)
    page.keyboard.type(str(losing_move)[0])
    target = pile(page, losing_move.target.code)
    expect(target).to_have_class(re.compile("loses"))
    expect(target).to_have_attribute("aria-description", "can go here, but this loses")
    page.keyboard.press("Escape")
    expect(page.locator(".keeps, .loses")).to_have_count(0)


def test_the_only_move_is_named(visit: Visits) -> None:
    think = """async (question) => question === "moves"
        ? [["solved", 33, 0, 40], ["solved", 34, 0, null], ["impossible", 7, 2, null]].map(
            ([verdict, target, key, left]) => (
              { move: { source: 4, target, count: 1 }, verdict, score: null, bound: null, key, left }))
        : question === "light" ? { verdict: "solved", score: null, bound: null, limitHit: null } : { left: 41 }"""
    page = visit.with_thoughts("/#game=freecell&deal=617", think, mode="analyse")
    expect(page.locator("#analysis-summary")).to_contain_text("only move: 5b")
    expect(page.locator(".candidate")).to_have_text([re.compile("✓5b40$"), re.compile("✕58$")])


def test_the_difficulty_of_a_deal_is_told_with_its_places(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617&moves=83")
    page.locator("#menu-button").click()
    page.locator("#menu [data-command=difficulty]").click()
    rows = page.locator("#difficulty tbody tr")
    expect(rows).to_have_count(5)
    expect(page.get_by_role("dialog", name="Difficulty")).to_contain_text("not been tested with people")
    expect(rows.nth(3)).to_have_text(re.compile("Wins looking one move ahead.*0 of 10.*%"))
    expect(page.locator("#difficulty [role=status]")).to_have_text(re.compile("A deal for experts: .* wins none"))
    expect(page.locator("#difficulty")).to_contain_text(re.compile(r"Compared with Microsoft deals 1 to [\d,]+\."))


def test_on_a_phone_the_list_is_a_drawer(visit: Visits) -> None:
    page = visit("/#game=russian&deal=5", viewport=PHONE, mode="analyse")
    expect(page.locator(LIGHT)).to_have_attribute("data-light", "score")
    assert page.locator("#moves").is_hidden()
    page.locator("#drawer").click()
    expect(page.locator("#moves")).to_be_visible()
    board, drawer = page.locator("#board").bounding_box(), page.locator("#analysis").bounding_box()
    assert board is not None
    assert drawer is not None
    assert board["y"] + board["height"] <= drawer["y"] + 1
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator(MESSAGE)).to_have_text("Play: no advice unless you ask.")


@pytest.mark.parametrize("size", [PHONE, {"width": 820, "height": 1180}, {"width": 740, "height": 360}])
def test_the_move_at_hand_is_seen_in_the_list(visit: Visits, size: dict[str, int]) -> None:
    session = solved("freecell")
    page = visit(write_link(session, "/"), viewport=size, mode="analyse")
    made(page, session.ply)
    if page.locator("#moves").is_hidden():
        page.locator("#drawer").click()
    # Measure both in one step, because each answer of the solver redraws the list.
    moves, here = page.locator("#moves").evaluate(
        "list => [list, list.querySelector('[aria-current]')].map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert here["height"] > 0
    above, below = here["y"] - moves["y"], moves["y"] + moves["height"] - here["y"] - here["height"]
    assert min(above, below) > -1  # a list scrolls by whole pixels
    assert page.locator("#moves").evaluate("one => one.scrollWidth <= one.clientWidth")  # no move is cut off


def test_in_a_low_window_the_list_is_beside_the_board(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", viewport={"width": 740, "height": 360}, mode="analyse")
    made(page, 0)
    expect(page.locator("#moves")).to_be_visible()
    panel = page.locator("#analysis").bounding_box()
    assert panel is not None
    rights = page.locator(".card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(rights) <= panel["x"]


def test_the_box_of_a_won_game_leaves_the_list_alone(visit: Visits) -> None:
    session = solved("solitaire_one_suit")
    page = visit(write_link(session, "/"), viewport={"width": 960, "height": 700}, mode="analyse")
    made(page, session.ply)
    expect(page.locator("#won")).to_be_visible()
    box, panel = page.locator("#won").bounding_box(), page.locator("#analysis").bounding_box()
    assert box is not None
    assert panel is not None
    assert box["x"] + box["width"] <= panel["x"]


def _lost() -> tuple[Session, int]:
    """Return a game lost by a move that is neither its first nor its last, and the number of that move."""
    for number in range(1, 60):
        session = Session.new("solitaire_two_suits", number, autoplay=Autoplay.NONE)
        line = solve(session.position, autoplay=Autoplay.NONE)
        if line.verdict is not Verdict.SOLVED:
            continue
        for move in line.moves[:3]:
            session.push(move)
        for wrong in list(session.legal_moves):
            session.goto(3)
            session.push(wrong)
            if solve(session.position).verdict is Verdict.IMPOSSIBLE and (more := list(session.legal_moves)):
                session.push(more[0])
                return Session.from_link(_line(session)), 4
    raise AssertionError("no deal can be lost so")


def _line(session: Session) -> str:
    """Return the link of the current line alone."""
    return session.link(words=session.words())


def test_the_moves_from_here_are_ranked_with_numbers_and_arrows(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=617", mode="analyse")
    moves = page.locator(".candidate")
    expect(moves.first).to_be_visible()
    expect(page.locator("#candidates-caption")).to_have_text("Moves from here, the best firstmoves to the win")
    expect(page.get_by_role("group", name="Moves from here, the best first")).to_have_count(1)
    figures = [int(text) for text in page.locator(".candidate.kept .figure").all_inner_texts()]
    assert figures == sorted(figures)
    assert 20 < figures[0] < 60
    expect(moves.first).to_have_accessible_name(re.compile(rf"^\w+; nothing lost; about {figures[0]} more moves$"))
    expect(page.locator(".arrow")).to_have_count(3)
    assert page.locator(".arrow.rank-1 text").evaluate("one => one.textContent") == str(figures[0])
    expect(page.locator("#analysis-summary")).to_contain_text(f"{figures[0] + 1} more moves")
    word = moves.first.locator(".word").text_content()
    moves.first.focus()
    page.keyboard.press("Enter")
    made(page, 1)
    _written(page, word or "")
    # The best move goes along the short line, and the focus comes back to the list.
    left, start = figures[0], figures[0] + 1
    summary = f"about {left} more moves, {start} in all; about {start} were possible, at best {fewest(617)}"
    expect(page.locator("#analysis-summary")).to_contain_text(summary)
    expect(moves.first).to_be_focused()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".arrow")).to_have_count(0)


def test_the_graph_has_room_for_the_way_from_the_start(visit: Visits) -> None:
    session = Session.new("freecell", 617)
    for move in short(session).moves[:3]:
        session.push(move)
    page = visit(write_link(session, "/"), mode="analyse")
    expect(page.locator("#analysis-summary")).to_contain_text("possible")
    way = int(re.findall(r"about (\d+) were possible", page.locator("#analysis-summary").inner_text())[0])
    graph = page.locator("#graph")
    width = graph.evaluate("one => one.viewBox.baseVal.width")
    names = (".surely", ".ideal", ".least")
    played, ideal, least = (graph.locator(name).evaluate("one => one.getBBox().width") for name in names)
    assert played == pytest.approx(width * 4 / (way + 1))
    assert ideal == pytest.approx(width)
    assert least == pytest.approx(width * (LEAST[617] + 1) / (way + 1))
    box = graph.bounding_box()
    assert box is not None
    for place, ply in [(1.5, 1), (2.5, 2), (way + 0.5, 3), (0.5, 0)]:
        graph.click(position={"x": box["width"] * place / (way + 1), "y": 10})
        made(page, ply)


def test_a_solution_is_as_short_as_that_of_the_command_line(visit: Visits) -> None:
    session = Session.new("freecell", 617)
    page = visit("/#game=freecell&deal=617")
    page.keyboard.press("s")
    expect(page.locator(MESSAGE)).to_contain_text(f"A solution in {len(short(session).moves)} moves")
