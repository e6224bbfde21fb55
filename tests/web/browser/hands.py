"""Hands on the page: games played by dragging, clicking and typing, and readings of the board.

Moves come from the solver.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from kiebitz import Verdict, solve
from kiebitz.patience import Autoplay, Move
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import parse_board
from kiebitz.patience.piles import PileKind
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from web.browser.conftest import Visits

FULL = 13
MESSAGE = "#message"
COUNT = "#count"
LIGHT = "#light"
RECORDS = "JSON.parse(localStorage.getItem('kiebitz.statistics') ?? '[]')"
#: Answers of the solver: every move tried and taken back has lost, and the deal is harder than half of Microsoft's.
ENDED = """async (question) => ({
    light: { verdict: "impossible", score: null, bound: null, limitHit: null },
    difficulty: { places: { moves: 40, share_kept: 60 }, level: "medium" },
    moves: [], solution: { moves: [], autoplay: "safe" },
})[question] ?? null"""


def solved(game: str, autoplay: Autoplay = Autoplay.SAFE, least: int = 6) -> Session:
    """Return the first deal of a game whose solution has some length, all its moves made."""
    for number in range(1, 200):
        session = Session.new(game, number, autoplay=autoplay)
        result = solve(session.position, autoplay=autoplay)
        if result.verdict is Verdict.SOLVED and result.autoplay is autoplay and len(result.moves) >= least:
            for move in result.moves:
                session.push(move)
            return session
    raise AssertionError(f"no deal of {game} will do")


def sorted_game() -> Session:
    """Return a game of FreeCell won by its only move: in sorted columns with aces outermost, all other cards follow."""
    columns = [": " + " ".join(rank + suit for rank in "KQJT98765432A") for suit in "CDHS"]
    board = "\n".join([*columns, *[":"] * 4])
    session = Session(parse_board(board, game("freecell")).position())
    session.play("1a")
    return session


def start_of(session: Session) -> str:
    """Return the address of a session's deal, without its moves."""
    bare = Session(session.start, autoplay=session.autoplay, deal=session.deal)
    return write_link(bare, "/")


def made(page: Page, moves: int, word: str = "Moves") -> None:
    """Wait until this many moves are made; *word* is the page's word for moves."""
    expect(page.locator(COUNT)).to_contain_text(f"{word} {moves} ")


def won_freecell(number: int = 617) -> Session:
    """Return a won game of FreeCell."""
    session = Session.new("freecell", number)
    for move in solve(session.position).moves:
        session.push(move)
    return session


def play_end(page: Page, visit: Visits, session: Session, word: str = "Moves", **kept: Any) -> None:
    """Open a game before its last move as the player's own, and make that move; *word* is the page's word for moves."""
    last = session.undo()
    link = write_link(session, "").removeprefix("#")
    game = {"link": link, "id": "x", "helped": False, "seconds": 60, "recorded": False, "made": 9, "undos": 0, **kept}
    page.evaluate("game => localStorage.setItem('kiebitz.game', JSON.stringify(game))", game)
    page.evaluate("sessionStorage.clear()")
    visit.go(page, f"/#{link}")
    made(page, session.ply, word)
    page.keyboard.type(str(last).partition("v")[0])
    session.redo()
    expect(page.locator("#won")).to_be_visible()


def resize(page: Page, width: int, height: int) -> None:
    """Resize the window, and wait until the page has followed."""
    page.set_viewport_size({"width": width, "height": height})
    # The page may learn its size some frames later than the test.
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def kept(page: Page) -> Session:
    """Return the game stored by the page."""
    stored: Any = json.loads(page.evaluate("sessionStorage.getItem('kiebitz.game')"))
    return read_link(stored["link"])


def card(page: Page, text: object) -> Locator:
    """Return the picture of a card."""
    return page.locator(f"[data-card='{text}']")


def pile(page: Page, code: int) -> Locator:
    """Return the button of a pile."""
    return page.locator(f"[data-pile='{code}']")


def grip(page: Page, text: object) -> tuple[float, float]:
    """Return a point of a card that no other card covers: near its upper edge."""
    box = card(page, text).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 6


def spot(page: Page, code: int) -> tuple[float, float]:
    """Return the point of a pile where its first card lies."""
    box = pile(page, code).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 6


def moved_card(session: Session, ply: int) -> object:
    """Return the uppermost card that a turn moved."""
    turn = session.history[ply]
    if turn.move.source.kind is PileKind.COLUMN:
        return turn.before.columns[turn.move.source.index][-turn.move.count]
    if turn.move.source.kind is PileKind.FOUNDATION:
        suit = turn.move.source.index
        return turn.before.rules.ladders[suit][turn.before.foundations[suit] - 1]
    return turn.before.cells[turn.move.source.index]


def last_of(session: Session, ply: int, move: Move) -> object | None:
    """Return the card onto which a turn put others, if it was a column with cards."""
    target = move.target
    cards = session.history[ply].before.columns[target.index] if target.kind is PileKind.COLUMN else ()
    return cards[-1] if cards else None


def drag(page: Page, session: Session, ply: int) -> None:
    """Drag the moved cards of a turn to their target."""
    move = session.history[ply].move
    x, y = grip(page, moved_card(session, ply))
    onto = last_of(session, ply, move)
    target = spot(page, move.target.code) if onto is None else grip(page, onto)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*target, steps=3)
    page.mouse.up()


def click(page: Page, session: Session, ply: int) -> None:
    """Click the moved cards of a turn, then their target."""
    move = session.history[ply].move
    page.mouse.click(*grip(page, moved_card(session, ply)))
    onto = last_of(session, ply, move)
    page.mouse.click(*(spot(page, move.target.code) if onto is None else grip(page, onto)))
