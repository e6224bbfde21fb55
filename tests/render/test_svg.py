"""Boards as pictures: every card and place, backs, rings, titles with and without a font; the same as pixels."""

from __future__ import annotations

import io
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from kiebitz.cards import Card
from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.position import Setup
from kiebitz.render import png, svg
from kiebitz.render.layout import Layout
from kiebitz.render.replay import Replay
from kiebitz.render.replay.html import html
from kiebitz.render.themes import THEMES, theme

_SVG = "{http://www.w3.org/2000/svg}"


def _cards(document: str) -> Counter[str]:
    groups = ET.fromstring(document).iter(f"{_SVG}g")
    return Counter(group.get("aria-label", "") for group in groups if (group.get("class") or "").startswith("card"))


def _slots(document: str) -> int:
    return sum(rect.get("class") == "slot" for rect in ET.fromstring(document).iter(f"{_SVG}rect"))


def test_every_card_and_every_empty_place() -> None:
    drawn = svg.board(deal(617), "FreeCell deal 617")
    assert _cards(drawn) == Counter(str(card) for card in deal(617).rules.pack)
    assert _slots(drawn) == 8
    assert ET.fromstring(drawn).findtext(f"{_SVG}title") == "FreeCell deal 617"


def test_foundations_show_their_last_card() -> None:
    position = Setup(game("freecell"), ["KS", "KH"], cells="- QS -", foundations=[13, 13, 12, 11]).position()
    drawn = svg.board(position, "<three & more>")
    assert set(_cards(drawn)) == {"KS", "KH", "QS", "KC", "KD", "QH", "JS"}
    assert ET.fromstring(drawn).get("aria-label") == "<three & more>"
    assert _slots(drawn) == 6 + 3


def test_titles_with_control_characters_are_drawn_all_the_same() -> None:
    title = "a\x00b\x1b[2J\x9bc\ud800\ufffe\u202e"
    document = ET.fromstring(svg.board(deal(1), title).encode())
    assert document.findtext(f"{_SVG}title") == r"a\x00b\x1b[2J\x9bc\ud800\ufffe\u202e"
    page = html(Replay.of(deal(1), [], title=title))
    assert "\x1b" not in page
    assert "\x00" not in page


def test_face_down_cards_show_their_back() -> None:
    cards = _cards(svg.board(deal(2, "russian")))
    hidden = {name for name in cards if name.endswith(" face down")}
    assert (cards.total(), len(hidden)) == (52, 21)
    assert {"QD face down", "QC face down"} <= hidden
    lattice = theme().back_lines
    assert svg.board(deal(2, "russian")).count(lattice) == 21
    assert lattice not in svg.board(deal(2))


@pytest.mark.parametrize("name", games())
def test_every_game_fits_its_picture(name: str) -> None:
    position = deal(1, name)
    layout = Layout([position])
    places = list(layout.places(position))
    assert len({(place.x, place.y) for place in places}) == len(places) == len(position.rules.pack)
    corners = [(place.x, place.y) for place in places] + [(slot.x, slot.y) for slot in layout.slots()]
    assert all(0 <= x <= layout.width - 72 and 0 <= y <= layout.height - 102 for x, y in corners)


def test_moved_cards_get_a_ring() -> None:
    ring = theme().moved
    assert ring not in svg.board(deal(617))
    assert svg.board(deal(617), moved=[Card.parse("JD"), Card.parse("KS")]).count(ring) == 2


def test_letters_follow_the_spelling() -> None:
    english, russian = svg.board(deal(617)), svg.board(deal(617), spelling="russian")
    assert ('id="k-Q"' in english, 'id="k-De"' in english) == (True, False)
    assert ('id="k-Q"' in russian, 'id="k-De"' in russian) == (False, True)


def test_titles_need_a_font_only_in_other_scripts() -> None:
    assert "<text" not in svg.board(deal(617), "Baker's Game deal 617 (pysolfc)")
    assert ">Свободная &lt;ячейка&gt;</text>" in svg.board(deal(617), "Свободная <ячейка>")


def test_unknown_theme() -> None:
    with pytest.raises(KiebitzError, match="'pink'"):
        theme("pink")


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("name", THEMES)
def test_signs_stand_out(name: str, four_colours: bool) -> None:
    look = theme(name, four_colours=four_colours)
    for ink in look.inks:
        assert _contrast(ink, look.face) >= 4.5
        assert _contrast(ink, look.label) >= 4.5
    assert _contrast(look.title, look.table) >= 4.5
    assert len(set(look.inks)) == (4 if four_colours else 2)


def test_pixels_have_the_size_and_the_colours() -> None:
    layout = Layout([deal(617)], lines=1)
    image = Image.open(io.BytesIO(png.board(deal(617), "FreeCell deal 617", theme("dark"), scale=1)))
    assert image.size == (layout.width, layout.height)
    colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
    assert {(0x14, 0x19, 0x1D), (0x2C, 0x34, 0x3A), (0xFF, 0x80, 0x78), (0xE6, 0xE6, 0xE0)} <= colours
