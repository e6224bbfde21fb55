"""The page's file of card symbols: current, complete, small and self-contained."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kiebitz.cards import PACKS, Rank, Suit
from kiebitz.render import card_faces
from kiebitz.render.card_symbols import symbols

FILE = Path(__file__).parents[2] / "src" / "kiebitz" / "web" / "static" / "cards.svg"
_SVG = "{http://www.w3.org/2000/svg}"


def test_file_is_up_to_date() -> None:
    how = f"run: python -m kiebitz.render.card_symbols {FILE}"
    assert FILE.read_text(encoding="utf-8") == symbols(), how


def test_every_card_the_back_and_every_suit() -> None:
    names = re.findall(r'id="([^"]+)"', symbols())
    pack = PACKS["52"]
    expected = {f"body-{card}" for card in pack} | {f"suit-{suit.letter}" for suit in Suit} | {"card-back"}
    corners = {str(card)[0].replace("T", "10") for card in pack} | {str(suit) for suit in Suit} | {"B", "D", "Te", "De"}
    assert expected | {f"corner-{name}" for name in corners} <= set(names)


def test_every_used_id_is_defined_once() -> None:
    text = symbols()
    defined = re.findall(r'id="([^"]+)"', text)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(defined)


def test_small_and_free_of_styles_that_a_strict_policy_would_refuse() -> None:
    text = symbols()
    assert len(text.encode()) < 43_000
    assert "style=" not in text
    assert "<style" not in text
    assert text.isascii()


def _signs(parts: dict[str, ET.Element], part: ET.Element, suit: Suit) -> int:
    """Count the signs of a suit in a part, by way of the parts that it uses; a path must consist of them alone."""
    name = part.get("href", "").removeprefix("#")
    if name.startswith("court-"):
        return 0
    if name:
        return _signs(parts, parts[name], suit)
    commands = re.sub(r"[^A-Za-z]", "", part.get("d", ""))
    sign = re.sub(r"[^A-Za-z]", "", card_faces.SUITS[suit])
    assert commands == sign * commands.count(sign)
    return commands.count(sign) + sum(_signs(parts, child, suit) for child in part)


def test_a_card_has_as_many_pips_as_its_number_around_the_middle_of_the_card() -> None:
    root = ET.fromstring(symbols())
    parts = {name: part for part in root.iter() if (name := part.get("id"))}
    for card in PACKS["52"]:
        number = card.rank - Rank.ACE + 1
        body = parts[f"body-{card}"]
        assert _signs(parts, body, card.suit) == (number if number <= 10 else 2)
        assert _signs(parts, parts[f"corner-{card.suit}"], card.suit) == 2
        heights = sorted(float(use.get("y", "51")) for use in body)
        if number not in (7, *range(11, 14)):
            assert heights == pytest.approx(sorted(card_faces.HEIGHT - y for y in heights), abs=0.2)
