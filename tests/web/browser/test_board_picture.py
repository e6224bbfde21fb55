"""Boards read off pictures on the page: pasted, chosen or dropped; doubtful cards are settled beside their cut-outs."""

from __future__ import annotations

import re
from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from PIL import Image, ImageFilter
from playwright.sync_api import expect

import kiebitz
from accessibility import check
from kiebitz.analysis.picture import PictureStatus
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from kiebitz.render import png
from kiebitz.render.picture_file import read_picture
from web.browser.conftest import DESKTOP, ready
from web.browser.hands import kept, made
from web.browser.test_board_editor import CELL, STATE, button, place
from web.browser.test_offline import kept as kept_files

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from kiebitz.patience import Position
    from web.browser.conftest import Visits

pytestmark = pytest.mark.long

ROWS = ".editor-doubts li"
FAULT = "#editor .editor-text .fault"
#: Sends a file to the page as a paste or a drop does.
SEND = """([type, data]) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    transfer.items.add(new File([bytes], "screen.png", {type: "image/png"}));
    const options = {bubbles: true, cancelable: true};
    const event = type === "paste"
        ? new ClipboardEvent(type, {...options, clipboardData: transfer})
        : new DragEvent(type, {...options, dataTransfer: transfer});
    document.activeElement.dispatchEvent(event);
}"""


def send(page: Page, kind: str, data: bytes) -> None:
    page.evaluate(SEND, [kind, b64encode(data).decode()])


def nearly_won() -> Position:
    """Return a board with empty columns."""
    start = kiebitz.deal(7)
    line = kiebitz.solve(start)
    table = kiebitz.Table(start, line.autoplay)
    for move in line.moves[:45]:
        table.push(move)
    return table.position


def blurred(position: Position) -> bytes:
    """Return a picture in which the two black kings are doubtful, and some other cards."""
    out = BytesIO()
    Image.open(BytesIO(png.board(position))).filter(ImageFilter.GaussianBlur(1)).save(out, "PNG")
    return out.getvalue()


def test_a_pasted_picture_is_read_and_named_and_works_offline_afterwards(visit: Visits) -> None:
    page = visit("/#game=freecell&deal=1", service_workers="allow")
    kept_files(page)
    page.reload()
    ready(page)
    send(page, "paste", png.board(kiebitz.deal(617)))
    expect(page.locator(STATE)).to_have_text("The board is complete. It is Microsoft’s deal 617.")
    expect(page.locator(".editor-doubts")).to_contain_text("The board is, or began as, Microsoft’s deal 617.")
    expect(page.locator(ROWS)).to_have_count(0)
    page.context.set_offline(True)
    send(page, "drop", png.board(kiebitz.deal(11982)))
    expect(page.locator(STATE)).to_have_text("The board is complete. It is Microsoft’s deal 11982.")
    button(page, "Play").click()
    expect(page.locator("#editor")).to_have_count(0)
    assert kept(page) == Session.new("freecell", 11982)


@pytest.mark.parametrize(
    ("language", "dark", "size"), [("en", False, DESKTOP), ("ru", True, {"width": 390, "height": 844})]
)
def test_doubtful_cards_are_marked_and_settled(
    visit: Visits, language: str, size: dict[str, int], *, dark: bool
) -> None:
    position = nearly_won()
    page = visit("/?edit", language=language, dark=dark, viewport=size)
    page.locator("#editor .editor-top button").nth(3).click()
    check(page, "form for a picture")
    page.locator("#editor [type=file]:not([capture])").set_input_files(
        {"name": "screen.png", "mimeType": "image/png", "buffer": blurred(position)}
    )
    expect(page.locator(ROWS).first).to_be_visible()
    count = page.locator(ROWS).count()
    expect(page.locator("#editor .place.doubtful")).to_have_count(count)
    check(page, "doubtful cards")
    parts = "[...document.querySelectorAll('#editor, #editor .dialog-body')]"
    assert not page.evaluate(f"{parts}.some(part => part.scrollWidth > part.clientWidth)")
    page.locator("#editor .editor-tools button").last.click()
    row = page.locator(ROWS, has=page.locator("[data-card=KC].as-read"))
    row.locator("[data-guess=KS]").click()  # wrong: the two kings change places
    expect(page.locator(f"{ROWS} [data-card=KC].as-read, {ROWS} [data-card=KS].as-read")).to_have_count(0)
    page.keyboard.press("Control+z")
    while page.locator(ROWS).count():
        left = page.locator(ROWS).count()
        page.locator(f"{ROWS} .as-read").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(ROWS)).to_have_count(left - 1)
    expect(page.locator(f"{STATE}[data-kind=complete]")).to_be_visible()
    page.locator(".editor-ends .main").click()
    expect(page.locator("#editor")).to_have_count(0)
    assert kept(page).position == position


def test_the_number_of_the_deal_settles_doubtful_cards(visit: Visits) -> None:
    start = kiebitz.deal(2_000_004)
    page = visit("/?edit")
    send(page, "paste", png.board(start, scale=0.75))
    expect(page.locator(ROWS).first).to_be_visible()
    number = page.get_by_label("Deal number")
    fault = page.locator(".editor-doubts .fault")
    for typed, told in (("no", "There is no deal no"), ("617", "")):
        number.fill(typed)
        number.press("Enter")
        expect(fault).to_contain_text(told)
    expect(page.locator(".editor-doubts")).to_contain_text("The board does not agree with Microsoft’s deal 617.")
    check(page, "another deal")
    number.fill("2000004")
    button(page, "Compare").click()
    expect(page.locator(".editor-doubts")).to_contain_text("The board is, or began as, Microsoft’s deal 2000004.")
    expect(page.locator(ROWS)).to_have_count(0)
    button(page, "Play").click()
    expect(page.locator("#editor")).to_have_count(0)
    assert kept(page).position == start


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("vi", {"width": 360, "height": 740})])
def test_the_boards_that_fit_are_shown_in_turn(visit: Visits, language: str, size: dict[str, int]) -> None:
    page = visit("/?edit", language=language, viewport=size)
    picture = blurred(nearly_won())
    readings = read_picture(picture).readings
    assert len(readings) > 1
    send(page, "paste", picture)
    fitting = page.locator(".editor-readings")
    expect(fitting).to_contain_text(f"1 {'of' if language == 'en' else 'trong'} {len(readings)}")
    check(page, "boards that fit")
    shown = []
    for number in range(len(readings)):
        first = page.locator("#editor .place.card, #editor [data-pile]").evaluate_all(
            "places => places.map(place => place.getAttribute('aria-label')).join('|')"
        )
        shown.append(first)
        fitting.get_by_role("button").click()
        following = (number + 1) % len(readings) + 1
        expect(fitting).to_contain_text(f"{following} {'of' if language == 'en' else 'trong'} {len(readings)}")
    assert len(set(shown)) == len(readings)
    spoken = page.locator("#editor .spoken")
    fitting.get_by_role("button").click()
    if language == "en":
        expect(spoken).to_contain_text(f"Board 2 of {len(readings)} that fit.")
        expect(spoken).to_contain_text("instead")
    page.keyboard.press("Control+z")
    expect(fitting).to_contain_text(f"1 {'of' if language == 'en' else 'trong'} {len(readings)}")


def test_typed_cards_replace_doubtful_ones(visit: Visits) -> None:
    page = visit("/?edit")
    send(page, "paste", blurred(nearly_won()))
    page.locator(f"{ROWS} [data-card=KC].as-read").focus()
    page.keyboard.type("ks")
    exchanged = re.compile("^column 6, place 3: king of clubs(; doubtful)?$")  # the king there was doubtful
    expect(place(page, 5, 2)).to_have_attribute("aria-label", exchanged)
    expect(place(page, 2, 0)).to_have_attribute("aria-label", "column 3, place 1: king of spades")
    expect(place(page, CELL)).to_have_attribute("aria-label", "cell a: nine of clubs")


@pytest.mark.parametrize(
    ("game", "number", "moves", "size", "scale"),
    [
        ("freecell", 617, 0, (844, 390), 3),
        ("freecell", 617, 24, (740, 360), 3),  # cells and foundations beside the columns
        ("freecell", 617, 44, (568, 320), 2),
        ("eight_off", 5, 0, (844, 390), 3),
        ("freecell", 617, 44, (320, 568), 2),
        ("eight_off", 5, 22, (320, 568), 2),  # two rows above the columns
        ("freecell", 617, 12, (360, 740), 1),  # steps wider than the columns, which are close
        ("freecell", 617, None, (360, 740), 3),  # won
        ("freecell", 617, None, (568, 320), 2),  # the box leaves the kings visible
        ("freecell", 617, None, (844, 390), 3),
        ("freecell", 617, None, (1280, 800), 1),
    ],
)
def test_the_page_itself_is_read(
    visit: Visits, game: str, number: int, moves: int | None, size: tuple[int, int], scale: int
) -> None:
    session = Session.new(game, number)
    line = kiebitz.solve(session.position, autoplay=session.autoplay).moves[:moves]
    for move in line:
        session.push(move)
    viewport = {"width": size[0], "height": size[1]}
    page = visit(write_link(session, "/"), viewport=viewport, device_scale_factor=scale, has_touch=True)
    made(page, len(line))
    seen = kiebitz.read_picture(page.screenshot())
    assert seen.status is PictureStatus.READ
    read, board = seen.position(session.position.rules), session.position
    assert (read.columns, set(read.cells), read.foundations) == (board.columns, set(board.cells), board.foundations)


def test_a_game_that_is_won_is_announced(visit: Visits) -> None:
    session = Session.new("freecell", 617)
    for move in kiebitz.solve(session.position, autoplay=session.autoplay).moves:
        session.push(move)
    page = visit("/?edit")
    send(page, "paste", png.board(session.position))
    expect(page.locator(STATE)).to_have_text("All cards are home: the game is won.")


def test_phones_offer_the_camera(visit: Visits) -> None:
    page = visit("/?edit", language="ru", viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    page.locator("#editor .editor-top button").nth(3).click()
    expect(page.get_by_role("button", name="Сделать снимок …")).to_be_visible()
    expect(page.locator("#editor [capture=environment]")).to_have_count(1)
    check(page, "form for a picture on a phone")


def test_other_pictures_and_files_are_refused_in_a_line(visit: Visits) -> None:
    page = visit("/")
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Board from a picture").click()
    for data, message in (
        (b"no picture", "This is not a picture that the browser can read."),
        (blank(400, 300), "The picture shows no board with columns of cards that all lie open."),
        (blank(5000, 4001), "The picture is too large: at most 20 million pixels."),
    ):
        send(page, "paste", data)
        expect(page.locator(FAULT).last).to_have_text(message)
    expect(page.locator(".editor-doubts")).to_be_hidden()


def blank(width: int, height: int) -> bytes:
    """Return a picture of one colour."""
    out = BytesIO()
    Image.new("L", (width, height), 90).save(out, "PNG")
    return out.getvalue()
